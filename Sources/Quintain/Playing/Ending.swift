// Ending.swift: the result of a play.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainApplicability
import QuintainPlayer
import QuintainScenario
import QuintainSides
import QuintainTranscript
import QuintainWords

extension EventPrinter {
    /// All that happened, in the notation of scenarios.
    static func text(of transcript: Transcript) -> String {
        transcript.events.flatMap { lines(of: $0) }.map { $0 + "\n" }.joined()
    }
}

/// The verdict, and what it is based on.
struct Ending: Sendable {
    let mismatch: Mismatch?
    /// Sentences about mistakes that are no failures.
    let warnings: [String]
    /// All that happened, in the notation of scenarios.
    let transcript: String
    /// How many `*` lines were not judged, because no delegate of this play reports their callbacks.
    let unobserved: Int

    init(
        _ scenario: Scenario, _ outcome: Outcome, _ transcript: Transcript, _ more: [Finding], _ client: Stage.Client,
        _ place: TestPlace
    ) {
        self.transcript = EventPrinter.text(of: transcript)
        unobserved = outcome.unobserved
        let findings =
            outcome.breaches.map { breach in
                Finding(
                    rule: breach.slug.rawValue, isFailure: breach.severity == .failure, line: breach.line?.number,
                    near: breach.near?.number, sentence: breach.sentence,
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
        #if canImport(FoundationNetworking)
            let faults = PlatformFault.remarks(scenario.script, outcome, transcript)
        #else
            let faults: [String] = []
        #endif
        let hint = Hint(
            script: scenario.script, outcome: outcome, transcript: transcript, client: client,
            isOfPlatform: !faults.isEmpty)
        lines += hint.sentences
        if let remark = Self.remark(outcome.unobserved) { lines.append(remark) }
        for rule in Tolerance.sentences.keys.sorted() where findings.contains(where: { $0.rule == rule }) {
            lines.append(
                "\(rule): URLSession on Linux does so whatever your client does; docs/urlsession.md tells of it")
        }
        lines += faults
        lines += scenario.text.flatMap { Whereabouts.sentence(of: $0, near: place) }.map { [$0] } ?? []
        if let rule = findings.first(where: \.isFailure)?.rule {
            lines.append("more: quintain explain \(rule)")
        }
        mismatch = Mismatch(findings: findings, description: lines.joined(separator: "\n"))
    }

    /// The ending of a play that cannot go on in this process.
    init(_ refusal: Refusal, _ transcript: Transcript) {
        let finding = Finding(rule: "not-applicable", isFailure: true, line: nil, sentence: refusal.reason)
        mismatch = Mismatch(findings: [finding], description: refusal.description)
        warnings = []
        self.transcript = EventPrinter.text(of: transcript)
        unobserved = 0
    }

    private init() {
        mismatch = nil
        warnings = []
        transcript = ""
        unobserved = 0
    }

    /// The ending of a play that was closed without a verdict.
    static let unasked = Ending()

    /// A remark on the lines that were not judged.
    var remark: String? { Self.remark(unobserved) }

    private static func remark(_ unobserved: Int) -> String? {
        unobserved == 0
            ? nil
            : "\(Summary.count(unobserved, "line")) of callbacks not observed: no delegate of this play hears of them"
    }

    /// `first.scenario:7: > GET /done: it did not happen …  [never-came]`
    private static func line(_ finding: Finding, of script: QuintainScenario.Scenario) -> String {
        let place = (finding.line ?? finding.near).map { "\(script.file):\($0)" } ?? script.file
        return "\(place): \(finding.isFailure ? "" : "warning: ")\(finding.sentence) [\(finding.rule)]"
    }

    private static let width = 110
}
