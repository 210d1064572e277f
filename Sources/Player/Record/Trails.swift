// Trails.swift: one mistake is one finding, and its consequences are reported with it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainAuth
import QuintainNotation
import QuintainScenario
import QuintainTalk
import QuintainTranscript
import QuintainWire
import QuintainWords

/// A mistake from which other breaches may follow, as long as its lane has not found its way back.
struct Trail {
    enum Reach {
        /// The load takes another course, so the lines below cannot happen: they count no more than this mistake.
        case course
        /// Only the order is lost, or another input came in place of a line: lines may never come or be sent, and
        /// others may come too soon.
        case order
    }

    /// The request that the answer to a question makes the client send.
    enum Announcement {
        /// A request for this URL, with this method if it was reported.
        case request(method: [UInt8]?, url: [UInt8])
        /// The request before once more, with other credentials or none.
        case credentials
    }

    /// Our refusal of a request, which the client reports to its delegate like any reply.
    enum Refusal {
        case untold(status: String)
        /// Callbacks of the load are about it; `isTold`: a breach has said so.
        case telling(isTold: Bool)
    }

    /// The effect that the reply to a missing request would have had on the lane's next request, the least effect
    /// first.
    enum Bringing: Comparable {
        case unknown
        /// No effect: the next request does not depend on the reply.
        case nothing
        /// The reply would have brought the next request: a redirect, a challenge, or a connection that breaks.
        case next
    }

    /// The index of the root among the breaches; nil: there are so many that the root is not kept.
    var root: Int?
    /// The number of the event that records the root.
    var event: Int
    var severity: Severity
    var reach = Reach.course
    /// The request that the client sends next, if its question was another than the written one.
    var announced: Announcement?
    var refusal: Refusal?
    var brings = Bringing.unknown

    /// Whether a breach of this kind, with this severity of its own, follows from the mistake.
    func explains(_ slug: Breach.Slug, _ own: Severity, ofRequest: Bool = false) -> Bool {
        switch (slug, reach) {
        case (.neverCame, _) where ofRequest && brings == .nothing: own <= severity
        case (.neverCame, .course), (.notSent, .course), (.unexpectedCallback, .course), (.tooSoon, .course),
            (.wrongValue, .course), (.wrongTime, .course):
            true
        case (.neverCame, .order), (.notSent, .order), (.tooSoon, .order): own <= severity
        case (.wrongField, _), (.wrongVersion, _), (.wrongBody, _), (.wrongTarget, _), (.wrongConnection, _),
            (.wrongBranch, _), (.wrongDecision, _),
            (.malformedRequest, _), (.unreadableRequest, _), (.unexpectedRequest, _), (.unexpectedCallback, .order),
            (.wrongValue, .order),
            (.wrongTime, .order), (.afterEnd, _),
            (.unexpectedBytes, _), (.unexpectedFrame, _), (.unexpectedGreeting, _):
            false
        }
    }
}

extension Trail {
    /// The trail, if it explains a wrong field: other credentials are sent, because other ones were asked for.
    func cause(of difference: Difference, _ placed: PlacedLine) -> Trail? {
        guard case .credentials? = announced, case .field(let name, _) = difference,
            AuthSide.all.contains(where: { CaseInsensitive.equals(name, $0.credentialsField) })
        else { return nil }
        return self
    }
}

/// The mistakes whose consequences may still come, lane by lane.
struct Trails {
    private var byLane: [Lane: Trail] = [:]
    /// A mistake whose lane is unknown; it explains every lane without a trail of its own.
    private var loose: Trail?
    /// Requests that were refused, such as `GET /b`, and may be sent again; below, those that were given up and may
    /// come late.
    private var refused: [String: Trail] = [:]
    private(set) var skipped: [Skipped] = []
    /// Callbacks that were given up, and may come late.
    private var missing: [Lane: [CallbackKind: Trail]] = [:]

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

    /// The lane follows the file again.
    mutating func end(_ lane: Lane) {
        byLane[lane] = nil
        loose = nil
    }

    /// The lane has passed the line, which was done or left out: another exchange begins, or more of this reply is
    /// known.
    mutating func leaveBehind(_ line: Line) {
        if case .receive(.start) = line.deed { byLane[line.lane]?.brings = .unknown }
        mayBring(line)
    }

    /// The line, or one beside it, would have been done: the request that it brings may come.
    mutating func mayBring(_ line: Line) {
        guard let brings = line.brings, let trail = byLane[line.lane], trail.brings != .next else { return }
        byLane[line.lane]?.brings = brings
    }

    /// Joins the trails behind parts in any order, each of which has led here: a request that one of them brings may
    /// come.
    mutating func join(_ other: Trails) {
        for (lane, trail) in other.byLane {
            let brings = max(byLane[lane]?.brings ?? trail.brings, trail.brings)
            if byLane[lane].map({ $0.severity < trail.severity }) ?? true { byLane[lane] = trail }
            byLane[lane]?.brings = brings
        }
        loose = loose ?? other.loose
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

    mutating func isMissing(_ kind: CallbackKind, in lane: Lane, _ trail: Trail) {
        missing[lane, default: [:]][kind] = trail
    }

    /// The mistake by which a callback of this kind was given up; once only.
    mutating func takeMissing(_ kind: CallbackKind, in lane: Lane) -> Trail? {
        missing[lane]?.removeValue(forKey: kind)
    }

    private static let keptAtMost = 32
}

extension Line {
    /// Whether the line makes the client send another request; nil: the line does not tell.
    var brings: Trail.Bringing? {
        switch deed {
        case .send(.start(let start)):
            guard let status = start.status else { return .next }
            return (100...199).contains(status) ? nil : Self.lastStatuses.contains(status) ? .nothing : .next
        case .send(.raw): return .next
        // A tunnel serves the requests within it.
        case .receive(.start(let method, _, _)): return method.literalText == "CONNECT" ? .next : nil
        case .act(.wait), .act(.quiet), .act(.hold), .act(.rate), .act(.segment), .act(.flush), .act(.trailers):
            return nil
        case .act: return .next
        default: return nil
        }
    }

    /// The statuses that end an exchange: no client sends another request because of them.
    private static let lastStatuses: Set = [200, 201, 202, 203, 204, 205, 304, 403, 404, 405, 410]
}

extension Template {
    /// The status of a start line; nil: a value makes it.
    fileprivate var status: Int? {
        literalText?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    }
}

extension RequestHead {
    var start: String { "\(method) \(targetText)" }
}

extension ReportedCallback {
    /// The request that the client will send after this question.
    var announcement: Trail.Announcement? {
        if kind == .challenge { return .credentials }
        let url = subject.indices.first { kind.value(at: $0) == .url }
        return url.map { .request(method: fields["method"], url: subject[$0]) }
    }
}
