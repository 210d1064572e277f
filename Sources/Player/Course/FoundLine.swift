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
    /// A `data` or `sent` line that has been seen takes more, unless a line below fits.
    case again
    case whole

    static func < (one: Fit, other: Fit) -> Bool { one.rawValue < other.rawValue }
}

/// A line of theirs in reach, and the branches that must be taken to reach it.
struct FoundLine {
    var fit: Fit
    var item: Int
    var ways: [ForkWay] = []
    /// A branch begins with it, or none has to be taken.
    var isHead = true
    /// The window once the branches are taken; nil: none has to be taken.
    var ahead: (window: Window, stop: Window.Stop)?
}

extension Course {
    /// The best line for an input: the first in reach that fits whole; else the first branch whose head fits; else the
    /// first branch in which something may happen before its head; else the first behind a branch and the orders below
    /// it that a client gives itself; else the best of those that fit badly. A branch that begins with `never` takes nothing
    /// that fits badly: what differs from it is not what the branch is about.
    func find(_ fit: (Window, Item, Int) -> Fit?) -> FoundLine? { find(Best(keepsEqual: false), fit).first }

    /// The best line for an input, and behind it those that were found in the same way and fit as well.
    func findAll(_ fit: (Window, Item, Int) -> Fit?) -> [FoundLine] { find(Best(keepsEqual: true), fit) }

    /// The best line for an input that can wait; nil as well where it fits further down in several branches, and begins
    /// none of them: an event that only one of them has tells which of them the client has taken.
    func findDecided(_ fit: (Window, Item, Int) -> Fit?) -> FoundLine? {
        let found = findAll(fit)
        return found.areUndecided ? nil : found.first
    }

    private func find(_ none: Best, _ fit: (Window, Item, Int) -> Fit?) -> [FoundLine] {
        var best = none
        for index in window.items.indices where !window.items[index].isPast {
            guard let value = fit(window, window.items[index], index) else { continue }
            best.add(FoundLine(fit: value, item: window.items[index].id))
            if best.isSettled { return best.lines }
        }
        guard !best.isWhole, case .choice = stop else { return best.lines }
        for (onlyHeads, passingOwnOrders) in [(true, false), (false, false), (false, true)] {
            var found = none
            find(below: window, stop, ways: [], onlyHeads: onlyHeads, passingOwnOrders: passingOwnOrders, fit, &found)
            if found.isBetter(than: best) { best = found }
            if best.isWhole { break }
        }
        return best.lines
    }

    /// The best lines so far.
    private struct Best {
        /// Lines that fit as well as the first are kept; else the first that fits whole is all that is asked for.
        let keepsEqual: Bool
        private(set) var lines: [FoundLine] = []

        init(keepsEqual: Bool) { self.keepsEqual = keepsEqual }

        var isWhole: Bool { lines.first?.fit == .whole }

        var isSettled: Bool { isWhole && !keepsEqual }

        func isBetter(than other: Best) -> Bool {
            guard let own = lines.first?.fit else { return false }
            return other.lines.first.map { $0.fit < own } ?? true
        }

        mutating func add(_ line: FoundLine) {
            if lines.first.map({ $0.fit < line.fit }) ?? true {
                lines = [line]
            } else if keepsEqual, lines.first?.fit == line.fit {
                lines.append(line)
            }
        }
    }

    private func find(
        below above: Window, _ stop: Window.Stop, ways: [ForkWay], onlyHeads: Bool, passingOwnOrders: Bool,
        _ fit: (Window, Item, Int) -> Fit?, _ best: inout Best
    ) {
        guard case .choice(let branches, _) = stop, ways.count < Self.branchesAtMost else { return }
        for way in branches {
            let (ahead, aheadStop) = above.behind(way, passingOwnOrders: passingOwnOrders)
            let ways = ways + [way]
            for index in ahead.items.indices.dropFirst(above.items.count) {
                guard !onlyHeads || ahead.isHead(index, from: window.items.count),
                    let value = fit(ahead, ahead.items[index], index),
                    value > .wrongValue || !isOfWrongBranch(ahead.items[index].first.line, ways)
                else { continue }
                best.add(
                    FoundLine(
                        fit: value, item: ahead.items[index].id, ways: ways, isHead: onlyHeads,
                        ahead: (ahead, aheadStop)))
                if best.isSettled { return }
            }
            // The other parts in any order are reached from the block itself, not through this part.
            if way.isPart, case .choice(let next, _) = aheadStop, next.first?.isPart == true { continue }
            find(
                below: ahead, aheadStop, ways: ways, onlyHeads: onlyHeads, passingOwnOrders: passingOwnOrders, fit,
                &best)
            if best.isSettled { return }
        }
    }

    /// The limit of branches that begin with branches.
    static let branchesAtMost = 8
}

extension [FoundLine] {
    /// Whether the lines stand in several branches, further down than their heads.
    var areUndecided: Bool {
        guard let first, !first.isHead else { return false }
        let taken = first.ways.map(\.pc)
        return contains { !$0.ways.map(\.pc).starts(with: taken) }
    }
}
