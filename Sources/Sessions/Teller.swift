// Teller.swift: tells the player what came of one connection.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainPlayer
import QuintainTranscript

/// Tells a session's player the events of one connection, and of the streams on it, for as long as there is the session.
@OnLoop
struct Teller {
    let number: ConnectionNumber
    private(set) weak var session: Session?

    var player: Player? { session?.player }

    /// - Parameter stream: 0: the connection itself.
    func tell(of stream: Int = 0, _ input: (Player, ConnectionNumber, Instant) -> [Effect]) {
        let number = stream == 0 ? number : ConnectionNumber(number.connection, stream: stream)
        session?.tell { input($0, number, $1) }
    }

    /// Tells bytes that make no whole message.
    func tellLeftOver(_ bytes: [UInt8]) {
        if !bytes.isEmpty { tell { $0.leftOver(bytes, on: $1, at: $2) } }
    }
}
