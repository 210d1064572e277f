// RequestMeaning.swift: the pseudo-fields of a request, by RFC 9113 section 8.3.1.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainWire

/// A request's fields, once they have passed the checks.
struct RequestMeaning {
    let section: SectionMeaning
    let method: DecodedFields.Span
    let target: DecodedFields.Span
    let form: TargetForm

    init(_ fields: borrowing DecodedFields) throws(FrameFault) {
        section = try SectionMeaning(.request, of: fields)
        guard let method = section.method else { throw FrameFault(.methodMissing) }
        self.method = method
        let name = fields.value(method)
        guard !name.isEmpty, name.allSatisfy({ Octet.isToken($0) }) else { throw FrameFault(.methodSyntax) }
        if name.elementsEqual("CONNECT") {
            // Section 8.5.
            if section.scheme != nil || section.path != nil { throw FrameFault(.connectWithPath) }
            guard let authority = section.authority else { throw FrameFault(.connectWithoutAuthority) }
            target = authority
            form = .authority
            try Self.judge(authority: fields.value(authority))
        } else {
            guard let scheme = section.scheme else { throw FrameFault(.schemeMissing) }
            guard let path = section.path else { throw FrameFault(.pathMissing) }
            target = path
            form = Self.form(of: fields.value(path), for: name)
            let isHTTP =
                CaseInsensitive.equals(fields.value(scheme), "https")
                || CaseInsensitive.equals(fields.value(scheme), "http")
            if isHTTP { try judgeHTTP(fields) }
        }
        if let host = section.host, let authority = section.authority,
            !CaseInsensitive.equals(fields.value(host), fields.value(authority))
        {
            throw FrameFault(.hostDiffers)
        }
    }

    private func judgeHTTP(_ fields: borrowing DecodedFields) throws(FrameFault) {
        if fields.value(target).isEmpty { throw FrameFault(.pathEmpty) }
        if form == .other { throw FrameFault(.pathForm) }
        if let authority = section.authority {
            try Self.judge(authority: fields.value(authority))
        } else if section.host == nil {
            throw FrameFault(.authorityMissing)
        }
    }

    private static func form(of path: UnsafeRawBufferPointer, for method: UnsafeRawBufferPointer) -> TargetForm {
        if path.contains(where: { $0 <= Octet.space || $0 == 0x7F }) { return .other }
        if path.first == UInt8(ascii: "/") { return .origin }
        return path.elementsEqual("*") && method.elementsEqual("OPTIONS") ? .asterisk : .other
    }

    /// Checks the characters of an authority, RFC 3986 section 3.2, but not their order; user information is a fault.
    private static func judge(authority: UnsafeRawBufferPointer) throws(FrameFault) {
        if authority.isEmpty { throw FrameFault(.authoritySyntax) }
        for byte in authority {
            switch byte {
            case UInt8(ascii: "@"): throw FrameFault(.authorityUser)
            case UInt8(ascii: "["), UInt8(ascii: "]"): break
            case UInt8(ascii: "/"), UInt8(ascii: "?"): throw FrameFault(.authoritySyntax)
            default: guard Octet.isPathOrQuery(byte) else { throw FrameFault(.authoritySyntax) }
            }
        }
    }
}
