// Limits.swift: the limits beyond which a message is refused.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Limits on what a peer may send, in bytes unless said otherwise.
package struct Limits: Hashable, Sendable {
    /// The request line or status line with its end. RFC 9112 section 3 recommends at least 8000.
    package var startLine = 16_384
    /// One field line with its end.
    package var fieldLine = 65_536
    /// The whole head, from its first line to the empty one.
    package var head = 262_144
    /// Field lines in a head, or in a trailer section.
    package var fields = 1_000
    /// A chunk's size, extensions and line end.
    package var chunkLine = 4_096
    /// All chunk extensions of one body together.
    package var chunkExtensions = 65_536
    /// The whole trailer section.
    package var trailers = 65_536
    /// Responses of the 1xx class before the final one.
    package var informational = 100
    /// The length that `Content-Length`, or one chunk, may announce.
    package var body = Int.max

    package init() {}

    package static let standard = Limits()
}
