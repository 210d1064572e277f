// Leaving.swift: what a client says by closing a connection.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainTranscript
import QuintainWire
import QuintainWords

/// Why nothing more is expected of a client.
package enum ClientEnd: Sendable, Equatable {
    /// Somebody said so, or its process has ended.
    case told, exited
    /// It has closed all its connections.
    case closed
    /// So many milliseconds went by, and nothing came.
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

    /// Behind the verdict. nil: it goes without saying.
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
    /// Whether a client that closes this connection now has no more to do there: it was served, and could have gone on.
    ///
    /// Where one side had said `close` (RFC 9112 section 9.6), or the client was left without its reply, the next request
    /// may come on another connection at any moment.
    func isLeftForGood(_ connection: Connection, _ number: ConnectionNumber, _ how: Closing) -> Bool {
        how == .fin && connection.isPersistent && connection.requests > 0 && connection.request == nil
            && !connection.isFinished && !connection.isSilent
            && !connections.lanes(on: number).contains(where: replies.isOwed)
    }

    /// What the client has done with the connection of the lane instead of what a line awaits. nil: there is none.
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

    /// The client had closed its side before a reply began, and reset the connection when it came: nobody has read it. One
    /// that closes its side alone, and reads on, resets nothing.
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

    /// The lane's load was cancelled by the play, was ordered with a time of its own, or fails as a line says: if the client
    /// can tell that, it has.
    private func needsNoReply(_ lane: Lane) -> Bool {
        if delegate.isCancelled(in: lane) || delegate.hasOwnTime(in: lane) { return true }
        guard course.program.failingLanes.contains(lane) else { return false }
        return delegate.hasEnded(in: lane) || !course.observation.seesEnds
    }
}

extension RequestHead {
    /// RFC 9112 section 9.3.
    var asksToPersist: Bool {
        if saysClose { return false }
        return version >= .http11 || says("keep-alive")
    }

    var saysClose: Bool { says("close") }

    private func says(_ option: String) -> Bool {
        fields.contains { $0.isNamed("Connection") && CommaList.has(Array(option.utf8), in: $0.value) }
    }
}
