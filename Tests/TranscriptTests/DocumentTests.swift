// DocumentTests.swift: docs/transcript.md and the code agree.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainTranscript
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite struct `The document on transcripts` {
    /// The document, cut at its headings: name of the event, lines below.
    private let sections: [(name: String, lines: [String])]
    private let text: [String]

    init() throws {
        text = try Self.lines(of: "transcript.md")
        var sections: [(name: String, lines: [String])] = []
        var isFenced = false
        for line in text {
            if line.hasPrefix("```") { isFenced.toggle() }
            if !isFenced, line.hasPrefix("### `") {
                sections.append((String(line.dropFirst(5).prefix { $0 != "`" }), []))
            } else if !isFenced, line.hasPrefix("#") {
                sections.append(("", []))
            } else if !sections.isEmpty {
                sections[sections.count - 1].lines.append(line)
            }
        }
        self.sections = sections.filter { !$0.name.isEmpty }
    }

    /// The lines of a document.
    static func lines(of name: String) throws -> [String] {
        let path = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/docs/" + name
        let file = try #require(fopen(path, "r"), "\(path) cannot be read")
        defer { fclose(file) }
        var bytes: [UInt8] = []
        while case let byte = getc(file), byte != EOF { bytes.append(UInt8(byte)) }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init)
    }

    @Test func `has a section for each kind of event, and for nothing else`() {
        let kinds = EventKind.allCases.map(\.rawValue)
        #expect(Set(Specimen.all.map(\.section)) == Set(kinds))
        #expect(sections.map(\.name).sorted() == kinds.sorted())
    }

    @Test func `shows the lines that the code writes`() {
        let shown = sections.flatMap { section in
            section.lines.filter { $0.hasPrefix("{") }.map { "\(section.name): \($0)" }
        }
        #expect(shown.sorted() == Specimen.all.map { "\($0.section): \($0.json)" }.sorted())
    }

    @Test func `shows how each is printed`() {
        for specimen in Specimen.all {
            let section = sections.first { $0.name == specimen.section }
            for line in specimen.printed {
                #expect(section?.lines.contains(line) == true, "\(specimen.section): \(line)")
            }
        }
    }

    @Test func `explains each member, and no other`() {
        for section in sections {
            let explained = section.lines.filter { $0.hasPrefix("| `") }.map { $0.dropFirst(3).prefix { $0 != "`" } }
            let written = Specimen.all.filter { $0.section == section.name }.flatMap { members(of: $0.json) }
            #expect(Set(explained.map(String.init)) == Set(written).subtracting(Self.everyEvent), "\(section.name)")
        }
    }

    @Test func `names the version`() {
        let header = TranscriptLines.header(scenario: "redirects/see-other.scenario").description
        #expect(text.contains(header))
        #expect(text.contains { $0.contains("version \(TranscriptLines.version)") })
    }

    @Test func `names each part of a message`() {
        let parts: [Part] = [.start, .field, .headEnd, .body, .chunk, .trailer, .raw, .lineEnd, .added, .refusal]
        for part in parts { #expect(text.contains { $0.contains("`\(part.rawValue)`") }, "\(part.rawValue)") }
    }

    /// The quoted words before a colon: no specimen has one within a text.
    private func members(of json: String) -> [String] {
        let pieces = json.split(separator: "\"")
        return zip(pieces, pieces.dropFirst()).filter { $1.hasPrefix(":") }.map { String($0.0) }
    }

    private static let everyEvent: Set<String> = ["n", "us", "event", "connection", "stream", "lane", "line"]
}
