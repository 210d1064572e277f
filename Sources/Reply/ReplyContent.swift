// ReplyContent.swift: what the parts of a reply are made of.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainNotation

/// Bytes that are there, in a session; in a route, which is made ready before its requests come, also what these decide.
package protocol ReplyContent: Sendable {
    static func bytes(_ bytes: [UInt8]) -> Self
    static func strike(_ strike: Strike) -> Self
    /// The chunks of content whose length is not known yet, in these shapes; no chunk if it turns out to be empty.
    static func chunked(_ content: [Self], _ shapes: [ChunkShape]) -> Self
    /// The same as frames of a stream, the last of which may end it.
    static func framed(_ content: [Self], _ shapes: [ChunkShape], endsStream: Bool) -> Self
    /// The pseudo-field of a status; a phrase behind it is left out.
    static func status(_ status: [Self]) -> Self
    /// A line of a head as a field of a stream. A name that is `plain` goes out in lower case: RFC 9113 section 8.2.
    static func field(_ line: [Self], isPlain: Bool) -> Self

    /// nil: a request decides.
    var byteCount: Int? { get }
    /// The bytes, where they are at hand.
    var bytes: [UInt8]? { get }
    /// What is known, cut in two within it.
    func split(at count: Int) -> (Self, Self)
}

extension Array where Element: ReplyContent {
    /// nil: a request decides.
    package var byteCount: Int? {
        var sum = 0
        for element in self {
            guard let count = element.byteCount else { return nil }
            sum += count
        }
        return sum
    }
}
