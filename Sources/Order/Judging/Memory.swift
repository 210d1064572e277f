// Memory.swift: the state of a task beside its phase.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// The state that guards need, which does not grow with the length of a task.
struct Memory {
    /// What holds of a task, or has happened to it.
    enum Fact: UInt32 {
        // What the trace says of the task.
        case isInBackground, isInForeground, isStreamed, lacksResumeData, hasDestination
        // The way to the response.
        case hasWaited, loadHasBegun, hadNewBody
        /// A challenge or a redirect came, and no new body since.
        case mustSendAgain
        /// The latest challenge got a credential, and no redirect came since.
        case gaveCredential
        /// The last willSendRequest did not say whether it is a redirect.
        case leavesRedirectOpen
        /// Challenges come as willSendRequestForAuthenticationChallenge, or as the three older callbacks.
        case isChallengedAnew, isChallengedAsBefore
        /// Under urlprotocol-client: a callback came instead of a challenge's answer, which may still come.
        case owesReply
        // The response and the data.
        case hasResponse, hasLength, decodes
        /// No second response may come: the type of the first one is known, and another than multipart/x-mixed-replace.
        case hasWholeResponse
        /// The last callback was wasRedirectedTo.
        case wasRedirected
    }

    /// The latest redirect, with its status.
    enum Redirect {
        case none
        case asked(Int?)
        case followed(Int?)
    }

    /// The client's cancel, and what came after it.
    enum Cancel {
        case none, given
        /// A question was asked, and then a reply to one given.
        case asked, replied
    }

    private var facts: UInt32 = 0
    var redirect = Redirect.none
    private(set) var cancel = Cancel.none
    /// The question to which nil was returned, while nothing has come since.
    var refused: TracedCallback?
    /// The question to which nil was returned right before the current callback.
    private(set) var formerlyRefused: TracedCallback?
    /// The bytes so far; nil: a piece did not say how many it has, or has left a gap.
    var received: Int? = 0
    /// The thread and the queue of the first callback that named one.
    var thread: String?
    var queue: String?

    subscript(fact: Fact) -> Bool {
        get { facts & 1 << fact.rawValue != 0 }
        set { facts = newValue ? facts | 1 << fact.rawValue : facts & ~(1 << fact.rawValue) }
    }

    var isCancelled: Bool { cancel != .none }

    mutating func cancelled() { if cancel == .none { cancel = .given } }

    mutating func asked() { if cancel == .given { cancel = .asked } }

    mutating func replied() { if cancel == .asked { cancel = .replied } }

    mutating func responded(_ type: TraceEvent.MIME?) {
        guard !self[.hasResponse] else { return }
        self[.hasResponse] = true
        self[.hasWholeResponse] = type != nil && type != .mixedReplace
    }

    /// Takes note of the next callback. Progress alone does not settle a refused redirect: its response is still to
    /// come.
    mutating func pass(_ callback: TracedCallback) {
        formerlyRefused = refused
        let isRedirect = refused == .willPerformHTTPRedirection || refused == .willSendRequestAfterRedirect
        if !isRedirect || callback != .didSendBodyData { refused = nil }
    }

    mutating func note(_ fields: TraceEvent.Fields) {
        if let value = fields.isInBackground { (self[.isInBackground], self[.isInForeground]) = (value, !value) }
        if let value = fields.isStreamed { self[.isStreamed] = value }
        if let value = fields.hasResumeData { self[.lacksResumeData] = !value }
        if let value = fields.hasDestination { self[.hasDestination] = value }
    }
}
