// Choices.swift: branches that no input chooses: by silence, by lateness, at the end.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainTranscript

extension Player {
    /// Chooses the branch that begins with `! quiet` when the silence was long enough; the wait itself is over by then.
    func checkSilence() {
        guard let since = course.dueChoice?.since, let (way, milliseconds) = course.silentBranch,
            clock.isOver(clock.silenceEnds(since: since, milliseconds))
        else { return }
        chooseSilence(way)
    }

    /// Takes the silence of a client that has ended: behind a block, which is left, or in a branch that begins with it.
    /// A client that was given up has not ended, and a branch of its own needs the whole silence. true: there was one.
    func endSilence(inBranches: Bool) -> Bool {
        guard let (way, _) = course.silentBranch else { return false }
        let isBranch = course.program.lines(in: way.ops).contains {
            if case .act(.quiet) = $0.deed { true } else { false }
        }
        guard isBranch == inBranches, !isBranch || !hasGivenUp else { return false }
        chooseSilence(way)
        file(course.goOn())
        return true
    }

    func chooseSilence(_ way: ForkWay) {
        choose(way)
        if case .ours(let placed) = course.stop {
            course.passOurs(placed)
            reach(placed, .due)
            record.finish(placed)
            record.write(.acted(scenario.text(of: placed)), lane: placed.line.lane, line: placed.reference)
        }
    }

    /// Reports that no branch began in time; `late` says what time that was, and is nil for the time that the lines
    /// give.
    func noBranchCame(_ late: Late? = nil) {
        guard case .choice(let ways, let line) = course.stop, course.silentBranch == nil else { return }
        if checkAwaited(asItIs: true) { return }
        if ways.contains(where: \.isPart) { return noPartCame(ways, line, late) }
        // A client that takes such a branch does nothing, and nothing came.
        if let way = ways.first(where: { course.isBlind($0) }) { return choose(way) }
        let due = course.dueHead(of: ways)
        // The block need not be played, so it is left out: the line below it counts, for less.
        if let due, due.isBehind, Severity(due.line.line.level) < .failure { return choose(due.way) }
        let heads = ways.compactMap { course.head(of: $0) }
        let mistake = record.breach(
            .missing(
                .branch(
                    block: line, late ?? .within(inquiry.within(ways)), heads: scenario.quoted(each: heads),
                    bodyEnded: inquiry.hasRestEnded(heads))), due?.line)
        guard mistake.severity < .failure else { return breakOff() }
        record.goAstray(due?.line.line.lane ?? course.program.soleLane, mistake)
        record.leaveBehind(ways, of: course.program)
        file(course.passOver(ways))
    }

    /// Reports that no part that is left began or went on. The first of them counts by its level, and neither its
    /// request nor what that would have led to is waited for any longer.
    private func noPartCame(_ ways: [ForkWay], _ line: Int, _ late: Late?) {
        guard let way = inquiry.duePart(among: ways), let placed = course.head(of: way) else { return }
        let heads = ways.compactMap { course.head(of: $0) }
        let told = heads.prefix(Scenario.headsTold).map(scenario.quoted)
        let mistake = record.breach(
            .missing(
                .part(block: line, late ?? .within(inquiry.within(ways)), heads: told, more: heads.count - told.count)),
            placed)
        guard mistake.severity < .failure else { return breakOff() }
        if course.program.leadsOn(way) { return file(course.skip(way)) }
        choose(way)
        if let index = course.items.firstIndex(where: \.holdsUpOurs) { skip(index, mistake) }
    }

    /// Chooses the way to the line of a request that came too soon without failing. true: there was one.
    func followWhatWaits(_ ways: [ForkWay]) -> Bool {
        guard course.holdUp == nil, !ways.contains(where: \.isPart), let goal = waiting.goal,
            ways.allSatisfy({ way in course.head(of: way).map { $0.line.lane == goal.lane } ?? true }),
            let way = inquiry.way(among: ways, to: goal)
        else { return false }
        choose(way)
        return true
    }

    func choose(_ way: ForkWay) {
        tell(way)
        file(course.choose(way))
    }

    /// Takes the branches that lead to a line that was found. Returns the index of its item.
    func take(_ found: FoundLine) -> Int? {
        for way in found.ways { tell(way) }
        file(course.take(found))
        return course.index(ofItem: found.item)
    }

    /// Records the lines that have come into reach, or are out of it.
    func file(_ reached: Reached) {
        for (placed, state) in reached.passed {
            reach(placed, state)
            if state == .skipped { record.leaveBehind(placed.line) }
            switch placed.line.deed {
            case .act(.wrong(let text)): arriveWrongly(placed, text)
            case .order(let order): perform(order, placed)
            case .act, .send, .receive, .callback, .await, .binding: break
            }
        }
        for placed in reached.dropped { record.mark(placed, .skipped) }
    }

    /// Records which branch is taken; a part in any order is known by its request, unless it has a name.
    func tell(_ way: ForkWay) {
        guard !way.isPart || !way.label.isEmpty else { return }
        record.write(.branched(way.label), line: LineReference(number: way.line, step: -1))
    }

    /// Resolves a choice whose branches look the same to this client. If they hold nothing but callbacks, they are
    /// passed over; else the upper one is taken, or the way out of a block. false: the choice stands.
    func passBlind(_ ways: [ForkWay], _ line: Int) -> Bool {
        guard ways.allSatisfy({ course.holdsOnlyUnobserved($0) }) else {
            guard ways.allSatisfy({ course.isBlind($0) }) else { return false }
            guard let way = ways.first(where: \.isExit) ?? ways.first else { return false }
            record.write(.noted(.blindBranches(line: line)))
            choose(way)
            return true
        }
        for way in ways {
            let lines = course.program.lines(in: way.ops)
            record.passOver(unobserved: lines.count { if case .callback = $0.deed { true } else { false } })
        }
        record.write(.noted(.unobservedBranches(line: line)))
        file(course.passOver(ways))
        return true
    }
}
