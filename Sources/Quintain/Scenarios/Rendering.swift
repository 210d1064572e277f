// Rendering.swift: what the reader says of a file or a text.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFixtures
import QuintainNotation
import QuintainScenario
import QuintainTestIssues

/// What the reader says of a file, or of a text of a test.
struct Rendering {
    private let file: FixtureFile
    private let isText: Bool
    /// How many lines stand above the text that are not the test's own.
    private let above: Int

    /// - Parameter isText: it is a text of a test, and no file.
    init(_ file: FixtureFile, isText: Bool, above: Int = 0) {
        (self.file, self.isText, self.above) = (file, isText, above)
    }

    /// Throws the reader's errors.
    ///
    /// - Parameter folder: where the files are that it names.
    func check(lookingIn folder: String) throws {
        guard file.reading.hasErrors else { return }
        let isOfFile = file.reading.diagnostics.contains { $0.slug == .fileFault }
        throw ScenarioError(
            rendered(file.reading.diagnostics) + (isOfFile ? "files are looked for in \(folder)" : ""))
    }

    private func rendered(_ diagnostics: [Diagnostic]) -> String {
        let lines = file.source.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return DiagnosticText.rendered(
            diagnostics.map { diagnostic in
                var diagnostic = diagnostic.ofText(from: above + 1)
                diagnostic.place.line -= above
                return diagnostic
            },
            source: Array(lines.dropFirst(above).joined(separator: [UInt8(ascii: "\n")])),
            of: isText ? Self.textName : nil)
    }

    /// The name of a text.
    static let textName = "the text"
}
