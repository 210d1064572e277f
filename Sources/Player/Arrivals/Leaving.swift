// Leaving.swift: how a client leaves connections.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
package import QuintainTranscript
import QuintainWire
import QuintainWords

extension Player {
    /// The client closed its side, or reset the connection behind that.
    package func peerClosed(_ number: ConnectionNumber, _ how: Closing, at now: Instant) -> [Effect] {
        input(now) { player in
            guard let connection = player.connections[number] else { return }
            if connection.closedByClient == .fin, how == .reset { player.replyWasNotRead(number) }
            guard connection.closedByClient == nil else { return }
            let isForGood = player.inquiry.isLeftForGood(connection, number, how)
            // A client cannot notice that a `! hold` goes on, and a test cancels its load while the play is held.
            let afterOurs = player.course.oursDone + (player.isHeld == nil ? 0 : 1)
            player.connections.close(number, how, afterOurs: afterOurs, isForGood: isForGood)
            player.heardClient()
            player.record.write(.connectionClosed(by: .client, how: how), connection: number)
            for stream in player.connections.streams(on: number) { player.brokeOff(stream, how) }
            player.brokeOff(number, how)
            player.checkAwaited()
            if !player.inquiry.awaitsUndecided { player.forget(number) }
        }
    }

    /// Forgets a closed connection to which no line can refer any more.
    private func forget(_ number: ConnectionNumber) {
        guard let connection = connections.forget(number) else { return }
        noteSilence(connection, number)
        if connection.isUnspokenFor { standIns.keep(HandshakeAttempt(number, connection)) }
    }

    /// The first bytes of a reply have left: its status line, or raw bytes in its place.
    func replyBegins(with part: Part, _ line: LineReference?, _ lane: Lane, _ number: ConnectionNumber) {
        guard let connection = connections[number], part == .start || part == .raw && !connection.isAnswering else {
            return
        }
        connection.replyBegan()
        if connection.isLeftUnasked, !inquiry.needsNoReply(lane) { connection.replyBeganLate(at: line?.step) }
    }

    /// Reports a reply that was not read: the client had closed its side before the reply began, and reset the
    /// connection when it came. A client that closes only its side, and reads on, resets nothing.
    private func replyWasNotRead(_ number: ConnectionNumber) {
        for number in [number] + connections.streams(on: number) {
            guard let step = connections[number]?.takeLateReply(), let placed = placed(at: step) else { continue }
            judge(UnreadReply(placed: placed, difference: .resetUnread(scenario.quoted(placed), number)))
        }
    }

    /// Whether nothing is under way, and nothing is due, on a connection whose client has closed its side, so that the
    /// server may close its own. It stays as it is where no reply has come, or only a part of one: the client may read on.
    package func isDone(with number: ConnectionNumber) -> Bool {
        guard let connection = connections[number] else { return true }
        let all = [number] + connections.streams(on: number)
        guard !connection.isSilent, wait?.batch?.connection.carrier != number,
            !all.contains(where: { connections[$0]?.request?.isRaw == false })
        else { return false }
        return !connections.lanes(on: number).contains {
            replies.isOwed(in: $0) || replies.isOpen(in: $0) || course.hasOursAhead($0)
        }
    }

    /// A client may leave the connection without having read what was sent.
    package func mayLeaveUnread(_ number: ConnectionNumber) -> Bool {
        connections.lanes(on: number).contains { inquiry.needsNoReply($0) }
    }
}

extension RequestHead {
    /// Whether the connection persists after this request, RFC 9112 section 9.3.
    var asksToPersist: Bool {
        if saysClose { return false }
        return !version.isOld || says("keep-alive")
    }

    var saysClose: Bool { says("close") }

    private func says(_ option: String) -> Bool {
        fields.contains { $0.isNamed("Connection") && CommaList.has(Array(option.utf8), in: $0.value) }
    }
}
