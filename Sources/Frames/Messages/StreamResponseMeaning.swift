// StreamResponseMeaning.swift: the head of a response, by RFC 9113 section 8.3.2.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainWire

/// A response's fields, once they have passed the checks.
struct StreamResponseMeaning {
    let section: SectionMeaning
    let status: Int

    init(_ fields: borrowing DecodedFields) throws(FrameFault) {
        section = try SectionMeaning(.response, of: fields)
        guard let span = section.status else { throw FrameFault(.statusMissing) }
        let digits = fields.value(span)
        guard digits.count == 3, digits.allSatisfy({ Octet.isDigit($0) }), digits[0] != UInt8(ascii: "0") else {
            throw FrameFault(.statusSyntax)
        }
        status = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        // Section 8.6.
        if status == 101 { throw FrameFault(.switchingProtocols) }
    }

    var isInformational: Bool { status / 100 == 1 }
}

/// The request's method, as far as reading the response depends on it.
enum AnsweredMethod: Hashable, Sendable {
    case head, connect, other

    init(_ method: String) {
        self =
            switch method {
            case "HEAD": .head
            case "CONNECT": .connect
            default: .other
            }
    }

    /// RFC 9110 section 6.4.1.
    func forbidsContent(in status: Int) -> Bool { self == .head || status == 204 || status == 304 }
}
