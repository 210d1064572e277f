// Breach.swift: a line that was not kept, or an input that no line takes.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainTalk

/// A line that was not kept, or an input that no line takes.
package struct Breach: Sendable, Equatable {
    package var difference: Difference
    /// A value that its line uses, and that was not taken above.
    package var untaken: Untaken?
    /// The line of the file, if the breach has one.
    package var line: LineReference?
    /// The round of the line, if it is in a block that is repeated.
    package var round: Int?
    /// The line that was due when a request or a callback came out of its order.
    package var due: LineReference?
    /// The line nearest to where it happened, if none was broken.
    package var near: LineReference?
    package var severity: Severity
    /// The number of the event of the callback that broke it, or of the request that no line takes.
    package var event: Int?
    /// What the one who reports for the client may have to do with it; nil: nothing.
    package var telling: Telling?
    /// Breaches that follow from this one and are no mistakes of their own: our reply with 500, lines that then could
    /// not happen.
    package var follows: [Breach] = []

    package init(
        _ difference: Difference, line: LineReference? = nil, round: Int? = nil, severity: Severity,
        follows: [Breach] = []
    ) {
        self.difference = difference
        self.line = line
        self.round = round
        self.severity = severity
        self.follows = follows
    }

    /// The kind of breach, for `quintain explain`.
    package var slug: Slug { difference.slug }

    /// One sentence: what is broken and what came instead.
    package var sentence: String { FindingText.sentence(self) }

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

extension Breach {
    /// The field of a head that is broken.
    package var field: (name: String, difference: FieldDifference)? {
        if case .field(let name, let difference) = difference { (name, difference) } else { nil }
    }

    /// The request that no line takes.
    package var strangeRequest: StrangeRequest? { if case .request(let request) = difference { request } else { nil } }
}

extension Difference {
    /// The callback that no line takes, or that came too late.
    package var callback: ToldCallback? {
        switch self {
        case .callback(let strange): strange.callback
        case .callbackOfRefusal(let callback), .afterEnd(let callback), .tooSoon(.callback(let callback), _, _):
            callback
        default: nil
        }
    }

    /// What is known of a client that did not do in time what was waited for.
    package var instead: Instead? {
        switch self {
        case .missing(.line(_, _, let instead)), .missing(.lineTaken(_, _, let instead, _, _)): instead
        case .notSent(.noConnection): .noConnection
        default: nil
        }
    }

    /// The time of a line, in milliseconds, that was over, though a client may need no more than a longer one. A client that
    /// waits for the server is given time in vain, and so is one that did something else first.
    package var overdue: Int? {
        switch self {
        case .missing(.line(_, .within(let time, ofDisorder: false), let instead)),
            .missing(.lineTaken(_, .within(let time, ofDisorder: false), let instead, _, _)):
            if case .waitsForReply? = instead { nil } else { time }
        case .missing(.branch(_, .within(let time, ofDisorder: false), _, _)),
            .missing(.part(_, .within(let time, ofDisorder: false), _, _)),
            .notSent(.noConnection(_, .within(let time, ofDisorder: false))),
            .notSent(.noRoom(_, _, let time)):
            time
        default: nil
        }
    }

    package var slug: Breach.Slug {
        switch self {
        case .version, .versionOfOrigin: .wrongVersion
        case .field, .otherFields, .fieldOrder, .rawHead, .terms: .wrongField
        case .body: .wrongBody
        case .target: .wrongTarget
        case .connection: .wrongConnection
        case .value: .wrongValue
        case .time, .noSilence: .wrongTime
        case .wrongBranch: .wrongBranch
        case .decision: .wrongDecision
        case .missing: .neverCame
        case .tooSoon: .tooSoon
        case .request, .requestBehindEnd, .requestBehindGoAway: .unexpectedRequest
        case .callback, .callbackOfRefusal: .unexpectedCallback
        case .afterEnd: .afterEnd
        case .malformed: .malformedRequest
        case .unreadable: .unreadableRequest
        case .bytes: .unexpectedBytes
        case .frame: .unexpectedFrame
        case .greeting, .handshakes: .unexpectedGreeting
        case .notSent: .notSent
        }
    }
}
