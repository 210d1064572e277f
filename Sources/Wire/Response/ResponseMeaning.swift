// ResponseMeaning.swift: the end of a response's body, and the reuse of its connection.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Reads the fields that decide how a response goes on. RFC 9112 sections 6.3 and 9.3.
struct ResponseMeaning {
    private(set) var framing = ResponseFraming.untilClose
    private(set) var length: Int?
    private(set) var keepsAlive: Bool
    private(set) var oddities: [ResponseDeviation.Rule] = []

    private let lengthAtMost: Int

    /// Ignores the framing in `head`, which is determined here.
    init(_ head: ResponseHead, method: String, limits: Limits) throws(ResponseFault.Kind) {
        lengthAtMost = limits.body
        let options = head.members(of: "connection")
        let closes = options.contains { CaseInsensitive.equals($0, Array("close".utf8)) }
        let stays = options.contains { CaseInsensitive.equals($0, Array("keep-alive".utf8)) }
        keepsAlive = !closes && (!head.version.isOld || stays)

        let codings = head.values(of: "transfer-encoding")
        let lengths = head.values(of: "content-length")
        if method == "CONNECT", head.status / 100 == 2 {
            framing = .tunnel
            return
        }
        if head.isInformational || head.status == 204 {
            if !lengths.isEmpty { oddities.append(.lengthWithoutContent) }
            if !codings.isEmpty { oddities.append(.codingWithoutContent) }
            framing = .none
        } else if method == "HEAD" || head.status == 304 {
            // Both fields may describe the reply to a GET; even if they are invalid, there is no body.
            framing = .none
            if codings.isEmpty { length = try? number(lengths) }
        } else if !codings.isEmpty {
            try readCodings(codings)
            if !lengths.isEmpty { oddities.append(.lengthAndCoding) }
            if head.version.isOld { oddities.append(.codingInOldVersion) }
            // Either is a sign of smuggling: the message is read, and the connection is not used again. Section 6.1.
            if !lengths.isEmpty || head.version.isOld { keepsAlive = false }
        } else if let number = try number(lengths) {
            length = number
            framing = .length(number)
        }
        if framing == .untilClose { keepsAlive = false }
    }

    /// Section 6.1. This client never sends TE, so nothing but chunked may be applied.
    private mutating func readCodings(_ values: [[UInt8]]) throws(ResponseFault.Kind) {
        var isChunked = false
        var count = 0
        for value in values {
            for coding in ListMembers.copied(from: value) {
                count += 1
                let token = coding.prefix { Octet.isToken($0) }
                let rest = coding.dropFirst(token.count).first { !Octet.isBlank($0) }
                if token.isEmpty || rest != nil && rest != UInt8(ascii: ";") { throw .codingSyntax }
                if CaseInsensitive.equals(token, "chunked".utf8) {
                    if isChunked || token.count < coding.count { throw .codingSyntax }
                    isChunked = true
                } else {
                    if isChunked { throw .chunkedNotLast }
                    guard CaseInsensitive.equals(token, "identity".utf8) else { throw .codingUnsupported }
                    // RFC 2616 had `identity`, which changes nothing.
                    if !oddities.contains(.codingIdentity) { oddities.append(.codingIdentity) }
                }
            }
        }
        if count == 0 { throw .codingSyntax }
        framing = isChunked ? .chunked : .untilClose
    }

    /// Reads one number, which may be repeated: RFC 9110 section 8.6.
    private mutating func number(_ values: [[UInt8]]) throws(ResponseFault.Kind) -> Int? {
        var number: Int?
        for value in values {
            let members = ListMembers.copied(from: value)
            let isList = value.contains(UInt8(ascii: ","))
            if members.isEmpty || isList && members.count == 1 { throw .lengthSyntax }
            for member in members {
                guard member.allSatisfy({ Octet.isDigit($0) }) else { throw .lengthSyntax }
                let digits = member.drop { $0 == UInt8(ascii: "0") }
                guard let next = Int(String(decoding: digits.isEmpty ? [0x30] : digits, as: UTF8.self)) else {
                    throw .lengthTooLarge
                }
                if next > lengthAtMost { throw .lengthTooLarge }
                if number ?? next != next { throw .lengthsDiffer }
                number = next
            }
            if isList, !oddities.contains(.lengthList) { oddities.append(.lengthList) }
        }
        if values.count > 1 { oddities.append(.lengthRepeated) }
        return number
    }
}

extension ResponseFault.Kind: Error {}
