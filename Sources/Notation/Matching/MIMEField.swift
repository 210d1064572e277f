// MIMEField.swift: a field in the head of a part, or one that describes parts, as strictly as it must be written.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// A field of MIME: a word, and parameters behind semicolons.
struct MIMEField {
    struct Mark {
        /// Without quotes and backslashes.
        var value: [UInt8]
        /// As it came.
        var plain: [UInt8]

        /// The ways in which clients mean it: RFC 7578 section 2 lets them code by percent, browsers leave a backslash
        /// as it is.
        var readings: [[UInt8]] {
            var readings = [value]
            for other in [plain, Urlencoded.unescaped(value)] where !readings.contains(other) { readings.append(other) }
            return readings
        }
    }

    /// In lower case.
    let word: String
    /// What is wrong with the parameters, if anything is.
    private(set) var fault: String?
    private var marks: [String: Mark] = [:]

    init(_ field: [UInt8]) {
        let start = field.prefix { $0 != UInt8(ascii: ";") }
        word = String(decoding: Self.trimmed(start), as: UTF8.self).lowercased()
        var rest = field[start.endIndex...]
        while fault == nil, !rest.isEmpty { read(&rest) }
    }

    subscript(name: String) -> Mark? { marks[name] }

    /// Reads a semicolon and a parameter.
    private mutating func read(_ rest: inout ArraySlice<UInt8>) {
        guard rest.popFirst() == UInt8(ascii: ";") else { return fail("a ';' is missing before a parameter") }
        rest = rest.drop(while: Self.isBlank)
        let typed = rest.prefix(while: Self.isToken)
        let name = String(decoding: typed, as: UTF8.self).lowercased()
        rest = rest.dropFirst(typed.count)
        guard !typed.isEmpty, rest.popFirst() == UInt8(ascii: "=") else {
            return fail("a parameter has no name or no value")
        }
        let mark = rest.first == UInt8(ascii: "\"") ? quoted(&rest, name) : plain(&rest, name)
        guard let mark else { return }
        rest = rest.drop(while: Self.isBlank)
        if marks.updateValue(mark, forKey: name) != nil { fail("\(name) stands twice") }
    }

    private mutating func quoted(_ rest: inout ArraySlice<UInt8>, _ name: String) -> Mark? {
        var value: [UInt8] = []
        var plain: [UInt8] = []
        rest = rest.dropFirst()
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\"") { return Mark(value: value, plain: plain) }
            plain.append(byte)
            guard byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() else {
                value.append(byte)
                continue
            }
            plain.append(escaped)
            value.append(escaped)
        }
        fail("the quotes around \(name) do not close")
        return nil
    }

    private mutating func plain(_ rest: inout ArraySlice<UInt8>, _ name: String) -> Mark? {
        let value = rest.prefix { $0 != UInt8(ascii: ";") && !Self.isBlank($0) }
        rest = rest.dropFirst(value.count)
        guard !value.isEmpty, value.allSatisfy(Self.isToken) else {
            fail("\(name) is \(Quoting.excerpt(value)), which needs quotes")
            return nil
        }
        return Mark(value: Array(value), plain: Array(value))
    }

    private mutating func fail(_ sentence: String) { fault = fault ?? sentence }

    static func trimmed(_ bytes: some BidirectionalCollection<UInt8>) -> [UInt8] {
        Array(bytes.drop(while: isBlank).reversed().drop(while: isBlank).reversed())
    }

    static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    static func isAlphanumeric(_ byte: UInt8) -> Bool {
        0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte
    }

    static func isToken(_ byte: UInt8) -> Bool { isAlphanumeric(byte) || "!#$%&'*+-.^_`|~".utf8.contains(byte) }
}
