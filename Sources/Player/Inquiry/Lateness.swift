// Lateness.swift: how long lines are waited for, and what is late.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainTranscript

extension Inquiry {
    /// How long a line was waited for.
    func whenLate(_ placed: PlacedLine) -> Late {
        let since = course.dueLine?.since ?? wait?.loadSince
        if let since, waiting.tooSoonSince != nil, !clock.isOver(clock.end(since: since, clock.within(placed.line))) {
            return .within(clock.withinDisorder, ofDisorder: true)
        }
        return .within(clock.within(placed.line))
    }

    /// The next line that had to happen, or the first line of the next choice.
    var firstMissing: PlacedLine? {
        if let item = course.holdUp { return firstOpenLine(item) }
        guard case .choice(let ways, _) = course.stop, course.silentBranch == nil else { return nil }
        return duePart(among: ways).flatMap { course.head(of: $0) } ?? course.dueHead(of: ways)?.line
    }

    /// A line that had not left when the client had ended, or was judged, though it may still be there.
    func notLeft(_ placed: PlacedLine, on number: ConnectionNumber) -> NotSent {
        let line = scenario.quoted(placed)
        let givingUp = givingUp(before: placed, onItsWay: true)
        guard clientEnd == .judged, connections[number]?.closedByClient == nil else {
            return .notLeft(line, whatEnded, givingUp)
        }
        return .notRead(line, givingUp)
    }

    /// The end at which lines were outstanding. At its deadline the server gives up, and the client may wait.
    var whatEnded: End {
        switch clientEnd {
        case .deadline: .deadline
        case .dropped: .dropped
        case .cancelled: .cancelled
        case .told, .exited, .closed, .idle, .stopped, .judged, nil: .client
        }
    }

    /// The first line of an item that is not done.
    func firstOpenLine(_ item: Item) -> PlacedLine {
        item.lines.first { record.isDue($0.step) } ?? item.first
    }

    /// The time at which the next line of theirs is late.
    var lineDeadline: Instant? {
        guard let (line, since) = course.dueLine else { return nil }
        return clock.end(since: since, clock.within(line), disorder: waiting.tooSoonSince)
    }

    /// The time at which silence chooses a branch, or at which no branch has come in time.
    var choiceDeadline: Instant? {
        guard let (ways, since, _) = course.dueChoice else { return nil }
        if let silent = course.silentBranch { return clock.silenceEnds(since: since, silent.milliseconds) }
        return clock.end(since: since, within(ways))
    }

    /// The time that the branches may take, in milliseconds.
    func within(_ ways: [ForkWay]) -> Int {
        ways.compactMap { course.head(of: $0).map { clock.within($0.line) } }.max() ?? clock.withinChoice
    }

    /// Whether the body has ended for whose rest the branches wait. The end of a request begins no branch that asks for more
    /// of it.
    func hasRestEnded(_ heads: [PlacedLine]) -> Bool {
        heads.contains { placed in
            guard let request = connections[placed.line.lane]?.request,
                case .cut(placed.line.lane, hasRest: true) = request.claim
            else { return false }
            return request.isEnded && !request.unclaimed.hasContent
        }
    }

    /// The part in any order to be judged when none began: the one in which a request has come too soon, or the first.
    func duePart(among ways: [ForkWay]) -> ForkWay? {
        guard ways.contains(where: \.isPart) else { return nil }
        return waiting.goal.flatMap { way(among: ways, to: $0) } ?? ways.first
    }

    func way(among ways: [ForkWay], to goal: Line) -> ForkWay? {
        course.program.place(ofLine: goal.place.line).flatMap { course.way(among: ways, to: $0) }
    }

    /// Whether nothing has come for a while since the line was next. A frame or an alert without a load is an answer
    /// to what the client has read, which it gives at once: RFC 9113 sections 5.4, 6.5.3 and 6.7, RFC 8446 section 6.2.
    var isStill: Bool {
        guard let since = course.dueLine?.since else { return false }
        return clock.isOver(clock.silenceEnds(since: since, Self.stillness))
    }

    /// In milliseconds.
    static let stillness = 1_000
}
