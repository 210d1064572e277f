// Quoting.swift: strings between quotes, written and read.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// `"…"` with `\n \r \t \0 \" \\ \xHH`, and nothing else special.
package enum Quoting {
    /// The bytes between quotes; those that are not printable text are escaped.
    package static func quoted(_ bytes: some Collection<UInt8>) -> String {
        "\"" + escaped(bytes, quotes: true) + "\""
    }

    /// The bytes between quotes, or of many the first, and how many there are: `"aaaa"… (300 bytes)`.
    package static func excerpt(_ bytes: some Collection<UInt8>, quotes: Bool = true) -> String {
        excerpt(Snippet(bytes), quotes: quotes)
    }

    /// The same of bytes that are kept as an excerpt.
    package static func excerpt(_ excerpt: Snippet, quotes: Bool = true) -> String {
        let beginning = excerpt.bytes.prefix(excerptAtMost)
        let text = quotes ? quoted(beginning) : escaped(beginning)
        return excerpt.count > excerptAtMost ? "\(text)… (\(excerpt.count) bytes)" : text
    }

    /// `"a", not "b"`; `came` is put behind the first: `"a" came, not "b"`.
    package static func difference(_ came: String, _ wanted: String, _ verb: String = "") -> String {
        let (came, wanted) = told(apart: came, wanted)
        return "\(came)\(verb), not \(wanted)"
    }

    /// The same of whole values. Long ones that begin alike are shown from a little before the place where they differ.
    package static func difference(of came: [UInt8], from wanted: [UInt8]) -> String {
        let (came, wanted) = Snippet.pair(came, wanted)
        return difference(of: came, from: wanted)
    }

    package static func difference(of came: Snippet, from wanted: Snippet, _ verb: String = "") -> String {
        let same = zip(came.bytes, wanted.bytes).prefix { $0 == $1 }.count
        guard same >= alikeAtLeast, max(came.count, wanted.count) > excerptAtMost else {
            return difference(excerpt(came), excerpt(wanted), verb)
        }
        var start = same - shownBefore
        while start > same - shownBefore - 3, came.bytes[start] & 0xC0 == 0x80 { start -= 1 }
        func shown(_ excerpt: Snippet) -> String {
            let end = start + shownBefore + shownBehind
            let isCut = excerpt.count > excerpt.start + end
            return "…\(quoted(excerpt.bytes[start...].prefix(end - start)))\(isCut ? "…" : "")"
        }
        return "\(difference(shown(came), shown(wanted), verb)), from byte \(came.start + same) on"
    }

    /// Two texts that differ, as a reader can tell them apart: where they first differ in what looks alike, such as an `é`
    /// of one scalar and one of two, or a no-break space, they are told by their bytes.
    package static func told(apart one: String, _ other: String) -> (String, String) {
        guard let (first, second) = zip(one, other).first(where: { !$0.utf8.elementsEqual($1.utf8) }),
            first == second || first.isWhitespace && second.isWhitespace
        else { return (one, other) }
        return (allEscaped(one), allEscaped(other))
    }

    /// A name as a reader can tell it from others: by its bytes where one of them looks alike.
    static func told(_ name: String, among others: some Sequence<String>) -> String {
        let isPlain = name.utf8.allSatisfy { $0 < 0x80 }
        let isAlone = isPlain || !others.contains { $0 == name && !$0.utf8.elementsEqual(name.utf8) }
        return isAlone ? name : allEscaped(name)
    }

    private static func allEscaped(_ text: String) -> String {
        text.utf8.map { $0 < 0x80 ? String(Unicode.Scalar($0)) : hex($0) }.joined()
    }

    private static let excerptAtMost = 120
    /// Values that begin alike for so long would differ, if at all, at the end of what is shown of them.
    private static let alikeAtLeast = 60
    private static let shownBefore = 24
    private static let shownBehind = 40

    /// As ``quoted(_:)`` but without the quotes around it, and with the quotes inside left alone.
    package static func escaped(_ bytes: some Collection<UInt8>, quotes: Bool = false) -> String {
        var result = ""
        // Whole UTF-8 sequences stay readable; what is not UTF-8 is escaped byte by byte.
        var rest = Array(bytes)[...]
        while let byte = rest.first {
            switch byte {
            case UInt8(ascii: "\n"): result += "\\n"
            case UInt8(ascii: "\r"): result += "\\r"
            case UInt8(ascii: "\t"): result += "\\t"
            case 0: result += "\\0"
            case UInt8(ascii: "\\"): result += "\\\\"
            case UInt8(ascii: "\"") where quotes: result += "\\\""
            case 0x20...0x7E: result.unicodeScalars.append(Unicode.Scalar(byte))
            case 0x80...:
                if let (scalar, length) = scalar(at: rest), !scalar.properties.isDefaultIgnorableCodePoint,
                    scalar.value >= 0xA0
                {
                    result.unicodeScalars.append(scalar)
                    rest = rest.dropFirst(length)
                    continue
                }
                result += hex(byte)
            default: result += hex(byte)
            }
            rest = rest.dropFirst()
        }
        return result
    }

    package static func hex(_ byte: UInt8) -> String { "\\x" + hexDigits(byte) }

    private static func scalar(at bytes: ArraySlice<UInt8>) -> (Unicode.Scalar, Int)? {
        var decoder = UTF8()
        var iterator = bytes.prefix(4).makeIterator()
        guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return nil }
        return (scalar, UTF8.width(scalar))
    }
}
