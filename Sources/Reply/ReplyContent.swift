// ReplyContent.swift: the content of the parts of a reply.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainNotation

/// The content of a reply: in a session, known bytes; in a route, which is compiled before its requests come, also
/// content that depends on the request.
package protocol ReplyContent: Sendable {
    static func bytes(_ bytes: [UInt8]) -> Self
    static func strike(_ strike: Strike) -> Self
    /// Makes chunks in these shapes of content whose length is not known yet; no chunk if it turns out to be empty.
    static func chunked(_ content: [Self], _ shapes: [ChunkShape]) -> Self
    /// Makes frames of a stream in the same way; the last one may end the stream.
    static func framed(_ content: [Self], _ shapes: [ChunkShape], endsStream: Bool) -> Self
    /// Makes the pseudo-field of a status; a phrase behind it is left out.
    static func status(_ status: [Self]) -> Self
    /// Makes a field of a stream from a line of a head. A `plain` name is sent in lower case: RFC 9113 section 8.2.
    static func field(_ line: [Self], isPlain: Bool) -> Self

    /// nil: the length depends on the request.
    var byteCount: Int? { get }
    /// The bytes, if they are known.
    var bytes: [UInt8]? { get }
    /// Cuts known bytes in two.
    func split(at count: Int) -> (Self, Self)
}

extension Array where Element: ReplyContent {
    /// nil: the length depends on the request.
    package var byteCount: Int? {
        var sum = 0
        for element in self {
            guard let count = element.byteCount else { return nil }
            sum += count
        }
        return sum
    }
}
