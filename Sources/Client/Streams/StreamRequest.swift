// StreamRequest.swift: turns a request into the fields of HTTP/2.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFrames
import QuintainLoader

/// The head of a message, translated by RFC 9113 section 8.3.1: its start line becomes pseudo-fields, `Host` is
/// `:authority`, names are in lower case, and fields about the connection stay behind.
struct StreamRequest {
    let fields: [HeaderField]

    init(_ message: OutgoingMessage, isSecure: Bool) {
        var lines = message.head.split(separator: 10).map { $0.last == 13 ? $0.dropLast() : $0 }[...]
        // The target stands between method and version.
        let words = lines.popFirst()?.split(separator: 32, omittingEmptySubsequences: false) ?? []
        let target = words.dropFirst().dropLast().joined(separator: [32])
        var authority: [UInt8]?
        var others: [HeaderField] = []
        for line in lines {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
            let name = line[..<colon].map { 65...90 ~= $0 ? $0 | 0x20 : $0 }
            let value = Array(line[colon...].dropFirst().drop { $0 == 32 })
            switch String(decoding: name, as: UTF8.self) {
            case "host": authority = value
            case "te" where value != Self.trailers: break
            case let text where Self.ofConnection.contains(text): break
            // Section 8.2.3: separate cookie crumbs compress better, because most stay the same.
            case "cookie": others += Self.crumbs(value).map { HeaderField(name, $0) }
            case let text: others.append(HeaderField(name, value, isNeverIndexed: Self.secrets.contains(text)))
            }
        }
        fields =
            [
                HeaderField(":method", message.method), HeaderField(":scheme", isSecure ? "https" : "http"),
                HeaderField(Array(":authority".utf8), authority ?? []), HeaderField(Array(":path".utf8), Array(target)),
            ] + others
    }

    private static func crumbs(_ value: [UInt8]) -> [[UInt8]] {
        value.split(separator: UInt8(ascii: ";")).map { Array($0.drop { $0 == 32 }) }
    }

    private static let trailers = Array("trailers".utf8)
    /// Section 8.2.2.
    private static let ofConnection: Set = [
        "connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade",
    ]
    /// Fields that no intermediary may put into a table: RFC 7541 section 7.1.3.
    private static let secrets: Set = ["authorization", "proxy-authorization"]
}
