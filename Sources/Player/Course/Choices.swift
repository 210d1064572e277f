// Choices.swift: branches that nobody's act chooses: by silence, by lateness, at the end.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainTranscript

extension Player {
    /// The branch that begins with `! quiet`, and for how long.
    var silentBranch: (Way, milliseconds: Int)? {
        guard case .choice(let ways, _) = stop else { return nil }
        for way in ways {
            var ahead = window
            ahead.take(way)
            guard case .ours(let placed) = ahead.extend(), ahead.items.count == window.items.count,
                case .act(.quiet(let milliseconds)) = placed.line.deed
            else { continue }
            return (way, milliseconds)
        }
        return nil
    }

    /// When silence will have chosen, or when no branch will have come in time.
    var choiceDeadline: Instant? {
        guard let choiceSince, case .choice(let ways, _) = stop else { return nil }
        if let silent = silentBranch {
            return clock.silenceEnds(since: choiceSince, silent.milliseconds)
        }
        return clock.end(since: choiceSince, patience(ways))
    }

    /// Silence long enough chooses its branch; the wait that the branch begins with is over by then.
    mutating func checkSilence() {
        guard let choiceSince, let (way, milliseconds) = silentBranch,
            clock.silenceEnds(since: choiceSince, milliseconds) <= clock.now
        else { return }
        choose(way)
        if case .ours(let placed) = stop {
            window.passOurs(placed)
            reach(placed, .due)
            record.finish(placed)
            record.write(.acted(text(of: placed)), lane: placed.line.lane, line: placed.reference)
        }
    }

    /// nil: in its time.
    mutating func noBranchCame(_ when: String? = nil) {
        guard case .choice(let ways, let line) = stop, silentBranch == nil else { return }
        if ways.contains(where: \.isPart) { return noPartCame(ways, line, when) }
        // Nothing came, and that is what the client does that takes such a branch.
        if let way = ways.first(where: { isBlind($0, window, 8) }) { return choose(way) }
        let heads = ways.compactMap { head(of: $0) }.map { "`\(sourceLine($0))`" }
        let when = when ?? "within \(patience(ways)) ms"
        let sentence = "no branch at line \(line) began \(when): waited for \(heads.joined(separator: " or "))"
        let mistake = record.breach(.neverCame, ways.compactMap { head(of: $0) }.first, sentence)
        guard mistake.severity < .failure else { return breakOff() }
        record.goAstray(soleLane, mistake)
        passOver(ways)
    }

    /// No branch is taken, and no more rounds are played.
    mutating func passOver(_ ways: [Way]) {
        guard let last = ways.last else { return }
        var passed = window
        passed.passOver(last)
        adopt(passed, passed.extend())
    }

    /// None of the parts that are left began: the first of them counts by its level, and is not waited for any longer.
    private mutating func noPartCame(_ ways: [Way], _ line: Int, _ when: String?) {
        guard let way = ways.first, let placed = head(of: way) else { return }
        let mistake = record.breach(.neverCame, placed, none(of: ways, line, when ?? "within \(patience(ways)) ms"))
        guard mistake.severity < .failure else { return breakOff() }
        choiceSince = nil
        var ahead = window
        ahead.skip(way)
        let stop = ahead.extend()
        adopt(ahead, stop)
    }

    /// That nothing came of these parts.
    func none(of ways: [Way], _ line: Int, _ when: String) -> String {
        let heads = ways.compactMap { head(of: $0) }.map { "`\(sourceLine($0))`" }
        return "of the requests in any order at line \(line) none of \(heads.joined(separator: ", ")) came \(when)"
    }

    mutating func choose(_ way: Way) {
        tell(way)
        var ahead = window
        ahead.take(way)
        let stop = ahead.extend()
        adopt(ahead, stop)
    }

    /// The client has ended: a branch that asks for nothing more is the one that was taken.
    mutating func takeBranchThatEnds() -> Bool {
        guard case .choice(let ways, _) = stop, !window.items.contains(where: \.holdsUpOurs) else { return false }
        for way in ways {
            var ahead = window
            ahead.take(way)
            let reached = ahead.extend()
            guard canEnd(ahead, reached) else { continue }
            choose(way)
            return true
        }
        return false
    }

    /// Whether nothing has to happen any more, on one way or another.
    func canEnd(_ window: Window, _ stop: Window.Stop, depth: Int = 8) -> Bool {
        guard depth > 0, !window.items.contains(where: \.holdsUpOurs) else { return false }
        switch stop {
        case .end: return true
        case .ours, .full, .pause: return false
        case .choice(let ways, _):
            return ways.contains { way in
                var ahead = window
                ahead.take(way)
                let reached = ahead.extend()
                return canEnd(ahead, reached, depth: depth - 1)
            }
        }
    }

    /// The first line of theirs in the branch.
    func head(of way: Way) -> PlacedLine? {
        var ahead = window
        ahead.take(way)
        _ = ahead.extend()
        return ahead.items.dropFirst(window.items.count).first?.first
    }

    private func patience(_ ways: [Way]) -> Int {
        ways.compactMap { head(of: $0).map { clock.within($0.line) } }.max() ?? clock.withinChoice
    }
}
