// Rendering.swift: what the reader says of a file or a text, in the numbers of the test's source.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFixtures
import QuintainScenario
import QuintainTestIssues
import Synchronization

/// What the reader says of a file, or of a text of a test.
struct Rendering {
    private let file: FixtureFile
    private let isText: Bool
    private let whereabouts: Whereabouts?

    /// - Parameter whereabouts: the place of the text in the test; nil: it is a file, or not found.
    init(_ file: FixtureFile, isText: Bool, _ whereabouts: Whereabouts?) {
        (self.file, self.isText, self.whereabouts) = (file, isText, whereabouts)
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
        let text = DiagnosticText.rendered(
            diagnostics.map { $0.ofText(from: whereabouts?.line ?? 1) }, source: file.source,
            of: whereabouts?.file ?? (isText ? Self.textName : nil), indented: whereabouts?.indentation ?? 0)
        return isText && diagnostics.contains { $0.slug == .badEscape } ? text + Self.raw : text
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
