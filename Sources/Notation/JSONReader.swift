// JSONReader.swift: reads JSON, RFC 8259, strictly and within bounds.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Why a text is no JSON, and where.
package struct JSONFault: Error, Equatable, Sendable {
    /// Counted in bytes from the beginning, the first of which is byte 0, as in `at=0`.
    package var offset: Int
    package var message: String

    /// The text may be JSON, and is not read any deeper.
    static let tooDeep = "nested too deeply"
    /// Whether the text breaks the grammar, as far as it was read.
    package var isOfGrammar: Bool { message != Self.tooDeep }
    package static let depthAtMost = 32
}

extension JSONText {
    /// Reads one value. Numbers must be whole, because no reader here needs others; `anyNumber` allows all of them in
    /// members that are not used.
    package init(parsing bytes: [UInt8], anyNumber: Bool = false) throws(JSONFault) {
        var reader = JSONReader(bytes: bytes, takesDecimals: anyNumber)
        self = try reader.document()
    }

    /// Reads a value of another program that is to be repeated: with any numbers, and with the later of two members of
    /// the same name, as most readers do.
    package init(parsingForeign bytes: [UInt8]) throws(JSONFault) {
        var reader = JSONReader(bytes: bytes, takesDecimals: true, takesRepeats: true)
        self = try reader.document()
    }

    package init(parsing text: String) throws(JSONFault) {
        try self.init(parsing: Array(text.utf8))
    }

    package var text: String? { if case .text(let value) = self { value } else { nil } }
    package var number: Int? { if case .number(let value) = self { value } else { nil } }
    package var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
    package var list: [JSONText]? { if case .list(let value) = self { value } else { nil } }
    package var members: [(String, JSONText)]? { if case .object(let value) = self { value } else { nil } }

    /// The member of this name; nil: there is none, or this is no object.
    package subscript(name: String) -> JSONText? {
        members?.last { $0.0 == name }?.1
    }
}

private struct JSONReader {
    let bytes: [UInt8]
    private var index = 0
    private var depth = 0

    private let takesDecimals: Bool
    private let takesRepeats: Bool

    init(bytes: [UInt8], takesDecimals: Bool, takesRepeats: Bool = false) {
        self.bytes = bytes
        self.takesDecimals = takesDecimals
        self.takesRepeats = takesRepeats
    }

    mutating func document() throws(JSONFault) -> JSONText {
        // RFC 8259 section 8.1: whoever sends JSON puts none in front of it.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            throw fault("a byte order mark stands in front, which JSON must not have")
        }
        let value = try value()
        skipBlanks()
        if index < bytes.count { throw fault("something follows the value") }
        return value
    }

    private mutating func value() throws(JSONFault) -> JSONText {
        skipBlanks()
        guard index < bytes.count else { throw fault("a value is missing") }
        switch bytes[index] {
        case UInt8(ascii: "{"): return try object()
        case UInt8(ascii: "["): return try list()
        case UInt8(ascii: "\""): return .text(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func object() throws(JSONFault) -> JSONText {
        try enter()
        defer { depth -= 1 }
        var members: [(String, JSONText)] = []
        // By bytes: canonically equal names are different members.
        var names: [[UInt8]: Int] = [:]
        if take("}") { return .object([]) }
        repeat {
            skipBlanks()
            guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else {
                throw fault("a member's name is missing")
            }
            let start = index
            let name = try string()
            let key = Array(name.utf8)
            let earlier = names.updateValue(names[key] ?? members.count, forKey: key)
            guard earlier == nil || takesRepeats else {
                // RFC 8259 section 4: receivers treat such an object differently, so it is refused.
                index = start
                throw fault("the member \(Quoting.quoted(name.utf8.prefix(60))) stands there twice")
            }
            guard take(":") else { throw fault("':' is missing behind a name") }
            if let earlier {
                members[earlier].1 = try value()
            } else {
                members.append((name, try value()))
            }
        } while take(",")
        guard take("}") else { throw fault("'}' is missing") }
        return .object(members)
    }

    private mutating func list() throws(JSONFault) -> JSONText {
        try enter()
        defer { depth -= 1 }
        var values: [JSONText] = []
        if take("]") { return .list([]) }
        repeat { values.append(try value()) } while take(",")
        guard take("]") else { throw fault("']' is missing") }
        return .list(values)
    }

    private mutating func enter() throws(JSONFault) {
        index += 1
        depth += 1
        if depth > JSONFault.depthAtMost { throw fault(JSONFault.tooDeep) }
    }

    private mutating func string() throws(JSONFault) -> String {
        index += 1
        var result: [UInt8] = []
        while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: "\""):
                index += 1
                guard let text = String(validating: result, as: UTF8.self) else { throw fault("a string is not UTF-8") }
                return text
            case UInt8(ascii: "\\"): try escape(into: &result)
            case 0..<0x20: throw fault("a control character stands in a string")
            default: appendPlain(to: &result)
            }
        }
        throw fault("a string does not end")
    }

    /// Appends the bytes up to the next quote, backslash or control character at once.
    private mutating func appendPlain(to result: inout [UInt8]) {
        let start = index
        bytes.withUnsafeBufferPointer { bytes in
            while index < bytes.count, bytes[index] >= 0x20, bytes[index] != UInt8(ascii: "\""),
                bytes[index] != UInt8(ascii: "\\")
            {
                index += 1
            }
        }
        result += bytes[start..<index]
    }

    private mutating func escape(into result: inout [UInt8]) throws(JSONFault) {
        index += 1
        guard index < bytes.count else { throw fault("a string does not end") }
        let mark = bytes[index]
        switch mark {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): result.append(mark)
        case UInt8(ascii: "b"): result.append(8)
        case UInt8(ascii: "f"): result.append(12)
        case UInt8(ascii: "n"): result.append(10)
        case UInt8(ascii: "r"): result.append(13)
        case UInt8(ascii: "t"): result.append(9)
        case UInt8(ascii: "u"):
            index += 1
            return try unicode(into: &result)
        default: throw fault("no such escape")
        }
        index += 1
    }

    private mutating func unicode(into result: inout [UInt8]) throws(JSONFault) {
        var code = try fourDigits()
        if 0xD800..<0xDC00 ~= code {
            guard index + 1 < bytes.count, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u")
            else { throw fault("half a surrogate pair") }
            index += 2
            let low = try fourDigits()
            guard 0xDC00..<0xE000 ~= low else { throw fault("half a surrogate pair") }
            code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(code) else { throw fault("half a surrogate pair") }
        result += Array(String(Character(scalar)).utf8)
    }

    private mutating func fourDigits() throws(JSONFault) -> UInt32 {
        var code: UInt32 = 0
        for offset in 0..<4 {
            guard index + offset < bytes.count, let digit = Self.hexValue(bytes[index + offset]) else {
                throw fault("four hexadecimal digits are missing")
            }
            code = code << 4 | UInt32(digit)
        }
        index += 4
        return code
    }

    private static func hexValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }

    private mutating func number() throws(JSONFault) -> JSONText {
        let start = index
        if bytes[index] == UInt8(ascii: "-") { index += 1 }
        while index < bytes.count, 48...57 ~= bytes[index] { index += 1 }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        let digits = text.drop { $0 == "-" }
        if takesDecimals, let decimal = decimal(from: start) { return decimal }
        guard let number = Int(text), digits == "0" || !digits.hasPrefix("0") else {
            index = start
            throw fault("no value begins like this")
        }
        if index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): throw fault("the number is not whole")
            default: break
            }
        }
        return .number(number)
    }

    /// A number by the grammar of RFC 8259 section 6 that an Int cannot hold; nil: it is whole, or no number.
    private mutating func decimal(from start: Int) -> JSONText? {
        let whole = bytes[start..<index].drop { $0 == UInt8(ascii: "-") }
        guard let first = whole.first, first != UInt8(ascii: "0") || whole.count == 1 else { return nil }
        var end = index
        func skipDigits() -> Bool {
            let before = end
            while end < bytes.count, 48...57 ~= bytes[end] { end += 1 }
            return end > before
        }
        if end < bytes.count, bytes[end] == UInt8(ascii: ".") {
            end += 1
            guard skipDigits() else { return nil }
        }
        if end < bytes.count, bytes[end] | 0x20 == UInt8(ascii: "e") {
            end += 1
            if end < bytes.count, bytes[end] == UInt8(ascii: "+") || bytes[end] == UInt8(ascii: "-") { end += 1 }
            guard skipDigits() else { return nil }
        }
        let text = String(decoding: bytes[start..<end], as: UTF8.self)
        if end == index, Int(text) != nil { return nil }
        index = end
        return .decimal(text)
    }

    private mutating func word(_ word: String, _ value: JSONText) throws(JSONFault) -> JSONText {
        guard bytes[index...].starts(with: word.utf8) else { throw fault("no value begins like this") }
        index += word.utf8.count
        return value
    }

    private mutating func take(_ mark: Unicode.Scalar) -> Bool {
        skipBlanks()
        guard index < bytes.count, bytes[index] == UInt8(ascii: mark) else { return false }
        index += 1
        return true
    }

    private mutating func skipBlanks() {
        while index < bytes.count {
            switch bytes[index] {
            case 0x20, 0x09, 0x0A, 0x0D: index += 1
            default: return
            }
        }
    }

    private func fault(_ message: String) -> JSONFault { JSONFault(offset: index, message: message) }
}
