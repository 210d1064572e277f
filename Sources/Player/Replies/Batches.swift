// Batches.swift: lines of ours that leave together, and the record of how they left.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainReply
import QuintainScenario
import QuintainTranscript
import QuintainWire

typealias ReplyWriter = QuintainReply.ReplyWriter<Batch.Element>
typealias StreamWriter = QuintainReply.StreamWriter<Batch.Element>
typealias Outgoing = QuintainReply.Outgoing<Batch.Element>

extension Outgoing {
    var byteCount: Int { Batch(elements: content).byteCount }

    fileprivate var endsStream: Bool {
        content.contains { [.strike(.headers(endsStream: true)), .strike(.data(endsStream: true))].contains($0) }
    }
}

extension Frame {
    fileprivate var endsStream: Bool { (kind == .headers || kind == .content) && flags.contains(.endStream) }
}

/// Bytes and acts for one connection that leave together.
struct OutgoingBatch {
    enum Element {
        case bytes(Outgoing, Lane)
        case strike(Strike, PlacedLine)
        /// Nothing of this step leaves: an act at a byte has ended the sending.
        case cut(step: Int)
    }

    let connection: ConnectionNumber
    var number = 0
    private(set) var elements: [Element] = []
    private(set) var byteCount = 0
    private var strikeCount = 0

    init(connection: ConnectionNumber) { self.connection = connection }

    mutating func append(_ out: Outgoing, _ lane: Lane) {
        elements.append(.bytes(out, lane))
        byteCount += out.byteCount
    }

    mutating func appendCut(_ out: Outgoing) {
        if let line = out.line { elements.append(.cut(step: line.step)) }
    }

    mutating func append(_ strike: Strike, _ placed: PlacedLine) {
        elements.append(.strike(strike, placed))
        strikeCount += 1
    }

    /// The batch is full: consecutive lines of ours leave in one write, up to these limits.
    var isFull: Bool { byteCount >= Self.bytesAtMost || strikeCount >= Self.strikesAtMost }

    private static let bytesAtMost = 256 * 1024
    private static let strikesAtMost = 1_000

    /// The steps in the batch, in order.
    var steps: [Int] {
        elements.compactMap { element in
            switch element {
            case .bytes(let out, _): out.line?.step
            case .strike(_, let placed): placed.step
            case .cut(let step): step
            }
        }
    }

    var batch: Batch {
        var batch = Batch(number: number)
        for element in elements {
            switch element {
            case .bytes(let out, _):
                for piece in out.content {
                    if case .bytes(let bytes) = piece { batch.append(bytes) } else { batch.elements.append(piece) }
                }
            case .strike(let strike, _): batch.elements.append(.strike(strike))
            case .cut: break
            }
        }
        return batch
    }
}

extension Player {
    /// Hands the pending batch over; the lines below wait for it.
    func emit() {
        guard let batch = replies.takeBatch() else { return }
        wait = .batch(batch)
        effects.append(.play(batch.connection, batch.batch))
    }

    /// The client's window has no room for the rest of the batch.
    package func windowFilled(_ number: Int, at now: Instant) -> [Effect] {
        input(now) { player in
            guard let batch = player.wait?.batch, batch.number == number else { return }
            player.wait = .window(
                batch, since: player.clock.lived,
                within: player.firstDue(batch).map { player.clock.within($0.line) } ?? 0)
        }
    }

    private func firstDue(_ batch: OutgoingBatch) -> PlacedLine? {
        batch.steps.first { record.isDue($0) }.flatMap { placed(at: $0) }
    }

    /// The client has not made room in its window in time.
    func windowStayedFull(_ batch: OutgoingBatch) {
        wait = nil
        guard let placed = firstDue(batch) else { return }
        let mistake = record.breach(
            .notSent, placed,
            "`\(scenario.sourceLine(placed))` found no room within \(clock.within(placed.line)) ms: the client's window for connection "
                + "\(batch.connection) is full")
        record.goAstray(placed.line.lane, mistake)
    }

    /// Records the bytes and acts that really left, and finishes their lines.
    func settle(_ batch: OutgoingBatch, sent: Int, closing: Closing?) {
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
                if gone < size { isCut = true } else { openTunnels(of: out, lane, batch.connection) }
                if gone == size { replyBegins(with: out.part, out.line, lane, batch.connection) }
                if !isCut, out.endsStream { connections[batch.connection]?.replyEnded() }
                guard let line = out.line else { continue }
                touched[line.step] = (touched[line.step] ?? true) && gone == size
            case .cut(let step):
                if touched[step] == nil { record.leave(step) }
            case .strike(let strike, let placed):
                // An act behind bytes that did not leave was not carried out.
                if isCut, closing != nil {
                    record.mark(placed, .notReached)
                    continue
                }
                record.finish(placed)
                record.write(
                    .acted(scenario.text(of: placed)), connection: batch.connection, lane: placed.line.lane,
                    line: placed.reference)
                if strike.sendsAlert { tellSentAlerts(batch.connection) }
                switch strike {
                case .reset, .close:
                    isEnded(batch.connection.carrier, strike == .reset ? .reset : .fin)
                case .resetStream: connections[batch.connection]?.end()
                case .goAway: connections[batch.connection.carrier]?.goAwayLeft()
                case .ping: connections[batch.connection.carrier]?.pingLeft()
                case .frame(let frame, _) where frame.kind == .goAway:
                    connections[batch.connection.carrier]?.goAwayLeft()
                case .frame(let frame, _) where frame.kind == .ping && !frame.flags.contains(.ack):
                    connections[batch.connection.carrier]?.pingLeft()
                case .frame(let frame, _) where frame.endsStream && frame.stream == batch.connection.stream:
                    connections[batch.connection]?.replyEnded()
                default:
                    let silenced = strike.concernsStream ? batch.connection : batch.connection.carrier
                    if strike.silences { connections[silenced]?.fallSilent() }
                }
            }
        }
        tellSentAlerts(batch.connection)
        for (step, whole) in touched.sorted(by: { $0.key < $1.key }) {
            guard record.line(ofStep: step) != nil else { continue }
            if whole, record.isDue(step) {
                record.finish(step)
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
        let mistake = record.breach(
            .notSent, broken,
            "only \(sent) of \(batch.byteCount) bytes left: \(how)\(givingUp(before: broken, onItsWay: true))")
        record.goAstray(broken.line.lane, mistake)
    }

    private func recordSent(_ out: Outgoing, _ count: Int, _ lane: Lane, _ connection: ConnectionNumber) {
        var payload = Payload()
        var left = count
        for element in out.content where left > 0 {
            switch element {
            case .bytes(let bytes):
                payload.append(Payload(Array(bytes.prefix(left))))
                left -= min(left, bytes.count)
            case .pattern(let from, let size):
                payload.append(Payload(pattern: from, count: min(left, size)))
                left -= min(left, size)
            case .field:
                payload.append(Payload(Array(element.fieldLine.prefix(left))))
                left -= min(left, element.fieldLine.count)
            case .strike: break
            }
        }
        record.write(.sent(out.part, payload), connection: connection, lane: lane, line: out.line)
    }

    /// The line of a step, with as much as a message needs.
    func placed(at step: Int) -> PlacedLine? {
        let number = record.line(ofStep: step)
        return course.program.lines(in: course.program.ops.indices).first { $0.place.line == number }
            .map { PlacedLine(line: $0, step: step, count: nil) }
    }
}
