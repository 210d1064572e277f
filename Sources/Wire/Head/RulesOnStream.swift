// RulesOnStream.swift: rules of RFC 9110 that a request on a stream can break.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

extension RequestHead {
    /// The rules that a head breaks and that no ``HeadParser`` has noted, because it is no text. Those of HTTP/2 itself are
    /// the connection's.
    package func rulesBroken(in syntax: MessageSyntax) -> [WireRule] {
        if syntax.hasText { return [] }
        var rules: [WireRule] = []
        if target.contains(UInt8(ascii: "#")) { rules.append(.fragmentInTarget) }
        if hasBrokenEscape { rules.append(.percentEncoding) }
        let hasContent = framing != .none && framing != .length(0)
        if !hasContent, expectsContinuation { rules.append(.expectWithoutContent) }
        if method == "TRACE", case .length(let length) = framing, length > 0 { rules.append(.contentOnTrace) }
        return rules
    }

    private var expectsContinuation: Bool {
        values(of: "expect").contains { value in
            ListMembers.copied(from: value).contains {
                CaseInsensitive.equals($0, "100-continue".utf8)
            }
        }
    }

    private var hasBrokenEscape: Bool {
        target.indices.contains { index in
            target[index] == UInt8(ascii: "%")
                && !(index + 2 < target.count && Octet.hexValue(target[index + 1]) != nil
                    && Octet.hexValue(target[index + 2]) != nil)
        }
    }
}

extension Field {
    /// A field of this name may not come as a trailer. RFC 9110 section 6.5.1.
    package static func isForbiddenTrailer(_ name: String) -> Bool {
        forbiddenTrailers.contains { CaseInsensitive.equals(name, $0.description) }
    }
}

extension [Field] {
    /// The rule that they break as trailers, and that no reader of text has noted.
    package func rulesBroken(in syntax: MessageSyntax) -> [WireRule] {
        !syntax.hasText && contains { Field.isForbiddenTrailer($0.name) } ? [.trailerForbidden] : []
    }
}
