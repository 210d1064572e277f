// ForeignFile.swift: a file of another tool, taken for a scenario.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainWords

/// A file of which every line would be an error of its own.
struct ForeignFile {
    /// The index of the line that tells.
    var line: Int
    var sentence: String
    var help: String

    static func found(among lines: [ArraySlice<UInt8>]) -> ForeignFile? {
        if let found = CurlTestFile.found(among: lines) { return found }
        // Where a line has a mark, a scenario is meant.
        if lines.contains(where: isScenario) { return nil }
        let written = lines.indices.filter { index in
            let line = lines[index]
            return line.first != UInt8(ascii: "#") && !line.allSatisfy { $0 == Byte.space || $0 == Byte.tab }
        }
        guard let first = written.first, let last = written.last else { return nil }
        if let opening = lines[first].first, [Byte.open, UInt8(ascii: "[")].contains(opening),
            let closing = lines[last].last, [Byte.close, UInt8(ascii: "]")].contains(closing),
            lines[first].count < longest, !text(lines[first]).hasSuffix("]") || lines[first].count == 1
        {
            return ForeignFile(
                line: first, sentence: "this is JSON, and no scenario",
                help: "a stub is a route, in a file that begins with 'routes': '> GET /path', and below it '< 200'; "
                    + "docs/coming-from.md has those of WireMock and others")
        }
        guard written.count > 1 else { return nil }
        if let line = written.first(where: { isBlockOfNginx(text(lines[$0])) }) {
            return ForeignFile(
                line: line, sentence: "this is a configuration of nginx, and no scenario",
                help: "a location is a route, in a file that begins with 'routes': '> GET /path', and below it '< 200'")
        }
        if isYAML(written.map { text(lines[$0]) }) {
            return ForeignFile(
                line: first, sentence: "this is YAML, and no scenario",
                help: "a line has a mark: '> GET /path' is the client's, and '< 200' below it the server's; "
                    + "docs/coming-from.md has formats of other tools side by side")
        }
        guard let request = written.first(where: { isRequest(text(lines[$0])) }) else { return nil }
        if written.contains(where: { isOfHurl(text(lines[$0])) }) {
            return ForeignFile(
                line: request, sentence: "this is a file of Hurl, which plays the client, and no scenario",
                help: "a scenario plays the server: write what its client sends as '> ' lines, and what the server "
                    + "answers as '< ' lines below; docs/coming-from.md has both side by side")
        }
        return ForeignFile(
            line: request, sentence: "no line of this file has a mark, which says whose line it is",
            help: "write '> ' before each line of a request, '< ' before each line of a reply, and a bare mark for the "
                + "empty line: '> \(Proofreader.requestStart(meantBy: lines[request]))'")
    }

    /// `> …`, `<b …`, `*`, or an order.
    private static func isScenario(_ line: ArraySlice<UInt8>) -> Bool {
        guard let mark = line.first else { return false }
        if "><*!".utf8.contains(mark) {
            let signs = mark == UInt8(ascii: "*") ? "?+&" : ""
            let rest = line.dropFirst().drop { Byte.isLower($0) || Byte.isDigit($0) || signs.utf8.contains($0) }
            return rest.first.map { $0 == Byte.space } ?? true
        }
        return ["client ", "routes"].contains { line.starts(with: $0.utf8) }
    }

    /// `request:`, `  method: GET`, `- url: /a`; a field alone is of no YAML, and some lines are text of a block.
    private static func isYAML(_ lines: [String]) -> Bool {
        func isEntry(_ line: String) -> Bool {
            let text = line.drop { $0 == " " }
            if text == "---" || text.hasPrefix("- ") { return true }
            let key = text.prefix { $0 != ":" }
            let behind = text.dropFirst(key.count + 1)
            return key.count < text.count && key.utf8.allSatisfy(Byte.isToken)
                && (behind.first.map { $0 == " " } ?? true)
        }
        let isNested = lines.contains { line in ["  ", "- ", "---"].contains(where: line.hasPrefix) }
        return isNested && isEntry(lines[0]) && 2 * lines.count(where: isEntry) > lines.count
    }

    private static func text(_ line: ArraySlice<UInt8>) -> String {
        String(decoding: line.prefix(longest), as: UTF8.self)
    }

    /// `GET /a`, `POST {{host}}/a`
    private static func isRequest(_ line: String) -> Bool {
        let words = line.split(separator: " ")
        return words.count > 1 && StartLineSlip.methods.contains(String(words[0]))
            && ["/", "http://", "https://", "{{"].contains { words[1].hasPrefix($0) }
    }

    /// `HTTP 200`, `HTTP/* 200`, `[Asserts]`
    private static func isOfHurl(_ line: String) -> Bool {
        if line.hasPrefix("[") { return !Synonyms.sections.meant(by: line.trimmingBrackets).isEmpty }
        let words = line.split(separator: " ")
        return words.count == 2 && ["HTTP", "HTTP/1.0", "HTTP/1.1", "HTTP/2", "HTTP/3", "HTTP/*"].contains(words[0])
            && (words[1] == "*" || words[1].count == 3 && Int(words[1]) != nil)
    }

    /// `server {`, `location /a {`
    private static func isBlockOfNginx(_ line: String) -> Bool {
        let words = line.split { $0 == " " || $0 == "\t" }
        return words.count > 1 && words.last == "{" && ["server", "location", "http", "upstream"].contains(words[0])
    }

    /// A longer line is none of those that tell.
    private static let longest = 4096
}
