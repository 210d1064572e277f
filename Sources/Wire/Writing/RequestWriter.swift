// RequestWriter.swift: writes a request, and refuses values that could be read as another one.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// The target of a request line in one of its four forms, RFC 9112 section 3.2.
package enum RequestTarget: Hashable, Sendable {
    /// `/where?q=now`
    case origin(String)
    /// `http://www.example.org/pub`, to a proxy.
    case absolute(String)
    /// `www.example.com:80`, with CONNECT.
    case authority(String)
    /// `*`, with OPTIONS.
    case asterisk

    package var text: String {
        switch self {
        case .origin(let text), .absolute(let text), .authority(let text): text
        case .asterisk: "*"
        }
    }
}

/// The framing of a request's body.
package enum RequestContent: Hashable, Sendable {
    /// No body. If the method expects one, `Content-Length: 0` says so. RFC 9110 section 8.6.
    case none
    case length(Int)
    case chunked
}

/// Writes HTTP/1.1 requests. Values that would smuggle another message are refused before a byte is written.
package struct RequestWriter: Hashable, Sendable {
    package var method: String
    package var target: RequestTarget
    /// The value of `Host`, which is always the first field. RFC 9110 section 7.2.
    package var host: String
    /// The fields after `Host`, in this order; those that frame the request come from ``content``.
    package var fields: [Field]
    package var content: RequestContent

    package init(
        method: String, target: RequestTarget, host: String, fields: [Field] = [], content: RequestContent = .none
    ) {
        self.method = method
        self.target = target
        self.host = host
        self.fields = fields
        self.content = content
    }

    /// The head, to the empty line.
    package func head() throws(RequestFault) -> [UInt8] {
        try check()
        var output = OutputBytes()
        output.append(method)
        output.append(Octet.space)
        output.append(target.text)
        output.append(" HTTP/1.1\r\nHost: " as StaticString)
        output.append(host)
        output.append("\r\n" as StaticString)
        Self.append(fields, to: &output)
        switch content {
        case .none: if Self.methodsWithContent.contains(method) { Self.append(length: 0, to: &output) }
        case .length(let count): Self.append(length: count, to: &output)
        case .chunked: output.append("Transfer-Encoding: chunked\r\n" as StaticString)
        }
        output.append("\r\n" as StaticString)
        return output.array
    }

    /// A chunk; nothing for no bytes, because an empty chunk would be the last one.
    package static func chunk(_ bytes: [UInt8]) -> [UInt8] {
        if bytes.isEmpty { return [] }
        var output = OutputBytes(capacity: bytes.count + 24)
        output.append(chunkHead: bytes.count)
        output.append(bytes)
        output.append("\r\n" as StaticString)
        return output.array
    }

    /// The last chunk with the trailer section.
    package static func lastChunk(trailers: [Field] = []) throws(RequestFault) -> [UInt8] {
        for field in trailers { try check(field) }
        var output = OutputBytes()
        output.append("0\r\n" as StaticString)
        append(trailers, to: &output)
        output.append("\r\n" as StaticString)
        return output.array
    }

    private func check() throws(RequestFault) {
        guard !method.isEmpty, method.utf8.allSatisfy({ Octet.isToken($0) }) else { throw .method(method) }
        guard Self.isVisible(target.text), Self.isFormed(target, for: method) else { throw .target(target.text) }
        guard Self.isVisible(host), host.utf8.allSatisfy({ !"/?#@\\".utf8.contains($0) }) else { throw .host(host) }
        for field in fields { try Self.check(field) }
        switch content {
        case .none: break
        // RFC 9110 sections 9.3.6 and 9.3.8.
        case .length, .chunked: if method == "CONNECT" || method == "TRACE" { throw .content(method) }
        }
        if case .length(let count) = content, count < 0 { throw .length(count) }
    }

    private static func check(_ field: Field) throws(RequestFault) {
        guard !field.name.isEmpty, field.name.utf8.allSatisfy({ Octet.isToken($0) }) else {
            throw .fieldName(field.name)
        }
        if ownFields.contains(where: { field.isNamed($0) }) { throw .ownField(field.name) }
        let isValue = field.value.allSatisfy { $0 >= Octet.space && $0 != 0x7F || $0 == Octet.tab }
        if !isValue { throw .fieldValue(name: field.name, value: field.text) }
    }

    /// Whether the target has the form that the method requires, RFC 9112 section 3.2.
    private static func isFormed(_ target: RequestTarget, for method: String) -> Bool {
        switch target {
        case .origin(let text): method != "CONNECT" && text.utf8.first == UInt8(ascii: "/")
        case .absolute(let text): method != "CONNECT" && URLParts(text).authority != nil && URLParts(text).scheme != nil
        case .authority(let text): method == "CONNECT" && Authority(text)?.port != nil
        case .asterisk: method == "OPTIONS"
        }
    }

    /// Whether the text is ASCII without blanks, control characters and a fragment.
    private static func isVisible(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { $0 > Octet.space && $0 < 0x7F && $0 != UInt8(ascii: "#") }
    }

    private static func append(_ fields: [Field], to output: inout OutputBytes) {
        for field in fields {
            output.append(field.name)
            output.append(": " as StaticString)
            output.append(field.value)
            output.append("\r\n" as StaticString)
        }
    }

    private static func append(length: Int, to output: inout OutputBytes) {
        output.append("Content-Length: " as StaticString)
        output.append(decimal: length)
        output.append("\r\n" as StaticString)
    }

    private static let methodsWithContent = ["POST", "PUT", "PATCH"]
    private static let ownFields = ["Host", "Content-Length", "Transfer-Encoding"]
}
