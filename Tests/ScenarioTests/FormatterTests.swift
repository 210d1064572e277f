// FormatterTests.swift: one layout, with the same meaning.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import QuintainScenario

private func formatted(_ text: String) -> String? {
    ScenarioFormatter.format(Array(text.utf8), read(text)).map { String(decoding: $0, as: UTF8.self) }
}

@Suite struct `The formatter` {
    @Test(arguments: [
        ("#title\n> GET /", "# title\n> GET /\n"), ("#   indented \t\n#\n> GET /", "#   indented\n#\n> GET /\n"),
        ("level should\n> GET /", "level  should\n> GET /\n"),
        ("spec     RFC 1,  section  2\n> GET /", "spec   RFC 1,  section  2\n> GET /\n"),
        (
            "client    POST   /   as   upload\n  A:b\n                 body   \"a  b\"   {{bytes  3}}\n> POST /",
            "client POST / as upload\n       A: b\n       body \"a  b\" {{bytes  3}}\n> POST /\n"
        ),
        ("> GET /\n*   data   \"a  b\"   ->   cancel", "> GET /\n* data \"a  b\" -> cancel\n"),
        ("> GET /\n* [ urlsession   nsurlconnection]finish", "> GET /\n* [urlsession nsurlconnection] finish\n"),
        ("> GET /\n* response   200\n ETag:   \"a\"", "> GET /\n* response 200\n       ETag: \"a\"\n"),
        ("> GET /\n!   wait   200ms", "> GET /\n! wait 200ms\n"),
        ("> GET /\n< 200\n<\n<   body   text", "> GET /\n< 200\n<\n<   body   text\n"),
        ("\n\n\n# a\n\n\n\n> GET /\n\n\n", "# a\n\n> GET /\n"),
        ("> GET /\r\n< 200\r\n", "> GET /\r\n< 200\r\n"),
        ("level should\r\n> GET /\r\n", "level  should\r\n> GET /\r\n"),
        ("> GET /\r\n< 200\r\n<\r\n< a\rb", "> GET /\r\n< 200\r\n<\r\n< a\rb\r\n"),
        ("> GET /\r\n< 200\n", "> GET /\n< 200\n"),
        ("> GET /  \n< 200\t\n< A: b \n<\n< c  ", "> GET /\n< 200\n< A: b\n<\n< c\n"),
        ("> GET / \n< HTTP/1.1 200   ", "> GET /\n< HTTP/1.1 200 \n"),
        ("\u{FEFF}> GET /", "> GET /\n"),
        ("either a\n* finish\nor\n* created\nend", nil),
    ])
    func `changes only blanks that mean nothing`(typed: String, expected: String?) {
        #expect(formatted(typed) == expected)
    }

    @Test func `puts the columns of a table below each other`() {
        let typed = """
            cases name|place   |   other
             one | /1 | x
            # why

                     wide日本|/222|{{"|"}}
             none||
            > GET /a{{place}}{{other}}

            """
        #expect(
            formatted(typed) == """
                cases  name     | place | other
                       one      | /1    | x
                # why

                       wide日本 | /222  | {{"|"}}
                       none     |       |
                > GET /a{{place}}{{other}}

                """)
    }

    @Test func `leaves blanks alone where a cell may put quotes round them`() {
        let typed = "cases  name | quote\n       one  | \"\n> GET /\n* data {{quote}}a  b{{quote}}\n"
        #expect(formatted(typed) == typed)
    }

    @Test func `refuses a file with errors`() {
        #expect(formatted("> GET /\n*   finsh\n") == nil)
    }

    @Test(arguments: TestFiles.examples)
    func `keeps the meaning of every example, and changes nothing twice`(name: String) throws {
        let bytes = try TestFiles.example(name)
        let before = ScenarioReader.read(bytes, file: name) { _ in .failure(.missing) }
        let once = try #require(ScenarioFormatter.format(bytes, before))
        let after = ScenarioReader.read(once, file: name) { _ in .failure(.missing) }
        #expect(meaning(after) == meaning(before))
        #expect(ScenarioFormatter.format(once, after) == once)
    }

    @Test(arguments: TestFiles.examples)
    func `brings every layout to the same one`(name: String) throws {
        let bytes = try TestFiles.example(name)
        let before = ScenarioReader.read(bytes, file: name) { _ in .failure(.missing) }
        let expected = ScenarioFormatter.format(bytes, before)
        for seed in 1...5 {
            let other = Self.relaid(String(decoding: bytes, as: UTF8.self), seed: seed)
            let reading = ScenarioReader.read(Array(other.utf8), file: name) { _ in .failure(.missing) }
            #expect(meaning(reading) == meaning(before))
            let formatted = ScenarioFormatter.format(Array(other.utf8), reading)
            #expect(
                formatted.map {
                    String(decoding: $0, as: UTF8.self).replacing("\r\n", with: "\n").utf8.elementsEqual(expected ?? [])
                } == true)
        }
    }

    /// The text with other blanks where blanks mean nothing.
    private static func relaid(_ text: String, seed: Int) -> String {
        var state = UInt64(seed)
        func blanks() -> String {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return String(repeating: " ", count: 1 + Int(state >> 33) % 9)
        }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line -> String in
            guard let mark = line.first, String(line).strength.level.isEmpty else { return String(line) }
            switch mark {
            case ">", "<", "#": return String(line)
            case " ": return blanks() + line.drop { $0 == " " }
            default:
                guard !line.contains("\""), !line.contains("{{"), !line.hasPrefix("spec") else { return String(line) }
                guard mark != "e", mark != "o" else { return String(line) }
                let words = line.split(separator: " ")
                // After a mark comes one blank, and then any number.
                return words.dropFirst().reduce(String(words[0])) { $0 + blanks() + $1 }
            }
        }
        return lines.joined(separator: seed % 2 == 0 ? "\r\n" : "\n")
    }
}
