// ReplacedParts.swift: the responses that come in the place of each other.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWire

/// A body of `multipart/x-mixed-replace`, taken apart. A reference, since its reader is not to be copied.
final class ReplacedParts {
    private var reader: MultipartReader

    /// nil: the body is none, or nobody could tell where its parts end.
    init?(_ head: ResponseHead) {
        guard let type = head.fields.mediaType, type.description == "multipart/x-mixed-replace",
            let boundary = type.boundary, let reader = MultipartReader(boundary: boundary)
        else { return nil }
        self.reader = reader
    }

    func append(_ bytes: [UInt8]) { reader.append(bytes) }
    func inputEnded() { reader.inputEnded() }
    func next() -> MultipartReader.Part? { reader.next() }
}
