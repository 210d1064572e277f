// Trails.swift: one mistake is one finding, and what follows from it is told with it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainAuth
import QuintainNotation
import QuintainScenario
import QuintainTalk
import QuintainTranscript
import QuintainWire
import QuintainWords

/// A mistake from which something else may follow, as long as its lane has not found its way back.
struct Trail {
    enum Reach {
        /// The course of the load is another one, so what is written below cannot happen: it counts no more than this.
        case course
        /// Only the order is another one, or something came instead of what is written: what was not waited for may never
        /// come or be sent, and more may come too soon.
        case order
    }

    /// What the answer to a question makes the client send.
    enum Announcement {
        /// A request with this method, if that was told, for this URL.
        case request(method: [UInt8]?, url: [UInt8])
        /// The request before once more, with credentials of this kind or without.
        case credentials
    }

    /// A refusal of ours, which the client will tell its delegate of like any reply.
    enum Refusal {
        case untold(status: String)
        case telling
    }

    /// The place of its root among the breaches; nil: there are so many that it is not kept.
    var root: Int?
    /// The number of the event that tells of the root.
    var event: Int
    var severity: Severity
    var reach = Reach.course
    /// A question was another one than is written, so what the client sends next is another, too.
    var announced: Announcement?
    var refusal: Refusal?

    /// Whether a breach of this kind, which by itself would count so much, follows from it.
    func explains(_ slug: Breach.Slug, _ own: Severity) -> Bool {
        switch (slug, reach) {
        case (.neverCame, .course), (.notSent, .course), (.unexpectedCallback, .course), (.tooSoon, .course),
            (.wrongValue, .course), (.wrongTime, .course):
            true
        case (.neverCame, .order), (.notSent, .order), (.tooSoon, .order): own <= severity
        case (.wrongField, _), (.wrongVersion, _), (.wrongBody, _), (.wrongTarget, _), (.wrongConnection, _),
            (.wrongBranch, _),
            (.malformedRequest, _), (.unreadableRequest, _), (.unexpectedRequest, _), (.unexpectedCallback, .order),
            (.wrongValue, .order),
            (.wrongTime, .order), (.afterEnd, _),
            (.unexpectedBytes, _), (.unexpectedFrame, _), (.unexpectedGreeting, _):
            false
        }
    }
}

extension Trail {
    /// Other credentials are sent, since other ones were asked for.
    func cause(ofWrong field: PlacedLine) -> Trail? {
        guard case .credentials? = announced, case .receive(.field(let name, _, _)) = field.line.deed,
            AuthSide.all.contains(where: { CaseInsensitive.equals(name, $0.credentialsField) })
        else { return nil }
        return self
    }
}

/// The mistakes whose consequences may still come, lane by lane.
struct Trails {
    private var byLane: [Lane: Trail] = [:]
    /// Of which nobody can say what lane it concerns: whichever has none of its own.
    private var loose: Trail?
    /// What was refused, as `GET /b`, and what was skipped: it may be sent again, or late.
    private var refused: [String: Trail] = [:]
    private(set) var skipped: [Skipped] = []

    struct Skipped {
        var placed: PlacedLine
        var method: Template
        var target: Target
        var trail: Trail
    }

    subscript(lane: Lane?) -> Trail? {
        get { lane.flatMap { byLane[$0] } ?? loose }
        set { if let lane { byLane[lane] = newValue } else { loose = newValue } }
    }

    /// The lane goes as it is written again.
    mutating func end(_ lane: Lane) {
        byLane[lane] = nil
        loose = nil
    }

    mutating func wasRefused(_ start: String, _ trail: Trail) {
        if refused.count < Self.keptAtMost { refused[start] = trail }
    }

    func refusal(of start: String) -> Trail? { refused[start] }

    mutating func wasSkipped(_ placed: PlacedLine, _ request: ExpectedRequest, _ trail: Trail) {
        if skipped.count < Self.keptAtMost {
            skipped.append(Skipped(placed: placed, method: request.method, target: request.target, trail: trail))
        }
    }

    private static let keptAtMost = 32
}

extension RequestHead {
    var start: String { "\(method) \(targetText)" }
}

extension ReportedCallback {
    /// What the client will send now that it was asked this.
    var announcement: Trail.Announcement? {
        if kind == .challenge { return .credentials }
        let url = subject.indices.first { kind.value(at: $0) == .url }
        return url.map { .request(method: fields["method"], url: subject[$0]) }
    }
}
