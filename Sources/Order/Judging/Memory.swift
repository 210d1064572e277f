// Memory.swift: the state of a task beside its phase.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// The state that guards need, which does not grow with the length of a task.
struct Memory {
    // What the trace says of the task.
    var isInBackground: Bool?
    var isStreamed: Bool?
    var hasResumeData: Bool?
    var hasDestination: Bool?

    // The way to the response.
    var hasWaited = false
    var loadHasBegun = false
    var hadNewBody = false
    /// A challenge or a redirect came, and no new body since.
    var mustSendAgain = false
    /// The status of the latest redirect.
    var redirectStatus: Int?
    var wasFollowed = false
    var gaveCredential = false
    /// The question to which nil was returned, while nothing has come since.
    var refused: TracedCallback?
    /// The question to which nil was returned right before the current callback.
    private(set) var formerlyRefused: TracedCallback?
    /// The last willSendRequest did not say whether it is a redirect.
    var leavesRedirectOpen = false
    /// Whether challenges come as willSendRequestForAuthenticationChallenge (true) or as the three older callbacks
    /// (false).
    var isChallengedAnew: Bool?

    /// Under urlprotocol-client: a callback came instead of a challenge's answer, which may still come.
    var owesReply = false

    // The response.
    var responses = 0
    var firstType: TraceEvent.MIME?

    // The data.
    var lengths = 0
    var received = 0
    var countsBytes = true
    var asksToDecode = false
    var decodes = false
    var wasRedirected = false

    // The threads and queues of the callbacks.
    var thread: String?
    var queue: String?
    var startThread: String?

    // The client's cancel.
    var isCancelled = false
    var wasAskedSinceCancel = false
    var repliedSinceCancel = false

    /// Takes note of the next callback. Progress alone does not settle a refused redirect: its response is still to
    /// come.
    mutating func pass(_ callback: TracedCallback) {
        formerlyRefused = refused
        let isRedirect = refused == .willPerformHTTPRedirection || refused == .willSendRequestAfterRedirect
        if !isRedirect || callback != .didSendBodyData { refused = nil }
    }

    mutating func note(_ fields: TraceEvent.Fields) {
        if let value = fields.isInBackground { isInBackground = value }
        if let value = fields.isStreamed { isStreamed = value }
        if let value = fields.hasResumeData { hasResumeData = value }
        if let value = fields.hasDestination { hasDestination = value }
    }
}
