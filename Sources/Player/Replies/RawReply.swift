// RawReply.swift: what a client makes of a reply with raw bytes.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainReply
import QuintainWire

/// Reads a reply with raw bytes as its client does: only so it is known where the reply ends.
final class RawReply {
    private var reader: ResponseReader
    /// How many more bytes are read. The end of a longer reply is not known.
    private var left = 16 << 20

    init(to survey: ReplyWriter.Survey) {
        reader = ResponseReader(answering: survey.answersHead ? "HEAD" : survey.answersConnect ? "CONNECT" : "GET")
    }

    func append(_ part: Outgoing) {
        for element in part.content {
            left -= element.byteCount ?? 0
            guard left >= 0 else { return }
            switch element {
            case .bytes(let bytes): reader.append(bytes)
            case .pattern(let from, let count): reader.append(PatternBytes.array(count, from: from))
            case .field, .strike: break
            }
            while reader.next() != nil {}
        }
    }

    /// The client has the whole reply, and could ask again on the connection.
    var isWhole: Bool { left >= 0 && reader.isReusable }
}
