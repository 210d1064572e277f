// Subject.swift: a run made ready to be varied.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainScenario
package import QuintainTranscript

/// One run as a text of its own, without tables, and where in that text its requests and replies stand.
///
/// Lines are named by their index, which is one less than the number that a `Place` has.
package struct Subject: Sendable {
    /// The scenario as read from `lines`; its name is that of the run from which it comes.
    package let scenario: Scenario
    package let lines: [String]
    package let loads: [LoadLines]
    package let exchanges: [SweptExchange]
    /// The line of the scenario at each index; continuations, comments and settings have none.
    package let deeds: [Int: Line]
    /// The play of the unchanged subject, by the client that is to play the variants.
    package var baseline: Baseline?

    /// - Parameter scenario: what was read from the lines.
    package init(_ scenario: Scenario, lines: [String], baseline: Baseline? = nil) {
        var survey = RunSurvey(lines)
        survey.go(through: scenario.nodes, in: nil)
        self.scenario = scenario
        self.lines = lines
        self.baseline = baseline
        loads = survey.loads
        exchanges = survey.exchanges
        deeds = survey.deeds
    }

    /// Takes in the events of its play.
    package mutating func take(_ events: [Event]) {
        baseline = Baseline(events, starts: Set(exchanges.flatMap { $0.replies.map(\.start) }))
    }

    /// The index for a comment about the whole file: behind its title.
    package var titleEnd: Int { lines.firstIndex { $0.hasPrefix("#") }.map { $0 + 1 } ?? 0 }

    /// The line with all that is indented below it, as far as it belongs to it.
    package func extent(of line: Int) -> Range<Int> {
        var end = line + 1
        for index in end..<max(end, lines.count) {
            if lines[index].isEmpty || lines[index].hasPrefix("#") { continue }
            guard lines[index].hasPrefix(" ") else { break }
            end = index + 1
        }
        return line..<end
    }

    /// The edits that take these lines out, with what is indented below them.
    package func removal(of lines: some Sequence<Int>) -> [Edit] { lines.flatMap { Edit.remove(extent(of: $0)) } }
}

extension Subject {
    /// Whether the reply leaves before the whole request has come.
    func goesOnBelowReply(_ exchange: SweptExchange) -> Bool {
        guard let reply = exchange.replies.first else { return false }
        return exchange.request.contains { index in
            guard case .receive(let part)? = deeds[index]?.deed else { return false }
            return index > reply.start || part.mayEndEarly
        }
    }
}
