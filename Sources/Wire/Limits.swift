// Limits.swift: how much of anything is read before a request is refused.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Bounds on what a client may send; each is in bytes unless it says otherwise.
package struct Limits: Hashable, Sendable {
    /// The request line, its end included. RFC 9112 section 3 recommends 8000 at least.
    package var startLine = 16_384
    /// One field line, its end included.
    package var fieldLine = 65_536
    /// The whole head, from the request line to the empty line.
    package var head = 262_144
    /// Field lines in a head, or in a trailer section.
    package var fields = 1_000
    /// A chunk's size, extensions and line end.
    package var chunkLine = 4_096
    /// All chunk extensions of one body together.
    package var chunkExtensions = 65_536
    /// The whole trailer section.
    package var trailers = 65_536
    /// What `Content-Length`, or one chunk, may announce.
    package var body = Int.max

    package init() {}

    package static let standard = Limits()
}
