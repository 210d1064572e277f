// SectionMeaning.swift: the fields of a head or of trailers, held against RFC 9113 section 8.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainWire

/// The facts about a message in the fields of one section, found in one pass.
struct SectionMeaning {
    enum Kind {
        case request, response, trailers
    }

    typealias Span = DecodedFields.Span

    private(set) var method: Span?
    private(set) var scheme: Span?
    private(set) var authority: Span?
    private(set) var path: Span?
    private(set) var status: Span?
    private(set) var host: Span?
    private(set) var expect: Span?
    /// `Content-Length`.
    private(set) var length: Int?
    private(set) var cookies = 0
    private var isBehindPseudo = false

    /// Checks everything but the rules of requests or responses alone; throws the first fault.
    init(_ kind: Kind, of fields: borrowing DecodedFields) throws(FrameFault) {
        for index in fields.spans.indices {
            let span = fields.spans[index]
            let name = fields.name(span)
            let value = fields.value(span)
            let known = KnownName(name)
            if known.isPseudo {
                try takePseudo(known, span, in: kind)
            } else {
                try Self.judge(name: name)
                isBehindPseudo = true
                try take(known, span, value)
            }
            try Self.judge(value: value)
        }
    }

    private mutating func takePseudo(_ known: KnownName, _ span: Span, in kind: Kind) throws(FrameFault) {
        if known == .unknownPseudo { throw FrameFault(.pseudoUnknown) }
        switch kind {
        case .trailers: throw FrameFault(.pseudoInTrailers)
        case .request: if known == .status { throw FrameFault(.pseudoMisplaced) }
        case .response: if known != .status { throw FrameFault(.pseudoMisplaced) }
        }
        if isBehindPseudo { throw FrameFault(.pseudoLate) }
        switch known {
        case .method: try Self.set(&method, span)
        case .scheme: try Self.set(&scheme, span)
        case .authority: try Self.set(&authority, span)
        case .path: try Self.set(&path, span)
        case .status: try Self.set(&status, span)
        case .unknownPseudo, .host, .cookie, .contentLength, .expect, .te, .ofConnection, .other: break
        }
    }

    private static func set(_ place: inout Span?, _ span: Span) throws(FrameFault) {
        if place != nil { throw FrameFault(.pseudoRepeated) }
        place = span
    }

    private mutating func take(_ known: KnownName, _ span: Span, _ value: UnsafeRawBufferPointer) throws(FrameFault) {
        switch known {
        case .ofConnection: throw FrameFault(.connectionField)
        case .te:
            guard CaseInsensitive.equals(value, "trailers") else { throw FrameFault(.teValue) }
        case .contentLength:
            guard let number = Self.number(value), length ?? number == number else { throw FrameFault(.lengthSyntax) }
            length = number
        case .host:
            if host != nil { throw FrameFault(.hostRepeated) }
            host = span
        case .expect: expect = span
        case .cookie: cookies += 1
        case .method, .scheme, .authority, .path, .status, .unknownPseudo, .other: break
        }
    }

    /// Checks a name, section 8.2.1 and RFC 9110 section 5.1.
    private static func judge(name: UnsafeRawBufferPointer) throws(FrameFault) {
        if name.isEmpty { throw FrameFault(.nameSyntax) }
        for byte in name {
            if byte &- 0x41 < 26 { throw FrameFault(.nameUppercase) }
            guard Octet.isToken(byte) else { throw FrameFault(.nameSyntax) }
        }
    }

    /// Checks a value, section 8.2.1.
    private static func judge(value: UnsafeRawBufferPointer) throws(FrameFault) {
        guard let first = value.first, let last = value.last else { return }
        if Octet.isBlank(first) || Octet.isBlank(last) { throw FrameFault(.valueBlanks) }
        guard let base = value.baseAddress, Scan.control(in: base, from: 0, to: value.count) < value.count else {
            return
        }
        for byte in value where byte == 0 || byte == 0x0D || byte == 0x0A { throw FrameFault(.valueCharacter) }
    }

    /// RFC 9110 section 8.6.
    private static func number(_ value: UnsafeRawBufferPointer) -> Int? {
        if value.isEmpty { return nil }
        var number = 0
        for byte in value {
            guard Octet.isDigit(byte) else { return nil }
            let (tens, isOver) = number.multipliedReportingOverflow(by: 10)
            let (sum, isOverToo) = tens.addingReportingOverflow(Int(byte - 0x30))
            if isOver || isOverToo { return nil }
            number = sum
        }
        return number
    }
}
