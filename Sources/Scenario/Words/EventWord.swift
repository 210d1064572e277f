// EventWord.swift: the parts of `{{event …}}`.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainWords

/// What an event is made of, by the names that scenarios have for it.
package enum EventWord: String, WordSet {
    case comment, type, id, retry, data

    /// What the line in the stream begins with: HTML standard section 9.2.5.
    var start: String {
        switch self {
        case .comment: ":"
        case .type: "event:"
        case .id: "id:"
        case .retry: "retry:"
        case .data: "data:"
        }
    }

    /// Text of several lines has several of them in the stream.
    var takesLines: Bool { self == .comment || self == .data }
}
