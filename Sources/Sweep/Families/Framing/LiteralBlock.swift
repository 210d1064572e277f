// LiteralBlock.swift: the head of a reply in the digits of HPACK.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

/// Each field is a literal without indexing, RFC 7541 section 6.2.2: it needs no table, and changes none.
struct LiteralBlock {
    private var bytes: [UInt8] = []

    /// - Parameter length: the length of the body, for a head whose author has left that to the server.
    init(_ varied: VariedReply, length: Int) throws(LeftOut) {
        let status = Array(String(varied.status).utf8)
        // The eighth entry of the static table is a `:status`.
        bytes = [0x08, UInt8(status.count)] + status
        for field in varied.reply.fields {
            guard let name = field.name, !field.text.contains("{{") else { throw LeftOut("a field that a value makes") }
            if Self.ofConnections.contains(name) { continue }
            guard append(name, field.value) else { throw LeftOut("a long field") }
        }
        if varied.reply.fields("content-length").isEmpty, varied.status != 204, varied.status != 304 {
            _ = append("content-length", String(length))
        }
    }

    /// false: a part is too long for a length of seven bits.
    private mutating func append(_ name: String, _ value: String) -> Bool {
        guard name.utf8.count < 0x7F, value.utf8.count < 0x7F else { return false }
        bytes.append(0)
        for part in [name, value] {
            bytes.append(UInt8(part.utf8.count))
            bytes += part.utf8
        }
        return true
    }

    /// Three pieces, in digits. The borders are in the middle of fields, or of what comes before them.
    var thirds: [String] {
        let third = bytes.count / 3
        return [bytes[..<third], bytes[third..<(2 * third)], bytes[(2 * third)...]].map { piece in
            piece.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        }
    }

    private static let ofConnections: Set<String> = [
        "connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade",
    ]
}
