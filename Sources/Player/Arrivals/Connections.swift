// Connections.swift: what a player knows of each connection and of each lane.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainReply
import QuintainScenario
package import QuintainTranscript
import QuintainWire

/// One connection, as far as the play is concerned.
///
/// An object, because it is looked at all the time and is too large to be copied for that. It belongs to one player,
/// and those cannot be copied; that makes it as safe to hand on as the player is.
final class Connection: @unchecked Sendable {
    let origin: String
    /// The origin at the other end of the tunnel that it has become.
    var tunnel: String?
    var security = Security()
    /// The lane whose last message was on it.
    var lane: Lane?
    /// Requests that began on it.
    var requests = 0
    var bytesIn = 0
    /// What is coming in.
    var request: RequestInProgress?
    var closedByClient: Closing?
    /// How many lines of ours had been done when it opened, and when the client closed it.
    let openedAfterOurs: Int
    var closedAfterOurs = 0
    /// Bytes came on it that make no request.
    var hasStrayed = false
    /// How much it would have counted, when the bytes came that are no whole request yet, if no line took them.
    var dueAtBeginning: Severity?
    /// Something came behind its CONNECT before that was answered.
    var isAheadOfAnswer = false
    /// How many requests had begun on it when the server ended its side; nil: it has not.
    var requestsBeforeEnd: Int?
    /// Nothing may leave any more.
    var isSilent = false
    /// Neither side has said that it will be closed behind the messages that are under way.
    var isPersistent = true
    /// Replies to requests that no line takes; they leave once the reply before them is out.
    var refusals: [Refusal] = []
    /// What came behind a request that waits for its line.
    var backlog = Backlog()
    /// `! read off` was not played.
    var mayRead = true
    var isReading = true

    init(origin: String, openedAfterOurs: Int) {
        self.origin = origin
        self.openedAfterOurs = openedAfterOurs
    }

    /// Bytes that are kept because no line has taken them yet.
    var heldBytes: Int { (request?.unclaimed.count ?? 0) + backlog.byteCount }
}

struct Refusal {
    var bytes: [UInt8]
    var close: Bool
}

/// What was last done in a lane: an object for the same reason.
final class LaneState: @unchecked Sendable {
    var connection: ConnectionNumber?
    var request: Scope.Request?
    /// How much has come of the body of its last message.
    var progress: BodyProgress?
}

extension Player {
    // MARK: Inputs

    package mutating func connectionOpened(
        _ number: ConnectionNumber, origin: String, peer: String, at now: Instant
    ) -> [Effect] {
        input(now) { player in
            guard player.connections[number] == nil else { return }
            player.connections[number] = Connection(origin: origin, openedAfterOurs: player.oursDone)
            player.connectionsSeen += 1
            player.clock.heardClient()
            player.record.write(.connectionOpened(origin: origin, peer: peer), connection: number)
            if case .connection(let lane, _, _)? = player.wait {
                player.wait = nil
                player.bind(lane, to: number)
                // The line strikes when the connection comes, whatever is on it.
                player.turn.looked()
                return
            }
            player.checkAwaited()
        }
    }

    /// So many bytes came in; what they mean is told by the inputs that follow.
    package mutating func bytesArrived(_ number: ConnectionNumber, count: Int, at now: Instant) -> [Effect] {
        input(now) { player in
            player.connections[number]?.bytesIn += count
            player.clock.heardClient()
            player.checkAwaited()
        }
    }

    /// The client closed its side.
    package mutating func peerClosed(_ number: ConnectionNumber, _ how: Closing, at now: Instant) -> [Effect] {
        input(now) { player in
            guard let connection = player.connections[number], connection.closedByClient == nil else { return }
            player.leftForGood = player.isLeftForGood(connection, how)
            player.connections[number]?.closedByClient = how
            player.connections[number]?.closedAfterOurs = player.oursDone
            player.clock.heardClient()
            player.record.write(.connectionClosed(by: .client, how: how), connection: number)
            player.brokeOff(number, how)
            player.checkAwaited()
            player.forget(number)
        }
    }

    /// What became of a batch: how many of its bytes the system took, and whether the client was gone.
    package mutating func batchPlayed(
        _ number: Int, sent: Int, closing: Closing?, at now: Instant
    ) -> [Effect] {
        input(now) { player in
            guard case .batch(let batch)? = player.wait, batch.number == number else { return }
            player.wait = nil
            player.settle(batch, sent: sent, closing: closing)
        }
    }

    // MARK: Lanes and connections

    /// The lane's lines go to this connection from here on.
    mutating func bind(_ lane: Lane, to number: ConnectionNumber) {
        state(of: lane).connection = number
        connections[number]?.lane = lane
    }

    mutating func state(of lane: Lane) -> LaneState {
        if let state = lanes[lane] { return state }
        let state = LaneState()
        lanes[lane] = state
        return state
    }

    /// The oldest open connection that no lane has and no request has come on: the one to arrive for a load
    /// of which nothing has been seen.
    var idleConnection: ConnectionNumber? { idleConnection { $0.closedByClient == nil } }

    func idleConnection(_ fits: (Connection) -> Bool) -> ConnectionNumber? {
        var oldest: ConnectionNumber?
        for (number, connection) in connections
        where connection.lane == nil && connection.requests == 0 && !connection.isFinished && fits(connection) {
            oldest = min(oldest ?? number, number)
        }
        return oldest
    }

    /// A connection that is closed, and that no line can speak of any more, is not kept.
    private mutating func forget(_ number: ConnectionNumber) {
        guard let connection = connections[number], connection.request == nil, connection.lane == nil,
            !namedConnections.values.contains(number)
        else { return }
        noteSilence(number)
        if connection.isUnspokenFor { standIns.keep(number) }
        connections[number] = nil
        refusing.remove(number)
    }

    /// A connection on which nothing ever came breaks no line, but is worth knowing of.
    mutating func noteSilence(_ number: ConnectionNumber) {
        guard let connection = connections[number], connection.bytesIn == 0, !connection.security.isGreeted,
            connection.lane == nil, !connection.hasStrayed
        else { return }
        record.write(.noted("connection \(number) came, and nothing on it"), connection: number)
    }

    /// A line as the file has it.
    func sourceLine(_ placed: PlacedLine) -> String {
        let index = placed.line.place.line - 1
        return scenario.source.indices.contains(index) ? scenario.source[index] : ""
    }

    /// The same without its mark.
    func text(of placed: PlacedLine) -> String {
        String(sourceLine(placed).drop { $0 != " " }.drop { $0 == " " })
    }
}
