// SpyNotes.swift: the record of a spy, and its verdict by the contract.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import QuintainOrder

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

struct SpyNotes {
    private(set) var calls: [ProtocolCall] = []
    var response: URLResponse?
    var policy: URLCache.StoragePolicy?
    private(set) var body = Data()
    var error: (any Error)?
    var redirect: URLRequest?
    var hasFinished = false
    var withdrawn: [URLAuthenticationChallenge] = []
    /// The threads are kept alive, so that no new one has the identity of an old one.
    private var threads: [Thread] = []
    /// Findings that the grammar of the contract cannot express.
    private var remarks: [BrokenRule] = []

    /// The instance was started, and nothing has ended it.
    var isUnderWay: Bool {
        var isUnderWay = false
        for call in calls {
            switch call.kind {
            case .startLoading: isUnderWay = true
            case .stopLoading, .didFinishLoading, .didFailWithError: return false
            default: break
            }
        }
        return isUnderWay
    }

    mutating func write(_ kind: ProtocolCall.Kind, _ words: String = "", piece data: Data? = nil) {
        var piece: (offset: Int, bytes: Int)?
        if let data {
            piece = (repeats(data) ? 0 : body.count, data.count)
            body.append(data)
        }
        calls.append(ProtocolCall(kind: kind, words: words, thread: thread(), piece: piece))
    }

    private mutating func thread() -> Int {
        let current = Thread.current
        if let known = threads.firstIndex(where: { $0 === current }) { return known + 1 }
        threads.append(current)
        return threads.count
    }

    /// Whether a piece repeats the whole body so far: it begins with the body, which would exceed its announced length.
    private func repeats(_ data: Data) -> Bool {
        guard !body.isEmpty, let response, response.expectedContentLength >= 0, !isCoded(response) else { return false }
        return Int64(body.count + data.count) > response.expectedContentLength && data.starts(with: body)
    }

    /// Whether the body is coded: its announced length is then not that of the pieces.
    private func isCoded(_ response: URLResponse) -> Bool {
        (response as? HTTPURLResponse)?.value(forHTTPHeaderField: "Content-Encoding") != nil
    }

    // MARK: What no grammar knows

    mutating func isLate(_ limit: Duration) {
        remark(.p3, "nothing ended the load within \(limit), so it was stopped")
    }

    mutating func isStranger(_ kind: ProtocolCall.Kind) {
        remarks.append(
            BrokenRule(
                name: "other-instance", title: "the instance itself",
                text: "What the client is told comes with the instance that was started.",
                sentence: "\(kind.rawValue) came with another instance", call: calls.count,
                instead: [], sources: ["documentation of URLProtocolClient"], isWarning: false))
    }

    private mutating func remark(_ rule: Rule, _ sentence: String) {
        remarks.append(BrokenRule(rule, sentence, call: nil, isWarning: false))
    }

    // MARK: Judging

    var judged: [BrokenRule] {
        var judgement = Judgement(.urlprotocolClient, recordsEveryReply: true)
        var findings: [TraceFinding] = []
        for (index, call) in calls.enumerated() {
            // The contract has a single task here, so the limit of tasks is never exceeded.
            findings += (try? judgement.happened(call.event(place: index + 1))) ?? []
        }
        // A load that still goes on lacks nothing yet.
        let hasStopped = calls.contains { $0.kind == .stopLoading }
        findings += judgement.finished(isPrefix: !hasStopped)
        return findings.map(BrokenRule.init) + remarks
    }
}

extension ProtocolCall {
    fileprivate func event(place: Int) -> TraceEvent {
        var fields = TraceEvent.Fields()
        fields.thread = "\(thread)"
        fields.offset = piece?.offset
        fields.bytes = piece?.bytes
        return TraceEvent(callback, place: place, fields: fields)
    }

    private var callback: TracedCallback {
        switch kind {
        case .startLoading: .startLoading
        case .stopLoading: .stopLoading
        case .reply: .reply
        case .wasRedirectedTo: .wasRedirectedTo
        case .didReceiveChallenge: .didReceiveChallenge
        case .didCancelChallenge: .didCancelChallenge
        case .cachedResponseIsValid: .cachedResponseIsValid
        case .didReceiveResponse: .didReceiveResponse
        case .didLoadData: .didLoadData
        case .didFinishLoading: .didFinishLoading
        case .didFailWithError: .didFailWithError
        }
    }
}
