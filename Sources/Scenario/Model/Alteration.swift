// Alteration.swift: a reply that leaves in other pieces than its lines say.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainNotation

/// How a reply leaves that a sweep alters: what its client is told stays the same.
package enum Alteration: Hashable, Sendable {
    /// Each run of body lines in chunks of these sizes, over HTTP/2 in frames; what is left makes one more.
    case pieces([ChunkShape])
    /// Over HTTP/2, frames of content with padding.
    case padding
    /// Over HTTP/2, a head in three frames: HEADERS and CONTINUATION.
    case continuation
}
