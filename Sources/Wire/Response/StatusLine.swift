// StatusLine.swift: the first line of a response, by its grammar.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// RFC 9112 section 4: `HTTP-version SP status-code SP [ reason-phrase ]`.
struct StatusLine {
    private(set) var version = HTTPVersion.http11
    private(set) var status = 0
    private(set) var reason = ""
    private(set) var oddities: [ResponseDeviation.Rule] = []

    /// Takes a line without its end; returns the fault that makes it unreadable.
    mutating func take(_ line: ArraySlice<UInt8>) -> ResponseFault.Kind? {
        oddities.removeAll()
        if let fault = FieldSection.control(in: line, &oddities) { return fault }
        var rest = line
        if let fault = takeVersion(&rest) { return fault }

        let blanks = rest.prefix { Octet.isBlank($0) }
        if blanks.isEmpty { return .statusLineSyntax }
        var isOdd = !blanks.elementsEqual([Octet.space])
        rest = rest.dropFirst(blanks.count)

        let digits = rest.prefix { Octet.isDigit($0) }
        guard digits.count == 3, digits.first != UInt8(ascii: "0") else { return .statusLineSyntax }
        status = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        rest = rest.dropFirst(3)
        if status > 599 { oddities.append(.statusOutOfRange) }

        if let separator = rest.first {
            guard Octet.isBlank(separator) else { return .statusLineSyntax }
            if separator != Octet.space { isOdd = true }
        } else {
            oddities.append(.reasonSpace)
        }
        if isOdd { oddities.append(.statusLineBlanks) }
        reason = String(decoding: FieldSection.trimmed(rest), as: UTF8.self)
        return nil
    }

    private mutating func takeVersion(_ rest: inout ArraySlice<UInt8>) -> ResponseFault.Kind? {
        let text = Array(rest.prefix(8))
        guard text.count == 8, text.starts(with: Self.name), Octet.isDigit(text[5]), text[6] == UInt8(ascii: "."),
            Octet.isDigit(text[7])
        else { return .versionSyntax }
        version = HTTPVersion(text[5] - 0x30, text[7] - 0x30)
        if version.major != 1 { return .versionUnsupported }
        // RFC 9110 section 2.5: read as the highest minor version known.
        if version.minor > 1 { oddities.append(.minorVersion) }
        rest = rest.dropFirst(8)
        return nil
    }

    /// The first bytes of every response.
    static let name = Array("HTTP/".utf8)
}
