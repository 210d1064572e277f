// Verdict.swift: how a run was, and which lines it broke.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainTranscript

package enum Verdict: String, CaseIterable, Sendable {
    case pass
    /// A line under `may` or `convention` was not kept: worth knowing, no fault.
    case noted
    case warning
    case fail
}

/// A line that was not kept, or something that no line takes.
package struct Breach: Sendable, Equatable {
    /// What kind of breach, for `quintain explain`.
    package var slug: Slug
    /// The line of the file, if one can be named.
    package var line: LineReference?
    package var severity: Severity
    /// One sentence: what is broken and what came instead.
    package var sentence: String
    /// The number of the callback's event, if it is a callback that broke it.
    package var event: Int?
    /// What came of it, and is no mistake of its own: a reply of ours that says 500, lines that then could not happen.
    package var follows: [Breach] = []

    package enum Slug: String, CaseIterable, Sendable {
        case wrongVersion = "wrong-version"
        case wrongField = "wrong-field"
        case wrongBody = "wrong-body"
        case wrongTarget = "wrong-target"
        case wrongConnection = "wrong-connection"
        case wrongValue = "wrong-value"
        case wrongTime = "wrong-time"
        case wrongBranch = "wrong-branch"
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

/// What became of each line that a run reached, and of the run.
package struct Outcome: Sendable {
    package var verdict: Verdict
    package var breaches: [Breach]
    package var steps: Steps
    /// Lines of the delegate that this client cannot report.
    package var unobserved: Int
    /// How often the input departed from the protocol without being refused.
    package var deviations: Int
    /// Why nothing more was expected of the client, where it is known.
    package var end: ClientEnd?
}
