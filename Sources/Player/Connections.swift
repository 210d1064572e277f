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
    /// How many lines of ours had been done when it opened, and when the client closed it.
    var openedAfterOurs = 0
    var closedAfterOurs = 0
    /// `! close` or `! reset` was played: what still comes in is thrown away.
    var isFinished = false
    /// Nothing may leave any more.
    var isSilent = false
    /// Replies to requests that no line takes; they leave once the reply before them is out.
    var refusals: [Refusal] = []
    /// What came behind a request that waits for its line.
    var backlog = Backlog()
    /// `! read off` was not played.
    var mayRead = true
    var isReading = true

    /// Bytes that are kept because no line has taken them yet.
    var heldBytes: Int { (inbound?.unclaimed.count ?? 0) + backlog.byteCount }
}

struct Refusal {
    var bytes: [UInt8]
    var close: Bool
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
    /// Which request of its connection it is.
    var ordinal: Int
    /// How many lines of ours were done when it came.
    var afterOurs: Int
    /// It has been judged so already.
    var cameTooSoon = false
    var matcher: BodyMatcher?
    /// The body could not be held against what was written; it is compared when whole.
    var collects = false
    var body: [UInt8] = []
    var bodyCount = 0
    /// Body bytes that no line has taken yet.
    var unclaimed: [UInt8] = []
    var isEnded = false
    var isEndRecorded = false
    var trailers: [Field] = []
    var hasMismatch = false
}

struct LaneState {
    var connection: ConnectionNumber?
    var request: Scope.Request?
    var writer: ReplyWriter?
    /// A request has been taken, and its reply has not begun.
    var owesReply = false
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

    let connection: ConnectionNumber
    var number = 0
    private(set) var elements: [Element] = []
    private(set) var byteCount = 0

    init(connection: ConnectionNumber) { self.connection = connection }

    mutating func append(_ out: Outgoing, _ lane: Lane) {
        elements.append(.bytes(out, lane))
        byteCount += out.byteCount
    }

    mutating func append(_ act: Batch.Element, _ placed: PlacedLine) {
        elements.append(.act(act, placed))
    }

    /// The steps that are in it, in order.
    var steps: [Int] {
        elements.compactMap { element in
            switch element {
            case .bytes(let out, _): out.line?.step
            case .act(_, let placed): placed.step
            }
        }
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
            guard player.connections[number] == nil else { return }
            var connection = Connection(origin: origin)
            connection.openedAfterOurs = player.oursDone
            player.connections[number] = connection
            player.connectionsSeen += 1
            player.heardClient()
            player.record(.connectionOpened(origin: origin, peer: peer), connection: number)
            if case .connection(let lane, _, _)? = player.wait {
                player.wait = nil
                player.bind(lane, to: number)
                return
            }
            player.checkAwaited()
        }
    }

    /// So many bytes came in; what they mean is told by the inputs that follow.
    package mutating func bytesArrived(_ number: ConnectionNumber, count: Int, at now: Instant) -> [Effect] {
        input(now) { player in
            player.connections[number]?.bytesIn += count
            player.heardClient()
            player.checkAwaited()
        }
    }

    /// The client closed its side, after `partial` bytes of a request that it had begun.
    package mutating func peerClosed(
        _ number: ConnectionNumber, _ how: Closing, partial: Int, at now: Instant
    ) -> [Effect] {
        input(now) { player in
            guard let connection = player.connections[number], connection.closedByClient == nil else { return }
            player.connections[number]?.closedByClient = how
            player.connections[number]?.closedAfterOurs = player.oursDone
            player.heardClient()
            player.record(.connectionClosed(by: .client, how: how), connection: number)
            player.brokeOff(number, how, partial: partial)
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
        lanes[lane, default: LaneState()].connection = number
        connections[number]?.lane = lane
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
        guard let connection = connections[number], connection.inbound == nil, connection.lane == nil,
            !namedConnections.values.contains(number)
        else { return }
        noteSilence(number)
        connections[number] = nil
        refusing.remove(number)
    }

    /// A connection on which nothing ever came breaks no line, but is worth knowing of.
    mutating func noteSilence(_ number: ConnectionNumber) {
        guard let connection = connections[number], connection.bytesIn == 0, connection.lane == nil else { return }
        record(.noted("connection \(number) came, and nothing on it"), connection: number)
    }

    mutating func heardClient() {
        hasHeardClient = true
        lastClientEvent = now
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
        var isCut = false
        for element in batch.elements {
            switch element {
            case .bytes(let out, let lane):
                let size = out.byteCount
                let gone = min(size, left)
                left -= gone
                if gone > 0 { recordSent(out, gone, lane, batch.connection) }
                if gone < size { isCut = true }
                guard let line = out.line else { continue }
                touched[line.step] = (touched[line.step] ?? true) && gone == size
            case .act(let act, let placed):
                // Behind bytes that did not leave no act was carried out.
                if isCut, closing != nil {
                    mark(placed, .notReached)
                    continue
                }
                finish(placed)
                record(
                    .acted(text(of: placed)), connection: batch.connection, lane: placed.line.lane,
                    line: placed.reference)
                switch act {
                case .reset, .close:
                    connections[batch.connection]?.isFinished = true
                    connections[batch.connection]?.isSilent = true
                    record(
                        .connectionClosed(by: .server, how: act == .reset ? .reset : .fin), connection: batch.connection
                    )
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
    func placed(at step: Int) -> PlacedLine? {
        for op in window.program.ops {
            if case .line(let line, _) = op, line.place.line == steps[step].line {
                return PlacedLine(line: line, step: step, count: nil)
            }
        }
        return nil
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
