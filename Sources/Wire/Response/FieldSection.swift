// FieldSection.swift: reads the field lines of a response or of a part.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Collects fields, as leniently as RFC 9112 section 5 allows a user agent to.
struct FieldSection {
    private(set) var fields: [Field] = []
    /// The rules that the last line broke.
    private(set) var oddities: [ResponseDeviation.Rule] = []

    mutating func removeAll() { fields.removeAll() }

    /// Takes a line without its end; returns the fault that makes it unreadable.
    mutating func take(_ line: ArraySlice<UInt8>) -> ResponseFault.Kind? {
        oddities.removeAll()
        if let fault = Self.control(in: line, &oddities) { return fault }
        if let first = line.first, Octet.isBlank(first) { return takeFold(line) }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return .fieldWithoutColon }
        var name = line[..<colon]
        while let last = name.last, Octet.isBlank(last) { name.removeLast() }
        // A proxy must remove such blanks, so a client may do so as well. Section 5.1.
        if name.count < colon - line.startIndex { oddities.append(.spaceBeforeColon) }
        guard !name.isEmpty, name.allSatisfy({ Octet.isToken($0) }) else { return .fieldName }
        fields.append(Field(String(decoding: name, as: UTF8.self), Array(Self.trimmed(line[(colon + 1)...]))))
        return nil
    }

    /// Section 5.2: a user agent must replace each fold with spaces.
    private mutating func takeFold(_ line: ArraySlice<UInt8>) -> ResponseFault.Kind? {
        guard !fields.isEmpty else { return .spaceBeforeFirstField }
        oddities.append(.obsoleteFold)
        let more = Self.trimmed(line)
        if more.isEmpty { return nil }
        if !fields[fields.count - 1].value.isEmpty { fields[fields.count - 1].value.append(Octet.space) }
        fields[fields.count - 1].value += more
        return nil
    }

    /// RFC 9110 section 5.5: NUL and CR are dangerous; other control characters may be let through.
    static func control(in line: ArraySlice<UInt8>, _ oddities: inout [ResponseDeviation.Rule]) -> ResponseFault.Kind? {
        var isOdd = false
        for byte in line where byte < Octet.space && byte != Octet.tab || byte == 0x7F {
            if byte == 0 { return .control }
            if byte == Octet.cr { return .bareCR }
            isOdd = true
        }
        if isOdd { oddities.append(.control) }
        return nil
    }

    static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var bytes = bytes
        while let first = bytes.first, Octet.isBlank(first) { bytes.removeFirst() }
        while let last = bytes.last, Octet.isBlank(last) { bytes.removeLast() }
        return bytes
    }
}
