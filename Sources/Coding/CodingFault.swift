// CodingFault.swift: the reason why bytes cannot be decoded, and the place.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package struct CodingFault: Error, Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// The coded bytes end too soon.
        case truncated
        /// The bytes are not of this format, or a check in them fails.
        case corrupt
        /// The bytes are whole, and more bytes follow.
        case trailing
        /// The output is larger than allowed.
        case tooLong
    }

    package let kind: Kind
    /// The first coded byte that is wrong or missing, as exactly as the format shows it.
    package let offset: Int
    package let reason: String

    package init(_ kind: Kind, at offset: Int, _ reason: String) {
        self.kind = kind
        self.offset = offset
        self.reason = reason
    }

    /// Such as `truncated after 20 bytes: more of it must come`.
    package var sentence: String {
        switch kind {
        case .truncated: "truncated after \(offset) bytes: \(reason)"
        case .corrupt: "corrupt at byte \(offset): \(reason)"
        case .trailing: "whole after \(offset) bytes, but more stands behind it: \(reason)"
        case .tooLong: "too long when decoded, at byte \(offset): \(reason)"
        }
    }
}
