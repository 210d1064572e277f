// Roots.swift: one mistake is one finding, and what follows from it is told with it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainAuth
import QuintainNotation
import QuintainScenario
import QuintainTranscript
import QuintainWire

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
            (.unreadableRequest, _), (.unexpectedRequest, _), (.unexpectedCallback, .order), (.wrongValue, .order),
            (.wrongTime, .order), (.afterEnd, _),
            (.unexpectedBytes, _), (.unexpectedGreeting, _):
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
    private(set) var skipped: [(placed: PlacedLine, method: Template, target: Target, trail: Trail)] = []

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
        if skipped.count < Self.keptAtMost { skipped.append((placed, request.method, request.target, trail)) }
    }

    private static let keptAtMost = 32
}

extension Player {
    /// Writes down that a line is broken, or that something came which no line takes. The level in force at the line
    /// says how much it counts, unless it follows from something that counts less.
    ///
    /// - Parameters:
    ///   - due: how much it counts where no line says so.
    ///   - lane: the lane that it concerns where no line says so.
    ///   - cause: what it follows from, where that is known.
    @discardableResult
    mutating func breach(
        _ slug: Breach.Slug, _ placed: PlacedLine?, _ sentence: String, counting due: Severity? = nil,
        in lane: Lane? = nil, from cause: Trail? = nil
    ) -> Trail {
        let own = due ?? placed.map { Severity($0.line.level) } ?? .failure
        // The verdict of a run that is over stands.
        guard phase != .over else { return Trail(event: transcript.count, severity: own) }
        let lane = placed?.line.lane ?? lane
        if let trail = cause ?? trails[lane].flatMap({ $0.explains(slug, own) ? $0 : nil }) {
            var trail = trail
            trail.severity = min(own, trail.severity)
            follow(trail, slug, placed, sentence, lane)
            return trail
        }
        if let placed { mark(placed, .broken(own)) }
        // So many are enough to read, but none that counts for more than all before is lost.
        guard breaches.count < Self.breachesAtMost || worst.map({ $0 < own }) ?? true else {
            return Trail(event: transcript.count, severity: own)
        }
        worst = max(worst ?? own, own)
        breaches.append(
            Breach(slug: slug, line: placed?.reference, severity: own, sentence: sentence, event: hearing))
        record(.broken(severity: own, sentence: sentence), lane: lane, line: placed?.reference)
        return Trail(root: breaches.count - 1, event: transcript.count, severity: own)
    }

    /// Writes down what follows from a mistake, under its root.
    private mutating func follow(
        _ trail: Trail, _ slug: Breach.Slug, _ placed: PlacedLine?, _ sentence: String, _ lane: Lane?
    ) {
        if let placed { mark(placed, .broken(trail.severity)) }
        guard let root = trail.root, breaches[root].follows.count < Self.followingAtMost else { return }
        breaches[root].follows.append(
            Breach(slug: slug, line: placed?.reference, severity: trail.severity, sentence: sentence, event: hearing))
        record(
            .broken(severity: trail.severity, sentence: sentence, follows: trail.event), lane: lane,
            line: placed?.reference)
    }

    /// From here on the lane goes astray because of this mistake.
    mutating func goAstray(
        _ lane: Lane?, _ mistake: Trail, _ reach: Trail.Reach = .course,
        announcing announced: Trail.Announcement? = nil,
        refusal: Trail.Refusal? = nil
    ) {
        var trail = mistake
        trail.reach = reach
        trail.announced = announced
        trail.refusal = refusal
        trails[lane] = trail
    }

    /// What the request follows from, if that is known: it was refused before, its line was not waited for any longer, or
    /// a question that was another one than is written has announced it.
    func cause(of head: RequestHead, on number: ConnectionNumber, in lane: Lane?) -> Trail? {
        if let known = trails.refusal(of: head.start) { return known }
        if let trail = trails[lane], case .request(let method, let url)? = trail.announced,
            method.map({ $0.elementsEqual(head.method.utf8) }) ?? true,
            url.suffix(head.originForm.count) == head.originForm[...]
        {
            return trail
        }
        return trails.skipped.first { skipped in
            var trial = values
            return fitsStart(skipped.method, skipped.target, skipped.placed, head, number, &trial)
        }?.trail
    }

    /// The only lane that there is.
    var soleLane: Lane? { window.program.lanes.count == 1 ? window.program.lanes.first : nil }

    // MARK: What was due

    /// How much it counts if something comes that no line takes: as much as the line that was due. Where that is a
    /// callback on which nothing depends, what came is as wrong at the lines below it, down to the first one that
    /// decides how the load goes on.
    func severityDue(in lane: Lane?) -> Severity {
        for item in window.items where item.state == .taken && (lane == nil || item.lane == lane) {
            return Severity(firstOpenLine(item).line.level)
        }
        var worst: Severity?
        scan: for placed in linesAhead() where lane == nil || placed.line.lane == lane {
            let own = Severity(placed.line.level)
            switch placed.line.deed {
            case .receive, .await: return max(worst ?? own, own)
            case .callback(let callback):
                guard window.sees(callback), callback.occurrence != .optional else { continue }
                worst = max(worst ?? own, own)
                if callback.kind.steersLoad || callback.kind.endsLoad { break scan }
            case .order(.load), .order(.resume): break scan
            case .send, .act, .order, .binding: continue
            }
        }
        if let worst { return worst }
        if case .ours(let placed) = stop, phase == .playing { return Severity(placed.line.level) }
        return .failure
    }

    /// How much it counts that what is written at this line came too soon: no more than the lines of theirs that had to
    /// happen before, since those are late.
    func severity(ofTooSoon placed: PlacedLine) -> Severity {
        let own = Severity(placed.line.level)
        let number = placed.line.place.line
        let isInReach = window.items.contains { $0.first.line.place.line == number }
        var late = window.items.filter { $0.state == .taken }.map { Severity(firstOpenLine($0).line.level) }.max()
        for above in linesAhead().prefix(while: { $0.line.place.line != number }) {
            if isInReach, above.line.lane != placed.line.lane { continue }
            switch above.line.deed {
            case .receive(.start), .await: break
            case .callback(let callback) where window.sees(callback) && callback.occurrence != .optional: break
            case .receive, .callback, .send, .act, .order, .binding: continue
            }
            late = max(late ?? .noted, Severity(above.line.level))
        }
        if late == nil, case .ours(let ours) = stop { late = Severity(ours.line.level) }
        return late.map { min(own, $0) } ?? own
    }

    static let breachesAtMost = 100
    private static let followingAtMost = 20
}

extension CallbackKind {
    /// What the client does next depends on whether it asks this, and on the answer.
    var steersLoad: Bool {
        switch self {
        case .canonical, .redirect, .challenge, .needBody: true
        case .challengeCancelled, .sent, .waiting, .informational, .response, .data, .willCache, .resumed, .decode,
            .destination, .created, .progress, .file, .metrics, .finish, .fail:
            false
        }
    }
}

extension RequestHead {
    var start: String { "\(method) \(targetText)" }
}

extension ReportedCallback {
    /// What the client will send now that it was asked this.
    var announcement: Trail.Announcement? {
        switch kind {
        case .canonical: subject.first.map { .request(method: fields["method"], url: $0) }
        case .redirect: subject.dropFirst().first.map { .request(method: fields["method"], url: $0) }
        case .challenge: .credentials
        case .needBody, .challengeCancelled, .sent, .waiting, .informational, .response, .data, .willCache, .resumed,
            .decode, .destination, .created, .progress, .file, .metrics, .finish, .fail:
            nil
        }
    }
}

extension Awaited {
    /// Without it there is nothing on which the lines below could happen.
    var steersLoad: Bool {
        switch self {
        case .connection, .clientHello, .handshake: true
        case .bytes, .close, .fin, .reset, .tlsAlert, .frame: false
        }
    }
}

extension Item {
    /// What stands below it in its lane depends on it.
    var steersLoad: Bool {
        switch kind {
        case .request, .rest: true
        case .callback(let expected): expected.callback.kind.steersLoad
        case .await(let awaited): awaited.steersLoad
        }
    }
}
