// FoundLine.swift: the line that takes an input.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainTranscript
import QuintainWords

/// How well a line fits an input; the better fit is greater.
enum Fit: Int, Comparable {
    /// The kind is right, a value is not: the line is broken and done.
    case wrongValue
    /// A `*+` or `data` line that has been seen takes more, unless a line below fits.
    case again
    case whole

    static func < (one: Fit, other: Fit) -> Bool { one.rawValue < other.rawValue }
}

/// A line of theirs in reach, and the branches that must be taken to reach it.
struct FoundLine {
    var fit: Fit
    var item: Int
    var ways: [ForkWay] = []
    /// The window once the branches are taken; nil: none has to be taken.
    var ahead: (window: Window, stop: Window.Stop)?
}

extension Course {
    /// The best line for an input: the first in reach that fits whole; else the first branch whose head fits; else the
    /// first branch in which something may happen before its head; else the first behind a branch and the orders below
    /// it that a client gives itself; else the best of those that fit badly.
    func find(_ fit: (Window, Item, Int) -> Fit?) -> FoundLine? {
        var best: FoundLine?
        for index in window.items.indices where !window.items[index].isPast {
            guard let value = fit(window, window.items[index], index), best.map({ $0.fit < value }) ?? true else {
                continue
            }
            best = FoundLine(fit: value, item: window.items[index].id)
            if value == .whole { return best }
        }
        guard case .choice = stop else { return best }
        for (onlyHeads, passingOwnOrders) in [(true, false), (false, false), (false, true)] {
            let found = find(
                below: window, stop, ways: [], onlyHeads: onlyHeads, passingOwnOrders: passingOwnOrders, fit)
            guard let found, best.map({ $0.fit < found.fit }) ?? true else { continue }
            best = found
            if found.fit == .whole { return best }
        }
        return best
    }

    private func find(
        below above: Window, _ stop: Window.Stop, ways: [ForkWay], onlyHeads: Bool, passingOwnOrders: Bool,
        _ fit: (Window, Item, Int) -> Fit?
    ) -> FoundLine? {
        guard case .choice(let branches, _) = stop, ways.count < Self.branchesAtMost else { return nil }
        var best: FoundLine?
        for way in branches {
            var ahead = above
            ahead.take(way)
            let aheadStop = ahead.extend(passingOwnOrders: passingOwnOrders)
            let ways = ways + [way]
            for index in ahead.items.indices.dropFirst(above.items.count) {
                guard !onlyHeads || ahead.isHead(index, from: window.items.count),
                    let value = fit(ahead, ahead.items[index], index), best.map({ $0.fit < value }) ?? true
                else { continue }
                best = FoundLine(fit: value, item: ahead.items[index].id, ways: ways, ahead: (ahead, aheadStop))
                if value == .whole { return best }
            }
            // The other parts in any order are reached from the block itself, not through this part.
            if way.isPart, case .choice(let next, _) = aheadStop, next.first?.isPart == true { continue }
            let found = find(
                below: ahead, aheadStop, ways: ways, onlyHeads: onlyHeads, passingOwnOrders: passingOwnOrders, fit)
            guard let found, best.map({ $0.fit < found.fit }) ?? true else { continue }
            best = found
            if found.fit == .whole { return best }
        }
        return best
    }

    /// The limit of branches that begin with branches.
    static let branchesAtMost = 8
}
