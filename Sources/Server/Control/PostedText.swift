// PostedText.swift: a text of scenarios or routes as a client has posted it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario

/// A posted text, which may be part of a file of the client's, such as a test: its faults are told with the lines and the
/// columns of that file.
struct PostedText: Sendable {
    /// What it is called in all that is told of it.
    let name: String
    /// Its lines, below as many empty ones as the file has other lines above them.
    let source: [UInt8]
    /// How many these are.
    let linesAbove: Int
    /// How many characters stand in front of each line in the file.
    private let indentation: Int

    /// `line` is the number of the first line in the file, `column` that of each line's first character.
    init(_ text: String, name: String, line: Int = 1, column: Int = 1) {
        self.name = name
        linesAbove = line - 1
        source = Array(repeating: UInt8(ascii: "\n"), count: linesAbove) + Array(text.utf8)
        indentation = column - 1
    }

    /// As `quintain lint` prints them; nil: there are none.
    func rendered(_ diagnostics: [Diagnostic]) -> String? {
        diagnostics.isEmpty ? nil : DiagnosticText.rendered(placed(diagnostics), source: source, indented: indentation)
    }

    /// The same for programs.
    func list(_ diagnostics: [Diagnostic]) -> JSONText {
        LintReport.list(placed(diagnostics), source: source, indented: indentation)
    }

    private func placed(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
        diagnostics.map { $0.ofText(from: linesAbove + 1) }
    }

    static let lines = 1...100_000
    static let columns = 1...1_000
}
