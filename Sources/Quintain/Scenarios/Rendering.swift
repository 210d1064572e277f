// Rendering.swift: what the reader says of a file or a text.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFixtures
import QuintainNotation
import QuintainScenario
import QuintainTestIssues
import Synchronization

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

    /// The reader's warnings: it can be used, but probably does not say what its author means.
    func warnings(without slug: Slug? = nil) -> [String] {
        file.reading.diagnostics.filter { $0.slug != slug }.map { rendered([$0]) }
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

    /// Shows warnings in the test at this place, each once for all tests.
    static func advise(_ warnings: [String], at place: TestPlace) {
        for warning in warnings where shown.withLock({ $0.insert(warning).inserted }) {
            Slip.warn(warning, at: place)
        }
    }

    /// The name of a text.
    static let textName = "the text"

    private static let shown = Mutex<Set<String>>([])
}
