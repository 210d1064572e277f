// Recorder.swift: passes the callbacks of a delegate to the play, and the play's answers back.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import QuintainPlayer
import QuintainScenario
import QuintainTalk
import QuintainURLSessionWords
import Synchronization
import QuintainWords

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

final class Recorder: Sendable {
    private let stage: Stage
    /// Whether everything is reported, and judged.
    let isJudged: Bool
    /// The task that each task was made from: a data task that became a download keeps the identity of the first.
    private let former = Mutex<[ObjectIdentifier: ObjectIdentifier]>([:])

    init(_ stage: Stage, isJudged: Bool) {
        self.stage = stage
        self.isJudged = isJudged
    }

    var anchors: [String] { stage.anchor.map { [$0.path] } ?? [] }

    func tell(_ report: Report, of task: URLSessionTask, _ bytes: Data = Data()) {
        guard isJudged, let callback = ReportedCallback(report, Array(bytes)) else { return }
        stage.inbox.put(.callback(Heard(task: heard(task), callback: callback)))
    }

    /// A question to the delegate. The scenario is asked, and the test's own delegate if there is one.
    struct Question<Value: Sendable> {
        var report: Report
        /// Asks the test's own delegate. false: there is none, or it does not implement the method.
        var own: (@escaping @Sendable (Value) -> Void) -> Bool
        /// The decision in the words of the scenario language. A body is only `same` here: it is seen on the wire.
        var says: @Sendable (Value) -> ResolvedDecision
        /// The scenario's decision as a value for the completion handler; nil: the handler is not called. The argument
        /// is nil without a decision: the value is then as if there were no delegate.
        var means: @Sendable (Answer?) -> Value?
    }

    /// For how long the thread that asks is blocked.
    enum Block {
        case not
        /// Until there is an answer, but for this time at most.
        case forAtMost(DispatchTimeInterval)
        /// Until there is an answer, or the play has no patience left. No other load of this process goes on meanwhile.
        case allLoads
    }

    func ask<Value: Sendable>(
        _ question: Question<Value>, of task: URLSessionTask, blocking block: Block = .not,
        losingBody losesBody: Bool = false, _ complete: @escaping @Sendable (Value) -> Void
    ) {
        guard var callback = ReportedCallback(question.report) else { return }
        let isAnswered = DispatchSemaphore(value: 0)
        let answering = Counter()
        let finish: @Sendable (Value?) -> Void = { value in
            guard answering.next() == 1 else { return }
            // FoundationNetworking crashes at an answer to a task that was cancelled.
            if let value, Self.takesAnswers(task) { complete(value) }
            isAnswered.signal()
        }
        let (says, means, number, inbox) = (question.says, question.means, stage.inbox.number(), stage.inbox)
        // The test's own delegate may be the first to decide, and its decision is not carried out before the
        // scenario's is there.
        let meeting = Meeting<Answer?, (value: Value, decision: ResolvedDecision)> { _, own in
            inbox.put(.decision(own.decision, question: number))
            finish(own.value)
        }
        let answers = Counter()
        // Further answers, which nobody understands before the question is told; nil: it is.
        let further = Mutex<[ResolvedDecision]?>([])
        let isOwn = question.own { value in
            // A delegate that cancels the task has to give some answer all the same.
            let isCancelled = task.state == .canceling || task.state == .completed
            let decision = isCancelled ? ResolvedDecision.plain(.cancel) : says(value)
            if answers.next() == 1 {
                meeting.second((value, decision))
            } else {
                // URLSession, which may end the process at it, never hears of it.
                let isTold = further.withLock { further in
                    further?.append(decision)
                    return further == nil
                }
                if isTold { inbox.put(.another(decision, question: number)) }
            }
        }
        (callback.question, callback.decidesItself, callback.standsStill) = (number, isOwn, block.isOne)
        let reply: Heard.Reply = { decision in
            let answer = decision.flatMap(Answer.init)
            if isOwn { meeting.first(answer) } else { finish(means(answer)) }
        }
        var heard = Heard(task: heard(task, losingBody: losesBody), callback: callback, reply: reply)
        heard.hasAnswered = { answers.count > 0 }
        // Whoever waits for the test's own delegate may wait for ever.
        if isOwn || block.holdsAllLoads { heard.giveUp = { finish(means(nil)) } }
        inbox.put(.callback(heard))
        let untold = further.withLock { further in
            defer { further = nil }
            return further ?? []
        }
        for decision in untold { inbox.put(.another(decision, question: number)) }
        switch block {
        case .not: return
        case .allLoads:
            stage.queue.block {
                // Whoever is to end the play may wait for a load himself, and all threads for this queue.
                guard isAnswered.wait(timeout: .now() + .milliseconds(stage.longestAnswer)) == .timedOut else { return }
                if let value = means(nil) { inbox.put(.assumption(says(value), question: number)) }
                finish(means(nil))
            }
        case .forAtMost(let patience):
            guard isAnswered.wait(timeout: .now() + patience) == .timedOut, let value = means(nil) else { return }
            // The system goes on as if the delegate had left the decision to it.
            inbox.put(.assumption(says(value), question: number))
        }
    }

    func became(_ new: URLSessionTask, from old: URLSessionTask) {
        former.withLock { $0[ObjectIdentifier(new)] = ObjectIdentifier(old) }
    }

    private func heard(_ task: URLSessionTask, losingBody losesBody: Bool = false) -> HeardTask {
        let identity = ObjectIdentifier(task)
        return HeardTask(
            identity: former.withLock { $0[identity] } ?? identity, word: task.taskDescription,
            url: task.originalRequest?.url?.absoluteString, kind: LoadKind(task),
            losesBodyOfRedirect: losesBody, isJudged: isJudged,
            cancel: { task.cancel() },
            isCancelled: { task.state == .canceling || (task.error as? URLError)?.code == .cancelled })
    }

    private static func takesAnswers(_ task: URLSessionTask) -> Bool {
        #if canImport(FoundationNetworking)
            task.state == .running || task.state == .suspended
        #else
            true
        #endif
    }
}

extension Recorder.Block {
    fileprivate var isOne: Bool { if case .not = self { false } else { true } }
    fileprivate var holdsAllLoads: Bool { if case .allLoads = self { true } else { false } }
}

/// Counts calls that come from any thread.
private final class Counter: Sendable {
    private let calls = Mutex(0)

    var count: Int { calls.withLock { $0 } }

    /// The number of this call, from one.
    func next() -> Int {
        calls.withLock { calls in
            calls += 1
            return calls
        }
    }
}

/// Two values that come from different threads, in any order; the closure is called once both are there.
private final class Meeting<First: Sendable, Second: Sendable>: Sendable {
    private let met = Mutex<(first: First?, second: Second?)>((nil, nil))
    private let both: @Sendable (First, Second) -> Void

    init(_ both: @escaping @Sendable (First, Second) -> Void) { self.both = both }

    func first(_ value: First) { meet { $0.first = value } }

    func second(_ value: Second) { meet { $0.second = value } }

    private func meet(_ come: (inout (first: First?, second: Second?)) -> Void) {
        let pair = met.withLock { met -> (First, Second)? in
            come(&met)
            guard let first = met.first, let second = met.second else { return nil }
            // A second pair is ignored: both values are taken out.
            met = (nil, nil)
            return (first, second)
        }
        if let (first, second) = pair { both(first, second) }
    }
}

extension LoadKind {
    fileprivate init(_ task: URLSessionTask) {
        switch task {
        case is URLSessionDownloadTask: self = .download
        case is URLSessionUploadTask: self = task.originalRequest?.httpBodyStream == nil ? .upload : .stream
        default: self = .data
        }
    }
}

extension ReportedCallback {
    fileprivate init?(_ report: Report, _ bytes: [UInt8] = []) {
        guard let kind = CallbackKind(rawValue: report.callback.rawValue) else { return nil }
        self.init(
            kind, subject: report.subject ?? [], fields: report.fields ?? [:],
            header: (report.header ?? []).map { ($0[0], Array($0[1].utf8)) }, bytes: bytes)
    }
}

extension Answer {
    fileprivate init?(_ resolved: ResolvedDecision) {
        guard let decision = Decision(rawValue: resolved.name) else { return nil }
        self.init(
            decision, resolved.values.map { Data($0) },
            header: resolved.header.map { [$0.name, String(decoding: $0.value, as: UTF8.self)] })
    }
}
