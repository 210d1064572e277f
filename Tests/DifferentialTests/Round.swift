// Round.swift: one scenario, one client, and whether the verdict fits the client's mistake.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainPlayer
import QuintainScenario
import QuintainTranscript
import QuintainWords

/// The result of one seed.
struct Round {
    var seed: UInt64
    var family: Family?
    var rows: Set<Row> = []
    /// The difference, for people to read; nil: none.
    var difference: String?

    /// A right client, and one that errs.
    static func play(_ seed: UInt64, errs: Bool = true) -> Round {
        var round = Round(seed: seed)
        var program = Draft.program(seed)
        let reading = ScenarioReader.read(Array(program.text.utf8), file: "round.scenario") { name in
            name == "a.txt" ? .success(Files.content) : .failure(.missing)
        }
        let wrong = reading.diagnostics.filter { $0.severity == .error }
        guard wrong.isEmpty, let scenario = reading.scenarios.dropFirst(program.row).first else {
            round.difference =
                "the scenario cannot be read: "
                + wrong.map { "\($0.place.line): \($0.message)" }.joined(separator: "; ") + "\n" + program.text
            return round
        }
        round.rows = program.rows
        // If a right client does not pass, the clients that err show nothing.
        round.difference = difference(program, scenario, nil, seed)
        var chance = Chance(seed &* 31 &+ 7)
        guard round.difference == nil, errs, let mistake = choose(in: program, &chance) else { return round }
        program.hasMistake = true
        round.family = mistake.family
        round.difference = difference(program, scenario, mistake, seed)
        return round
    }

    private static func difference(
        _ program: Program, _ scenario: Scenario, _ mistake: Mistake?, _ seed: UInt64
    ) -> String? {
        var chance = Chance(seed &* 31 &+ 11)
        var moves = program.moves
        mistake?.apply(&moves, &chance)
        func played(_ tells: Bool) -> (Outcome, Stand) {
            let stand = Stand(program, scenario, seed: seed &* 17 &+ (mistake == nil ? 3 : 5), tells: tells)
            let outcome = stand.play(
                moves, endingWith: mistake?.endsWith, closing: mistake?.family != .closeMissing)
            return (outcome, stand)
        }
        let (outcome, stand) = played(false)
        if !stand.isHeard, !program.allowsAbsence {
            guard outcome.verdict != .fail else { return nil }
            return report(program, mistake, outcome, played(true).1, "a client that sent nothing has not failed")
        }
        guard let complaint = complaint(program, mistake, outcome, stand) else { return nil }
        return report(program, mistake, outcome, played(true).1, complaint)
    }

    /// Draws the family first, so that no family is rare because others have many places.
    private static func choose(in program: Program, _ chance: inout Chance) -> Mistake? {
        let all = Mistakes(in: program).all.filter { !$0.needsOneLevel || program.isUniform }
        let families = Set(all.map(\.family)).sorted { $0.rawValue < $1.rawValue }
        guard !families.isEmpty else { return nil }
        let family = chance.one(of: families)
        return chance.one(of: all.filter { $0.family == family })
    }

    // MARK: The verdict

    private static func complaint(_ program: Program, _ mistake: Mistake?, _ outcome: Outcome, _ stand: Stand)
        -> String?
    {
        if let complaint = stand.complaints.first { return complaint }
        guard let mistake else {
            if outcome.verdict != .pass {
                return
                    "a right client got \(outcome.verdict.rawValue): \(outcome.breaches.first?.sentence ?? "no finding")"
            }
            for (connection, bytes) in program.replies {
                let text = stand.sent(on: connection)
                if text.firstRange(of: stand.bytes(bytes)) == nil {
                    return "what must be among the replies on \(connection) is not"
                }
            }
            return nil
        }
        let verdict = mistake.verdict(in: program)
        // A client that did nothing at all may have been right to, on one of several ways, and only there.
        guard outcome.verdict == verdict || !stand.isHeard && outcome.verdict == .fail else {
            return "the verdict is \(outcome.verdict.rawValue), not \(verdict.rawValue)"
        }
        guard let root = outcome.breaches.first else { return "there is no finding" }
        guard mistake.slugs.isEmpty || mistake.slugs.contains(root.slug) else {
            let slugs = mistake.slugs.map(\.rawValue).sorted().joined(separator: " or ")
            return "the first finding is \(root.slug.rawValue), not \(slugs)"
        }
        guard mistake.lines.isEmpty || mistake.lines.contains(root.line?.number) else {
            let lines = mistake.lines.map { $0.map { "\($0)" } ?? "none" }.sorted().joined(separator: " or ")
            return "the first finding names line \(root.line.map { "\($0.number)" } ?? "none"), not \(lines)"
        }
        // One mistake must give one finding.
        guard mistake.needsOneLevel || outcome.breaches.count <= mistake.findings else {
            return "there are \(outcome.breaches.count) findings"
        }
        return mistake.check?(stand)
    }

    private static func report(
        _ program: Program, _ mistake: Mistake?, _ outcome: Outcome, _ stand: Stand, _ complaint: String
    ) -> String {
        let numbered = program.lines.enumerated().map {
            "\(String(repeating: " ", count: max(0, 3 - "\($0 + 1)".count)))\($0 + 1)  \($1)"
        }
        let findings = outcome.breaches.map {
            "\($0.slug.rawValue) \($0.line?.number ?? 0) \($0.severity), \($0.follows.count) follow: \($0.sentence)"
        }
        let expected = mistake.map { mistake in
            "\(mistake.family.rawValue) at line \(mistake.line): \(mistake.verdict(in: program).rawValue)"
        }
        return """
            \(complaint)
            expected  \(expected ?? "no mistake: pass")
            got       \(outcome.verdict.rawValue) \(findings.joined(separator: "\n          "))
            scenario
            \(numbered.joined(separator: "\n"))
            client\(program.style.map { ", \($0.rawValue)" } ?? "")
              \(stand.steps.joined(separator: "\n  "))
            transcript
            \(stand.story)
            """
    }
}
