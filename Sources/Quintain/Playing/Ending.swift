// Ending.swift: what came of a play.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainScenario
import QuintainSides
import QuintainTranscript

/// The verdict, and what it is based on.
struct Ending: Sendable {
    let mismatch: Mismatch?
    /// What did not happen as it should, and is no failure: one sentence each.
    let warnings: [String]
    /// All that happened, in the notation of scenarios.
    let transcript: String

    init(
        _ scenario: Scenario, _ outcome: Outcome, _ transcript: Transcript, _ more: [Finding], _ hearing: Stage.Hearing
    ) {
        self.transcript = transcript.events.flatMap { EventPrinter.lines(of: $0) }.map { $0 + "\n" }.joined()
        let findings =
            outcome.breaches.map { breach in
                Finding(
                    rule: breach.slug.rawValue, isFailure: breach.severity == .failure, line: breach.line?.number,
                    sentence: breach.sentence,
                    follows: breach.follows.map { more in
                        (more.line.map { "line \($0.number): " } ?? "") + "\(more.sentence) [\(more.slug.rawValue)]"
                    })
            } + more
        warnings = findings.filter { !$0.isFailure }.map { Self.line($0, of: scenario.script) }
        guard findings.contains(where: \.isFailure) else {
            mismatch = nil
            return
        }
        var lines = ["\(scenario.name) was not played as it is written"]
        lines += findings.flatMap { finding in
            [Self.line(finding, of: scenario.script)] + (finding.citation.map { ["    \($0)"] } ?? [])
                + finding.follows.map { "    so \($0)" }
        }
        lines += [""]
        let sides = SideBySide(scenario.script, outcome, transcript)
        lines += SideText(sides.rows, style: .plain, width: Self.width).lines
        if hearing == .everything, Self.isSilent(transcript), findings.contains(where: { $0.rule == "never-came" }) {
            lines.append(Self.hint)
        }
        for rule in Tolerance.sentences.keys.sorted() where findings.contains(where: { $0.rule == rule }) {
            lines.append(
                "\(rule): URLSession on Linux does so whatever your client does; docs/urlsession.md tells of it")
        }
        if let rule = findings.first(where: \.isFailure)?.rule, rule != "wrong-decision" {
            lines.append("more: quintain explain \(rule)")
        }
        mismatch = Mismatch(findings: findings, description: lines.joined(separator: "\n"))
    }

    private init(_ transcript: String) {
        mismatch = nil
        warnings = []
        self.transcript = transcript
    }

    /// Of a play that nobody wanted to be judged.
    static let unasked = Ending("")

    /// `first.scenario:7: > GET /done: it did not happen …  [never-came]`
    private static func line(_ finding: Finding, of script: QuintainScenario.Scenario) -> String {
        let place = finding.line.map { "\(script.file):\($0)" } ?? script.file
        return "\(place): \(finding.isFailure ? "" : "warning: ")\(finding.sentence) [\(finding.rule)]"
    }

    /// No delegate was told of the end of a load.
    private static func isSilent(_ transcript: Transcript) -> Bool {
        !transcript.events.contains { event in
            guard case .reported(let text, _) = event.happening else { return false }
            return text.hasPrefix("finish") || text.hasPrefix("fail")
        }
    }

    private static let hint = """
        no delegate was told of the end of a load: 'data(for:)' and completion handlers tell none; \
        use play.session(), or RecordingDelegate(play, hears: .questions)
        """
    private static let width = 110
}
