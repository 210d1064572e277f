// URLRaw.swift: percent-encodes the characters of a URL that must not be raw.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Turns the text that people and servers write into one that RFC 3986 section 2 allows.
enum URLRaw {
    /// The bytes as text; those beyond ASCII are percent-encoded, in whatever encoding they are.
    static func text(_ bytes: [UInt8]) throws(URLFault) -> String {
        if bytes.count > atMost { throw .tooLong(bytes.count) }
        if let control = bytes.firstIndex(where: { $0 < Octet.space || $0 == 0x7F }) { throw .control(control) }
        return String(decoding: PercentCoding.encoded(bytes, allowing: { $0 < 0x80 }), as: UTF8.self)
    }

    /// A path, query or fragment in which all characters that must not be raw are encoded. Escapes stay; a percent sign
    /// that does not begin one is encoded.
    static func encoded(_ text: String) -> String {
        let bytes = Array(text.utf8)
        if bytes.allSatisfy({ Octet.isPathOrQuery($0) && $0 != percent }) { return text }
        var result: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            let isRaw = byte == percent ? isEscape(bytes, index) : Octet.isPathOrQuery(byte)
            result += isRaw ? [byte] : PercentCoding.encoded(CollectionOfOne(byte), allowing: { _ in false })
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func isEscape(_ bytes: [UInt8], _ index: Int) -> Bool {
        index + 2 < bytes.count && Octet.hexValue(bytes[index + 1]) != nil && Octet.hexValue(bytes[index + 2]) != nil
    }

    private static let percent = UInt8(ascii: "%")
    private static let atMost = 65_536
}
