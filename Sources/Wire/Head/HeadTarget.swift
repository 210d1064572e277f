// HeadTarget.swift: the form of a request target, and its authority.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

extension HeadParser {
    /// Judges the target, RFC 9112 section 3.2: every target is read, and breaches are noted. `firstOdd` is the first
    /// byte that neither a path nor a query may have.
    mutating func judgeTarget(_ base: UnsafeRawPointer, firstOdd: Int?) {
        let bytes = base.bytes(target)
        let first = bytes[0]
        if method.count == 7, base.bytes(method).elementsEqual("CONNECT".utf8) {
            form = HostForm.fits(bytes) && hasPort(bytes) ? .authority : .other
        } else if first == UInt8(ascii: "/") {
            form = .origin
        } else if first == UInt8(ascii: "*"), bytes.count == 1 {
            form = base.bytes(method).elementsEqual("OPTIONS".utf8) ? .asterisk : .other
        } else {
            form = schemeEnd(bytes) != nil ? .absolute : .other
        }
        if form == .other { note(.targetForm, at: target.lowerBound) }
        if let authority = absoluteAuthority(base), base.bytes(authority).contains(UInt8(ascii: "@")) {
            note(.userInTarget, at: authority.lowerBound)
        }
        if let firstOdd { judgeCharacters(base, from: firstOdd) }
        judgeEscapes(bytes)
    }

    private mutating func judgeCharacters(_ base: UnsafeRawPointer, from first: Int) {
        // An IPv6 literal has brackets, which are allowed only in an authority.
        let authority = form == .authority ? target : absoluteAuthority(base) ?? 0..<0
        for index in first..<target.upperBound {
            let byte = base.byte(index)
            if byte == UInt8(ascii: "#") {
                note(.fragmentInTarget, at: index)
            } else if !Octet.isPathOrQuery(byte) {
                let isBracket = byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]")
                if !isBracket || !authority.contains(index) { note(.targetCharacter, at: index) }
            }
        }
    }

    private mutating func judgeEscapes(_ bytes: UnsafeRawBufferPointer) {
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%") {
                let isWhole =
                    index + 2 < bytes.count && Octet.hexValue(bytes[index + 1]) != nil
                    && Octet.hexValue(bytes[index + 2]) != nil
                if !isWhole {
                    note(.percentEncoding, at: target.lowerBound + index)
                    return
                }
            }
            index += 1
        }
    }

    /// The authority in the target, without user information; nil: it has none.
    func authorityOfTarget(_ base: UnsafeRawPointer) -> UnsafeRawBufferPointer? {
        switch form {
        case .origin, .asterisk, .other: return nil
        case .authority: return base.bytes(target)
        case .absolute:
            guard let range = absoluteAuthority(base) else { return nil }
            let whole = base.bytes(range)
            guard let at = whole.lastIndex(of: UInt8(ascii: "@")) else { return whole }
            return .init(rebasing: whole[(at + 1)...])
        }
    }

    private func absoluteAuthority(_ base: UnsafeRawPointer) -> Range<Int>? {
        guard form == .absolute, let start = schemeEnd(base.bytes(target)) else { return nil }
        let from = target.lowerBound + start
        let enders: [UInt8] = [UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#")]
        let end = (from..<target.upperBound).first { enders.contains(base.byte($0)) }
        return from..<(end ?? target.upperBound)
    }

    /// The start of the authority in `scheme://authority`; nil: there is no scheme.
    private func schemeEnd(_ bytes: UnsafeRawBufferPointer) -> Int? {
        guard let first = bytes.first, Octet.lowercased(first) &- 0x61 < 26 else { return nil }
        var index = 1
        while index < bytes.count, Octet.isToken(bytes[index]) { index += 1 }
        guard bytes.count >= index + 3, bytes[index] == UInt8(ascii: ":"), bytes[index + 1] == UInt8(ascii: "/"),
            bytes[index + 2] == UInt8(ascii: "/")
        else { return nil }
        return index + 3
    }

    private func hasPort(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let last = bytes.last, Octet.isDigit(last) else { return false }
        let digits = bytes.reversed().prefix { Octet.isDigit($0) }.count
        return digits < bytes.count && bytes[bytes.count - digits - 1] == UInt8(ascii: ":")
    }
}
