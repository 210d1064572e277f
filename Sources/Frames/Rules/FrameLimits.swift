// FrameLimits.swift: the limits of what a peer may make a connection do and keep.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainWire

/// Limits on the input of one connection, apart from the settings that the peer was told.
package struct FrameLimits: Hashable, Sendable {
    /// The limits of one decoded head or trailer section: `head` and `fields`; and the number of informational
    /// responses.
    package var fields = Limits.standard
    /// The bytes of one field block before decompression.
    package var block = 262_144
    /// The frames of one field block.
    package var blockFrames = 256
    /// Open streams, if SETTINGS_MAX_CONCURRENT_STREAMS does not say less.
    package var streams = 1_000
    /// The number of closed streams that are remembered, so that late frames on them are told from wrong ones.
    package var remembered = 1_024

    // Frames that cost their sender little, without progress between them.

    package var settings = 1_000
    /// The entries of one SETTINGS frame.
    package var settingsInFrame = 128
    package var pings = 1_000
    package var priorities = 1_000
    package var emptyFrames = 1_000
    package var goAways = 1_000
    /// Not counting those that give back sent bytes, one by one.
    package var windowUpdates = 1_000
    /// Frames of types that RFC 9113 does not define.
    package var unknownFrames = 1_000
    /// Streams that were reset while none came to its end.
    package var resets = 1_000

    package init() {}

    package static let standard = FrameLimits()
}
