// Composer.swift: the request as it goes out: what the app wrote, and what a client adds.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWire

/// Host first, then the app's own fields in their order, then what is added: what the app has said is never said again.
struct Composer {
    let request: LoadRequest
    let target: Target
    var cookies: [UInt8]?
    var authorization: Field?
    var proxyAuthorization: Field?
    /// Of the stored copy that is to be validated.
    var conditions: [Field] = []

    init(_ request: LoadRequest, _ target: Target) {
        self.request = request
        self.target = target
    }

    var expectsContinue: Bool {
        guard let expect = request.fields.first("Expect") else { return false }
        return CaseInsensitive.equals(String(decoding: expect, as: UTF8.self), "100-continue") && hasBody
    }

    private var hasBody: Bool { !request.body.content.isEmpty || request.body.isStream }

    func message(_ uri: String) -> OutgoingMessage {
        var fields = request.fields.filter { !Self.isOurs($0) }
        let own = request.fields.first { $0.isNamed("Host") }
        fields.insert(own ?? Field("Host", target.hostField), at: 0)
        if let authorization, fields.first("Authorization") == nil { fields.append(authorization) }
        if let proxyAuthorization, fields.first("Proxy-Authorization") == nil { fields.append(proxyAuthorization) }
        if let cookies, fields.first("Cookie") == nil { fields.append(Field("Cookie", cookies)) }
        for (name, value) in Self.defaults where fields.first(name) == nil { fields.append(Field(name, value)) }
        for field in conditions where fields.first(field.name) == nil { fields.append(field) }
        let isChunked = request.body.isStream && request.fields.first("Content-Length") == nil
        if isChunked {
            fields.append(Field("Transfer-Encoding", "chunked"))
        } else if hasBody || Self.methodsWithBody.contains(request.method) {
            fields.append(Field("Content-Length", String(request.body.content.count)))
        }
        var message = OutgoingMessage(method: request.method, head: Self.head(request.method, uri, fields))
        message.body = request.body.content
        message.isChunked = isChunked
        message.holdsBody = expectsContinue
        return message
    }

    /// What says where the message ends, and how the connection goes on, is the client's alone.
    private static func isOurs(_ field: Field) -> Bool {
        ["Host", "Content-Length", "Transfer-Encoding", "Connection", "Keep-Alive", "Proxy-Connection", "Upgrade"]
            .contains { field.isNamed($0) }
    }

    static func head(_ method: String, _ uri: String, _ fields: [Field]) -> [UInt8] {
        var bytes = Array("\(method) \(uri) HTTP/1.1\r\n".utf8)
        for field in fields { bytes += Array(field.name.utf8) + [0x3A, 0x20] + field.value + [0x0D, 0x0A] }
        return bytes + [0x0D, 0x0A]
    }

    /// RFC 9110 section 8.6: a length of nought is said where a body could have been expected.
    private static let methodsWithBody: Set<String> = ["POST", "PUT", "PATCH"]
    private static let defaults = [
        ("Accept", "*/*"), ("Accept-Encoding", "gzip, deflate, br, zstd"), ("User-Agent", "quintain-client/1"),
    ]
}
