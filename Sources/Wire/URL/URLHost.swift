// URLHost.swift: the host of a URL: a name or an address.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// RFC 3986 section 3.2.2. Two are equal if they are the same name, or the same address however it is written.
package struct URLHost: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case name, ipv4, ipv6
    }

    package let kind: Kind
    /// In lower case, and beyond ASCII in Punycode; an IPv6 address without its brackets, in the form of RFC 5952.
    package let text: String

    package init(_ text: String, isLiteral: Bool = false) throws(URLFault) {
        if isLiteral {
            guard let words = IPAddress.version6(text) else { throw .address(text) }
            kind = .ipv6
            self.text = IPAddress.text(words)
            return
        }
        var bytes = PercentCoding.decoded(text.utf8)
        if bytes.contains(where: { $0 >= 0x80 }) {
            guard let name = String(validating: bytes, as: UTF8.self) else { throw .host(text) }
            guard let ascii = InternationalHost.ascii(name) else { throw .international(name) }
            bytes = Array(ascii.utf8)
        }
        guard !bytes.isEmpty, bytes.allSatisfy(Self.isNameByte) else { throw .host(text) }
        self.text = String(decoding: bytes.map(Octet.lowercased), as: UTF8.self)
        kind = IPAddress.version4(self.text) == nil ? .name : .ipv4
    }

    /// Whether it is an address, which needs no lookup and is not named in a TLS handshake (RFC 6066 section 3).
    package var isAddress: Bool { kind != .name }

    /// The host as it stands in a URL.
    package var written: String { kind == .ipv6 ? "[\(text)]" : text }

    /// The bytes of a `reg-name` without escapes: unreserved and sub-delims.
    private static func isNameByte(_ byte: UInt8) -> Bool {
        Octet.isUnreserved(byte) || "!$&'()*+,;=".utf8.contains(byte)
    }
}

/// IP addresses as text.
package enum IPAddress {
    /// RFC 3986 section 3.2.2: four numbers without leading zeros.
    package static func version4(_ text: some StringProtocol) -> [UInt8]? {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var bytes: [UInt8] = []
        for part in parts {
            guard !part.isEmpty, part.count <= 3, part.allSatisfy({ Octet.isDigit($0) }),
                part.count == 1 || part.first != UInt8(ascii: "0")
            else { return nil }
            let number = part.reduce(0) { $0 * 10 + Int($1 - 0x30) }
            if number > 255 { return nil }
            bytes.append(UInt8(number))
        }
        return bytes
    }

    /// An IPv6 address, RFC 4291 section 2.2: eight words; `::` stands for zeros; the last two may be an IPv4 address.
    package static func version6(_ text: String) -> [UInt16]? {
        guard (2...45).contains(text.utf8.count) else { return nil }
        var before: [UInt16] = []
        var behind: [UInt16]?
        var parts = text.split(separator: ":", omittingEmptySubsequences: false)
        // A colon at either end is allowed as half of `::` only.
        if text.hasPrefix("::") { parts.removeFirst() } else if text.hasPrefix(":") { return nil }
        if text.hasSuffix("::") { parts.removeLast() } else if text.hasSuffix(":") { return nil }
        for (index, part) in parts.enumerated() {
            var words: [UInt16] = []
            if part.isEmpty {
                if behind != nil { return nil }
                behind = []
                continue
            } else if index == parts.count - 1, let bytes = version4(part) {
                words = [UInt16(bytes[0]) << 8 | UInt16(bytes[1]), UInt16(bytes[2]) << 8 | UInt16(bytes[3])]
            } else {
                guard part.utf8.count <= 4, part.utf8.allSatisfy({ Octet.hexValue($0) != nil }),
                    let word = UInt16(part, radix: 16)
                else { return nil }
                words = [word]
            }
            if behind == nil { before += words } else { behind! += words }
        }
        guard let behind else { return before.count == 8 ? before : nil }
        let zeros = 8 - before.count - behind.count
        return zeros < 1 ? nil : before + [UInt16](repeating: 0, count: zeros) + behind
    }

    /// The address by RFC 5952 section 4: lower case, no leading zeros, `::` for the longest run of zeros.
    package static func text(_ words: [UInt16]) -> String {
        var longest = 0..<0
        var index = 0
        while index < words.count {
            var end = index
            while end < words.count, words[end] == 0 { end += 1 }
            if end - index > max(longest.count, 1) { longest = index..<end }
            index = max(end, index + 1)
        }
        func hexadecimal(_ words: ArraySlice<UInt16>) -> String {
            words.map { String($0, radix: 16) }.joined(separator: ":")
        }
        if longest.isEmpty { return hexadecimal(words[...]) }
        return hexadecimal(words[..<longest.lowerBound]) + "::" + hexadecimal(words[longest.upperBound...])
    }
}
