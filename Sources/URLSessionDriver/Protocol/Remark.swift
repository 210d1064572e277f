// Remark.swift: what this driver says beside callbacks.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// The last order cannot be done.
struct Unable: Encodable, Error {
    var unable: String

    init(_ reason: String) { unable = reason }
}

/// For whoever reads the transcript.
struct Note: Encodable {
    var note: String

    init(_ text: String) { note = text }
}
