// OutcomeText.swift: an outcome as JSON.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainNotation
package import QuintainScenario
import QuintainTranscript

package enum OutcomeText {
    package static func object(_ scenario: Scenario, _ outcome: Outcome) -> JSONText {
        var members: [(String, JSONText)] = [
            ("verdict", .text(outcome.verdict.rawValue)), ("scenario", .text(scenario.name)),
            ("unobserved", .number(outcome.unobserved)), ("deviations", .number(outcome.deviations)),
        ]
        if let limit = outcome.limit { members.append(("limit", .text(limit))) }
        if let end = outcome.end { members.append(("ended", .text(end.word))) }
        members.append(("breaches", .list(outcome.breaches.map(\.object))))
        return .object(members)
    }
}

extension Breach {
    package var object: JSONText {
        var members: [(String, JSONText)] = []
        if let line { members.append(("line", .number(line.number))) }
        if let near { members.append(("near", .number(near.number))) }
        members.append(("rule", .text(slug.rawValue)))
        members.append(("severity", .text(severity.rawValue)))
        members.append(("text", .text(sentence)))
        members.append(("difference", difference.json))
        if let hint { members.append(("hint", .text(hint))) }
        if !follows.isEmpty { members.append(("follows", .list(follows.map(\.object)))) }
        return .object(members)
    }
}
