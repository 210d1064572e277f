// PingsSent.swift: the PINGs of this side that the peer has to acknowledge.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Keeps the payloads of PINGs until they are acknowledged. RFC 9113 section 6.7.
struct PingsSent {
    private var waiting: [UInt64] = []
    /// More PINGs were sent than are kept: an acknowledgement may be of one of those.
    private var hasDropped = false

    mutating func sent(_ opaque: UInt64) {
        if waiting.count < Self.keptAtMost { waiting.append(opaque) } else { hasDropped = true }
    }

    /// Takes the PING with this payload. false: others wait, and none of them has it. An acknowledgement of which no PING
    /// waits breaks no rule.
    mutating func take(_ opaque: UInt64) -> Bool {
        if let index = waiting.firstIndex(of: opaque) {
            waiting.remove(at: index)
            return true
        }
        return waiting.isEmpty || hasDropped
    }

    private static let keptAtMost = 64
}
