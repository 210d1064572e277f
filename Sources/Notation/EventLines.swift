// EventLines.swift: text in the lines of a stream of events.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// What the HTML standard calls an end of a line in a stream of events (section 9.2.5): LF, CR or CRLF.
package enum EventLines {
    /// The text with other bytes in place of each end of a line.
    package static func replacingEnds(in text: [UInt8], with bytes: [UInt8]) -> [UInt8] {
        guard text.contains(where: isEnd) else { return text }
        var result: [UInt8] = []
        var last: UInt8 = 0
        for byte in text {
            if !isEnd(byte) {
                result.append(byte)
            } else if !(byte == lf && last == cr) {
                result += bytes
            }
            last = byte
        }
        return result
    }

    /// Whether the text can be an `id`: a line break would end it, and with a NUL clients ignore it.
    package static func fitsOneLine(_ text: [UInt8]) -> Bool { !text.contains { isEnd($0) || $0 == 0 } }

    private static func isEnd(_ byte: UInt8) -> Bool { byte == lf || byte == cr }

    private static let lf: UInt8 = 10
    private static let cr: UInt8 = 13
}
