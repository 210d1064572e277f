// WordRow.swift: the words and strings of a step.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Words, `"strings"` and `name="string"`, with blanks between them.
struct WordRow {
    private struct Word {
        var bytes: [UInt8]
        var isString = false
        /// Where the value begins behind `name=`.
        var value: Int?
    }

    private var words: [Word] = []
    private var next = 0

    init(_ line: String, place fault: (String) -> TrialFault) throws(TrialFault) {
        var rest = Array(line.utf8)[...]
        while let first = rest.first {
            if first == UInt8(ascii: " ") {
                rest = rest.dropFirst()
                continue
            }
            var word = Word(bytes: [], isString: first == UInt8(ascii: "\""))
            while let byte = rest.first, byte != UInt8(ascii: " ") {
                rest = rest.dropFirst()
                if byte == UInt8(ascii: "\"") {
                    word.bytes += try Self.string(&rest, fault)
                } else if byte == UInt8(ascii: "{"), rest.first == byte {
                    // Blanks within a value part no words.
                    word.bytes.append(byte)
                    while let within = rest.first, word.bytes.suffix(2) != Array("}}".utf8) {
                        word.bytes.append(within)
                        rest = rest.dropFirst()
                    }
                } else {
                    if byte == UInt8(ascii: "="), word.value == nil, !word.isString {
                        word.value = word.bytes.count + 1
                    }
                    word.bytes.append(byte)
                }
            }
            words.append(word)
        }
    }

    private static func string(_ rest: inout ArraySlice<UInt8>, _ fault: (String) -> TrialFault) throws(TrialFault)
        -> [UInt8]
    {
        var bytes: [UInt8] = []
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\"") { return bytes }
            guard byte == UInt8(ascii: "\\") else {
                bytes.append(byte)
                continue
            }
            switch rest.popFirst().map({ Character(UnicodeScalar($0)) }) {
            case "n": bytes.append(10)
            case "r": bytes.append(13)
            case "t": bytes.append(9)
            case "0": bytes.append(0)
            case "\"": bytes.append(UInt8(ascii: "\""))
            case "\\": bytes.append(UInt8(ascii: "\\"))
            case "x":
                guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
                else {
                    throw fault("'\\x' takes two hexadecimal digits")
                }
                rest = rest.dropFirst(2)
                bytes.append(value)
            default: throw fault("a string has no such escape: \\n \\r \\t \\0 \\\" \\\\ \\xHH")
            }
        }
        throw fault("the string does not end")
    }

    var isString: Bool { next < words.count && words[next].isString }
    var peek: String? {
        next < words.count && !words[next].isString
            ? String(decoding: words[next].bytes, as: UTF8.self) : isString ? "\"…\"" : nil
    }
    /// The rest, which no reader has taken.
    var rest: String? { peek }

    mutating func word() -> String? {
        guard next < words.count, !words[next].isString else { return nil }
        defer { next += 1 }
        return String(decoding: words[next].bytes, as: UTF8.self)
    }

    mutating func string() -> [UInt8]? {
        guard isString else { return nil }
        defer { next += 1 }
        return words[next].bytes
    }

    mutating func pair() -> (String, [UInt8])? {
        guard next < words.count, let value = words[next].value, value > 1 else { return nil }
        defer { next += 1 }
        let bytes = words[next].bytes
        return (String(decoding: bytes[..<(value - 1)], as: UTF8.self), Array(bytes[value...]))
    }

    mutating func text(known origins: [String], _ taken: Set<String>, _ fault: (String) -> TrialFault)
        throws(TrialFault)
        -> Text?
    {
        guard next < words.count else { return nil }
        defer { next += 1 }
        return try Text(words[next].bytes, known: origins, taken, fault)
    }
}

extension Text {
    /// Bytes with `{{…}}` in them.
    init(_ bytes: [UInt8], known origins: [String], _ taken: Set<String>, _ fault: (String) -> TrialFault)
        throws(TrialFault)
    {
        var rest = bytes[...]
        while let open = rest.firstRange(of: Array("{{".utf8)) {
            if open.lowerBound > rest.startIndex { pieces.append(.bytes(Array(rest[..<open.lowerBound]))) }
            rest = rest[open.upperBound...]
            guard let close = rest.firstRange(of: Array("}}".utf8)) else { throw fault("'{{' does not end") }
            let words = String(decoding: rest[..<close.lowerBound], as: UTF8.self).split(separator: " ").map(
                String.init)
            rest = rest[close.upperBound...]
            switch (words.first, words.count) {
            case ("authority", 1...2), ("url", 1...2):
                let origin = words.count > 1 ? words[1] : "main"
                guard origins.contains(origin) else { throw fault("the scenario has no origin '\(origin)'") }
                pieces.append(words[0] == "url" ? .url(origin) : .authority(origin))
            case ("bytes", 2...3):
                let from = words.count > 2 ? words[2].hasPrefix("from=") ? Int(words[2].dropFirst(5)) : nil : 0
                guard let count = Int(words[1]), let from else {
                    throw fault("it is '{{bytes N}}' or '{{bytes N from=M}}'")
                }
                pieces.append(.pattern(count: count, from: from))
            case (let name?, 1) where taken.contains(name): pieces.append(.taken(name))
            default:
                throw fault(
                    "'{{\(words.joined(separator: " "))}}' is neither an origin's authority or url, nor bytes, nor taken above"
                )
            }
        }
        if !rest.isEmpty { pieces.append(.bytes(Array(rest))) }
    }
}
