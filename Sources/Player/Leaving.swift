// Leaving.swift: how a client ends, and how it leaves connections.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainTranscript
import QuintainWire
import QuintainWords

/// The reason why nothing more is expected of a client.
package enum ClientEnd: Sendable, Equatable {
    /// A caller said so, or the client's process has ended.
    case told, exited
    /// It has closed all its connections.
    case closed
    /// Nothing came for so many milliseconds.
    case idle(Int)
    case deadline
    /// The run was given up from outside.
    case stopped

    package var word: String {
        switch self {
        case .told: "told"
        case .exited: "exited"
        case .closed: "closed"
        case .idle: "idle"
        case .deadline: "deadline"
        case .stopped: "stopped"
        }
    }

    /// The reason as text behind the verdict; nil: the usual one.
    package var phrase: String? {
        switch self {
        case .exited: nil
        case .told: "ended when it was told to"
        case .closed: "ended once all its connections were closed"
        case .idle(let milliseconds): "ended once nothing had come for \(milliseconds) ms"
        case .deadline: "ended at the deadline"
        case .stopped: "ended from outside"
        }
    }
}

extension Player {
    /// Whether a client that closes this connection now is done with it: it was served, and could have gone on.
    ///
    /// Where one side had said `close` (RFC 9112 section 9.6), or the client was left without its reply, the next
    /// request may come on another connection at any moment.
    func isLeftForGood(_ connection: Connection, _ number: ConnectionNumber, _ how: Closing) -> Bool {
        how == .fin && connection.persistence.mayGoOn && connection.requests > 0 && connection.request == nil
            && !connection.isFinished && !connection.isSilent
            && !connections.lanes(on: number).contains(where: replies.isOwed)
    }

    /// The state in which the client left the lane's connection, for a line that awaits its end. nil: there is none.
    func stateOfConnection(_ lane: Lane) -> String? {
        guard let number = connections.number(of: lane), let connection = connections[number] else { return nil }
        return switch connection.closedByClient {
        case .fin: "the client closed connection \(number) by FIN"
        case .reset: "the client closed connection \(number) by a reset"
        case nil: "the client keeps connection \(number) open"
        }
    }

    /// The first bytes of a reply have left: its status line, or raw bytes in its place.
    mutating func replyBegins(with part: Part, _ line: LineReference?, _ lane: Lane, _ number: ConnectionNumber) {
        guard let connection = connections[number], part == .start || part == .raw && !connection.isAnswering else {
            return
        }
        connection.replyBegan()
        if connection.isLeftUnasked, !needsNoReply(lane) { connection.replyBeganLate(at: line?.step) }
    }

    /// Reports a reply that was not read: the client had closed its side before the reply began, and reset the
    /// connection when it came. A client that closes only its side, and reads on, resets nothing.
    mutating func replyWasNotRead(_ number: ConnectionNumber) {
        for number in [number] + connections.streams(on: number) {
            guard let step = connections[number]?.takeLateReply(), let placed = placed(at: step) else { continue }
            let mistake = record.breach(
                .notSent, placed,
                "nobody read `\(sourceLine(placed))`: the client had closed connection \(number) before it left, and "
                    + "answered it by a reset")
            record.goAstray(placed.line.lane, mistake)
        }
    }

    /// The lane's load needs no reply: the play cancelled it, or its order has a time limit, or it fails as a line says
    /// and has done so, as far as the client reports that.
    private func needsNoReply(_ lane: Lane) -> Bool {
        if delegate.isCancelled(in: lane) || delegate.hasOwnTime(in: lane) { return true }
        guard course.program.failingLanes.contains(lane) else { return false }
        return delegate.hasEnded(in: lane) || !course.observation.seesEnds
    }
}

extension RequestHead {
    /// Whether the connection persists after this request, RFC 9112 section 9.3.
    var asksToPersist: Bool {
        if saysClose { return false }
        return version >= .http11 || says("keep-alive")
    }

    var saysClose: Bool { says("close") }

    private func says(_ option: String) -> Bool {
        fields.contains { $0.isNamed("Connection") && CommaList.has(Array(option.utf8), in: $0.value) }
    }
}
