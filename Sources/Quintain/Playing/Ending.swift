// Ending.swift: the result of a play.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainScenario
import QuintainSides
import QuintainTestIssues
import QuintainTranscript
import QuintainWords
import QuintainNotation

extension EventPrinter {
    /// All that happened, in the notation of scenarios.
    static func text(of transcript: Transcript) -> String {
        lines(of: transcript.events).map { $0 + "\n" }.joined()
    }
}

/// The verdict, and what it is based on.
struct Ending: Sendable {
    let mismatch: Mismatch?
    /// Sentences about mistakes that are no failures.
    let warnings: [String]
    /// All that happened, in the notation of scenarios.
    let transcript: String
    /// A sentence about the `*` lines that were not judged, because no delegate of this play reports their callbacks.
    let remark: String?
    /// A sentence about decisions that the scenario has made in place of the client of a play that passes, and that the test
    /// has not left to it: nothing has tested them.
    let steering: String?
    /// Whether the client had broken a line before it was taken for ended.
    var wasBroken = false

    init(
        _ scenario: Scenario, _ outcome: Outcome, _ transcript: Transcript, _ more: [Finding], _ client: Stage.Client
    ) {
        self.transcript = EventPrinter.text(of: transcript)
        remark = outcome.unobserved > 0 ? client.remark(onUnobserved: outcome.unobserved, of: scenario.script) : nil
        let findings =
            outcome.breaches.map { breach in
                Finding(
                    rule: breach.slug.rawValue, isFailure: breach.severity == .failure,
                    line: (breach.line ?? breach.near)?.number,
                    sentence: breach.sentence,
                    follows: breach.follows.map { more in
                        (more.line.map { "line \($0.number): " } ?? "") + "\(more.sentence) [\(more.slug.rawValue)]"
                    }, difference: breach.difference.json.description)
            } + more + (outcome.limit.map { [Finding(rule: "unable", isFailure: true, line: nil, sentence: $0)] } ?? [])
        warnings = findings.filter { !$0.isFailure }.map { Self.line($0, of: scenario) }
        guard findings.contains(where: \.isFailure) else {
            mismatch = nil
            steering = client.steering
            return
        }
        steering = nil
        let place = scenario.place.map { " (the text of \($0))" } ?? ""
        var lines = ["\(scenario.name) was not played as it is written\(place)"]
        lines += findings.flatMap { finding in
            [Self.line(finding, of: scenario)] + (finding.citation.map { ["    \($0)"] } ?? [])
                + Self.folded(finding.follows).map { "    so \($0)" }
        }
        lines += [""]
        let sides = SideBySide(scenario.script, outcome, transcript)
        lines += SideText(sides.rows, style: .plain, width: Self.width).lines
        lines += Hint(script: scenario.script, outcome: outcome, transcript: transcript, client: client).sentences
        if let remark { lines.append(remark) }
        lines += ToolchainFault.sentences(of: Set(findings.map(\.rule)))
        if let rule = findings.first(where: \.isFailure)?.rule {
            lines.append("more: \(Refusal.orOfPlugin("quintain explain \(rule)"))")
        }
        mismatch = Mismatch(findings: findings, description: lines.joined(separator: "\n"))
    }

    /// The ending of a play that cannot go on in this process.
    init(_ refusal: Refusal, _ transcript: Transcript) {
        let finding = Finding(rule: "not-applicable", isFailure: true, line: nil, sentence: refusal.reason)
        mismatch = Mismatch(findings: [finding], description: refusal.description)
        warnings = []
        self.transcript = EventPrinter.text(of: transcript)
        remark = nil
        steering = nil
    }

    private init() {
        mismatch = nil
        warnings = []
        transcript = ""
        remark = nil
        steering = nil
    }

    func verdict(of name: String) -> TestVerdict {
        TestVerdict(name, mismatch, warnings: warnings, transcript: transcript)
    }

    /// The ending of a play that was closed without a verdict.
    static let unasked = Ending()

    /// `first.scenario:7: > GET /done: it did not happen …  [never-came]`
    private static func line(_ finding: Finding, of scenario: Scenario) -> String {
        let place = finding.line.map { "\(scenario.file):\($0)" } ?? scenario.file
        return "\(place): \(finding.isFailure ? "" : "warning: ")\(finding.sentence) [\(finding.rule)]"
    }

    /// A client that tries again makes the same mistake each time, which is told once.
    private static func folded(_ sentences: [String]) -> [String] {
        var runs: [(sentence: String, count: Int)] = []
        for sentence in sentences {
            if runs.last?.sentence == sentence {
                runs[runs.count - 1].count += 1
            } else {
                runs.append((sentence, 1))
            }
        }
        return runs.map { $0.count == 1 ? $0.sentence : "\($0.sentence), \($0.count) times" }
    }

    private static let width = 110
}
