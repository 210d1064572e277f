// Rendering.swift: what the reader says of a file or a text, in the numbers of the test's source.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFixtures
import QuintainNotation
import QuintainScenario
import QuintainTestIssues
import Synchronization

/// What the reader says of a file, or of a text of a test.
struct Rendering {
    private let file: FixtureFile
    /// The source of the test that has the text; nil: it is a file.
    private let test: String?
    private let whereabouts: Whereabouts?
    /// How many lines stand above the text that are not the test's own.
    private let above: Int

    /// - Parameter whereabouts: the place of the text in the test; nil: it is a file, or not found.
    init(_ file: FixtureFile, ofTextIn test: String?, _ whereabouts: Whereabouts?, above: Int = 0) {
        (self.file, self.test, self.whereabouts, self.above) = (file, test, whereabouts, above)
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
        let text = DiagnosticText.rendered(
            diagnostics.map { diagnostic in
                var diagnostic = diagnostic.ofText(from: whereabouts?.line ?? above + 1)
                diagnostic.place.line -= above
                return diagnostic
            },
            source: Array(lines.dropFirst(above).joined(separator: [UInt8(ascii: "\n")])),
            of: whereabouts?.file ?? test.map { _ in Self.textName }, indented: whereabouts?.indentation ?? 0)
        guard let test else { return text }
        // A text that stands in the source as it is was written raw.
        let isCooked = diagnostics.contains {
            $0.slug == .badEscape && lines.indices.contains($0.place.line - 1)
                && !Whereabouts.stands(String(decoding: lines[$0.place.line - 1], as: UTF8.self), in: test)
        }
        return isCooked ? text + Self.raw : text
    }

    /// Shows warnings in the test at this place, each once for all tests.
    static func advise(_ warnings: [String], at place: TestPlace) {
        for warning in warnings where shown.withLock({ $0.insert(warning).inserted }) {
            Slip.warn(warning, at: place)
        }
    }

    /// The name of a text that is not found in its test: numbers behind it are not those of a file.
    static let textName = "the text"

    private static let raw =
        "a text of Swift with backslashes is best written raw, #\"\"\" … \"\"\"#, where Swift takes none of them away\n"

    private static let shown = Mutex<Set<String>>([])
}
