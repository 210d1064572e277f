// DiagnosticTests.swift: how diagnostics are rendered and explained.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainAdvice
import QuintainNotation
import Testing
import QuintainWords

@testable import QuintainScenario

@Suite struct `Diagnostics of single rules` {
    @Test(arguments: [
        ("*? data \"abc\"\n* fail {{any}}\n", true),
        ("either is sent again\n> GET /\n< 204\nor fails\n*? response 200\n* fail {{any}}\nend\n", true),
        ("either is sent again\n> GET /\n< 204\nor fails\n* fail {{any}}\nend\n", false),
        ("* fail {{any}}\n", false),
    ])
    func `asks for no proof above a reset whose bytes may be lost`(below: String, isLeftOpen: Bool) {
        let text = "> GET /\n< 200\n< Content-Length: 9\n<\n< abc\n! reset\n" + below
        #expect(read(text).advised.map(\.slug) == (isLeftOpen ? [] : [.resetUnproven]))
    }

    @Test func `sends nobody to files where there is no folder`() throws {
        let text = "> GET /\n< 200\n<\n< {{file \"x.png\"}}\n"
        let reading = ScenarioReader.read(Array(text.utf8), file: "posted") { _ in .failure(.noFolder) }
        let fault = try #require(reading.advised.first)
        #expect(fault.slug == .fileFault && fault.help.contains("write the bytes themselves"), "\(reading.advised)")
    }
}

@Suite struct `Rendered diagnostics` {
    private func rendered(_ text: String) -> String {
        DiagnosticText.rendered(read(text).advised, source: Array(text.utf8))
    }

    @Test func `look like a compiler's`() {
        let text = "# Loop\n> GET /\n\n\n\n\n\n\n* redirct 302 /done\n"
        #expect(
            rendered(text) == """
                test.scenario:9:3: error: no callback is called 'redirct' [unknown-callback]
                  9 | * redirct 302 /done
                    |   ^^^^^^^
                  help: did you mean 'redirect'?

                """)
    }

    @Test func `have their carets below wide characters and behind tabs`() {
        #expect(rendered("> GET /\n* data \"日本\" -> x\n").contains("\n    |                  ^\n"))
        let tabbed = rendered("> GET /\n< 200\n<\n< a\t{{byts 3}}\n")
        #expect(tabbed.contains("  4 | < a\t{{byts 3}}\n    |    \t  ^^^^\n"))
    }

    @Test func `keep control characters from the terminal`() {
        #expect(!rendered("> GET /\n* \u{1b}[31m\n").unicodeScalars.contains("\u{1b}"))
    }

    @Test func `show a long line around its fault`() throws {
        let line = "* data \"" + String(repeating: "x", count: 5000) + "\" -> nobody"
        let lines = rendered("> GET /\n\(line)\n").split(separator: "\n")
        #expect(lines[1].hasPrefix("  2 | …xxx"))
        #expect(lines[1].count < 200)
        #expect(lines[1].dropFirst(lines[2].count - 6).prefix(6) == "nobody")
    }
}

@Suite struct `The nearest word` {
    @Test(arguments: [
        ("redirct", "redirect"), ("chalenge", "challenge"), ("reponse", "response"), ("dta", "data"),
        ("FINISH", "finish"), ("wil-cache", "will-cache"),
    ])
    func `is the one that was probably meant`(typed: String, meant: String) {
        #expect(NearestWord.nearest(to: typed, among: CallbackKind.words) == meant)
    }

    @Test func `is none where none is near`() {
        #expect(NearestWord.nearest(to: "banana", among: CallbackKind.words) == nil)
    }

    @Test(arguments: [("", "abc", 3), ("abc", "abc", 0), ("abcd", "acbd", 1), ("kitten", "sitting", 3)])
    func `is found by edit distance`(one: String, other: String, distance: Int) {
        #expect(NearestWord.distance(Array(one.utf8), Array(other.utf8)) == distance)
    }
}
