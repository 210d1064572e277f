// Limits.swift: how much of anything is read before a message is refused.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Bounds on what a peer may send; each is in bytes unless it says otherwise.
package struct Limits: Hashable, Sendable {
    /// The request line or status line, its end included. RFC 9112 section 3 recommends 8000 at least.
    package var startLine = 16_384
    /// One field line, its end included.
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
    /// Responses of the 1xx class before the one that counts.
    package var informational = 100
    /// What `Content-Length`, or one chunk, may announce.
    package var body = Int.max

    package init() {}

    package static let standard = Limits()
}
