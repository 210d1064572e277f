// LoadEnds.swift: how the loads of a play have to end, by the lines that it came to.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainApplicability
import QuintainNotation
package import QuintainPlayer
package import QuintainScenario
package import QuintainTranscript
package import QuintainWords

/// What a plain command has to report by its status, load by load, since no callback of its is observed.
package struct LoadEnds: Sendable {
    /// How a load may end.
    package struct Load: Sendable {
        /// The ends, `finish` and `fail`, that stand in its lines.
        package fileprivate(set) var kinds: Set<CallbackKind> = []
        /// What it is if the command reports another one.
        fileprivate var severity = Severity.failure
        /// What it is where a branch that is wrong ends so, and none that is right.
        fileprivate var wrong: [CallbackKind: Severity] = [:]

        /// What it is if the command reports this end, which is none of `kinds`.
        package func severity(of end: CallbackKind) -> Severity { wrong[end] ?? severity }
    }

    /// The loads in the order of their beginning.
    private var loads: [Load] = []
    private var current: [Lane: Int] = [:]

    /// nil: some lines are unknown, as where branches differ in nothing else.
    package init?(_ outcome: Outcome, _ scenario: Scenario) {
        let lines = Dictionary(ScenarioSurvey(scenario).lines.map { ($0.place.line, $0) }) { first, _ in first }
        let untold = UntoldEnds(scenario)
        var unobserved = 0
        for step in outcome.steps {
            guard let line = lines[step.line] else { continue }
            switch line.deed {
            case .order(.load), .order(.resume): begin(in: line.lane)
            // Where no line orders the first load, its request does.
            case .receive(.start) where loads.isEmpty: begin(in: line.lane)
            case .callback(let callback) where step.state == .unobserved:
                unobserved += 1
                if callback.kind.endsLoad { end(line, untold) }
            default: continue
            }
        }
        guard unobserved == outcome.unobserved else { return nil }
    }

    private mutating func begin(in lane: Lane) {
        current[lane] = loads.count
        loads.append(Load())
    }

    private mutating func end(_ line: Line, _ untold: UntoldEnds) {
        guard let load = current[line.lane], let end = line.end else { return }
        loads[load].kinds.formUnion(untold.kinds[line.place.line, default: [end]])
        loads[load].severity = Severity(line.level)
        loads[load].wrong.merge(untold.wrong[line.place.line, default: [:]]) { min($0, $1) }
    }

    /// The load with this number, counted from zero.
    package subscript(load: Int) -> Load { loads.indices.contains(load) ? loads[load] : Load() }
}

/// The branches that have nothing of the wire: which of them a client takes that reports nothing, nobody knows.
private struct UntoldEnds {
    /// By the lines of `finish` and `fail` in such a branch, the ends in all such branches of its block that are right.
    private(set) var kinds: [Int: Set<CallbackKind>] = [:]
    /// By the same lines, what the other ends are: the mildest of the branches that have one and begin with 'never'.
    private(set) var wrong: [Int: [CallbackKind: Severity]] = [:]

    init(_ scenario: Scenario) { visit(scenario.nodes) }

    private mutating func visit(_ nodes: [Node]) {
        for node in nodes {
            switch node {
            case .line: break
            case .repeated(let block): visit(block.nodes)
            case .anyOrder(let block): for part in block.parts { visit(part.nodes) }
            case .either(let block):
                for branch in block.branches { visit(branch.nodes) }
                let untold = block.branches.map { Self.lines(of: $0.nodes) }.filter { !$0.contains(where: \.isOfWire) }
                let right = untold.filter { !$0.contains(where: \.isWrong) }
                let ends = Set((right.isEmpty ? untold : right).joined().compactMap(\.end))
                var others: [CallbackKind: Severity] = [:]
                for lines in untold {
                    guard let wrong = lines.first(where: \.isWrong) else { continue }
                    for end in Set(lines.compactMap(\.end)).subtracting(ends) {
                        others[end] = min(others[end] ?? .failure, Severity(wrong.level))
                    }
                }
                for line in untold.joined() where line.end != nil {
                    kinds[line.place.line, default: []].formUnion(ends)
                    wrong[line.place.line] = others
                }
            }
        }
    }

    private static func lines(of nodes: [Node]) -> [Line] {
        nodes.flatMap { node -> [Line] in
            switch node {
            case .line(let line): [line]
            case .repeated(let block): lines(of: block.nodes)
            case .either(let block): block.branches.flatMap { lines(of: $0.nodes) }
            case .anyOrder(let block): block.parts.flatMap { lines(of: $0.nodes) }
            }
        }
    }
}

extension Line {
    fileprivate var isOfWire: Bool { if case .receive = deed { true } else { false } }

    /// `finish` or `fail`; nil: it is another line.
    fileprivate var end: CallbackKind? {
        if case .callback(let callback) = deed, callback.kind.endsLoad { callback.kind } else { nil }
    }
}
