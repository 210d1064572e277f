// Connections.swift: what a player knows of each connection and of each lane.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
package import QuintainTranscript
import QuintainWire

/// One connection, as far as the play is concerned.
struct Connection {
    var origin: String
    /// The lane whose last message was on it.
    var lane: Lane?
    /// Requests that began on it.
    var requests = 0
    var bytesIn = 0
    /// `bytesIn` when its last message began.
    var bytesBeforeMessage = 0
    var inbound: Inbound?
    var closedByClient: Closing?
    /// How many lines of ours had been passed by then.
    var closedAfterOurs = 0
    /// `! close` or `! reset` was played: what still comes in is thrown away.
    var isFinished = false
    /// Nothing may leave any more.
    var isSilent = false
    /// Requests that are to be refused once the reply before them is out.
    var refusals: [[UInt8]] = []
    var isHeldBack = false
}

/// The request that is coming in.
struct Inbound {
    enum Claim {
        /// A line takes it.
        case item(Int)
        /// What is written of it has come; the rest may be written further down, or nowhere.
        case cut(Lane, hasRest: Bool)
        /// No more of it may come: this line says so.
        case forbidden(PlacedLine)
        /// It came too soon; its line may still come into reach.
        case premature
        case refused
    }

    var head: RequestHead
    var claim: Claim
    var matcher: BodyMatcher?
    /// The body could not be held against what was written; it is compared when whole.
    var collects = false
    var body: [UInt8] = []
    var bodyCount = 0
    /// Body bytes that no line has taken yet.
    var unclaimed: [UInt8] = []
    var isEnded = false
    var trailers: [Field] = []
    var hasMismatch = false
}

struct LaneState {
    var connection: ConnectionNumber?
    var request: Scope.Request?
    var writer: ReplyWriter?
}

/// What came before its line was due.
enum Premature {
    case request(ConnectionNumber)
    case callback(ReportedCallback)
}

/// Bytes and acts for one connection that leave together.
struct OutgoingBatch {
    enum Element {
        case bytes(Outgoing, Lane)
        case act(Batch.Element, PlacedLine)
    }

    var connection: ConnectionNumber
    var number = 0
    var elements: [Element] = []

    var byteCount: Int {
        elements.reduce(0) { if case .bytes(let out, _) = $1 { $0 + out.byteCount } else { $0 } }
    }

    var batch: Batch {
        var batch = Batch(number: number)
        for element in elements {
            switch element {
            case .bytes(let out, _):
                for piece in out.elements {
                    if case .bytes(let bytes) = piece { batch.append(bytes) } else { batch.elements.append(piece) }
                }
            case .act(let act, _): batch.elements.append(act)
            }
        }
        return batch
    }
}

extension Player {
    // MARK: Inputs

    package mutating func connectionOpened(
        _ number: ConnectionNumber, origin: String, peer: String, at now: Instant
    ) -> [Effect] {
        input(now) { player in
            player.connections[number] = Connection(origin: origin)
            player.lastClientEvent = now
            player.record(.connectionOpened(origin: origin, peer: peer), connection: number)
            if case .connection(let lane, _)? = player.wait {
                player.wait = nil
                player.bind(lane, to: number)
                return
            }
            player.checkAwaited(opened: number)
        }
    }

    /// So many bytes came in; what they mean is told by the inputs that follow.
    package mutating func bytesArrived(_ number: ConnectionNumber, count: Int, at now: Instant) -> [Effect] {
        input(now) { player in
            player.connections[number]?.bytesIn += count
            player.lastClientEvent = now
            player.checkAwaited()
        }
    }

    /// The client closed its side, after `partial` bytes of a request that it had begun.
    package mutating func peerClosed(
        _ number: ConnectionNumber, _ how: Closing, partial: Int, at now: Instant
    ) -> [Effect] {
        input(now) { player in
            guard player.connections[number]?.closedByClient == nil else { return }
            player.connections[number]?.closedByClient = how
            player.connections[number]?.closedAfterOurs = player.window.oursPassed
            player.lastClientEvent = now
            player.record(.connectionClosed(by: .client, how: how), connection: number)
            player.brokeOff(number, how, partial: partial)
            player.checkAwaited()
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
        lanes[lane, default: LaneState()].connection = number
        connections[number]?.lane = lane
    }

    /// The connection on which a line of ours strikes: that of its lane's last message, or of another lane's
    /// if its own has none yet and there is only one.
    func connection(of lane: Lane) -> ConnectionNumber? {
        lanes[lane]?.connection
    }

    // MARK: Batches

    /// Hands the pending bytes over; what stands below waits for them.
    mutating func emit() {
        guard var batch = pending else { return }
        pending = nil
        batches += 1
        batch.number = batches
        wait = .batch(batch)
        effects.append(.play(batch.connection, batch.batch))
    }

    /// Writes down what really left and finishes the lines that it was.
    private mutating func settle(_ batch: OutgoingBatch, sent: Int, closing: Closing?) {
        var left = sent
        var broken: PlacedLine?
        var touched: [Int: Bool] = [:]
        for element in batch.elements {
            switch element {
            case .bytes(let out, let lane):
                let size = out.byteCount
                let gone = min(size, left)
                left -= gone
                if gone > 0 { recordSent(out, gone, lane, batch.connection) }
                guard let line = out.line else { continue }
                touched[line.step] = (touched[line.step] ?? true) && gone == size
            case .act(let act, let placed):
                finish(placed)
                record(.acted(text(of: placed)), connection: batch.connection, lane: placed.line.lane, line: placed.reference)
                switch act {
                case .reset, .close:
                    connections[batch.connection]?.isFinished = true
                    connections[batch.connection]?.isSilent = true
                    record(
                        .connectionClosed(by: .server, how: act == .reset ? .reset : .fin), connection: batch.connection)
                case .halfClose, .stall: connections[batch.connection]?.isSilent = true
                case .bytes, .pattern, .flush, .rate, .segment: break
                }
            }
        }
        for (step, whole) in touched.sorted(by: { $0.key < $1.key }) {
            guard steps.indices.contains(step) else { continue }
            if whole, steps[step].state == .due {
                steps[step].state = .done
                steps[step].doneAt = now
            } else if !whole, broken == nil {
                broken = placed(at: step)
            }
        }
        guard let broken else { return }
        let how =
            switch closing {
            case .fin?: "the client had closed connection \(batch.connection)"
            case .reset?: "the client had reset connection \(batch.connection)"
            case nil: "connection \(batch.connection) took no more"
            }
        breach(.notSent, broken, "only \(sent) of \(batch.byteCount) bytes left: \(how)")
    }

    private mutating func recordSent(_ out: Outgoing, _ count: Int, _ lane: Lane, _ connection: ConnectionNumber) {
        var payload = Payload()
        var left = count
        for element in out.elements where left > 0 {
            switch element {
            case .bytes(let bytes):
                payload.append(Payload(Array(bytes.prefix(left))))
                left -= min(left, bytes.count)
            case .pattern(let from, let size):
                payload.append(Payload(pattern: from, count: min(left, size)))
                left -= min(left, size)
            case .flush, .rate, .segment, .close, .halfClose, .reset, .stall: break
            }
        }
        record(.sent(out.part, payload), connection: connection, lane: lane, line: out.line)
    }

    /// The line of a step, as far as a message needs it.
    private func placed(at step: Int) -> PlacedLine? {
        for op in window.program.ops {
            if case .line(let line, _) = op, line.place.line == steps[step].line {
                return PlacedLine(line: line, step: step, count: nil)
            }
        }
        return nil
    }

    /// An act as its line has it, without the mark.
    func text(of placed: PlacedLine) -> String {
        let number = placed.line.place.line
        guard scenario.source.indices.contains(number - 1) else { return "" }
        let line = scenario.source[number - 1]
        return String(line.drop { $0 != " " }.drop { $0 == " " })
    }
}
