// Loader+Ending.swift: ends a load, with success or failure.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWire
import QuintainWords

extension Loader {
    mutating func finish() {
        guard phase != .ended else { return }
        phase = .ended
        tell(.finished)
        effects.append(.ended)
    }

    mutating func fail(_ failure: LoadFailure) {
        guard phase != .ended else { return }
        // An open challenge is cancelled before the failure is told, so that nobody answers for a load that has ended.
        if case .challenge(let challenge)? = question?.question { tell(.challengeCancelled(challenge)) }
        question = nil
        if exchange != nil { order(.release(isReusable: false)) }
        exchange = nil
        var failure = failure
        failure.resume = giveUpFile(failure)
        phase = .ended
        tell(.failed(failure))
        effects.append(.ended)
    }

    // MARK: Lost connections

    mutating func lose(_ fault: NetworkFault) {
        switch phase {
        case .idle, .preparing, .storing, .ended: break
        case .connecting, .securing: failOrUseCopy(fault)
        case .tunnelling: fail(LoadFailure(.proxy, "the tunnel through the proxy failed: \(fault.sentence)"))
        case .awaiting:
            if let refusal = fault.refusal, repeats < Self.repeatsAtMost { return repeatRefused(refusal) }
            if mayRepeat(after: fault) { return repeatOnFreshConnection() }
            failOrUseCopy(fault)
        case .draining(let next):
            exchange?.mustClose = true
            leaveReply(next)
        case .delivering: fail(failure(fault))
        }
    }

    /// Uses a stored copy if the server cannot be reached, but not if it is not trusted or does not speak HTTP.
    private mutating func failOrUseCopy(_ fault: NetworkFault) {
        switch fault.kind {
        case .hostNotFound, .cannotConnect, .lost:
            guard findCopyInPlaceOfError() else { return fail(failure(fault)) }
            order(.release(isReusable: false))
            exchange = nil
            deliverCopy()
        case .tls, .badResponse: fail(failure(fault))
        }
    }

    /// RFC 9112 section 9.3.1: a reused connection may have been closed just as the request was sent. An idempotent
    /// method is repeated; a POST is not, because it may have been processed.
    private func mayRepeat(after fault: NetworkFault) -> Bool {
        fault.kind == .lost && fault.isBeforeReply && exchange?.isReused == true
            && Idempotence.isGiven(to: request.method)
    }

    private mutating func repeatOnFreshConnection() {
        order(.release(isReusable: false))
        exchange = nil
        if request.body.isStream { needBodyAgain(then: .again) } else { connect(reuse: false) }
    }

    /// Repeats a request that the server has not processed: with any method, on any connection.
    private mutating func repeatRefused(_ refusal: NetworkFault.Refusal) {
        repeats += 1
        if refusal == .version { version = .one }
        order(.release(isReusable: false))
        exchange = nil
        needBodyAgain(then: .again)
    }

    /// The limit for requests that a server refuses again and again.
    private static let repeatsAtMost = 3

    private func failure(_ fault: NetworkFault) -> LoadFailure {
        let kind: FailKind =
            switch fault.kind {
            case .hostNotFound, .cannotConnect: .cannotConnect
            case .tls: .tls
            case .lost: .connectionLost
            case .badResponse: .badResponse
            }
        return LoadFailure(kind, code: fault.kind == .hostNotFound ? .cannotFindHost : nil, fault.sentence)
    }
}

extension NetworkFault {
    init(_ fault: ResponseFault) {
        self.init(fault.kind.isCut ? .lost : .badResponse, fault.sentence, isBeforeReply: fault.kind == .noReply)
    }
}
