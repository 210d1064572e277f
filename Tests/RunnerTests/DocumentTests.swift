// DocumentTests.swift: the scenarios that the documents show, played.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainApplicability
import QuintainLoop
import QuintainRunner
import QuintainScenario
import Testing

@Suite struct `What the documents show` {
    private static let root = String(#filePath.dropLast("Tests/RunnerTests/DocumentTests.swift".count))

    /// Titles of scenarios that the reference client must fail, because they ask for what it does not do.
    private static let meantForOthers = [
        "After a 503 the client asks again, as soon as Retry-After allows": "it does not ask again by itself",
        "A page's two files are fetched in any order": "it reads no pages",
    ]

    /// The text between the fences, by the document and the line where it begins.
    private static func examples(in document: String) throws -> [(name: String, text: String)] {
        let text = try String(decoding: Files.read(root + document), as: UTF8.self)
        var examples: [(String, String)] = []
        var open: (line: Int, text: String)?
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line == "```scenario" {
                open = (index + 2, "")
            } else if line == "```", let whole = open {
                examples.append(("\(document):\(whole.line)", whole.text))
                open = nil
            } else {
                open?.text += line + "\n"
            }
        }
        return examples
    }

    @Test func `is passed by the reference client, or says why not`() async throws {
        let documents = try Files.walk(Self.root + "docs").filter { $0.hasSuffix(".md") }.map { "docs/\($0)" }
        var cases: [Case] = []
        for (name, text) in try (["README.md"] + documents.sorted()).flatMap(Self.examples) {
            let reading = ScenarioReader.read(Array(text.utf8), file: name) { _ in .failure(.missing) }
            #expect(reading.diagnostics.isEmpty, "\(name): \(reading.diagnostics.map(\.message))")
            cases += reading.scenarios.map { Case($0, client: Running.inside, way: .delegate) }
        }
        let results = try await Running.play(cases, workers: 8)
        #expect(results.count > 40)
        for (one, result) in zip(cases, results) {
            let isMeant = Self.meantForOthers[one.scenario.title] == nil
            #expect(result.isFailure == !isMeant, "\(one.scenario.name): \(result.story)")
        }
        let titles = Set(cases.map(\.scenario.title))
        #expect(Self.meantForOthers.keys.allSatisfy(titles.contains))
    }
}
