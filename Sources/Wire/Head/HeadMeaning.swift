// HeadMeaning.swift: the meaning of a head's fields for its body and its connection.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

extension HeadParser {
    /// Reads the fields that decide how the message goes on; returns the breach that makes that undecidable.
    mutating func judge(_ base: UnsafeRawPointer) -> Deviation? {
        keepsAlive = !version.isOld
        if has(.connection) { readConnection(base) }
        judgeHost(base)
        if let rule = readLength(base) ?? readCodings(base) { return rule }
        if has(.expect) { readExpect(base) }
        if has(.te) || has(.upgrade) { judgeHopFields(base) }
        if framing != .none, framing != .length(0) { judgeContent(base.bytes(method)) }
        return nil
    }

    /// Notes content in a request whose method has none.
    private mutating func judgeContent(_ method: UnsafeRawBufferPointer) {
        if method.elementsEqual("CONNECT".utf8) { note(.contentOnConnect, at: start) }
        if method.elementsEqual("TRACE".utf8) { note(.contentOnTrace, at: start) }
    }

    func has(_ field: KnownField) -> Bool { known & 1 << field.rawValue != 0 }

    /// The bytes of a field's value, without line ends.
    func value(of field: FieldSpan, _ base: UnsafeRawPointer) -> UnsafeRawBufferPointer {
        field.isFolded ? .init(rebasing: unfolded.bytes[field.value]) : base.bytes(field.value)
    }

    /// Reads `Connection`, RFC 9112 section 9.3.
    private mutating func readConnection(_ base: UnsafeRawPointer) {
        var closes = false
        for field in fields where field.known == .connection {
            let value = value(of: field, base)
            // The usual case, without a list.
            if CaseInsensitive.equals(value, "keep-alive") {
                keepsAlive = true
                continue
            }
            for option in ListMembers(value) {
                if CaseInsensitive.equals(option, "close") { closes = true }
                if CaseInsensitive.equals(option, "keep-alive") { keepsAlive = true }
            }
        }
        if closes { keepsAlive = false }
        saysClose = closes
    }

    /// RFC 9110 section 7.6.1: a field that is for the next hop alone is named in `Connection`.
    private mutating func judgeHopFields(_ base: UnsafeRawPointer) {
        for field in fields where field.known == .te || field.known == .upgrade {
            let name = field.known == .te ? "te" : "upgrade" as StaticString
            if !isConnectionOption(name, base) { note(.optionMissing, at: Int(field.nameStart)) }
            guard field.known == .te else { continue }
            for coding in ListMembers(value(of: field, base)) {
                let token = UnsafeRawBufferPointer(rebasing: coding.prefix { Octet.isToken($0) })
                if CaseInsensitive.equals(token, "chunked") { note(.chunkedInTE, at: Int(field.nameStart)) }
            }
        }
    }

    private func isConnectionOption(_ name: StaticString, _ base: UnsafeRawPointer) -> Bool {
        fields.contains { field in
            field.known == .connection
                && ListMembers(value(of: field, base)).contains { CaseInsensitive.equals($0, name) }
        }
    }

    /// Checks `Host`, RFC 9112 section 3.2.
    private mutating func judgeHost(_ base: UnsafeRawPointer) {
        guard has(.host) else {
            if !version.isOld { note(.hostMissing, at: start) }
            return
        }
        var seen = false
        for field in fields where field.known == .host {
            if seen { note(.hostRepeated, at: Int(field.nameStart)) }
            seen = true
            let host = value(of: field, base)
            if host.isEmpty {
                // Host may be empty for a URL without an authority, but an http URL has one.
                note(.hostEmpty, at: Int(field.nameStart))
            } else if !HostForm.fits(host) {
                note(.hostInvalid, at: Int(field.nameStart))
            } else if let authority = authorityOfTarget(base), !CaseInsensitive.equals(host, authority) {
                note(.hostDiffers, at: Int(field.nameStart))
            }
        }
    }

    /// Reads `Content-Length`, RFC 9110 section 8.6.
    private mutating func readLength(_ base: UnsafeRawPointer) -> Deviation? {
        guard has(.contentLength) else { return nil }
        var length: Int?
        for field in fields where field.known == .contentLength {
            let name = Int(field.nameStart)
            let isRepeated = length != nil
            let whole = value(of: field, base)
            var members = 0
            for member in ListMembers(whole) {
                var number = 0
                for byte in member {
                    guard Octet.isDigit(byte) else { return Deviation(.lengthSyntax, at: name) }
                    let (tens, isOver) = number.multipliedReportingOverflow(by: 10)
                    let (sum, isOverToo) = tens.addingReportingOverflow(Int(byte - 0x30))
                    if isOver || isOverToo || sum > bodyLimit { return Deviation(.lengthTooLarge, at: name) }
                    number = sum
                }
                if length ?? number != number { return Deviation(.lengthsDiffer, at: name) }
                length = number
                members += 1
            }
            let isList = whole.contains(UInt8(ascii: ","))
            if members == 0 || isList && members == 1 { return Deviation(.lengthSyntax, at: name) }
            if isRepeated { note(.lengthRepeated, at: name) }
            if isList { note(.lengthList, at: name) }
        }
        framing = length.map(BodyFraming.length) ?? .none
        return nil
    }

    /// Reads `Transfer-Encoding`, RFC 9112 sections 6.1 and 6.3.
    private mutating func readCodings(_ base: UnsafeRawPointer) -> Deviation? {
        guard has(.transferEncoding) else { return nil }
        var isChunked = false
        var last = start
        var count = 0
        for field in fields where field.known == .transferEncoding {
            let name = Int(field.nameStart)
            for coding in ListMembers(value(of: field, base)) {
                count += 1
                let token = coding.prefix { Octet.isToken($0) }
                if token.isEmpty { return Deviation(.codingSyntax, at: name) }
                let named = UnsafeRawBufferPointer(rebasing: token)
                if CaseInsensitive.equals(named, "chunked") {
                    if isChunked { return Deviation(.chunkedTwice, at: name) }
                    if token.count < coding.count {
                        let rest = coding.dropFirst(token.count).first { !Octet.isBlank($0) }
                        return Deviation(rest == UInt8(ascii: ";") ? .chunkedParameter : .codingSyntax, at: name)
                    }
                    isChunked = true
                } else {
                    if isChunked { return Deviation(.chunkedNotLast, at: name) }
                    note(.codingUnknown, at: name)
                }
                last = name
            }
            if count == 0 { return Deviation(.codingSyntax, at: name) }
        }
        guard isChunked else { return Deviation(.chunkedNotLast, at: last) }
        // Either is a sign of smuggling: the message is read, and the connection is not used again.
        if framing != .none {
            note(.lengthAndCoding, at: last)
            keepsAlive = false
        }
        if version.isOld {
            note(.codingInOldVersion, at: last)
            keepsAlive = false
        }
        framing = .chunked
        return nil
    }

    /// Reads `Expect`, RFC 9110 section 10.1.1.
    private mutating func readExpect(_ base: UnsafeRawPointer) {
        for field in fields where field.known == .expect {
            for expectation in ListMembers(value(of: field, base)) {
                guard CaseInsensitive.equals(expectation, "100-continue") else {
                    note(.expectationUnknown, at: Int(field.nameStart))
                    continue
                }
                if framing == .none || framing == .length(0) {
                    note(.expectWithoutContent, at: Int(field.nameStart))
                } else if !version.isOld {
                    // The expectation of a 1.0 client is ignored, because it could not read the 100.
                    expectsContinue = true
                }
            }
        }
    }
}
