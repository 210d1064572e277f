// Delivery.swift: a reply on its way to the app.
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
    /// The delegate has been told of the reply, and data may come.
    var isOpen = false
    /// All of the body has come.
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

/// A reply that becomes a file.
struct Download {
    var path: String
    var isFileOpen = false
    /// Bytes of the reply that have been taken so far, those of the download that it resumes among them.
    var received = 0
    var expected: Int?
    /// Archives that the delegate wants undone, the outermost first.
    var layers: [DecodingChain] = []
    /// Decoded bytes that wait for the next question, or for the file.
    var pending: [UInt8] = []
    /// Whether the kind of the file is still open: its bytes may be an archive within an archive.
    var isUndecided = false
    /// The name that an archive gives to what is in it.
    var innerName: String?
}
