// Debts.swift: acknowledgements that the peer owes, and whether it has read on meanwhile.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Counts SETTINGS and PINGs of this side until they are acknowledged, RFC 9113 sections 6.5.3 and 6.7.
///
/// A peer reads in order. Once it has read the end of a message that left behind such a frame, it has read the frame,
/// too, and must have acknowledged it before it ends the connection.
struct Debts {
    struct Count {
        private var open = 0
        /// Those behind which a whole message has left, the oldest of all.
        private var behind = 0

        fileprivate init() {}

        /// Whether one is open that the peer has read, if it has read all that was sent.
        var isOverdue: Bool { behind > 0 }

        mutating func sent() { open += 1 }

        mutating func acknowledged() {
            open = max(0, open - 1)
            behind = max(0, behind - 1)
        }

        fileprivate mutating func messageEnded() { behind = open }
    }

    var settings = Count()
    var pings = Count()
    /// The peer need not acknowledge anything more: one side has said that it goes away, or the peer was sent settings
    /// that end the connection.
    var areForgiven = false

    mutating func messageEnded() {
        settings.messageEnded()
        pings.messageEnded()
    }
}
