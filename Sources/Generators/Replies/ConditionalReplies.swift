// ConditionalReplies.swift: replies that depend on fields of the request, or on its query.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainWire

extension Generator {
    /// `{{etag path.tag}}`: 304 or 412 by If-None-Match and If-Match (RFC 9110 section 13.1), or else 200 with the body
    /// that is written below. Tags are compared without their quotes, strong or weak.
    mutating func etag(_ call: GeneratorCall) throws(GeneratorRefusal) -> GeneratedReply {
        let tag = text(call.operands[0]) ?? []
        let field = Field("ETag", tag)
        let typed = String(decoding: tag, as: UTF8.self)
        // In a file it may stand with its quotes, `W/"v1"`; in a path it comes without them.
        let text = typed.hasSuffix("\"") ? String(typed.drop { $0 != "\"" }.dropFirst().dropLast()) : typed
        let unwanted = Self.tags(occasion.field("if-none-match"))
        let wanted = Self.tags(occasion.field("if-match"))
        if !unwanted.isEmpty {
            if unwanted.contains(text) || unwanted.contains("*") { return GeneratedReply(304, [field], body: []) }
        } else if !wanted.isEmpty, !wanted.contains(text), !wanted.contains("*") {
            return GeneratedReply(empty: 412)
        }
        return GeneratedReply(200, [field])
    }

    private static func tags(_ list: String?) -> Set<String> {
        let parts = (list ?? "").utf8.split(separator: UInt8(ascii: ",")).map { part in
            var rest = part.drop { Octet.isBlank($0) }
            if rest.starts(with: "W/".utf8) { rest = rest.dropFirst(2) }
            if rest.first == UInt8(ascii: "\"") { rest = rest.dropFirst() }
            let tag = rest.prefix { $0 != UInt8(ascii: "\"") }
            return String(decoding: tag.reversed().drop { Octet.isBlank($0) }.reversed(), as: UTF8.self)
        }
        return Set(parts.filter { !$0.isEmpty })
    }

    /// `{{redirect-to query.url status=query.status_code}}`: 302, or the 3xx of the query.
    mutating func redirect(_ call: GeneratorCall) throws(GeneratorRefusal) -> GeneratedReply {
        guard let target = text(call.operands[0]) else {
            throw GeneratorRefusal(400, "the query says no place to go to")
        }
        let asked = try number(call, "status") ?? 302
        let location = PercentCoding.encoded(target) { 0x21...0x7E ~= $0 }
        return GeneratedReply(300..<400 ~= asked ? asked : 302, [Field("Location", location)], body: [])
    }

    /// `{{query-fields}}`: the fields that the query names, and a body that lists the fields of the head. Fields that
    /// frame the reply stay the server's.
    mutating func queryFields() throws(GeneratorRefusal) -> GeneratedReply {
        guard query.list.count <= Self.fieldsAtMost else {
            throw GeneratorRefusal(400, "more than \(Self.fieldsAtMost) fields at once")
        }
        let framing = ["content-length", "transfer-encoding"]
        let fields = query.list.filter { !framing.contains($0.name.lowercased()) }
            .map { Field($0.name, $0.value) }
        var told = Pairs()
        told.add("Content-Type", "application/json")
        for (name, value) in query.list { told.add(name, value) }
        // The body contains its own length, so it is made again until the length is right.
        var body: [UInt8] = []
        var length = -1
        while body.count != length {
            length = body.count
            var all = told
            all.add("Content-Length", String(length))
            body = Array((all.json.description + "\n").utf8)
        }
        return GeneratedReply(200, [Field("Content-Type", "application/json")] + fields, body: [.bytes(body)])
    }

    private static let fieldsAtMost = 100
}
