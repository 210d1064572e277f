// ReplyLines.swift: the lines of one reply.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainScenario

/// One `<` message: where each of its lines stands.
package struct ReplyLines: Sendable {
    /// Counted from one, in the order of the file.
    package let number: Int
    package let lane: Lane
    package let start: Int
    /// nil: a value makes it, or it is within raw bytes.
    package let status: Int?
    /// The version that is sent, `HTTP/1.1`; nil within raw bytes.
    package let version: String?
    package internal(set) var fields: [FieldLine] = []
    /// The bare mark.
    package internal(set) var headEnd: Int?
    package internal(set) var body: [Int] = []
    /// `! trailers`.
    package internal(set) var trailersMark: Int?
    package internal(set) var trailers: [FieldLine] = []
    /// Lines of raw bytes, the start line among them if it is one.
    package internal(set) var raw: [Int] = []
    /// Acts that stand between its lines or behind its last one, up to the next message of its lane.
    package internal(set) var acts: [Int] = []
    /// Orders and the client's lines that stand between its lines.
    package internal(set) var between: [Int] = []
    /// The last of its lines, `! trailers` included.
    package internal(set) var last: Int

    package var isInformational: Bool { status.map { 100..<200 ~= $0 } ?? false }

    /// The index of the first line of the body, trailers or what follows: where head fields can be added above.
    package var headLimit: Int { headEnd ?? (fields.last.map(\.line) ?? start) + 1 }

    package func fields(_ name: String) -> [FieldLine] { fields.filter { $0.name == name } }

    /// The beginning of names of values that concern this reply: empty for the first one of the file, then `2.`.
    package var label: String { number == 1 ? "" : "\(number)." }
}

/// A line of a head or of trailers.
package struct FieldLine: Sendable {
    package let line: Int
    /// In lower case; nil: a value makes it.
    package let name: String?
    /// The text behind the mark: `Location: /done`.
    package let text: String
    package let isSpelled: Bool

    /// The text behind the colon, without the blanks around it.
    package var value: String {
        guard let colon = text.firstIndex(of: ":") else { return "" }
        let rest = text[text.index(after: colon)...].drop { $0 == " " }
        return String(rest)
    }
}
