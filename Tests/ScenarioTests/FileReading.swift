// FileReading.swift: laws that hold for any bytes read as a file.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainAdvice
import QuintainNotation

@testable import QuintainScenario

enum FileReading {
    /// What is wrong with the reader or the formatter, as this input shows; nil: nothing. The fuzz harness checks the
    /// same.
    static func fault(in input: [UInt8]) -> String? {
        let reading = read(input)
        let lines = lengths(of: input)
        for diagnostic in reading.advised where !isInside(diagnostic.place, lines) {
            return "\(diagnostic.slug) is told of \(diagnostic.place), which is not in the file"
        }
        // Both render text for people, and may not fail either.
        _ = DiagnosticText.rendered(reading.advised, source: input)
        var report = LintReport(program: "quintain")
        report.add("x", reading.advised, source: input)
        _ = report.json.description
        let formatted = ScenarioFormatter.format(input, reading)
        // Blanks at the end of a line are the one error that a layout mends.
        guard reading.advised.allSatisfy({ $0.severity != .error || $0.slug == .trailingBlank }) else {
            return formatted == nil ? nil : "a file with errors was formatted"
        }
        guard let formatted else { return "a file without errors was not formatted" }
        let again = read(formatted)
        if again.hasErrors { return "what was formatted has errors: \(again.advised[0])" }
        if !reading.hasErrors, meaning(again) != meaning(reading) { return "what was formatted means something else" }
        if ScenarioFormatter.format(formatted, again) != formatted {
            return "what was formatted is formatted otherwise"
        }
        return nil
    }

    /// Reads the input; every file name beside it is a table.
    private static func read(_ input: [UInt8]) -> Reading {
        ScenarioReader.read(input, file: "x") { _ in .success(Array("a\tb\n1\t2\n".utf8)) }
    }

    /// The number of characters in each line: of its bytes, those that do not continue a character.
    private static func lengths(of input: [UInt8]) -> [Int] {
        input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
            line.reduce(0) { $1 & 0xC0 == 0x80 && $0 > 0 ? $0 : $0 + 1 }
        }
    }

    /// A place may be just behind the last character of its line, where something is missing.
    private static func isInside(_ place: Place, _ lines: [Int]) -> Bool {
        guard place.line >= 1, place.line <= lines.count, place.column >= 1, place.length >= 1 else { return false }
        let length = lines[place.line - 1]
        return place.column <= length + 1 && place.column + place.length - 1 <= max(length, place.column)
    }
}
