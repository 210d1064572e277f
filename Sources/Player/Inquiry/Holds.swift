// Holds.swift: what had to happen before an input that came too soon.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainTranscript

extension Inquiry {
    /// The line that had to happen before this one.
    func whatHoldsUp(before early: PlacedLine?) -> Hold {
        if let silence { return .silence(silence.line, silence.milliseconds) }
        if let item = course.holdUp { return .theirs(scenario.quoted(item.first)) }
        if case .ours(let placed) = course.stop { return .ours(scenario.quoted(placed), givingUp(before: placed)) }
        if let early, case .choice(let ways, let line) = course.stop { return whatHoldsUp(ways, line, before: early) }
        return .linesAbove
    }

    /// What had to happen first where the client decides how the play goes on.
    func whatHoldsUp(_ ways: [ForkWay], _ line: Int, before early: PlacedLine) -> Hold {
        let first = course.lines(before: early.line.place.line).first { placed in
            switch placed.line.deed {
            case .binding: false
            case .callback(let callback): course.demands(callback)
            case .send, .act, .order, .receive, .await: true
            }
        }
        if let first, case .act(let act) = first.line.deed {
            let line = scenario.quoted(first)
            return if case .quiet = act { .ours(line) } else { .behindBlock(line, within(ways)) }
        }
        let heads = ways.compactMap { course.head(of: $0) }.filter { $0.line.place.line != early.line.place.line }
        guard let head = heads.first else { return .linesAbove }
        return heads.count > 1
            ? .branches(block: line, heads: scenario.quoted(each: heads)) : .theirs(scenario.quoted(head))
    }

    /// The `! quiet` that is being played, and for how long.
    var silence: (line: QuotedLine, milliseconds: Int)? {
        guard let (since, placed) = wait?.silence else { return nil }
        return (scenario.quoted(placed), Int((clock.came - since) / 1_000_000))
    }

    /// A client that nobody orders may ask for several things at once, on connections of their own; its author means
    /// that as often as not.
    func hint(for placed: PlacedLine, _ number: ConnectionNumber) -> Remedy? {
        guard let due = lineUnderWay(besides: number), !course.program.ordersLoads else { return nil }
        if scenario.isInAnyOrder(due) { return .lanes }
        guard let block = scenario.block(around: placed), scenario.block(around: due) != nil,
            block.rounds.upperBound <= Repeat.mostInAnyOrder
        else { return .anyOrder }
        return .rounds(block.rounds.upperBound)
    }

    /// The next line of an exchange that is under way on another connection, and whose client waits for it: the rest of
    /// its request, or its reply, which a `! wait` may delay. nil: there is none.
    private func lineUnderWay(besides number: ConnectionNumber) -> PlacedLine? {
        if let item = course.holdUp {
            let isComing = connections.all.contains { connection in
                guard connection.number != number, connection.closedByClient == nil, let request = connection.request
                else { return false }
                return coming(request.head, connection).fits(item.first, values, scope(item.first))
            }
            return isComing ? item.first : nil
        }
        guard case .ours = course.stop, wait?.silence == nil,
            let next = course.linesAhead().first(where: { if case .act = $0.line.deed { false } else { true } }),
            case .send = next.line.deed, let other = connections[next.line.lane], other.number != number,
            other.closedByClient == nil
        else { return nil }
        return next
    }

    /// That a request came past its proxy; nil: it came as ordered.
    func bypass(for placed: PlacedLine, _ connection: Connection) -> Remedy? {
        guard case .some(let proxy?) = delegate.proxy(in: placed.line.lane),
            !values.origins.isProxy(connection.passage.origin)
        else { return nil }
        return .bypass(proxy: proxy, origin: connection.passage.origin)
    }

    /// Whether the request begins a part in any order, and another part is being played to its end.
    func waitsForItsPart(_ connection: Connection) -> Bool {
        guard phase == .playing, !waiting.isFull, let request = connection.request else { return false }
        let coming = coming(request.head, connection)
        // The last part is in reach before the one above it is over.
        let inReach = course.items.lazy.filter { $0.isOfPart && $0.state == .due }.map(\.first)
        return (course.window.partsAhead + inReach).contains { coming.fits($0, values, scope($0)) }
    }

    /// The line of ours for which this line had to wait, of a reply its first line.
    func holdUp(above placed: PlacedLine) -> Hold {
        var found: Line?
        for line in course.program.lines(in: 0..<(course.program.place(ofLine: placed.line.place.line) ?? 0)) {
            switch line.deed {
            case .send(.start), .send(.raw(_, startsMessage: true)), .act, .order: found = line
            case .send, .receive, .callback, .await, .binding: break
            }
        }
        return found.map { .ours(scenario.quoted(line: $0.place.line)) } ?? .oursFurtherUp
    }
}
