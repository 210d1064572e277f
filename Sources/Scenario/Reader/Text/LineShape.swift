// LineShape.swift: what a line of a message looks like before anything of it is read.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

extension Text {
    var hasValue: Bool {
        let bytes = line.bytes
        return range.contains { bytes[$0] == Byte.open && Scanner.opensValue(bytes, at: $0, to: end) }
    }

    /// Whether the line begins with `{{raw …}}` and has nothing but values.
    var isRaw: Bool {
        var index = start
        while index < end {
            guard Scanner.opensValue(line.bytes, at: index, to: end),
                let behind = Scanner.endOfValue(line.bytes, from: index, to: end)
            else { return false }
            if index == start {
                let inner = Text(line, (index + 2)..<(behind - 2)).trimmed
                guard inner.equals("raw") || inner.starts(with: "raw ") else { return false }
            }
            index = behind
        }
        return index > start
    }

    // MARK: Fields

    /// The name in front of the colon, in lower case, if all of it is plain text.
    var fieldName: String? { HeadLine.name(of: bytes) }

    /// Whether the line of a reply's head is a field, as far as it is written out.
    var isFieldLine: Bool {
        guard let colon = Scanner.first(in: self, where: { $0 == Byte.colon }) else { return hasValue }
        let name = upTo(colon)
        return name.hasValue || (!name.isEmpty && name.bytes.allSatisfy(Byte.isToken))
    }

    /// The string of `{{"Name"}}: value`, and what stands behind the colon.
    var spelledField: (name: Text, value: Text)? {
        guard starts(with: "{{"), let behind = Scanner.endOfValue(line.bytes, from: start, to: end), behind < end,
            line.bytes[behind] == Byte.colon
        else { return nil }
        let inner = Text(line, (start + 2)..<(behind - 2)).trimmed
        guard inner.bytes.first == Byte.quote,
            Scanner.endOfString(line.bytes, from: inner.start, to: inner.end) == inner.end
        else { return nil }
        return (inner, from(behind + 1))
    }

    var isExactly: Bool { equals("{{exactly}}") }

    // MARK: Start lines

    /// The words of a start line: a method and a target with one blank between and none in them, and perhaps a version.
    var requestWords: (method: Text, target: Text, version: Text?)? {
        let parts = requestParts
        guard parts.count >= 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
        guard parts[0].bytes.allSatisfy(Byte.isToken) || parts[0].starts(with: "{{") else { return nil }
        return (parts[0], parts[1], parts.count == 3 ? parts[2] : nil)
    }

    /// A method in capitals, and a target.
    var isRequestStart: Bool {
        guard let first = bytes.first, Byte.isUpper(first),
            let end = bytes.firstIndex(where: { !Byte.isToken($0) || Byte.isLower($0) }), bytes[end] == Byte.space
        else { return false }
        let parts = requestParts
        return parts.count >= 2 && !parts[1].isEmpty
    }

    /// Two words, or three where the last is a version; empty: neither.
    private var requestParts: [Text] {
        let parts = Scanner.split(self, at: Byte.space, strings: false, values: true)
        switch parts.count {
        case 2: return parts
        case 3: return parts[2].isVersion ? parts : []
        default: return []
        }
    }

    /// Three digits, or `HTTP/`.
    var isReplyStart: Bool {
        if starts(with: "HTTP/") { return true }
        guard bytes.count >= 3, bytes.prefix(3).allSatisfy(Byte.isDigit) else { return false }
        return bytes.count == 3 || bytes[bytes.startIndex + 3] == Byte.space
    }

    /// `HTTP/1.1 200`: a start line without a phrase.
    var isPlainStatus: Bool {
        let parts = Scanner.split(self, at: Byte.space, strings: false, values: true)
        return parts.count == 2 && parts[0].isVersion && parts[1].range.count == 3
            && parts[1].bytes.allSatisfy(Byte.isDigit)
    }

    /// `HTTP/1.1`: RFC 9112 section 2.3.
    var isVersion: Bool {
        let digits = Array(bytes.dropFirst(5))
        return starts(with: "HTTP/") && digits.count == 3 && Byte.isDigit(digits[0])
            && digits[1] == UInt8(ascii: ".") && Byte.isDigit(digits[2])
    }
}

extension Template {
    /// The name in a line as it will leave, where a string is text as well.
    var fieldName: String? {
        guard case .literal(let bytes)? = pieces.first else { return nil }
        return HeadLine.name(of: bytes[...])
    }
}

/// `name` of the line `Name: value`.
enum HeadLine {
    static func name(of bytes: ArraySlice<UInt8>) -> String? {
        bytes.withUnsafeBufferPointer { bytes in
            guard let end = bytes.firstIndex(where: { !Byte.isToken($0) }), end > 0, bytes[end] == Byte.colon else {
                return nil
            }
            return String(unsafeUninitializedCapacity: end) { name in
                for index in 0..<end { name[index] = Byte.isUpper(bytes[index]) ? bytes[index] + 32 : bytes[index] }
                return end
            }
        }
    }
}
