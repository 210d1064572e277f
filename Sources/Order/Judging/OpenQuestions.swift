// OpenQuestions.swift: one reply to each question, and nothing between.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// The reply discipline of one task: the rule Q.
///
/// A trace need not record replies, and a trace with some replies need not have all. So a callback after a question
/// without a reply breaks nothing by itself; only a reply after that callback shows that the client did not wait. If
/// every reply is known to be recorded, the breach is reported at once.
struct OpenQuestions {
    private(set) var asked: TracedCallback?
    private(set) var isAnswered = false
    /// The question is withdrawn: callbacks without an answer to it are no breach.
    private var isWithdrawn = false
    /// The first callback between the question and its reply.
    private var intruder: TracedCallback?

    var isOpen: Bool { asked != nil && !isAnswered }

    /// Whether nothing has come since the question, not even its reply.
    var isWaiting: Bool { isOpen && intruder == nil }

    enum Complaint: Equatable {
        case answeredTwice(TracedCallback)
        case nothingAsked
        /// The callback came between the question and its reply.
        case didNotWait(TracedCallback, question: TracedCallback)
    }

    /// A callback of this task. The complaint counts only if all replies are recorded.
    mutating func happened(_ callback: TracedCallback, in contract: Contract, isCancelled: Bool) -> Complaint? {
        var complaint: Complaint?
        if isOpen, let asked, intruder == nil, !contract.mayCross(callback, question: asked, isCancelled: isCancelled) {
            intruder = callback
            if contract.holdsBack(asked), !isWithdrawn { complaint = .didNotWait(callback, question: asked) }
        }
        if callback == .didCancelAuthenticationChallenge { isWithdrawn = true }
        if contract.asks(callback) {
            asked = callback
            isAnswered = false
            isWithdrawn = false
            intruder = nil
        }
        return complaint
    }

    mutating func replied(in contract: Contract) -> Complaint? {
        guard let asked else { return .nothingAsked }
        guard !isAnswered else { return .answeredTwice(asked) }
        isAnswered = true
        guard let intruder, contract.holdsBack(asked) else { return nil }
        return .didNotWait(intruder, question: asked)
    }
}

extension Contract {
    /// Whether the callback may have a reply.
    package func asks(_ callback: TracedCallback) -> Bool { holdsBack(callback) || isPerhapsAnswered(callback) }

    /// Whether the task may deliver nothing else before the reply.
    func holdsBack(_ callback: TracedCallback) -> Bool {
        switch (family, callback) {
        case (.session, .willBeginDelayedRequest), (.session, .didReceiveSessionChallenge),
            (.session, .didReceiveChallenge), (.session, .needNewBodyStream), (.session, .willPerformHTTPRedirection),
            (.session, .didReceiveResponse), (.session, .willCacheResponse):
            true
        case (.connection, .connectionShouldUseCredentialStorage), (.connection, .willSendRequest),
            (.connection, .willSendRequestAfterRedirect), (.connection, .canAuthenticateAgainstProtectionSpace),
            (.connection, .didReceiveAuthenticationChallenge),
            (.connection, .willSendRequestForAuthenticationChallenge), (.connection, .needNewBodyStream),
            (.connection, .willCacheResponse):
            true
        case (.download, .downloadShouldUseCredentialStorage), (.download, .willSendRequest),
            (.download, .willSendRequestAfterRedirect), (.download, .canAuthenticateAgainstProtectionSpace),
            (.download, .didReceiveAuthenticationChallenge), (.download, .shouldDecodeSourceDataOfMIMEType):
            true
        // For URLProtocolClient the answer to a challenge is a letter of the grammar.
        default: false
        }
    }

    /// Whether the callback opens a challenge whose answer is a letter of the grammar.
    func isOpenedBy(_ callback: TracedCallback) -> Bool {
        self == .urlprotocolClient && callback == .didReceiveChallenge
    }

    /// Whether a challenge is open whose answer is a letter of the grammar.
    func isChallenged(_ phase: PhaseNumber) -> Bool { self == .urlprotocolClient && next(phase, .reply) != nil }

    /// Whether an answer to the callback is accepted although no document calls it a question.
    private func isPerhapsAnswered(_ callback: TracedCallback) -> Bool {
        switch (family, callback) {
        case (.session, .didBecomeDownloadTask), (.session, .didBecomeStreamTask),
            (.download, .decideDestinationWithSuggestedFilename):
            true
        default: false
        }
    }

    /// Whether the callback need not wait: the error after a cancel, with the metrics right before it, and the
    /// withdrawal of the question itself.
    fileprivate func mayCross(_ callback: TracedCallback, question: TracedCallback, isCancelled: Bool) -> Bool {
        switch callback {
        case .didCompleteWithError, .didFailWithError, .completionHandler, .didFinishCollectingMetrics:
            isCancelled
        case .didCancelAuthenticationChallenge: question == .didReceiveAuthenticationChallenge
        default: false
        }
    }
}
