// Branches.swift: where branches lead, and which of them no input can choose.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario

extension Course {
    /// The branch that begins with `! quiet`, and for how long.
    var silentBranch: (way: ForkWay, milliseconds: Int)? {
        guard case .choice(let ways, _) = stop else { return nil }
        for way in ways {
            let (ahead, stop) = window.behind(way)
            guard case .ours(let placed) = stop, ahead.items.count == window.items.count,
                case .act(.quiet(let milliseconds)) = placed.line.deed
            else { continue }
            return (way, milliseconds)
        }
        return nil
    }

    /// The first line of theirs in a branch.
    func head(of way: ForkWay) -> PlacedLine? {
        window.behind(way).window.items.dropFirst(window.items.count).first?.first
    }

    /// Whether the scenario can end here: on some way, no line of theirs is left that must happen.
    var canEnd: Bool { canEnd(window, stop) }

    private func canEnd(_ window: Window, _ stop: Window.Stop, depth: Int = branchesAtMost) -> Bool {
        guard depth > 0, !window.items.contains(where: \.holdsUpOurs) else { return false }
        switch stop {
        case .end: return true
        case .ours, .full, .pause: return false
        case .choice(let ways, _):
            return ways.contains { way in
                let (ahead, reached) = window.behind(way, passingOwnOrders: true)
                return canEnd(ahead, reached, depth: depth - 1)
            }
        }
    }

    /// The branch without further demands: it was taken, if the client has ended.
    var branchThatEnds: ForkWay? {
        guard case .choice(let ways, _) = stop, !window.items.contains(where: \.holdsUpOurs) else { return nil }
        return ways.first { way in
            let (ahead, reached) = window.behind(way, passingOwnOrders: true)
            return canEnd(ahead, reached)
        }
    }

    /// Whether no input can choose this branch, because a line of ours or the end comes first.
    func isBlind(_ way: ForkWay) -> Bool { isBlind(way, window, Self.branchesAtMost) }

    private func isBlind(_ way: ForkWay, _ above: Window, _ depth: Int) -> Bool {
        let (ahead, stop) = above.behind(way)
        guard ahead.items.count == above.items.count else { return false }
        switch stop {
        case .ours(let placed): if case .act(.quiet) = placed.line.deed { return false } else { return true }
        case .choice(let ways, _): return depth > 0 && ways.allSatisfy { isBlind($0, ahead, depth - 1) }
        case .end: return true
        case .full, .pause: return false
        }
    }

    /// The lines of theirs within the branches that begin with `never` and may begin now, each in its window.
    var linesOfWrongBranches: [(window: Window, index: Int)] {
        var lines: [(window: Window, index: Int)] = []
        if holdUp == nil { collectWrong(below: window, stop, within: [], Self.branchesAtMost, &lines) }
        return lines
    }

    private func collectWrong(
        below above: Window, _ stop: Window.Stop, within branches: [ForkWay], _ depth: Int,
        _ lines: inout [(window: Window, index: Int)]
    ) {
        guard depth > 0, case .choice(let ways, _) = stop else { return }
        for way in ways where !way.isPart {
            let (ahead, reached) = above.behind(way, passingOwnOrders: true)
            let branches = branches + [way]
            for index in ahead.items.indices.dropFirst(above.items.count)
            where isOfWrongBranch(ahead.items[index].first.line, branches) {
                lines.append((ahead, index))
            }
            collectWrong(below: ahead, reached, within: branches, depth - 1, &lines)
        }
    }

    /// Whether the line stands in one of these branches that begins with `never`, and not below it.
    func isOfWrongBranch(_ line: Line, _ branches: [ForkWay]) -> Bool {
        let wrong = branches.filter(\.isWrong)
        guard !wrong.isEmpty, let place = program.place(ofLine: line.place.line) else { return false }
        return wrong.contains { $0.ops.contains(place) }
    }

    func holdsOnlyUnobserved(_ way: ForkWay) -> Bool {
        window.program.lines(in: way.ops).allSatisfy { line in
            if case .callback(let callback) = line.deed { !window.sees(callback) } else { false }
        }
    }
}
