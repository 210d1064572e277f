// FileReading.swift: what must hold of whatever is read as a file.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation

@testable import QuintainScenario

enum FileReading {
    /// What is wrong with the reader or the formatter, as this input shows; nil: nothing. The fuzz harness asks the
    /// same.
    static func fault(in input: [UInt8]) -> String? {
        let reading = read(input)
        let lines = lengths(of: input)
        for diagnostic in reading.diagnostics where !isInside(diagnostic.place, lines) {
            return "\(diagnostic.slug) is told of \(diagnostic.place), which is not in the file"
        }
        // Both are made for people to look at, so they may not fail either.
        _ = DiagnosticText.rendered(reading.diagnostics, source: input)
        var report = LintReport(program: "quintain")
        report.add("x", reading.diagnostics, source: input)
        _ = report.json.description
        let shown = Highlight.parts(of: input).map { $0.map(\.text).joined() }
        guard shown == Lines.split(input).map({ String(decoding: $0, as: UTF8.self) }) else {
            return "what is highlighted is not the file"
        }

        let formatted = ScenarioFormatter.format(input, reading)
        guard !reading.hasErrors else { return formatted == nil ? nil : "a file with errors was formatted" }
        guard let formatted else { return "a file without errors was not formatted" }
        let again = read(formatted)
        if again.hasErrors { return "what was formatted has errors: \(again.diagnostics[0])" }
        if meaning(again) != meaning(reading) { return "what was formatted means something else" }
        if ScenarioFormatter.format(formatted, again) != formatted {
            return "what was formatted is formatted otherwise"
        }
        return nil
    }

    /// Beside the file there is one of any name, a table.
    private static func read(_ input: [UInt8]) -> Reading {
        ScenarioReader.read(input, file: "x") { _ in .success(Array("a\tb\n1\t2\n".utf8)) }
    }

    /// How many characters each line has: those bytes that continue none.
    private static func lengths(of input: [UInt8]) -> [Int] {
        input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
            line.reduce(0) { $1 & 0xC0 == 0x80 && $0 > 0 ? $0 : $0 + 1 }
        }
    }

    /// A place may be the one behind the last character of its line, where something is missing.
    private static func isInside(_ place: Place, _ lines: [Int]) -> Bool {
        guard place.line >= 1, place.line <= lines.count, place.column >= 1, place.length >= 1 else { return false }
        let length = lines[place.line - 1]
        return place.column <= length + 1 && place.column + place.length - 1 <= max(length, place.column)
    }
}
