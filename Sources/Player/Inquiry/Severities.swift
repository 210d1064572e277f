// Severities.swift: the severity of an input that comes instead of the line that was due, or too soon.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainTranscript
import QuintainWire
import QuintainWords

extension Inquiry {
    /// The earlier mistake that explains a request, if it is known: the request was refused before, its line was given
    /// up, or a question other than the written one has announced it.
    func cause(of request: ComingRequest, in lane: Lane?) -> Trail? {
        let head = request.head
        if let known = record.refusal(of: head.start) { return known }
        if let trail = record.trail(in: lane), let announced = trail.announced, isAnnounced(head, by: announced) {
            return trail
        }
        return record.skipped.first { skipped in
            var trial = values
            return request.fits(skipped.method, skipped.target, &trial, scope(skipped.placed))
        }?.trail
    }

    private func isAnnounced(_ head: RequestHead, by announcement: Trail.Announcement) -> Bool {
        switch announcement {
        case .request(let method, let url):
            method.map { $0.elementsEqual(head.method.utf8) } ?? true
                && url.suffix(head.originForm.count) == head.originForm[...]
        // A request is sent once more only where a line has taken it before.
        case .credentials: record.lineThatTook(head) { _ in true } != nil
        }
    }

    // MARK: What was due

    /// The severity of an input that no line takes: that of the line that was due. Where that is a callback on which
    /// nothing depends, the lines below it count as well, down to the first one that decides how the load goes on.
    func severityDue(in lane: Lane?) -> Severity {
        for item in course.items where item.state == .taken && (lane == nil || item.lane == lane) {
            return Severity(firstOpenLine(item).line.level)
        }
        var worst: Severity?
        scan: for placed in course.linesAhead() where lane == nil || placed.line.lane == lane {
            let own = Severity(placed.line.level)
            switch placed.line.deed {
            case .receive, .await: return max(worst ?? own, own, severityOfChoice(in: lane) ?? own)
            case .callback(let callback):
                guard course.demands(callback) else { continue }
                worst = max(worst ?? own, own)
                if callback.kind.steersLoad || callback.kind.endsLoad { break scan }
            case .order(.load), .order(.resume): break scan
            case .send, .act, .order, .binding: continue
            }
        }
        if let worst { return worst }
        if case .ours(let placed) = course.stop, phase == .playing { return Severity(placed.line.level) }
        return .failure
    }

    /// The highest severity among lines that are next together, as alternatives or parts in any order. Where the
    /// scenario may end here, an input is a failure, as behind the last line.
    private func severityOfChoice(in lane: Lane?) -> Severity? {
        guard course.holdUp == nil, case .choice(let ways, _) = course.stop else { return nil }
        guard !course.canEnd else { return .failure }
        let heads = ways.compactMap { course.head(of: $0)?.line }
        return heads.filter { lane == nil || $0.lane == lane }.map { Severity($0.level) }.max()
    }

    /// The severity of an input that came too soon for this line: no more than that of the lines that had to happen
    /// before it, because those are late. Lines that a missing request would have led to are not late.
    func severity(ofTooSoon placed: PlacedLine) -> Severity {
        let own = Severity(placed.line.level)
        let number = placed.line.place.line
        let isInReach = course.items.contains { $0.first.line.place.line == number }
        var late = course.items.filter { $0.state == .taken }.map { Severity(firstOpenLine($0).line.level) }.max()
        // Lanes whose request has not come, and whether its reply would have led to the next request.
        var leads: [Lane: Bool] = [:]
        for above in course.lines(before: number) {
            let (line, lane) = (above.line, above.line.lane)
            if waiting.hasHad(above) || isInReach && lane != placed.line.lane { continue }
            var counted = Severity(line.level)
            switch line.deed {
            case .receive(.start):
                if leads[lane] == true { counted = min(counted, late ?? counted) }
                leads[lane] = line.brings == .next
            case .await: break
            case .callback(let callback) where course.demands(callback): break
            case .send, .act:
                guard let leading = leads[lane] else { break }
                leads[lane] = leading || line.brings == .next
                continue
            case .receive, .callback, .order, .binding: continue
            }
            late = max(late ?? .noted, counted)
        }
        if late == nil, case .ours(let ours) = course.stop { late = Severity(ours.line.level) }
        return late.map { min(own, $0) } ?? own
    }
}

extension Course {
    /// The line that is due when no branch has begun.
    struct DueHead {
        var way: ForkWay
        var line: PlacedLine
        /// The branch itself is empty of lines of theirs: this line stands below it.
        var isBehind: Bool
    }

    /// The line behind a branch that asks for nothing, if there is one, else the head that counts least; nil: there is
    /// no line of theirs.
    func dueHead(of ways: [ForkWay]) -> DueHead? {
        let heads = ways.compactMap { way in
            head(of: way).map { line in
                let place = program.place(ofLine: line.line.place.line)
                return DueHead(way: way, line: line, isBehind: place.map { !way.ops.contains($0) } ?? false)
            }
        }
        return heads.first(where: \.isBehind)
            ?? heads.min { Severity($0.line.line.level) < Severity($1.line.line.level) }
    }
}

extension Awaited {
    /// The lines below cannot happen without this one, for want of a connection.
    var steersLoad: Bool {
        switch self {
        case .connection, .clientHello, .handshake: true
        case .bytes, .close, .fin, .reset, .tlsAlert, .frame: false
        }
    }
}

extension Item {
    /// The lines below in its lane depend on this item.
    var steersLoad: Bool {
        switch kind {
        case .request, .rest: true
        case .callback(let expected): expected.callback.kind.steersLoad
        case .await(let awaited): awaited.steersLoad
        }
    }
}
