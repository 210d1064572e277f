// ReportReading.swift: laws that hold for any bytes read as a report of `check`.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainReport
import QuintainRunner

/// The fuzz harness and the tests check the same laws.
enum ReportReading {
    /// What is wrong with the reader, or with the forms of a report, as this file shows; nil: nothing.
    static func fault(in input: [UInt8]) -> String? {
        let report: CheckReport
        do throws(CheckReport.Unreadable) {
            report = try CheckReport(reading: input)
        } catch {
            return error.sentence.isEmpty ? "it is refused without a sentence" : nil
        }
        return faultInJSON(report) ?? faultInForms(report) ?? faultInMerging(report) ?? faultInComparing(report)
            ?? faultInLength(report)
    }

    // MARK: JSON

    /// A report that is written reads back the same.
    private static func faultInJSON(_ report: CheckReport) -> String? {
        let written = report.json.description
        guard let again = try? CheckReport(reading: Array(written.utf8)) else { return "it is not read again" }
        guard same(again.json.description, written) else { return "it is read otherwise again" }
        return again.isAsExpected == report.isAsExpected ? nil : "it is as expected only once"
    }

    // MARK: Other forms

    private static func faultInForms(_ report: CheckReport) -> String? {
        if let fault = XMLReading.fault(in: report.junit) { return "the XML: \(fault)" }
        let told = count("<testcase", in: Array(report.junit.utf8))
        if told != report.cases.count + (report.complaints.isEmpty ? 0 : 1) { return "\(told) cases in the XML" }
        if let fault = fault(inPage: CheckPage(report).html, of: report) { return fault }
        for one in report.cases {
            for line in CaseText.whole(one) where line.unicodeScalars.contains(where: isControl) {
                return "a terminal would obey '\(line)'"
            }
        }
        return nil
    }

    private static func fault(inPage page: [UInt8], of report: CheckReport) -> String? {
        // The page's own scripts and the blocks of data; no value may begin or end one.
        let blocks = 2 + (report.cases.count + 99) / 100
        for tag in ["<script", "</script"] where count(tag, in: page) != blocks {
            return "\(count(tag, in: page)) times '\(tag)' in the page"
        }
        return count("<!--", in: page) > 0 ? "a comment is begun in the page" : nil
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control && scalar != "\t"
    }

    private static func count(_ tag: String, in page: [UInt8]) -> Int {
        let name = Array(tag.utf8.dropFirst())
        return page.split(separator: UInt8(ascii: "<")).count { $0.starts(with: name) }
    }

    // MARK: Merging

    /// A merged report has each case once, and reads back the same.
    private static func faultInMerging(_ report: CheckReport) -> String? {
        var whole = CheckReport(program: report.program)
        if whole.add(report) != nil { return repeats(report) ? nil : "it has a case twice" }
        if repeats(report) { return "a case that is there twice is merged" }
        if whole.cases.count != report.cases.count { return "\(whole.cases.count) cases are merged" }
        whole.close()
        if report.isAsExpected, report.shards.isEmpty, !whole.isAsExpected { return "merging it makes it worse" }
        if whole.isAsExpected, !report.isAsExpected { return "merging it makes it better" }
        let counts = Set(report.shards.map(\.count))
        let isWhole = counts.count < 2 && Set(report.shards).count == counts.first ?? 0
        if whole.shards.isEmpty != (isWhole && whole.complaints.isEmpty), !report.shards.isEmpty {
            return "of the shards \(report.shards) none is missing"
        }
        if !report.cases.isEmpty, whole.add(report) == nil { return "a case is merged twice" }
        return faultInJSON(whole)
    }

    private static func repeats(_ report: CheckReport) -> Bool {
        Set(report.cases.map { [Array($0.result.client.utf8), Array($0.result.name.utf8)] }).count != report.cases.count
    }

    // MARK: Comparing

    /// A run does not differ from itself; beside an empty run each of its cases has come or gone.
    private static func faultInComparing(_ report: CheckReport) -> String? {
        let (same, nothing) = (RunsBeside(report, report), CheckReport(program: report.program))
        // Of a run without cases, or one that was given up, nobody knows what has become of its cases.
        let isUnknown = report.cases.isEmpty || report.isGivenUp
        if !repeats(report), !same.differences.isEmpty || same.isWorse != isUnknown { return "it is not like itself" }
        let cases = Set(report.cases.map { [Array($0.result.client.utf8), Array($0.result.name.utf8)] }).count
        for (runs, changes) in [
            (RunsBeside(report, nothing), [RunsBeside.Change.gone]), (RunsBeside(nothing, report), [.new, .broken]),
        ] {
            let count = changes.reduce(0) { $0 + runs.count($1) }
            if count != cases { return "\(count) of \(cases) cases are \(changes)" }
            for one in runs.differences where one.line().unicodeScalars.contains(where: isControl) {
                return "a terminal would obey '\(one.line())'"
            }
            if (try? JSONText(parsing: runs.json.description)) == nil { return "the comparison is no JSON" }
            if let fault = fault(inPage: CheckPage(runs).html, of: runs.new) { return "compared: \(fault)" }
        }
        return nil
    }

    // MARK: Length

    /// The same with far longer content: no sum and no number overflows, and omissions are reported.
    private static func faultInLength(_ report: CheckReport) -> String? {
        var long = report
        for (index, var one) in report.cases.prefix(4).enumerated() {
            // More events than a page shows.
            one.events = Array(repeating: one.events, count: one.events.isEmpty ? 0 : 500 / one.events.count + 1)
                .flatMap { $0 }
            one.rows = Array(repeating: one.rows, count: one.rows.isEmpty ? 0 : 500 / one.rows.count + 1).flatMap { $0 }
            long.cases[index] = one
        }
        long.cases += long.cases
        if let fault = XMLReading.fault(in: long.junit) { return "the long XML: \(fault)" }
        return CheckPage(long).html.count > 64 << 20 ? "the page is too long" : nil
    }

    private static func same(_ one: String, _ other: String) -> Bool { one.utf8.elementsEqual(other.utf8) }
}

/// The part of XML 1.0 that reports use: elements, quoted attributes, and legal characters only.
private enum XMLReading {
    static func fault(in text: String) -> String? {
        let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        guard text.utf8.starts(with: head.utf8) else { return "it has no head" }
        if let scalar = text.unicodeScalars.first(where: { !isCharacter($0) }) { return "U+\(scalar.value)" }
        var rest = Array(text.utf8.dropFirst(head.utf8.count))[...]
        var open: [ArraySlice<UInt8>] = []
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "&"), !isReference(&rest) { return "an ampersand" }
            guard byte == UInt8(ascii: "<") else { continue }
            let isEnd = rest.first == UInt8(ascii: "/")
            if isEnd { rest = rest.dropFirst() }
            let name = rest.prefix { 0x61...0x7A ~= $0 || $0 == UInt8(ascii: "-") }
            rest = rest.dropFirst(name.count)
            if name.isEmpty { return "an element without a name" }
            if !isEnd { open.append(name) }
            while rest.first == 0x20 {
                rest = rest.dropFirst()
                if let fault = attribute(&rest) { return fault }
            }
            let isEmpty = rest.first == UInt8(ascii: "/")
            if isEmpty { rest = rest.dropFirst() }
            guard rest.popFirst() == UInt8(ascii: ">") else { return "an element that is not closed" }
            if isEnd || isEmpty, open.popLast() != name { return "an end of what has not begun" }
        }
        return open.isEmpty ? nil : "something has no end"
    }

    private static func attribute(_ rest: inout ArraySlice<UInt8>) -> String? {
        let name = rest.prefix { 0x61...0x7A ~= $0 }
        rest = rest.dropFirst(name.count)
        guard !name.isEmpty, rest.starts(with: "=\"".utf8) else { return "an attribute without a value" }
        rest = rest.dropFirst(2)
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\""): return nil
            case UInt8(ascii: "<"), UInt8(ascii: "\n"): return "a value that is not escaped"
            case UInt8(ascii: "&"): if !isReference(&rest) { return "an ampersand" }
            default: break
            }
        }
        return "a value without an end"
    }

    private static func isReference(_ rest: inout ArraySlice<UInt8>) -> Bool {
        for name in ["amp;", "lt;", "gt;", "quot;", "#10;"] where rest.starts(with: name.utf8) {
            rest = rest.dropFirst(name.utf8.count)
            return true
        }
        return false
    }

    /// Section 2.2.
    private static func isCharacter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D: true
        default: scalar.value >= 0x20 && scalar.value != 0xFFFE && scalar.value != 0xFFFF
        }
    }
}
