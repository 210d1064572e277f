// FrameLimits.swift: how much a peer may make a connection do and keep.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainWire

/// Bounds on what comes over one connection, beside the settings that the peer was told.
package struct FrameLimits: Hashable, Sendable {
    /// The fields of one head or trailer section, decoded: `head` and `fields`. And how many informational responses.
    package var fields = Limits.standard
    /// The bytes of one field block as it comes.
    package var block = 262_144
    /// The frames of one field block.
    package var blockFrames = 256
    /// Open streams, if SETTINGS_MAX_CONCURRENT_STREAMS does not say less.
    package var streams = 1_000
    /// How many streams are remembered after their end, so that late frames on them are told from wrong ones.
    package var remembered = 1_024

    // Frames that cost their sender little, without progress between them.

    package var settings = 1_000
    /// The entries of one SETTINGS frame.
    package var settingsInFrame = 128
    package var pings = 1_000
    package var priorities = 1_000
    package var emptyFrames = 1_000
    package var goAways = 1_000
    /// Beyond those that give back what was sent, byte by byte.
    package var windowUpdates = 1_000
    /// Of types that RFC 9113 does not have.
    package var unknownFrames = 1_000
    /// Streams that the peer reset, with no stream that came to its end between them.
    package var resets = 1_000

    package init() {}

    package static let standard = FrameLimits()
}
