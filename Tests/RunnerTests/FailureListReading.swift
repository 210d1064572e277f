// FailureListReading.swift: laws that hold for any bytes read as a list of known failures.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainRunner
import QuintainTranscript

/// The fuzz harness and the tests check the same laws.
enum FailureListReading {
    /// What is wrong with the reader, as this file shows; nil: nothing.
    static func fault(in input: [UInt8]) -> String? {
        let text = String(decoding: input, as: UTF8.self)
        let (known, faults) = KnownFailures.read(text, file: "known.txt")
        // Line ends are LF or CRLF, and mean the same.
        let lines = text.utf8.split(separator: 10, omittingEmptySubsequences: false).map { line in
            line.dropLast(line.reversed().prefix { $0 == 13 }.count)
        }
        if let fault = faultInLines(lines.map { Array($0) }, known, faults) { return fault }
        for end in ["\n", "\r\n"] {
            let other = lines.map { String($0)! }.joined(separator: end)
            let again = KnownFailures.read(other, file: "known.txt")
            if again.known.entries != known.entries || again.faults != faults { return "line ends make a difference" }
        }
        return faultInWriting(known) ?? faultInJudging(known)
    }

    /// Each line that is no comment is an entry or a fault, and each entry and fault belongs to a line.
    private static func faultInLines(
        _ lines: [[UInt8]], _ known: KnownFailures, _ faults: [KnownFailures.Fault]
    ) -> String? {
        var said: Set<Int> = []
        for entry in known.entries {
            guard lines.indices ~= entry.line - 1 else { return "an entry of line \(entry.line)" }
            said.insert(entry.line)
            let line = String(decoding: lines[entry.line - 1], as: UTF8.self)
            for part in [entry.pattern.text, entry.rule, entry.reason] {
                if part.isEmpty || !contains(line, part) { return "'\(part)' does not stand in line \(entry.line)" }
            }
        }
        for fault in faults {
            guard lines.indices ~= fault.place.line - 1 else { return "a fault of line \(fault.place.line)" }
            said.insert(fault.place.line)
            let count = lines[fault.place.line - 1].count
            if fault.place.column < 1 || fault.place.length < 1 || fault.place.column + fault.place.length - 1 > count {
                return "a fault at \(fault.place.column), \(fault.place.length) of \(count) bytes"
            }
            if fault.message.isEmpty || fault.help.isEmpty { return "a fault without a sentence" }
        }
        for (index, line) in lines.enumerated() {
            let first = line.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }
            let says = first.map { $0 != UInt8(ascii: "#") } ?? false
            if says != said.contains(index + 1) { return "line \(index + 1) is \(says ? "passed over" : "read")" }
        }
        return nil
    }

    private static func contains(_ line: String, _ part: String) -> Bool {
        let (line, part) = (Array(line.utf8), Array(part.utf8))
        return line.indices.contains { line[$0...].starts(with: part) }
    }

    /// A list that is written reads back the same.
    private static func faultInWriting(_ known: KnownFailures) -> String? {
        let lines = known.entries.map { "\($0.pattern.text) \($0.rule)\($0.isCertain ? "" : "?") \($0.reason)" }
        let again = KnownFailures.read(lines.joined(separator: "\n"), file: "known.txt")
        if let fault = again.faults.first { return "it cannot be read again: \(fault.message)" }
        let same = zip(again.known.entries, known.entries).allSatisfy { one, other in
            one.pattern == other.pattern && one.rule == other.rule && one.isCertain == other.isCertain
                && one.reason.utf8.elementsEqual(other.reason.utf8)
        }
        return same && again.known.entries.count == known.entries.count ? nil : "it is read otherwise again"
    }

    /// A case that breaks what its entries say is a known failure, and a case that
    /// breaks more is not; lines without use are reported.
    private static func faultInJudging(_ known: KnownFailures) -> String? {
        for entry in known.entries.prefix(8) {
            let name = String(decoding: entry.pattern.text.utf8.prefix { $0 != UInt8(ascii: "@") }, as: UTF8.self)
            // Without wildcards, an entry matches exactly its own name.
            let isPlain = !entry.pattern.text.utf8.contains { "*?@#".utf8.contains($0) }
            var judge = known
            let result = failed(name, [entry.rule])
            guard entry.pattern.matches(scenario: result.scenario, way: "") else {
                if isPlain { return "'\(entry.pattern.text)' does not name itself" }
                continue
            }
            if judge.judge(result).verdict != .knownFailure { return "what line \(entry.line) tells is not known" }
            let more = failed(name, [entry.rule, "a rule that no file names"])
            let isAny = known.entries.contains {
                $0.rule == "*" && $0.pattern.matches(scenario: more.scenario, way: "")
            }
            if !isAny, judge.judge(more).verdict != .fail { return "what nobody tells of is known" }
        }
        var idle = known
        if !idle.complaints(isListed: { _ in true }).isEmpty { return "it complains of what never ran" }
        let complaints = known.complaints { _ in false }
        if complaints.count != known.entries.count { return "\(complaints.count) complaints" }
        _ = idle.judge(failed("nothing", []))
        return nil
    }

    private static func failed(_ scenario: String, _ rules: [String]) -> CaseResult {
        CaseResult(
            client: "c", scenario: scenario, verdict: .fail,
            findings: rules.map { .init(rule: $0, severity: .failure, sentence: "because") })
    }
}
