// Framing.swift: how the end of a reply's body is told.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation

/// What the status and the fields so far say of the body: RFC 9112 section 6.
package struct Framing: Sendable {
    private let status: Int?
    private let answersConnect: Bool
    /// A field says how the body ends; true or not, that is the author's.
    private(set) var isWritten = false
    private(set) var isChunked = false

    /// - Parameter status: nil: what it is cannot be told, and gets the benefit of the doubt.
    package init(status: Int?, answersConnect: Bool) {
        self.status = status
        self.answersConnect = answersConnect
    }

    /// RFC 9112 section 6.3.
    package var mayHaveBody: Bool {
        guard let status else { return true }
        if status < 200 || status == 204 || status == 304 { return false }
        return !(answersConnect && status < 300)
    }

    /// - Parameter name: in lower case.
    mutating func note(_ content: [some ReplyContent], name: String?) {
        guard let name, name == "content-length" || name == "transfer-encoding" else { return }
        isWritten = true
        // A value that a request decides is no coding that frames.
        let field = content.flatMap { $0.bytes ?? [] }
        guard name == "transfer-encoding", let colon = field.firstIndex(of: UInt8(ascii: ":")) else { return }
        // What is not the last coding frames nothing: RFC 9112 section 6.1.
        let last = CommaList.members(of: Array(field[(colon + 1)...])).last
        isChunked = isChunked || last.map { CommaList.has(Array("chunked".utf8), in: Array($0)) } ?? false
    }
}
