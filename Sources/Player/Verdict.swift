// Verdict.swift: the verdict on a run, and its breaches.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainTranscript

package enum Verdict: String, CaseIterable, Sendable {
    case pass
    /// A line under `may` or `convention` was not kept: worth knowing, but no fault.
    case noted
    case warning
    /// A limit of ours ended the play: nothing is known of the client.
    case unable
    case fail

    /// The client has kept the scenario.
    package var isGood: Bool { self != .fail && self != .unable }
}

/// A line that was not kept, or an input that no line takes.
package struct Breach: Sendable, Equatable {
    /// The kind of breach, for `quintain explain`.
    package var slug: Slug
    /// The line of the file, if the breach has one.
    package var line: LineReference?
    /// The round of the line, if it is in a block that is repeated.
    package var round: Int?
    /// The line that was due when a request or a callback came out of its order.
    package var due: LineReference?
    /// The line nearest to where it happened, if none was broken.
    package var near: LineReference?
    package var severity: Severity
    /// One sentence: what is broken and what came instead.
    package var sentence: String
    /// The number of the event of the callback that broke it, or of the request that no line takes.
    package var event: Int?
    /// What the one who reports for the client may have to do with it; nil: nothing.
    package var telling: Telling?
    /// Breaches that follow from this one and are no mistakes of their own: our reply with 500, lines that then could
    /// not happen.
    package var follows: [Breach] = []

    /// How a callback was told, which is the driver's part, and demanded by no RFC.
    package enum Telling: Sendable, Equatable {
        /// A parameter that the line has was not reported.
        case leftOut
        /// The callback came without this member, or with fewer words in it than the line has.
        case lacks(member: String)
        /// The load failed, under another name.
        case otherFailure
        /// The load failed where no line says so, and the failure had no name.
        case namelessFailure
    }

    package enum Slug: String, CaseIterable, Sendable {
        case wrongVersion = "wrong-version"
        case wrongField = "wrong-field"
        case wrongBody = "wrong-body"
        case wrongTarget = "wrong-target"
        case wrongConnection = "wrong-connection"
        case wrongValue = "wrong-value"
        case wrongTime = "wrong-time"
        case wrongBranch = "wrong-branch"
        case wrongDecision = "wrong-decision"
        case neverCame = "never-came"
        case tooSoon = "too-soon"
        case unexpectedRequest = "unexpected-request"
        case unexpectedCallback = "unexpected-callback"
        case afterEnd = "after-end"
        case malformedRequest = "malformed-request"
        case unreadableRequest = "unreadable-request"
        case unexpectedBytes = "unexpected-bytes"
        case unexpectedFrame = "unexpected-frame"
        case unexpectedGreeting = "unexpected-greeting"
        case notSent = "not-sent"
    }
}

/// The result of a run: its verdict, its breaches, and the state of each line that it reached.
package struct Outcome: Sendable {
    package var verdict: Verdict
    package var breaches: [Breach]
    package var steps: Steps
    /// The number of callback lines that this client cannot report.
    package var unobserved: Int
    /// The number of deviations from the protocol that were not refused.
    package var deviations: Int
    /// Where the verdict is `unable`, the limit that was reached, as a sentence.
    package var limit: String?
    /// The reason why nothing more was expected of the client, if it is known.
    package var end: ClientEnd?
}
