// ReplacedParts.swift: splits a body of responses in which each replaces the one before.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWire

/// The parts of a `multipart/x-mixed-replace` body. A class, because its reader must not be copied.
final class ReplacedParts {
    private var reader: MultipartReader

    /// nil: the body is of another type, or names no boundary.
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
