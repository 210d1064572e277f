// CaseText.swift: a case in a few lines for a terminal.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainRunner
package import QuintainSides
import QuintainTranscript

package enum CaseText {
    /// `fail  urlsession  redirects/chain.scenario@handler`, then each finding in a line.
    ///
    /// - Parameter followsAtMost: how many of the consequences of a finding are told; the others are counted.
    package static func lines(
        of one: ReportedCase, style: Style = .plain, followsAtMost: Int = usualFollows
    ) -> [String] {
        let result = one.result
        var lines = [
            style(result.verdict.words, result.verdict.tone) + harmless("  \(result.client)  \(result.name)")
                + (result.title.isEmpty ? "" : style(harmless("  \(result.title)"), .faint))
        ]
        if let reason = result.reason { lines.append("  \(harmless(reason))") }
        let told = folded(
            result.findings.filter { result.verdict != .knownFailure || $0.severity == .failure })
        for (index, (finding, again)) in told.enumerated() {
            let place = finding.line.map { "line \($0): " } ?? ""
            lines.append(
                "  \(mark(of: finding, in: result))\(place)\(harmless(finding.sentence)) [\(harmless(finding.rule))]"
                    + timesMore(again))
            // Several values that are left out at one line have one remedy.
            let next = told.dropFirst(index + 1).first?.finding
            let ofDriver = next?.ofDriver == finding.ofDriver ? nil : finding.ofDriver
            for more in [finding.citation, ofDriver].compactMap(\.self) {
                lines.append(style(harmless("    \(more)"), .faint))
            }
            let follows = folded(finding.follows)
            // One more takes no more room than the line that counts it.
            let shown = follows.count > followsAtMost + 1 ? followsAtMost : follows.count
            for (more, again) in follows.prefix(shown) {
                let place = more.line.map { "line \($0): " } ?? ""
                lines.append(
                    style(
                        "    so \(place)\(harmless(more.sentence)) [\(harmless(more.rule))]\(timesMore(again))",
                        .faint))
            }
            if shown < follows.count {
                lines.append(
                    style("    so \(follows.count - shown) more lines (--verbose prints them)", .faint))
            }
        }
        lines += sources(of: result, style)
        if result.isFailure { lines += lastWords(of: result).map { style($0, .faint) } }
        return lines
    }

    package static let usualFollows = 4

    /// What the client's process wrote to standard error, and how a plain command ended, unless a finding is about that.
    private static func lastWords(of result: CaseResult) -> [String] {
        let words = (result.errors ?? "").split(separator: "\n").suffix(errorLinesAtMost)
        let end =
            result.wasStopped && result.verdict != .hung
            ? "the command went on, and was ended" : result.untoldExit.map { "the command ended with \($0)" }
        guard !words.isEmpty else { return end.map { ["  \($0), and wrote nothing to standard error"] } ?? [] }
        let whose = end.map { "\($0); its last words" } ?? "the last words on standard error"
        return ["  \(whose):"] + words.map { "    \(harmless(String($0)))" }
    }

    /// The same without consequences, for a case that does not fail the run: `warning  curl  redirects/chain.scenario`
    /// and its title, `line 7: … [too-soon]`, and the source of the rule.
    package static func mild(_ one: ReportedCase, style: Style = .plain) -> [String] {
        var brief = one
        for index in brief.result.findings.indices { brief.result.findings[index].follows = [] }
        return lines(of: brief, style: style)
    }

    /// Findings that say the same one behind the other, as of a client that tries again and again: the first of them,
    /// and how many are like it.
    private static func folded(_ findings: [CaseResult.Finding]) -> [(finding: CaseResult.Finding, again: Int)] {
        var told: [(finding: CaseResult.Finding, again: Int)] = []
        for finding in findings {
            if let last = told.last, finding.follows.isEmpty, last.finding.isLike(finding) {
                told[told.count - 1].again += 1
            } else {
                told.append((finding, 0))
            }
        }
        return told
    }

    private static func timesMore(_ again: Int) -> String {
        again == 0 ? "" : again == 1 ? ", and once more" : ", and \(again) times more"
    }

    /// `noted: ` before what does not count as the verdict does, so that it is not read as a failure.
    private static func mark(of finding: CaseResult.Finding, in result: CaseResult) -> String {
        switch finding.severity {
        case .failure: ""
        case .warning: result.verdict == .warning ? "" : "warning: "
        case .noted: result.verdict == .noted ? "" : "noted: "
        }
    }

    /// The sources of rules are printed with findings only: a case that does not apply has broken none. Nor is one broken
    /// by how a driver tells something.
    private static func sources(of result: CaseResult, _ style: Style) -> [String] {
        if result.verdict == .driverFault { return Summary.sources([DriverDocument.faults]).map { style($0, .faint) } }
        guard result.findings.contains(where: { !$0.isOfTelling }) else { return [] }
        return Summary.sources(result.specs).map { style(harmless($0), .faint) }
    }

    /// `line 7: … [too-soon]`
    static func finding(_ finding: CaseResult.Finding) -> String {
        let place = finding.line.map { "line \($0): " } ?? ""
        let sentence = finding.sentence.split(separator: "\n").first ?? ""
        return harmless("\(place)\(sentence) [\(finding.rule)]")
    }

    /// Everything that is known of the case, the two sides included.
    package static func whole(_ one: ReportedCase, style: Style = .plain) -> [String] {
        lines(of: one, style: style, followsAtMost: .max - 1) + one.sides.map { harmless("  " + $0) }
    }

    /// `2 lines not checked`; nil: all were.
    package static func notChecked(_ lines: Int) -> String? {
        lines > 0 ? Summary.count(lines, "line") + " not checked" : nil
    }

    /// `412 passed, 3 failed, 20 not applicable`
    package static func counts(_ tally: Tally, style: Style = .plain) -> String {
        let parts = CaseResult.Verdict.allCases.filter { tally[$0] > 0 }.map {
            style("\(tally[$0]) \($0.told(of: tally[$0]))", $0.tone)
        }
        return parts.isEmpty ? "no cases" : parts.joined(separator: ", ")
    }

    /// The text without control characters: words of a driver or of another report must not move the cursor or wipe a
    /// line.
    static func harmless(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { $0.properties.generalCategory == .control && $0 != "\t" ? "\u{FFFD}" : $0 }))
    }

    private static let errorLinesAtMost = 8
}

extension CaseResult.Finding {
    /// The same failure, of the same line. That of a line has to say the same.
    fileprivate func isLike(_ other: Self) -> Bool {
        rule == other.rule && severity == other.severity && line == other.line
            && FailureName(failure).text == FailureName(other.failure).text
            && (line == nil && about != nil || sentence == other.sentence)
    }
}

extension CaseResult.Verdict {
    /// `not applicable`
    package var words: String { rawValue.split(separator: "-").joined(separator: " ") }

    /// What so many cases came to.
    fileprivate func told(of count: Int) -> String {
        switch self {
        case .pass, .fail: "\(words)ed"
        case .warning, .knownFailure, .driverFault: count == 1 ? words : "\(words)s"
        case .noted, .notApplicable, .crashed, .hung, .notPlayed: words
        }
    }

    package var tone: Style.Tone {
        switch self {
        case .pass, .noted: .good
        case .warning, .knownFailure: .doubtful
        case .fail, .crashed, .hung, .driverFault, .notPlayed: .bad
        case .notApplicable: .faint
        }
    }
}
