// Choices.swift: branches that nobody's act chooses: by silence, by lateness, at the end.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainTranscript

extension Player {
    /// Silence long enough chooses its branch; the wait that the branch begins with is over by then.
    mutating func checkSilence() {
        guard let since = course.dueChoice?.since, let (way, milliseconds) = course.silentBranch,
            clock.isOver(clock.silenceEnds(since: since, milliseconds))
        else { return }
        chooseSilence(way)
    }

    /// A client that has ended is silent: a wait behind a block is over, and the block is left. A branch that begins with
    /// one is not chosen so. true: there was such a wait.
    mutating func endSilence() -> Bool {
        guard let (way, _) = course.silentBranch,
            !course.program.lines(in: way.ops).contains(where: {
                if case .act(.quiet) = $0.deed { true } else { false }
            })
        else { return false }
        chooseSilence(way)
        file(course.goOn())
        return true
    }

    private mutating func chooseSilence(_ way: Way) {
        choose(way)
        if case .ours(let placed) = course.stop {
            course.passOurs(placed)
            reach(placed, .due)
            record.finish(placed)
            record.write(.acted(text(of: placed)), lane: placed.line.lane, line: placed.reference)
        }
    }

    /// nil: in its time.
    mutating func noBranchCame(_ when: String? = nil) {
        guard case .choice(let ways, let line) = course.stop, course.silentBranch == nil else { return }
        if ways.contains(where: \.isPart) { return noPartCame(ways, line, when) }
        // Nothing came, and that is what the client does that takes such a branch.
        if let way = ways.first(where: { course.isBlind($0) }) { return choose(way) }
        let due = course.dueHead(of: ways)
        // Left out is a block that need not be played: what stands below it counts, for less.
        if let due, due.isBehind, Severity(due.line.line.level) < .failure { return choose(due.way) }
        let heads = ways.compactMap { course.head(of: $0) }
        let awaited = heads.map { "`\(sourceLine($0))`" }.joined(separator: " or ")
        let when = when ?? "within \(within(ways)) ms"
        let sentence = "no branch at line \(line) began \(when): waited for \(awaited)"
        let mistake = record.breach(.neverCame, due?.line, sentence)
        guard mistake.severity < .failure else { return breakOff() }
        record.goAstray(due?.line.line.lane ?? soleLane, mistake)
        leaveBehind(ways)
        file(course.passOver(ways))
    }

    /// The branches are passed over: whether the next request hangs on them depends on what they hold.
    mutating func leaveBehind(_ ways: [Way]) {
        for way in ways {
            for line in course.program.lines(in: way.ops) { record.mayBring(line) }
        }
    }

    /// None of the parts that are left began, or went on: the first of them counts by its level, and its request is not
    /// waited for any longer, nor what that would have led to.
    private mutating func noPartCame(_ ways: [Way], _ line: Int, _ when: String?) {
        guard let way = duePart(among: ways), let placed = course.head(of: way) else { return }
        let mistake = record.breach(
            .neverCame, placed, none(of: ways, line, when ?? "within \(within(ways)) ms"))
        guard mistake.severity < .failure else { return breakOff() }
        if course.program.leadsOn(way) { return file(course.skip(way)) }
        choose(way)
        if let index = course.items.firstIndex(where: \.holdsUpOurs) { skip(index, mistake) }
    }

    /// That nothing came of these parts.
    func none(of ways: [Way], _ line: Int, _ when: String) -> String {
        let heads = ways.compactMap { course.head(of: $0) }.map { "`\(sourceLine($0))`" }
        return "of the requests in any order at line \(line) none of \(heads.joined(separator: ", ")) came \(when)"
    }

    /// How long the branches may take, in milliseconds.
    private func within(_ ways: [Way]) -> Int {
        ways.compactMap { course.head(of: $0).map { clock.within($0.line) } }.max() ?? clock.withinChoice
    }

    /// When the line of theirs that is next is late. Where another came too soon before it, one that comes at the same
    /// time is all that is waited for: the run has failed, and its client waits.
    var lineDeadline: Instant? {
        guard let (line, since) = course.dueLine else { return nil }
        let end = clock.end(since: since, clock.within(line))
        guard let tooSoon = waiting.tooSoonSince else { return end }
        return min(end, clock.end(since: max(since, tooSoon), clock.withinDisorder))
    }

    /// When silence will have chosen, or when no branch will have come in time.
    var choiceDeadline: Instant? {
        guard let (ways, since) = course.dueChoice else { return nil }
        if let silent = course.silentBranch { return clock.silenceEnds(since: since, silent.milliseconds) }
        return clock.end(since: since, within(ways))
    }

    /// A request that came too soon, and may, tells which way its client has gone. true: it was taken.
    mutating func followWhatWaits(_ ways: [Way]) -> Bool {
        guard course.holdUp == nil, !ways.contains(where: \.isPart), let goal = waiting.goal,
            ways.allSatisfy({ way in course.head(of: way).map { $0.line.lane == goal.lane } ?? true }),
            let way = way(among: ways, to: goal)
        else { return false }
        choose(way)
        return true
    }

    private func way(among ways: [Way], to goal: Line) -> Way? {
        course.program.place(ofLine: goal.place.line).flatMap { course.way(among: ways, to: $0) }
    }

    /// The part in any order that is judged where none began: the one in which something has come too soon, or the first.
    func duePart(among ways: [Way]) -> Way? {
        guard ways.contains(where: \.isPart) else { return nil }
        return waiting.goal.flatMap { way(among: ways, to: $0) } ?? ways.first
    }

    mutating func choose(_ way: Way) {
        tell(way)
        file(course.choose(way))
    }

    /// Takes the branches that lead to the line, and says where it now is.
    mutating func take(_ found: FoundLine) -> Int? {
        for way in found.ways { tell(way) }
        file(course.take(found))
        return course.index(ofItem: found.item)
    }

    /// Lines have come into reach, or are out of it.
    mutating func file(_ reached: Reached) {
        for (placed, state) in reached.passed {
            reach(placed, state)
            if state == .skipped { record.leaveBehind(placed.line) }
            switch placed.line.deed {
            case .act(.wrong(let text)): arriveWrongly(placed, text)
            case .order(let order): give(order, placed)
            case .act, .send, .receive, .callback, .await, .binding: break
            }
        }
        for placed in reached.dropped { record.mark(placed, .skipped) }
    }

    /// Says which branch is taken; a part in any order is told by its request, unless it has a name.
    mutating func tell(_ way: Way) {
        guard !way.isPart || !way.label.isEmpty else { return }
        record.write(.branched(way.label), line: LineReference(number: way.line, step: -1))
    }

    /// A choice with no line that this client could show: nothing tells the branches apart. Where they hold
    /// nothing but callbacks they are passed over; else the upper one is taken, or the way out of a block.
    /// false: the choice stands.
    mutating func passBlind(_ ways: [Way], _ line: Int) -> Bool {
        guard ways.allSatisfy({ course.holdsOnlyUnobserved($0) }) else {
            guard ways.allSatisfy({ course.isBlind($0) }) else { return false }
            guard let way = ways.first(where: \.isExit) ?? ways.first else { return false }
            record.write(.noted("line \(line): the branches begin with nothing that is observed"))
            choose(way)
            return true
        }
        for way in ways {
            let lines = course.program.lines(in: way.ops)
            record.passOver(unobserved: lines.count { if case .callback = $0.deed { true } else { false } })
        }
        record.write(.noted("line \(line): the branches differ only in callbacks, which are not observed"))
        file(course.passOver(ways))
        return true
    }
}
