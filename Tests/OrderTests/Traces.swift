// Traces.swift: traces in letters, judged.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import Testing

@testable import QuintainOrder

enum Traces {
    /// The events of an example, read like a trace file.
    static func events(_ example: Example) throws -> [TraceEvent] {
        var events: [TraceEvent] = []
        for (index, line) in example.lines.enumerated() {
            events.append(try #require(try TraceReader.event(Array(line.utf8), line: index + 1, example.contract)))
        }
        return events
    }

    static func findings(_ example: Example, isPrefix: Bool = false, everyReply: Bool = false) throws -> [TraceFinding]
    {
        var judgement = Judgement(example.contract, recordsEveryReply: everyReply)
        var findings: [TraceFinding] = []
        for event in try events(example) { findings += try judgement.happened(event) }
        return findings + judgement.finished(isPrefix: isPrefix)
    }

    /// `U10@2`: the rule and the record that breaks it; `~` before a warning, `@end` for something that is missing.
    static func verdict(
        _ contract: Contract, _ letters: String, isPrefix: Bool = false, everyReply: Bool = false
    ) throws -> [String] {
        try findings(Example(contract, letters), isPrefix: isPrefix, everyReply: everyReply).map { finding in
            let place = finding.event.map { "\($0.place)" } ?? "end"
            return "\(finding.weight == .warning ? "~" : "")\(finding.rule.name)@\(place)"
        }
    }
}
