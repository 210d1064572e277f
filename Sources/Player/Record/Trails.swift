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

    /// What the reply to a request that never came would have made of the lane's next request, the least of it first.
    enum Bringing: Comparable {
        case unknown
        /// The next request does not hang on it.
        case nothing
        /// It was a redirect, a challenge, or a connection that breaks.
        case next
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
    var brings = Bringing.unknown

    /// Whether a breach of this kind, which by itself would count so much, follows from it.
    func explains(_ slug: Breach.Slug, _ own: Severity, ofRequest: Bool = false) -> Bool {
        switch (slug, reach) {
        case (.neverCame, _) where ofRequest && brings == .nothing: own <= severity
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

    /// The lane has gone past the line, which was done or left out: another exchange, or more of the reply in this one.
    mutating func leaveBehind(_ line: Line) {
        if case .receive(.start) = line.deed { byLane[line.lane]?.brings = .unknown }
        mayBring(line)
    }

    /// The line would have been done, or one beside it: what one of them brings may come.
    mutating func mayBring(_ line: Line) {
        guard let brings = line.brings, let trail = byLane[line.lane], trail.brings != .next else { return }
        byLane[line.lane]?.brings = brings
    }

    /// Behind parts in any order, each of which has led here: what one of them brings may come.
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

    private static let keptAtMost = 32
}

extension Line {
    /// Whether what it sends or does makes the client send another request; nil: it says nothing of that.
    var brings: Trail.Bringing? {
        switch deed {
        case .send(.start(let start)):
            guard let status = start.status else { return .next }
            return (100...199).contains(status) ? nil : Self.lastStatuses.contains(status) ? .nothing : .next
        case .send(.raw): return .next
        // A tunnel is there for what comes within it.
        case .receive(.start(let method, _, _)): return method.literalText == "CONNECT" ? .next : nil
        case .act(.wait), .act(.quiet), .act(.hold), .act(.rate), .act(.segment), .act(.flush), .act(.trailers),
            .act(.early):
            return nil
        case .act: return .next
        default: return nil
        }
    }

    /// With these an exchange is over: nobody asks again because of them.
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
    /// What the client will send now that it was asked this.
    var announcement: Trail.Announcement? {
        if kind == .challenge { return .credentials }
        let url = subject.indices.first { kind.value(at: $0) == .url }
        return url.map { .request(method: fields["method"], url: subject[$0]) }
    }
}
