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
    var ways: [Window.Way]
    var window: Window
    var stop: Window.Stop
}

extension Player {
    /// The best line for what came: the first that fits whole, else the best of the others.
    func find(_ fit: (Window, Item, Int) -> Fit?) -> Finding? {
        find(in: window, stop: stop, from: 0, ways: [], fit)
    }

    private func find(
        in window: Window, stop: Window.Stop, from start: Int, ways: [Window.Way],
        _ fit: (Window, Item, Int) -> Fit?
    ) -> Finding? {
        var best: Finding?
        for index in window.items.indices.dropFirst(start) {
            guard let value = fit(window, window.items[index], index), best.map({ $0.fit < value }) ?? true else {
                continue
            }
            best = Finding(fit: value, item: window.items[index].id, ways: ways, window: window, stop: stop)
            if value == .whole { return best }
        }
        guard case .choice(let branches, _) = stop, ways.count < Self.branchesAtMost else { return best }
        for way in branches {
            var ahead = window
            ahead.take(way)
            let aheadStop = ahead.extend()
            let found = find(
                in: ahead, stop: aheadStop, from: window.items.count, ways: ways + [way], fit)
            guard let found, best.map({ $0.fit < found.fit }) ?? true else { continue }
            best = found
            if found.fit == .whole { return best }
        }
        return best
    }

    /// Takes the branches that lead to the line, and says where it now is.
    mutating func take(_ finding: Finding) -> Int? {
        if !finding.ways.isEmpty {
            for way in finding.ways { record(.branched(way.label), line: LineReference(number: way.line, step: -1)) }
            adopt(finding.window, finding.stop)
        }
        return window.items.firstIndex { $0.id == finding.item }
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

    /// A choice with no line that this client could show is passed over: nothing tells the branches apart.
    /// false: the choice stands.
    mutating func passBlind(_ ways: [Window.Way], _ line: Int) -> Bool {
        guard ways.allSatisfy({ isBlind($0) }) else { return false }
        for way in ways {
            for op in window.program.ops[way.ops] {
                if case .line(let line, _) = op, case .callback = line.deed { unobserved += 1 }
            }
        }
        guard let last = ways.last else { return false }
        record(.noted("line \(line): the branches differ only in callbacks, which are not observed"))
        var passed = window
        passed.pc = last.ops.upperBound
        // A block's way out is the place below it; a branch ends with a jump there.
        if last.ops.isEmpty { passed.pc = last.pc }
        adopt(passed, stop)
        return true
    }

    private func isBlind(_ way: Window.Way) -> Bool {
        window.program.ops[way.ops].allSatisfy { op in
            switch op {
            case .line(let line, _):
                if case .callback(let callback) = line.deed { !observation.sees(callback.kind) } else { false }
            case .jump: true
            case .choice, .beginRepeat, .endRound, .end: true
            }
        } && !(way.ops.isEmpty && observation != .none)
    }

    /// How deep a line may lie behind branches that begin with branches.
    private static let branchesAtMost = 8
}
