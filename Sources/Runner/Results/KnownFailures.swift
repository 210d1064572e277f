// KnownFailures.swift: the failures that a client is known to have, and why.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainNotation
import QuintainPlayer
import QuintainTranscript
import QuintainDriver

/// A file of lines `PATTERN RULE reason`: these cases fail, by this rule. `RULE,RULE` stands for two lines; `RULE?` is
/// broken by some runs and kept by others, because two things race; a warning can be marked so, too.
///
/// The file must be exact: a case that is named here but does not break the rule, and a line that names no case, are
/// faults of the file, and fail the run.
package struct KnownFailures: Sendable {
    package struct Entry: Sendable, Hashable {
        package var pattern: NamePattern
        /// The slug of a breach, a contract's rule, or `crashed`, `hung`, `driver-fault`; with what it is about behind a
        /// colon, it is that alone: `unexpected-callback:finish`, `never-came:GET:/a`.
        package var rule: String
        /// Every run breaks the rule.
        package var isCertain = true
        package var reason: String
        package var line: Int

        func names(_ failure: String) -> Bool { FailureName(rule).covers(FailureName(failure)) }

        /// The rule without what it is about.
        package var bareRule: String { String(FailureName(rule).rule) }

        /// It says what a rule is about that is about nothing more.
        package var saysTooMuch: Bool {
            rule != bareRule && !(Breach.Slug(rawValue: bareRule)?.hasSubject ?? false)
        }
    }

    /// A line that cannot be read.
    package struct Fault: Error, Sendable, Equatable {
        package var place: Place
        package var message: String
        package var help: String
    }

    package let file: String
    package private(set) var entries: [Entry] = []
    /// For each entry's index: the cases that did not break the rule.
    private var idle: [Int: [String]] = [:]
    /// The files of scenarios that the lines are about, by their names; nil: all.
    private var subjects: Set<String>?

    package init(file: String) { self.file = file }

    /// Reads the lines; every fault is reported, not only the first.
    package static func read(_ text: String, file: String) -> (known: KnownFailures, faults: [Fault]) {
        var known = KnownFailures(file: file)
        var faults: [Fault] = []
        var said: Set<Said> = []
        // Lines are split by bytes: as characters, CR and LF are one, and a combining mark belongs to the blank before
        // it.
        // Some editors write a mark before the first line, U+FEFF.
        let bytes = text.utf8.starts(with: byteOrderMark) ? text.utf8.dropFirst(byteOrderMark.count) : text.utf8[...]
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            let words = line.split(maxSplits: 2, whereSeparator: isBlank).map { String(decoding: $0, as: UTF8.self) }
            guard let first = words.first, !first.utf8.starts(with: "#".utf8) else { continue }
            let end = line.reversed().prefix { $0 == UInt8(ascii: "\r") }
            let place = Place(line: index + 1, column: 1, length: line.count - end.count)
            let rules = words.count > 1 ? words[1].utf8.split(separator: UInt8(ascii: ",")) : []
            let reason = words.count > 2 ? words[2].trimmed : ""
            guard !reason.isEmpty, !rules.isEmpty, rules.allSatisfy({ !$0.elementsEqual("?".utf8) }) else {
                let missing = words.count < 2 ? "a rule and a reason" : reason.isEmpty ? "a reason" : "a rule"
                faults.append(
                    Fault(
                        place: place, message: "'\(first)' needs \(missing)",
                        help: "redirects/loop  too-soon  the client follows before it has asked"))
                continue
            }
            for word in rules {
                let isCertain = word.last != UInt8(ascii: "?")
                let entry = Entry(
                    pattern: NamePattern(first),
                    rule: String(decoding: isCertain ? word : word.dropLast(), as: UTF8.self),
                    isCertain: isCertain, reason: reason, line: index + 1)
                if entry.rule == "*", !entry.isCertain, entry.pattern.isOfAny {
                    faults.append(
                        Fault(
                            place: place, message: "'\(first) *?' would let any case fail in any way",
                            help: "name the cases or the rule: redirects/* *?, or * too-soon?"))
                    continue
                }
                guard said.insert(Said(pattern: entry.pattern, rule: entry.rule)).inserted else {
                    faults.append(
                        Fault(
                            place: place, message: "'\(first)' and '\(entry.rule)' stand in a line above already",
                            help: "one line is enough"))
                    continue
                }
                known.entries.append(entry)
            }
        }
        return (known, faults)
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// A pattern with a rule, which only one line may name.
    private struct Said: Hashable {
        let pattern: NamePattern
        let rule: String
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
    }

    /// The same lines, about the scenarios of these files alone: another file may have the name of one of them.
    package func about(files: Set<String>) -> KnownFailures {
        var own = self
        own.subjects = files
        return own
    }

    /// The lines that name one of these cases.
    package func about(_ results: [CaseResult]) -> KnownFailures {
        var own = KnownFailures(file: file)
        own.entries = entries.filter { entry in results.contains { names($0, entry) } }
        return own
    }

    private func names(_ result: CaseResult, _ entry: Entry) -> Bool {
        (subjects?.contains(NamePattern.file(of: result.scenario)) ?? true)
            && entry.pattern.matches(scenario: result.scenario, way: result.way, place: result.place)
    }

    /// The result, judged by this file: if all rules that failed are known, it is a known failure.
    package mutating func judge(_ result: CaseResult) -> CaseResult {
        let own = entries.indices.filter { names(result, entries[$0]) }
        guard !own.isEmpty, result.verdict != .notApplicable, result.verdict != .notPlayed else { return result }
        let unknown = result.failures.filter { failure in !own.contains { entries[$0].names(failure) } }
        for index in own where entries[index].isCertain && entries[index].isTried(by: result) {
            if !result.failures.contains(where: entries[index].names) { idle[index, default: []].append(result.name) }
        }
        var judged = result
        // A rule that only some runs break, even if it is a warning.
        judged.mayBreak = unknown.isEmpty ? own.map { entries[$0] }.filter { !$0.isCertain }.map(\.rule) : []
        guard result.isFailure, unknown.isEmpty else { return judged }
        // The output of a crash is kept, because it shows that there was one.
        if judged.verdict == .fail { judged.errors = nil }
        judged.verdict = .knownFailure
        let reasons = own.map { entries[$0] }.filter { result.failures.contains(where: $0.names) }.map(\.reason)
        judged.reason = reasons.enumerated().filter { !reasons[..<$0.offset].contains($0.element) }.map(\.element)
            .joined(separator: "; ")
        return judged
    }

    /// The lines that name none of these; nil: there is no such line.
    ///
    /// - Parameter suggestion: what was probably meant by the text of a pattern.
    package func strangers(isListed: (NamePattern) -> Bool, suggestion: (NamePattern) -> String?) -> String? {
        let strange = entries.filter { !$0.pattern.isOfVariants && !isListed($0.pattern) }
        guard let first = strange.first else { return nil }
        let more = strange.count - 1
        let others = more == 0 ? "" : more == 1 ? ", and so does another line" : ", and so do \(more) other lines"
        let meant = suggestion(first.pattern).map { "; \($0)" } ?? ""
        return "\(file):\(first.line): '\(first.pattern.text)' names no case of this run\(others)\(meant)"
    }

    /// The faults of the file, now that all cases have been judged. `isListed`: whether a pattern names any case that
    /// there is, run or not.
    ///
    /// - Parameter ofVariants: true: the cases were variants, and only lines about variants are judged; false: only
    ///   other lines.
    /// - Parameter suggestion: what was probably meant by the text of a pattern that names no case.
    package func complaints(
        ofVariants: Bool = false, isListed: (NamePattern) -> Bool, suggestion: (NamePattern) -> String? = { _ in nil }
    ) -> [String] {
        entries.indices.compactMap { index in
            let entry = entries[index]
            guard entry.pattern.isOfVariants == ofVariants else { return nil }
            let place = "\(file):\(entry.line)"
            if !isListed(entry.pattern) {
                let help = suggestion(entry.pattern).map { "\($0) if not, take the line out" } ?? "take the line out"
                return "\(place): '\(entry.pattern.text)' names no case; \(help)"
            }
            guard let passed = idle[index], let first = passed.first else { return nil }
            let more = passed.count > 1 ? " and \(passed.count - 1) more" : ""
            let rule = entry.rule == "*" ? "any rule" : "'\(entry.rule)'"
            let isAlone = entries.count { $0.line == entry.line } == 1
            let remedy = isAlone ? "take the line out" : "take the rule out of the line"
            return "\(place): \(first)\(more) did not break \(rule), though it is known to; \(remedy)"
        }
    }
}

extension KnownFailures.Entry {
    /// Whether the case went on for long enough to tell if it breaks the rule.
    func isTried(by result: CaseResult) -> Bool {
        let ends = CaseResult.Verdict.badEnds
        return !ends.contains(result.verdict) || ends.contains { $0.rawValue == rule }
    }
}

extension CaseResult.Verdict {
    /// Ends of a client or its driver that break off a case: findings before them differ from run to run.
    static let badEnds: Set<Self> = [.crashed, .hung, .driverFault]
}

extension CaseResult {
    /// `redirects/chain.scenario@handler`
    package var name: String { way.isEmpty ? scenario : "\(scenario)@\(way)" }

    /// The failures that the file must name for the case to be a known one: the rules that failed, with what they are
    /// about, or the kind of its end.
    package var failures: Set<String> { failures(\.failure) }

    /// The rules of these failures.
    package var brokenRules: Set<String> { failures(\.rule) }

    private func failures(_ name: (Finding) -> String) -> Set<String> {
        endsBadly
            ? [verdict.rawValue] : Set(findings.lazy.filter { $0.severity == .failure }.map(name))
    }

    /// Its client or driver broke the case off.
    package var endsBadly: Bool { Verdict.badEnds.contains(verdict) }

    /// What a case that was broken off has in common with others: `crashed`, `driver-fault:no-json`; nil: it was not.
    package var badEnd: String? {
        endsBadly ? verdict.rawValue + (fault.map { ":\($0.rawValue)" } ?? "") : nil
    }

    /// No line broke that had to be kept.
    package var passes: Bool {
        switch verdict {
        case .pass, .noted, .warning: true
        case .fail, .knownFailure, .notApplicable, .crashed, .hung, .driverFault, .notPlayed: false
        }
    }

    package var isFailure: Bool {
        switch verdict {
        case .fail, .crashed, .hung, .driverFault, .notPlayed: true
        case .pass, .noted, .warning, .knownFailure, .notApplicable: false
        }
    }
}

extension String {
    /// The string without the white space around it.
    fileprivate var trimmed: String {
        let isSpace: (Unicode.Scalar) -> Bool = { $0.properties.isWhitespace }
        var rest = unicodeScalars.drop(while: isSpace)
        while let last = rest.last, isSpace(last) { rest.removeLast() }
        return String(rest)
    }
}
