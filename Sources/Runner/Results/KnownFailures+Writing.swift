// KnownFailures+Writing.swift: writes the file of known failures with which a run is as expected.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainTranscript

extension KnownFailures {
    /// The lines of a file for this client: the lines of `known` that still hold, and one for each failure that they do
    /// not name.
    ///
    /// A line that names no case of this run stays, because a run may be a part of the whole. A line whose cases kept
    /// the rule is left out. A rule that broke in only some rounds of `--repeat` gets a question mark, and what is
    /// something else in each round is left out.
    ///
    /// - Parameter results: the client's results, before they were compared with known failures.
    package static func text(of results: [CaseResult], keeping known: KnownFailures?) -> String {
        let played = results.filter { $0.verdict != .notApplicable && $0.verdict != .notPlayed }
        let kept = (known?.entries ?? []).filter { entry in
            let own = played.filter { entry.pattern.matches(scenario: $0.scenario, way: $0.way) }
            return !entry.isCertain
                || own.allSatisfy { !entry.isTried(by: $0) || $0.failures.contains(where: entry.names) }
        }
        let new = newLines(played) { result, rule in
            kept.contains { $0.names(rule) && $0.pattern.matches(scenario: result.scenario, way: result.way) }
        }
        let lines = (kept.map { Line($0) } + new).sorted { ($0.pattern, $0.rule) < ($1.pattern, $1.rule) }
        return "# What \(client(of: results)) is known to fail, and why: PATTERN, RULE, reason.\n"
            + lines.map { "\(padded($0.pattern, columns.pattern)) \(padded($0.rule, columns.rule)) \($0.reason)\n" }
            .joined()
    }

    /// The widths, which are the same whatever else is in the file, so that a new line changes no other.
    private static let columns = (pattern: 37, rule: 20)

    /// The client's name and version. Many a version is a name as well: "the curl command 7.88.1".
    private static func client(of results: [CaseResult]) -> String {
        guard let first = results.first else { return "the client" }
        if first.version.isEmpty { return first.client }
        return first.version.contains(" ") ? first.version : "\(first.client) \(first.version)"
    }

    fileprivate struct Line {
        let pattern: String
        let rule: String
        let reason: String
    }

    private static func newLines(
        _ played: [CaseResult], except isKnown: (CaseResult, _ rule: String) -> Bool
    ) -> [Line] {
        var lines: [Line] = []
        for (scenario, runs) in Dictionary(grouping: played, by: \.scenario) {
            let names = names(in: runs)
            let failures = { (run: CaseResult) in Set(run.failures.map { names[rule(of: $0)]?($0) ?? $0 }) }
            for rule in Set(runs.flatMap(failures)) {
                let broken = runs.filter { failures($0).contains(rule) && !isKnown($0, rule) }
                guard let first = broken.first else { continue }
                let ways = Set(runs.map(\.way))
                // One line stands for all ways if all of them break the rule.
                let isOfAll = Set(broken.map(\.way)) == ways
                let named: [String?] = isOfAll ? [nil] : Set(broken.map(\.way)).map { $0 }
                for way in named {
                    let own = runs.filter { way == nil || $0.way == way }
                    let isCertain = own.allSatisfy { failures($0).contains(rule) }
                    lines.append(
                        Line(
                            pattern: pattern(scenario, way), rule: rule + (isCertain ? "" : "?"),
                            reason: reason(of: rule, in: first)))
                }
            }
        }
        return lines
    }

    /// How the failures of each rule are named: by what all rounds of a case that break it have in common.
    private static func names(in runs: [CaseResult]) -> [String: (String) -> String] {
        let forms: [(String) -> String] = [{ $0 }, { FailureName($0).withoutDue }, rule]
        let ways = Dictionary(grouping: runs, by: \.way).values
        var names: [String: (String) -> String] = [:]
        for rule in Set(runs.flatMap(\.failures).map(rule)) {
            names[rule] = forms.first { form in
                ways.allSatisfy { rounds in
                    let own = rounds.map { $0.failures.filter { self.rule(of: $0) == rule }.map(form) }
                    return Set(own.filter { !$0.isEmpty }.map(Set.init)).count < 2
                }
            }
        }
        return names
    }

    private static func rule(of failure: String) -> String { String(FailureName(failure).rule) }

    /// `redirects/chain@handler`; a blank would end the pattern and becomes `?`, any character.
    private static func pattern(_ scenario: String, _ way: String?) -> String {
        let ending = ".scenario"
        let parts = scenario.split(separator: "#", maxSplits: 1).map(String.init)
        let file = parts[0].hasSuffix(ending) ? String(parts[0].dropLast(ending.count)) : parts[0]
        let whole = ([file] + parts.dropFirst()).joined(separator: "#") + (way.map { "@\($0)" } ?? "")
        return String(whole.map { $0.isWhitespace ? "?" : $0 })
    }

    /// The reason for the line: the sentence of the result about this rule, in one line.
    private static func reason(of rule: String, in result: CaseResult) -> String {
        let sentence =
            result.findings.first { FailureName(rule).covers(FailureName($0.failure)) && $0.severity == .failure }?
            .sentence
            ?? result.reason
        var ports: [Substring] = []
        let words = (sentence ?? "").split(whereSeparator: \.isWhitespace).map { withoutPort(String($0), &ports) }
        return words.isEmpty ? "it is not known why" : words.joined(separator: " ")
    }

    /// `127.0.0.1:43125/a` without its port, which differs from run to run: `PORT` stands for the first, `PORT2` for
    /// the next.
    private static func withoutPort(_ word: String, _ ports: inout [Substring]) -> String {
        guard let host = ["127.0.0.1:", "[::1]:", "localhost:"].first(where: word.contains),
            let range = word.firstRange(of: host)
        else { return word }
        let rest = word[range.upperBound...]
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        guard digits.count >= 4 else { return word }
        if !ports.contains(digits) { ports.append(digits) }
        let index = ports.firstIndex(of: digits) ?? 0
        return word[..<range.upperBound] + (index == 0 ? "PORT" : "PORT\(index + 1)") + rest.dropFirst(digits.count)
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}

extension KnownFailures.Line {
    fileprivate init(_ entry: KnownFailures.Entry) {
        self.init(
            pattern: entry.pattern.text, rule: entry.rule + (entry.isCertain ? "" : "?"), reason: entry.reason)
    }
}
