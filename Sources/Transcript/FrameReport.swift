// FrameReport.swift: a frame of HTTP/2 that is part of no message.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainWire

/// A frame of the client that is part of no message, with its values: `GOAWAY last=3 code=NO_ERROR`.
package struct FrameReport: Sendable, Equatable, CustomStringConvertible {
    package var kind: FrameKind
    /// The values of the frame, in the order in which a transcript has them.
    package var values: [Field]

    package init(_ kind: FrameKind, _ values: [Field] = []) {
        self.kind = kind
        self.values = values
    }

    /// Keeps no more values than have so many bytes together.
    mutating func shorten(to most: Int) {
        var room = most
        values = values.prefix { value in
            room -= value.name.utf8.count + value.value.count
            return room >= 0
        }.map(\.self)
    }

    package var description: String {
        ([kind.description] + values.map { "\($0.name)=\($0.text)" }).joined(separator: " ")
    }
}
