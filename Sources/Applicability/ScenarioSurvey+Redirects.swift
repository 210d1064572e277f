// ScenarioSurvey+Redirects.swift: what only a client that follows redirects can do.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
package import QuintainScenario
import QuintainWords

extension ScenarioSurvey {
    /// The requests outside of branches that come of a redirect: the last reply before them, within the same load, has a
    /// Location.
    ///
    /// - Parameter elsewhere: only those for another origin than the request before them.
    package static func linesBehindRedirects(_ scenario: Scenario, elsewhere: Bool = false) -> [Line] {
        linesBehindRedirects(straightLines(scenario.nodes), elsewhere: elsewhere)
    }

    /// Whether lines wait for what only a client that follows redirects does, whichever branch it takes.
    ///
    /// - Parameter elsewhere: for what only one does that follows them to another origin.
    static func asksToFollow(_ scenario: Scenario, elsewhere: Bool = false) -> Bool {
        let choices = max(1, branches(scenario.nodes))
        return (0..<choices).allSatisfy {
            asksToFollow(straightLines(scenario.nodes, choosing: $0), elsewhere: elsewhere)
        }
    }

    private static func asksToFollow(_ lines: [Line], elsewhere: Bool) -> Bool {
        guard linesBehindRedirects(lines, elsewhere: elsewhere).isEmpty else { return true }
        var origin: String?
        for line in lines {
            switch line.deed {
            case .receive(.start(_, let target, _)): origin = target.origin
            case .callback(let callback)
            where callback.kind == .redirect && !callback.stopsAtRedirect && callback.occurrence != .optional:
                if !elsewhere || callback.originOfRedirect.map({ $0 != origin }) ?? false { return true }
            default: break
            }
        }
        return false
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

    private static func linesBehindRedirects(_ lines: [Line], elsewhere: Bool) -> [Line] {
        var behind: [Line] = []
        var isBehind = false
        var origin: String?
        for line in lines {
            switch line.deed {
            case .send(.field(_, let name, _)) where name == "location": isBehind = true
            case .callback(let callback) where callback.stopsAtRedirect: isBehind = false
            case .order(.load): isBehind = false
            case .receive(.start(_, let target, _)):
                if isBehind, !elsewhere || target.origin != origin { behind.append(line) }
                isBehind = false
                origin = target.origin
            default: break
            }
        }
        return behind
    }
}

extension Callback {
    /// A redirect that the client is told not to follow.
    fileprivate var stopsAtRedirect: Bool {
        kind == .redirect && [.no, .cancel].contains(decision?.word)
    }

    /// The origin that the URL of a redirect names: `other` in `* redirect 302 //other/new`.
    fileprivate var originOfRedirect: String? {
        guard let url = subject.last?.literalText, url.hasPrefix("//") else { return nil }
        return String(url.dropFirst(2).prefix { $0 != "/" })
    }
}

extension Target {
    /// nil: the target is compared as text.
    fileprivate var origin: String? { if case .path(let origin, _) = self { origin } else { nil } }
}
