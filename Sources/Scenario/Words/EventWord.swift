// EventWord.swift: the parts of `{{event …}}`.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainWords

/// The parts of an event, by the names that scenarios have for them.
package enum EventWord: String, WordSet {
    case comment, type, id, retry, data

    /// The beginning of the part's line in the stream: HTML standard section 9.2.5.
    var start: String {
        switch self {
        case .comment: ":"
        case .type: "event:"
        case .id: "id:"
        case .retry: "retry:"
        case .data: "data:"
        }
    }

    /// Whether text of several lines becomes several lines of the stream.
    var takesLines: Bool { self == .comment || self == .data }
}
