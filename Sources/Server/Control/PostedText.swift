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

    /// The text of a file of the server's own.
    init(_ book: Library.Book) { (name, source, linesAbove, indentation) = (book.name, book.source, 0, 0) }

    /// As `quintain lint` prints them.
    func rendered(_ diagnostics: [Diagnostic]) -> String {
        DiagnosticText.rendered(placed(diagnostics), source: source, indented: indentation)
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

/// What is wrong with a text, for people and for programs.
struct Slips {
    let text: String
    let list: JSONText

    /// nil: nothing is.
    init?(_ diagnostics: [Diagnostic], of text: PostedText) {
        guard !diagnostics.isEmpty else { return nil }
        self.text = text.rendered(diagnostics)
        list = text.list(diagnostics)
    }
}
