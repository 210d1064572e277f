// Delivery.swift: the state of a reply that is being handed to the app.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainCoding
import QuintainNotation
import QuintainStores
import QuintainWire

/// ```
/// body ──▶ content codings undone ──▶ parts of multipart/x-mixed-replace ──▶ data
///                                 └─▶ archives undone, if the delegate says so ──▶ file
/// ```
///
/// Bytes wait in `inbox` while a question is open. A class, so that the bytes are never copied.
final class Delivery {
    var reply: Reply
    let head: ResponseHead
    /// The delegate was told of the reply, so data may follow.
    var isOpen = false
    /// The whole body has come.
    var isWhole = false
    /// Bytes of the body that have not been decoded yet.
    var inbox: [UInt8] = []
    var codings: ContentCodings?
    var parts: ReplacedParts?
    var download: Download?
    var isFromCache = false
    /// The response as it came, for the cache; nil: it is not kept.
    var kept: CachedResponse?

    init(_ reply: Reply, _ head: ResponseHead) {
        self.reply = reply
        self.head = head
    }

    func takeInbox() -> [UInt8] {
        defer { inbox.removeAll(keepingCapacity: true) }
        return inbox
    }
}

/// A reply that is written to a file.
struct Download {
    var path: String
    var isFileOpen = false
    /// The bytes of the reply so far, including those of the download that it resumes.
    var received = 0
    var expected: Int?
    /// The archives to decode, as the delegate chose, the outermost first.
    var layers: [DecodingChain] = []
    /// Decoded bytes that wait for the next question, or for the file.
    var pending: [UInt8] = []
    /// Whether the first bytes must still show if the file is an archive within an archive.
    var isUndecided = false
    /// The file name that an archive gives for its contents.
    var innerName: String?
}
