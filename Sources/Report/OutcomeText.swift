// OutcomeText.swift: an outcome as JSON.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainNotation
package import QuintainPlayer
package import QuintainScenario
import QuintainTranscript

package enum OutcomeText {
    package static func object(_ scenario: Scenario, _ outcome: Outcome) -> JSONText {
        .object([
            ("verdict", .text(outcome.verdict.rawValue)),
            ("scenario", .text(scenario.name)),
            ("unobserved", .number(outcome.unobserved)),
            ("deviations", .number(outcome.deviations)),
            ("breaches", .list(outcome.breaches.map(object))),
        ])
    }

    private static func object(_ breach: Breach) -> JSONText {
        var members: [(String, JSONText)] = []
        if let line = breach.line { members.append(("line", .number(line.number))) }
        members += [
            ("rule", .text(breach.slug.rawValue)), ("severity", .text(breach.severity.rawValue)),
            ("text", .text(breach.sentence)),
        ]
        return .object(members)
    }
}
