// Greetings.swift: TLS greetings that no line takes, and bytes that come in their place or too soon.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
package import QuintainTranscript
import QuintainWords

extension Player {
    /// The client has ended: the TLS greetings that came last, beyond those that lines stand for, are breaches. A
    /// handshake that failed has sent no request, so to try it once more is no fault.
    func judgeGreetings() {
        guard inquiry.isJudging else { return }
        let known = connections.all.compactMap { HandshakeAttempt($0.number, $0.connection) }
        let missing = course.items.count { $0.holdsUpOurs && !$0.isCallback }
        let (strange, again) = standIns.unexplained(known, missing: missing)
        for number in strange {
            record.breach(.greeting(on: number), nil)
        }
        guard let first = again.first, let last = again.last else { return }
        record.breach(.handshakes(again.count, first: first, last: last), nil, counting: .noted)
    }

    /// Bytes came in the clear where a TLS greeting was due, or only the beginning of one.
    func comeInTheClear(_ bytes: [UInt8], _ number: ConnectionNumber) {
        guard let connection = connections[number] else { return }
        record.writeArrival(bytes[...], .raw, number)
        guard !Self.contentTypes.contains(bytes[0]) else {
            connection.security.beginGreeting()
            return
        }
        connection.stray()
        guard inquiry.isJudging else { return }
        unexpectedBytes(.inTheClear(Array(bytes.prefix(80)), count: bytes.count), on: number)
    }

    /// Bytes came behind a CONNECT that has no answer yet, or before the 101 that they need: too soon, whatever they
    /// are.
    package func cameBeforeAnswer(on number: ConnectionNumber, at now: Instant) -> [Effect] {
        input(now) { player in
            guard let connection = player.connections[number], !connection.isAheadOfAnswer, player.inquiry.isJudging,
                let lane = connection.lane
            else { return }
            connection.cameAheadOfAnswer()
            let next = player.course.linesAhead().first { placed in
                guard placed.line.lane == lane else { return false }
                switch placed.line.deed {
                case .receive, .await: return true
                case .send, .act, .order, .callback, .binding: return false
                }
            }
            player.record.breakOrder(
                next, .bytesBeforeAnswer(number), player.inquiry.whatHoldsUp(before: next), in: lane)
        }
    }

    /// The content types with which a client may begin, alert and handshake: RFC 8446 section 5.1.
    private static let contentTypes: Set<UInt8> = [0x15, 0x16]
}
