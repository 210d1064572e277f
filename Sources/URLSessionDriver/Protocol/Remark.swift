// Remark.swift: the messages of this driver that are no callbacks.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// The last order cannot be carried out.
struct Unable: Encodable, Error {
    var unable: String

    init(_ reason: String) { unable = reason }
}

/// A remark for readers of the transcript.
struct Note: Encodable {
    var note: String

    init(_ text: String) { note = text }
}
