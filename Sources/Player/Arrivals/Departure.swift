// Departure.swift: GOAWAY, and whether the client had seen it when it sent a request.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Whether a client knows that its connection goes away.
///
/// A client reads in order, so it has seen the GOAWAY once it acknowledges a PING that left behind it, or reports a
/// reply that began behind it. Until then its requests may have been on their way. RFC 9113 section 6.8.
struct Departure {
    private enum State {
        case staying
        /// GOAWAY has left, behind this number of PINGs that are not acknowledged.
        case announced(behind: Int)
        case known
    }

    private var state = State.staying
    private var pings = 0

    var isAnnounced: Bool { if case .staying = state { false } else { true } }

    var isKnown: Bool { if case .known = state { true } else { false } }

    mutating func goAwayLeft() {
        if case .staying = state { state = .announced(behind: pings) }
    }

    mutating func pingLeft() { pings += 1 }

    mutating func pingWasAcknowledged() {
        guard pings > 0 else { return }
        pings -= 1
        guard case .announced(let ahead) = state else { return }
        state = ahead == 0 ? .known : .announced(behind: ahead - 1)
    }

    /// The client has reported a reply that left behind the GOAWAY.
    mutating func laterWasReported() {
        if case .announced = state { state = .known }
    }
}
