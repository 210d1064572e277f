// NamePattern.swift: a pattern for the names of cases.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// `redirects/*`, `cookies/paths.scenario#no-slash`, `*@handler`: `*` is any run of characters, `?` any one.
///
/// A pattern is matched with the whole name of a case. The ending `.scenario` may be left out; a pattern without `#`
/// stands for all rows of a table, one without `@` for all ways. Variants of a scenario have names of their own: only a
/// pattern such as `redirects/*@cut:*` stands for them, and for nothing else. In place of its value a variant has the
/// name of its place as well: `redirects/*@cut:in-a-field`.
package struct NamePattern: Sendable, Hashable {
    package let text: String
    private let scenario: [UInt8]
    private let row: [UInt8]?
    private let variant: [UInt8]?
    private let way: [UInt8]?

    package init(_ text: String) {
        self.text = text
        let (before, variant, way) = Self.parts(text)
        self.variant = variant.map { Array($0.utf8) }
        let (file, row) = Self.parted(before, at: UInt8(ascii: "#"))
        scenario = Self.withoutEnding(file)
        self.row = row.map { Array($0.utf8) }
        self.way = way.map { Array($0.utf8) }
    }

    /// - Parameter place: the variant's name by its place, such as `cut:in-a-field`.
    package func matches(scenario name: String, way: String, place: String? = nil) -> Bool {
        let (_, variant, _) = Self.parts(name)
        guard (self.variant == nil) == (variant == nil) else { return false }
        if let own = self.variant {
            guard [variant, place].contains(where: { $0.map { Self.fits(own, Array($0.utf8)) } ?? false }) else {
                return false
            }
        }
        return isAbout(scenario: name, way: way)
    }

    /// Whether the pattern names the scenario, as it is or in any variant.
    package func isAbout(scenario name: String, way: String) -> Bool {
        let (file, row) = Self.parted(Self.parts(name).before, at: UInt8(ascii: "#"))
        return Self.fits(scenario, Self.withoutEnding(file))
            && (self.row.map { Self.fits($0, Array((row ?? "").utf8)) } ?? true)
            && (self.way.map { Self.fits($0, Array(way.utf8)) } ?? true)
    }

    /// Whether the pattern names the file, in any of its rows, ways and variants.
    package func isAbout(file name: String) -> Bool { Self.fits(scenario, Self.withoutEnding(name)) }

    /// The pattern without its row, its variant and its way.
    package var file: String { Self.file(of: text) }

    /// The file of a scenario of this name.
    package static func file(of name: String) -> String {
        parted(parts(name).before, at: UInt8(ascii: "#")).0
    }

    /// Whether the pattern tells no name from another: `*`, `?*@*`, `*.scenario`.
    package var isOfAny: Bool {
        let parts =
            [scenario, row, way].compactMap(\.self)
            + (variant?.split(separator: UInt8(ascii: ":")).map(Array.init) ?? [])
        return parts.allSatisfy { part in
            part.contains(UInt8(ascii: "*")) && part.allSatisfy { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") }
        }
    }

    /// Whether the pattern is about variants, which only sweeps play.
    package var isOfVariants: Bool { variant != nil }

    /// The words before the colons of a pattern of variants: `cut`.
    package var families: [String] {
        variant.map {
            $0.split(separator: UInt8(ascii: "+")).map { part in
                String(decoding: part.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self)
            }
        } ?? []
    }

    /// `file#row`, `cut:17` and `handler` of `file#row@cut:17@handler`: a variant has a colon.
    private static func parts(_ text: String) -> (before: String, variant: String?, way: String?) {
        let pieces = text.split(separator: "@", omittingEmptySubsequences: false).map(String.init)
        guard pieces.count > 1 else { return (text, nil, nil) }
        guard pieces[1].contains(":") else {
            return (pieces[0], nil, pieces[1...].joined(separator: "@"))
        }
        return (pieces[0], pieces[1], pieces.count > 2 ? pieces[2...].joined(separator: "@") : nil)
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
