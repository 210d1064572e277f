// ChunkExtensions.swift: the extensions after a chunk's size.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// RFC 9112 section 7.1.1: `*( BWS ";" BWS name [ BWS "=" BWS ( token / quoted-string ) ] )`.
package enum ChunkExtensions {
    package static func isValid(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var index = 0
        while true {
            skipBlanks(bytes, &index)
            if index == bytes.count { return true }
            guard bytes[index] == UInt8(ascii: ";") else { return false }
            index += 1
            skipBlanks(bytes, &index)
            guard skipToken(bytes, &index) else { return false }
            let nameEnd = index
            skipBlanks(bytes, &index)
            guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else {
                index = nameEnd
                continue
            }
            index += 1
            skipBlanks(bytes, &index)
            guard skipToken(bytes, &index) || skipQuoted(bytes, &index) else { return false }
        }
    }

    /// The first whitespace outside of quoted strings, which must not be sent.
    package static func firstBlank(_ bytes: UnsafeRawBufferPointer) -> Int? {
        var index = 0
        while index < bytes.count {
            if Octet.isBlank(bytes[index]) { return index }
            if !skipQuoted(bytes, &index) { index += 1 }
        }
        return nil
    }

    private static func skipBlanks(_ bytes: UnsafeRawBufferPointer, _ index: inout Int) {
        while index < bytes.count, Octet.isBlank(bytes[index]) { index += 1 }
    }

    private static func skipToken(_ bytes: UnsafeRawBufferPointer, _ index: inout Int) -> Bool {
        let start = index
        while index < bytes.count, Octet.isToken(bytes[index]) { index += 1 }
        return index > start
    }

    private static func skipQuoted(_ bytes: UnsafeRawBufferPointer, _ index: inout Int) -> Bool {
        guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else { return false }
        index += 1
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "\"") {
                index += 1
                return true
            }
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return false
    }
}

extension HeadParser {
    /// The start of the first field that must not be a trailer, RFC 9110 section 6.5.1.
    func forbiddenTrailer(in bytes: UnsafeRawBufferPointer) -> Int? {
        fields.first { field in
            let name = UnsafeRawBufferPointer(rebasing: bytes[field.name])
            return forbiddenTrailers.contains { CaseInsensitive.equals(name, $0) }
        }.map { Int($0.nameStart) }
    }
}

/// Fields of framing, routing, request control, authentication, and the form of the content.
let forbiddenTrailers: [StaticString] = [
    "transfer-encoding", "content-length", "trailer", "host", "connection", "te", "expect", "max-forwards", "range",
    "cache-control", "pragma", "if-match", "if-none-match", "if-modified-since", "if-unmodified-since", "if-range",
    "authorization", "proxy-authorization", "cookie", "content-encoding", "content-type", "content-range", "upgrade",
]
