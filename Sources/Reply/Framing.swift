// Framing.swift: how the end of a reply's body is marked.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainWire

/// The framing of the body, as far as the status and the fields so far decide it: RFC 9112 section 6.
package struct Framing: Sendable {
    private let status: Int?
    private let answersConnect: Bool
    /// A field gives the framing; whether it is true is up to the author.
    private(set) var isWritten = false
    private(set) var isChunked = false
    /// The values of `Content-Length` as they are written.
    private var lengths: [[UInt8]] = []

    /// - Parameter status: nil: the status is unknown, so the reply may have a body.
    package init(status: Int?, answersConnect: Bool) {
        self.status = status
        self.answersConnect = answersConnect
    }

    /// Whether a reply with this status may have a body, RFC 9112 section 6.3.
    package var mayHaveBody: Bool {
        guard let status else { return true }
        if status < 200 || status == 204 || status == 304 { return false }
        return !(answersConnect && status < 300)
    }

    /// Whether the fields mark the end of a body of this length, in digits, and promise no more and no less; nil: it is
    /// not known.
    func marksEnd(of length: [UInt8]?) -> Bool {
        guard mayHaveBody, !(isChunked && lengths.isEmpty) else { return true }
        return isWritten ? !isChunked && lengths == [length] : length != nil
    }

    /// Reads a line of the head by its bytes, which a client goes by, however it was written.
    mutating func note(_ line: [some ReplyContent]) {
        let known = line.prefix { $0.bytes != nil }.flatMap { $0.bytes ?? [] }
        guard let colon = known.firstIndex(of: UInt8(ascii: ":")) else { return }
        let name = known[..<colon]
        if CaseInsensitive.equals(name, "content-length".utf8) {
            isWritten = true
            lengths.append(known[(colon + 1)...].filter { $0 != UInt8(ascii: " ") })
        }
        guard CaseInsensitive.equals(name, "transfer-encoding".utf8) else { return }
        isWritten = true
        // Fields of one name are one list, of which the last coding frames the body: RFC 9112 section 6.3.
        guard let last = CommaList.members(of: Array(known[(colon + 1)...])).last else { return }
        isChunked = CommaList.has(Array("chunked".utf8), in: Array(last))
    }
}
