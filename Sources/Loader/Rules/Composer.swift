// Composer.swift: the request as it is sent: the app's fields, and those that a client adds.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWire
import QuintainWords

/// Host first, then the app's own fields in their order, then those that are added where the app has none.
struct Composer {
    let request: LoadRequest
    let target: RequestURL
    var cookies: [UInt8]?
    var authorization: Field?
    var proxyAuthorization: Field?
    /// The conditions that validate the stored copy.
    var conditions: [Field] = []

    init(_ request: LoadRequest, _ target: RequestURL) {
        self.request = request
        self.target = target
    }

    var expectsContinue: Bool {
        guard let expect = request.fields.first("Expect") else { return false }
        return CaseInsensitive.equals(String(decoding: expect, as: UTF8.self), "100-continue") && hasBody
    }

    private var hasBody: Bool { !request.body.content.isEmpty || request.body.isStream }

    /// All but `Host` and those that frame the message.
    var fields: [Field] {
        var fields = request.fields.filter { !Self.isOurs($0) }
        if let authorization, fields.first("Authorization") == nil { fields.append(authorization) }
        if let proxyAuthorization, fields.first("Proxy-Authorization") == nil { fields.append(proxyAuthorization) }
        if let cookies, fields.first("Cookie") == nil { fields.append(Field("Cookie", cookies)) }
        for (name, value) in Self.defaults where fields.first(name) == nil { fields.append(Field(name, value)) }
        for field in conditions where fields.first(field.name) == nil { fields.append(field) }
        return fields
    }

    func message(_ form: RequestTarget) throws(LoadFailure) -> OutgoingMessage {
        let isChunked = request.body.isStream && request.fields.first("Content-Length") == nil
        let content: RequestContent =
            if isChunked {
                .chunked
            } else if hasBody {
                .length(request.body.content.count)
            } else {
                .none
            }
        let host = request.fields.first("Host").map { String(decoding: $0, as: UTF8.self) } ?? target.url.hostField
        var message = OutgoingMessage(
            method: request.method, head: try Self.head(request.method, form, host, fields, content))
        message.body = request.body.content
        message.isChunked = isChunked
        message.holdsBody = expectsContinue
        return message
    }

    /// Refuses a method, target or field that the server would read as something else.
    static func head(
        _ method: String, _ form: RequestTarget, _ host: String, _ fields: [Field], _ content: RequestContent = .none
    ) throws(LoadFailure) -> [UInt8] {
        do throws(RequestFault) {
            return try RequestWriter(method: method, target: form, host: host, fields: fields, content: content).head()
        } catch {
            throw LoadFailure(.other, error.sentence)
        }
    }

    /// The fields that frame the message and manage the connection are the client's, not the app's.
    private static func isOurs(_ field: Field) -> Bool {
        ["Host", "Content-Length", "Transfer-Encoding", "Connection", "Keep-Alive", "Proxy-Connection", "Upgrade"]
            .contains { field.isNamed($0) }
    }

    private static let defaults = [
        ("Accept", "*/*"), ("Accept-Encoding", "gzip, deflate, br, zstd"), ("User-Agent", "quintain-client/1"),
    ]
}
