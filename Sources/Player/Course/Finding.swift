// Finding.swift: which line takes what came.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainTranscript

/// How well a line fits what came; the better one is greater.
enum Fit: Int, Comparable {
    /// The kind is right, a value is not: the line is broken and done.
    case wrongValue
    /// `*+` and `data` that have been seen take more, unless a line below fits.
    case again
    case whole

    static func < (one: Fit, other: Fit) -> Bool { one.rawValue < other.rawValue }
}

/// A line of theirs in reach, and the branches that must be taken to reach it.
struct Finding {
    var fit: Fit
    var item: Int
    var ways: [Way] = []
    /// What is in reach once they are taken; nil: nothing is to be taken.
    var ahead: (window: Window, stop: Window.Stop)?
}

extension Player {
    /// The best line for what came: the first in reach that fits whole; else the first branch whose head fits;
    /// else the first branch in which something may happen before its head; else the best of those that fit badly.
    func find(_ fit: (Window, Item, Int) -> Fit?) -> Finding? {
        var best: Finding?
        for index in window.items.indices {
            guard let value = fit(window, window.items[index], index), best.map({ $0.fit < value }) ?? true else {
                continue
            }
            best = Finding(fit: value, item: window.items[index].id)
            if value == .whole { return best }
        }
        guard case .choice = stop else { return best }
        for onlyHeads in [true, false] {
            let found = find(below: window, stop, ways: [], onlyHeads: onlyHeads, fit)
            guard let found, best.map({ $0.fit < found.fit }) ?? true else { continue }
            best = found
            if found.fit == .whole { return best }
        }
        return best
    }

    private func find(
        below above: Window, _ stop: Window.Stop, ways: [Way], onlyHeads: Bool,
        _ fit: (Window, Item, Int) -> Fit?
    ) -> Finding? {
        guard case .choice(let branches, _) = stop, ways.count < Self.branchesAtMost else { return nil }
        var best: Finding?
        for way in branches {
            var ahead = above
            ahead.take(way)
            let aheadStop = ahead.extend()
            let ways = ways + [way]
            for index in ahead.items.indices.dropFirst(above.items.count) {
                guard !onlyHeads || ahead.isHead(index, from: window.items.count),
                    let value = fit(ahead, ahead.items[index], index), best.map({ $0.fit < value }) ?? true
                else { continue }
                best = Finding(fit: value, item: ahead.items[index].id, ways: ways, ahead: (ahead, aheadStop))
                if value == .whole { return best }
            }
            // The other parts in any order are in reach by themselves, and not by way of this one.
            if way.isPart, case .choice(let next, _) = aheadStop, next.first?.isPart == true { continue }
            let found = find(below: ahead, aheadStop, ways: ways, onlyHeads: onlyHeads, fit)
            guard let found, best.map({ $0.fit < found.fit }) ?? true else { continue }
            best = found
            if found.fit == .whole { return best }
        }
        return best
    }

    /// Takes the branches that lead to the line, and says where it now is.
    mutating func take(_ finding: Finding) -> Int? {
        if let ahead = finding.ahead {
            for way in finding.ways { tell(way) }
            adopt(ahead.window, ahead.stop)
        }
        return window.items.firstIndex { $0.id == finding.item }
    }

    /// Says which branch is taken; a part in any order is told by its request, unless it has a name.
    mutating func tell(_ way: Way) {
        guard !way.isPart || !way.label.isEmpty else { return }
        record.write(.branched(way.label), line: LineReference(number: way.line, step: -1))
    }

    /// Whether a wire line of theirs at `index` may happen now: in its lane the wire lines above it are
    /// done, and every question above it is answered.
    static func isNextOnWire(_ window: Window, _ index: Int) -> Bool {
        let lane = window.items[index].lane
        return window.items[..<index].allSatisfy { above in
            guard above.lane == lane else { return true }
            switch above.kind {
            case .request, .rest, .await: return above.state == .done || above.state == .gone
            case .callback(let expected):
                return !expected.callback.kind.isQuestion || !above.holdsUpOurs
            }
        }
    }

    /// A choice with no line that this client could show: nothing tells the branches apart. Where they hold
    /// nothing but callbacks they are passed over; else the upper one is taken, or the way out of a block.
    /// false: the choice stands.
    mutating func passBlind(_ ways: [Way], _ line: Int) -> Bool {
        guard ways.allSatisfy({ holdsOnlyUnobserved($0) }) else {
            guard ways.allSatisfy({ isBlind($0, window, Self.branchesAtMost) }) else { return false }
            guard let way = ways.first(where: \.isExit) ?? ways.first else { return false }
            record.write(.noted("line \(line): the branches begin with nothing that is observed"))
            choose(way)
            return true
        }
        for way in ways {
            let lines = window.program.lines(in: way.ops)
            record.passOver(unobserved: lines.count { if case .callback = $0.deed { true } else { false } })
        }
        record.write(.noted("line \(line): the branches differ only in callbacks, which are not observed"))
        passOver(ways)
        return true
    }

    /// Nothing that can be seen would choose this way: a line of ours comes first, or the end.
    func isBlind(_ way: Way, _ above: Window, _ depth: Int) -> Bool {
        var ahead = above
        ahead.take(way)
        let stop = ahead.extend()
        guard ahead.items.count == above.items.count else { return false }
        switch stop {
        case .ours(let placed): if case .act(.quiet) = placed.line.deed { return false } else { return true }
        case .choice(let ways, _): return depth > 0 && ways.allSatisfy { isBlind($0, ahead, depth - 1) }
        case .end: return true
        case .full, .pause: return false
        }
    }

    private func holdsOnlyUnobserved(_ way: Way) -> Bool {
        window.program.lines(in: way.ops).allSatisfy { line in
            if case .callback(let callback) = line.deed { !window.sees(callback) } else { false }
        }
    }

    /// How deep a line may lie behind branches that begin with branches.
    private static let branchesAtMost = 8
}

extension Window {
    /// Whether the item is what a branch begins with: nothing above it in the branch has to happen before it.
    fileprivate func isHead(_ index: Int, from start: Int) -> Bool {
        items[start..<index].allSatisfy { $0.isOptional || $0.isInAnyOrder && items[index].isInAnyOrder }
    }
}
