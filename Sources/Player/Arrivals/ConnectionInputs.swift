// ConnectionInputs.swift: connections that open and close, and batches that they have played.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
package import QuintainTranscript

extension Player {
    // MARK: Inputs

    package func connectionOpened(
        _ number: ConnectionNumber, origin: String, peer: String, at now: Instant
    ) -> [Effect] {
        input(now) { player in
            player.heardClient()
            guard player.connections.open(number, origin: origin, afterOurs: player.course.oursDone) else { return }
            player.clock.forgetBytesLeft()
            player.record.write(.connectionOpened(origin: origin, peer: peer), connection: number)
            if case .connection(let lane, _, _)? = player.wait {
                player.wait = nil
                player.connections.bind(lane, to: number)
                // The waiting act is played when the connection comes, whatever comes on it.
                player.turn.looked()
                return
            }
            player.checkAwaited()
        }
    }

    /// Bytes came in; the inputs that follow say what they mean.
    package func bytesArrived(_ number: ConnectionNumber, count: Int, at now: Instant) -> [Effect] {
        input(now) { player in
            player.heardClient()
            if count > 0 {
                player.connections.bytesCame(on: number)
                player.clock.forgetBytesLeft()
            }
            player.checkAwaited()
        }
    }

    /// So many bytes of a batch have left and so many of its pauses have begun, and the rest is on its way: it pauses, or
    /// the client is leaving.
    package func batchAdvanced(_ number: Int, sent: Int, pauses: Int, at now: Instant) -> [Effect] {
        input(now) { player in
            guard case .batch(var batch) = player.wait, batch.number == number else { return }
            player.settle(soFar: &batch, sent: sent, pauses: pauses)
            player.wait = .batch(batch)
        }
    }

    /// The fate of a batch: how many of its bytes the system took, and whether the client was gone. The last of them left
    /// at some time between `leaving` and now; nil: none did.
    package func batchPlayed(
        _ number: Int, sent: Int, leaving: Instant? = nil, closing: Closing?, at now: Instant
    ) -> [Effect] {
        input(now) { player in
            guard let batch = player.wait?.batch, batch.number == number else { return }
            player.wait = nil
            if let leaving { player.clock.bytesLeft(since: leaving) }
            player.settle(batch, sent: sent, closing: closing)
        }
    }

    /// A connection on which nothing ever came breaks no line, but is noted.
    func noteSilence(_ connection: Connection, _ number: ConnectionNumber) {
        guard connection.isUntouched else { return }
        record.write(.noted(.silent(number)), connection: number)
    }
}
