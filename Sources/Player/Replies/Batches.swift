// Batches.swift: how lines of ours leave, and the record of it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainReply
import QuintainScenario
import QuintainTranscript
import QuintainWire

extension Player {
    /// Hands the pending batch over; the lines below wait for it.
    func emit() {
        guard let batch = replies.takeBatch() else { return }
        wait = .batch(batch)
        effects.append(.play(batch.connection, batch.batch))
    }

    /// The client's window has no room for the rest of the batch.
    package func windowFilled(_ number: Int, at now: Instant) -> [Effect] {
        input(now) {
            guard let batch = wait?.batch, batch.number == number else { return }
            wait = .window(
                batch, since: clock.lived,
                within: firstDue(batch).map { clock.within($0.line) } ?? 0)
        }
    }

    private func firstDue(_ batch: OutgoingBatch) -> PlacedLine? {
        batch.steps.first { record.isDue($0) }.flatMap { placed(at: $0) }
    }

    /// The client has not made room in its window in time.
    func windowStayedFull(_ batch: OutgoingBatch) {
        wait = nil
        guard let placed = firstDue(batch) else { return }
        record.breakCourse(
            .notSent(.noRoom(scenario.quoted(placed), batch.connection, within: clock.within(placed.line))), placed)
    }

    /// Records what has left when so many bytes of the batch have, and so many pauses have begun. The rest is on its way.
    func settle(soFar batch: inout OutgoingBatch, sent: Int, pauses: Int) {
        var left = sent - batch.byteCountTaken
        for element in batch.takeElements(leftWith: sent, pauses: pauses) {
            settle(element, of: &batch, &left, closing: nil)
        }
        _ = finishSteps(of: &batch)
    }

    /// Records the bytes and acts that really left, and finishes their lines.
    func settle(_ batch: OutgoingBatch, sent: Int, closing: Closing?) {
        var batch = batch
        var left = sent - batch.byteCountTaken
        for element in batch.takeElements() { settle(element, of: &batch, &left, closing: closing) }
        tellSentAlerts(batch.connection)
        let cut = finishSteps(of: &batch)
        guard let broken = cut.first else { return }
        let givingUp = inquiry.givingUp(before: broken, onItsWay: true, isGone: closing != nil)
        judge(
            UnreadReply(
                placed: broken, steps: cut.dropFirst().map(\.step),
                difference: .cut(sent, of: batch.byteCount, batch.connection, closing, givingUp)))
    }

    /// Records an element that was taken from the batch, while so many bytes are left of those that have left.
    private func settle(
        _ element: OutgoingBatch.Element, of batch: inout OutgoingBatch, _ left: inout Int, closing: Closing?
    ) {
        let connection = connections[batch.connection]
        switch element {
        case .bytes(let out, let lane):
            let size = out.byteCount
            let gone = min(size, left)
            left -= gone
            if gone > 0 { recordSent(out, gone, lane, batch.connection) }
            if gone < size {
                batch.isCut = true
            } else if let connection {
                hasLeft(out, lane, connection)
            }
            if !batch.isCut, out.endsStream { connection?.replyEnded() }
            if let step = out.line?.step { batch.stepsTaken[step] = (batch.stepsTaken[step] ?? true) && gone == size }
        case .cut(let step):
            if batch.stepsTaken[step] == nil { record.leave(step) }
        case .strike(let strike, let placed):
            // An act behind bytes that did not leave was not carried out.
            if batch.isCut, closing != nil { return record.mark(placed, .notReached) }
            record.finish(placed)
            record.write(
                .acted(scenario.text(of: placed)), connection: batch.connection, lane: placed.line.lane,
                line: placed.reference)
            if strike.sendsAlert { tellSentAlerts(batch.connection) }
            connection?.struck(by: strike)
            guard let carrier = connections[batch.connection.carrier] else { return }
            carrier.carried(strike)
            guard strike == .reset || strike == .close else { return }
            let isTold = replies.haveToldTheirEnd(in: placed.line.lane)
            isEnded(carrier, strike == .reset ? .reset : .fin, behindWholeReply: isTold)
        }
    }

    /// The first bytes of a reply may have left: its status line, or raw bytes in its place. A whole reply may switch
    /// protocols or open a tunnel.
    private func hasLeft(_ out: Outgoing, _ lane: Lane, _ connection: Connection) {
        if out.content.contains(.strike(.switchProtocols)) { beginRaw(connection, lane) }
        for case .strike(.tunnel(let origin)) in out.content {
            connection.becomeTunnel(to: origin)
            record.write(.noted(.tunnel(connection.number, to: origin)), connection: connection.number)
        }
        guard out.part == .start || out.part == .raw && !connection.isAnswering else { return }
        connection.replyBegan()
        if connection.isLeftUnasked, !inquiry.needsNoReply(lane) { connection.replyBeganLate(at: out.line?.step) }
    }

    /// Finishes the lines of which all has left, where nothing of them is still in the batch. Returns those that were cut.
    private func finishSteps(of batch: inout OutgoingBatch) -> [PlacedLine] {
        var cut: [PlacedLine] = []
        for (step, isWhole) in batch.takeSteps() where record.line(ofStep: step) != nil {
            if isWhole, record.isDue(step) {
                record.finish(step)
            } else if !isWhole, let placed = placed(at: step) {
                cut.append(placed)
            }
        }
        return cut
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
