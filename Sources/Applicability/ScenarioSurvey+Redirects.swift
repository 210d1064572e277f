// ScenarioSurvey+Redirects.swift: what only a client that follows redirects can do.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
package import QuintainScenario
import QuintainWords

extension ScenarioSurvey {
    /// The requests outside of branches that come of a redirect: the last reply before them, within the same load, has a
    /// Location.
    package static func linesBehindRedirects(_ scenario: Scenario) -> [Line] {
        linesBehindRedirects(straightLines(scenario.nodes))
    }

    /// Whether lines wait for what only a client that follows redirects does, whichever branch it takes.
    static func asksToFollow(_ scenario: Scenario) -> Bool {
        let choices = max(1, branches(scenario.nodes))
        return (0..<choices).allSatisfy { asksToFollow(straightLines(scenario.nodes, choosing: $0)) }
    }

    private static func asksToFollow(_ lines: [Line]) -> Bool {
        !linesBehindRedirects(lines).isEmpty
            || lines.contains { line in
                guard case .callback(let callback) = line.deed, callback.kind == .redirect else { return false }
                return !callback.stopsAtRedirect && callback.occurrence != .optional
            }
    }

    /// How many branches an `either` of these has at most.
    private static func branches(_ nodes: [Node]) -> Int {
        nodes.map { node in
            switch node {
            case .line: 0
            case .repeated(let block): branches(block.nodes)
            case .anyOrder(let block): block.parts.map { branches($0.nodes) }.max() ?? 0
            case .either(let block): max(block.branches.count, block.branches.map { branches($0.nodes) }.max() ?? 0)
            }
        }.max() ?? 0
    }

    /// - Parameter choice: the number of the branch that each `either` takes, or its last one; nil: none.
    private static func straightLines(_ nodes: [Node], choosing choice: Int? = nil) -> [Line] {
        nodes.flatMap { node -> [Line] in
            switch node {
            case .line(let line): [line]
            case .repeated(let block): straightLines(block.nodes, choosing: choice)
            case .anyOrder(let block): block.parts.flatMap { straightLines($0.nodes, choosing: choice) }
            case .either(let block):
                choice.map { straightLines(block.branches[min($0, block.branches.count - 1)].nodes, choosing: $0) }
                    ?? []
            }
        }
    }

    private static func linesBehindRedirects(_ lines: [Line]) -> [Line] {
        var behind: [Line] = []
        var isBehind = false
        for line in lines {
            switch line.deed {
            case .send(.field(_, let name, _)) where name == "location": isBehind = true
            case .callback(let callback) where callback.stopsAtRedirect: isBehind = false
            case .order(.load): isBehind = false
            case .receive(.start):
                if isBehind { behind.append(line) }
                isBehind = false
            default: break
            }
        }
        return behind
    }
}

extension Callback {
    /// A redirect that the client is told not to follow.
    fileprivate var stopsAtRedirect: Bool {
        kind == .redirect && [.refuse, .cancel].contains(decision?.word)
    }
}
