// DiagnosticCatalogueTests.swift: every slug is explained, with a file that has the fault and one that has not.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainAdvice
import QuintainWords
import Testing

@testable import QuintainExplanations
@testable import QuintainScenario

private func read(_ text: String) -> Reading {
    ScenarioReader.read(Array(text.utf8), file: "test.scenario") {
        $0 == "./web.pem" ? .success([]) : .failure(.missing)
    }
}

@Suite struct `The catalogue of diagnostics` {
    @Test func `has every slug once`() {
        #expect(DiagnosticCatalogue.entries.map(\.slug.rawValue).sorted() == Slug.allCases.map(\.rawValue).sorted())
    }

    @Test(arguments: DiagnosticCatalogue.entries.filter { $0.wrong != nil }.map(\.slug))
    func `shows with each slug a file that has it and one that has not`(slug: Slug) throws {
        let entry = try #require(DiagnosticCatalogue.entries.first { $0.slug == slug })
        let wrong = read(try #require(entry.wrong)).advised
        #expect(Set(wrong.map(\.slug)) == [slug], "\(wrong)")
        #expect(read(try #require(entry.right)).advised == [])
    }

    @Test func `leaves out only the file that is too large to show`() {
        #expect(DiagnosticCatalogue.entries.filter { $0.wrong == nil }.map(\.slug) == [.fileTooLarge])
        let large = String(repeating: "# line\n", count: FileLimits.scenario.lines + 1)
        #expect(read(large).advised.map(\.slug) == [.fileTooLarge])
    }

    @Test func `explains a slug with both examples`() throws {
        let text = try #require(DiagnosticCatalogue.explanation(of: "unknown-decision"))
        #expect(text.hasPrefix("unknown-decision (error)\n\n"))
        #expect(text.contains("Wrong:\n\n    > GET /\n    * redirect 302 /a -> folow\n"))
        #expect(
            text.contains("Right:\n\n    > GET /\n    < 302\n    < Location: /a\n    * redirect 302 /a\n"))
        #expect(DiagnosticCatalogue.explanation(of: "nonsense") == nil)
        #expect(DiagnosticCatalogue.suggestion(for: "unknown-decison") == "did you mean 'unknown-decision'?")
    }
}
