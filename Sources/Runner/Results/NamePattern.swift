// NamePattern.swift: a pattern of names of cases.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// `redirects/*`, `cookies/paths.scenario#no-slash`, `*@handler`: `*` is any run of characters, `?` any one.
///
/// It is matched with the whole name of a case. The ending `.scenario` may be left out; a pattern without `#` stands
/// for all rows of a table, one without `@` for all ways.
package struct NamePattern: Sendable, Hashable {
    package let text: String
    private let scenario: [UInt8]
    private let row: [UInt8]?
    private let way: [UInt8]?

    package init(_ text: String) {
        self.text = text
        let (name, way) = Self.parted(text, at: UInt8(ascii: "@"))
        let (file, row) = Self.parted(name, at: UInt8(ascii: "#"))
        scenario = Self.withoutEnding(file)
        self.row = row.map { Array($0.utf8) }
        self.way = way.map { Array($0.utf8) }
    }

    package func matches(scenario name: String, way: String) -> Bool {
        let (file, row) = Self.parted(name, at: UInt8(ascii: "#"))
        return Self.fits(scenario, Self.withoutEnding(file))
            && (self.row.map { Self.fits($0, Array((row ?? "").utf8)) } ?? true)
            && (self.way.map { Self.fits($0, Array(way.utf8)) } ?? true)
    }

    private static func parted(_ text: String, at mark: UInt8) -> (String, String?) {
        guard let index = text.utf8.firstIndex(of: mark) else { return (text, nil) }
        return (String(text[..<index]), String(text[text.utf8.index(after: index)...]))
    }

    private static func withoutEnding(_ file: String) -> [UInt8] {
        Array((file.hasSuffix(ending) ? String(file.dropLast(ending.count)) : file).utf8)
    }

    /// Goes back to the last `*` only, so the time is bounded by the product of both lengths.
    private static func fits(_ pattern: [UInt8], _ text: [UInt8]) -> Bool {
        var (at, place) = (0, 0)
        var star: (pattern: Int, text: Int)?
        while place < text.count {
            if at < pattern.count, pattern[at] == UInt8(ascii: "*") {
                star = (at, place)
                at += 1
            } else if at < pattern.count, pattern[at] == UInt8(ascii: "?") || pattern[at] == text[place] {
                at += 1
                place += 1
            } else if let last = star {
                star = (last.pattern, last.text + 1)
                (at, place) = (last.pattern + 1, last.text + 1)
            } else {
                return false
            }
        }
        return pattern[at...].allSatisfy { $0 == UInt8(ascii: "*") }
    }

    private static let ending = ".scenario"
}
