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

    /// Whether a line outside of branches waits for what only a client that follows redirects does.
    static func asksToFollow(_ scenario: Scenario) -> Bool {
        let lines = straightLines(scenario.nodes)
        return !linesBehindRedirects(lines).isEmpty
            || lines.contains { line in
                guard case .callback(let callback) = line.deed, callback.kind == .redirect else { return false }
                return !callback.stopsAtRedirect && callback.occurrence != .optional
            }
    }

    private static func straightLines(_ nodes: [Node]) -> [Line] {
        nodes.flatMap { node -> [Line] in
            switch node {
            case .line(let line): [line]
            case .repeated(let block): straightLines(block.nodes)
            case .anyOrder(let block): block.parts.flatMap { straightLines($0.nodes) }
            case .either: []
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
