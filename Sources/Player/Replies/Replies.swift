// Replies.swift: the replies that are being written, and the batch that leaves together.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainReply
import QuintainScenario
import QuintainTranscript

/// Keeps a writer for each lane, and the batch that their bytes and acts are put into.
///
/// A batch is for one connection. Consecutive lines of ours leave in one, and the lines below wait until it has left.
final class Replies {
    /// The last message that the server writes in a lane.
    private struct Message {
        var writer: (any MessageWriter<Batch.Element>)?
        /// A request has been taken, and its reply has not begun.
        var isOwed = false
        /// The request had its reply before this one began.
        var isSurplus = false
        /// The head says that the body is JSON.
        var isJSON = false
        var strikes = StrikesAhead()
        /// The sizes of chunks or frames, whatever the lines say; nil: as they say.
        var pieces: [ChunkShape]?
        /// The reply has raw bytes, and only its client's reading tells where it ends.
        var raw: RawReply?

        var isOpen: Bool { writer?.isOver == false }
    }

    private var messages: [Lane: Message] = [:]
    private var pending: OutgoingBatch?
    /// The number of batches that have left.
    private var batches = 0
    /// nil: the last line has not happened, or no request waits behind it.
    private(set) var forgotten: ForgottenReplies?
    /// Replies that were not read, of loads that may have failed.
    private var unread: [Lane: [UnreadReply]] = [:]
    /// Our alerts that left within the batch that is on its way; they are recorded in their place among its elements.
    private var alerts: [String] = []

    // MARK: Messages

    /// A request of the lane has been taken.
    func owe(in lane: Lane) { messages[lane] = Message(isOwed: true) }

    func note(_ forgotten: ForgottenReplies?) { self.forgotten = forgotten }

    /// The lane's request is answered by a refusal, and by no line.
    func forgive(in lane: Lane) { messages[lane]?.isOwed = false }

    func keep(_ reply: UnreadReply) { unread[reply.placed.line.lane, default: []].append(reply) }

    func takeUnread(in lane: Lane) -> [UnreadReply] { unread.removeValue(forKey: lane) ?? [] }

    /// The lanes that have one, in the order of the file.
    var lanesUnread: [Lane] {
        unread.values.compactMap(\.first).sorted { $0.placed.step < $1.placed.step }.map(\.placed.line.lane)
    }

    /// A message begins in the lane.
    func begin(_ survey: ReplyWriter.Survey, in lane: Lane, on number: ConnectionNumber) {
        let writer: any MessageWriter<Batch.Element> = number.syntax.writer(survey)
        let hadReply = !isOwed(in: lane) && messages[lane]?.writer.map { !$0.isInformational } ?? false
        messages[lane, default: Message()].writer = writer
        messages[lane]?.strikes.begin()
        messages[lane]?.isJSON = false
        messages[lane]?.pieces = nil
        if survey.hasRawLine, messages[lane]?.raw == nil || hadReply { messages[lane]?.raw = RawReply(to: survey) }
        guard !writer.isInformational else { return }
        messages[lane]?.isSurplus = hadReply
        messages[lane]?.isOwed = false
    }

    /// The message that has begun leaves altered.
    func alter(_ alteration: Alteration, in lane: Lane, on number: ConnectionNumber) {
        if case .pieces(let pieces) = alteration {
            messages[lane]?.pieces = pieces
        } else {
            add([Outgoing(.added, [.strike(.altered(alteration))], nil)], to: number, lane)
        }
    }

    func pieces(in lane: Lane) -> [ChunkShape]? { messages[lane]?.pieces }

    /// Notes the type of the body, from the line of its field.
    func setType(_ line: [UInt8], in lane: Lane) {
        let value = line.drop { $0 != UInt8(ascii: ":") }.dropFirst().prefix { $0 != UInt8(ascii: ";") }
        let type = String(decoding: value.filter { $0 != UInt8(ascii: " ") }, as: UTF8.self).lowercased()
        messages[lane]?.isJSON = type == "application/json" || type.hasSuffix("+json")
    }

    /// The head of the lane's message says that the body is JSON.
    func isJSON(in lane: Lane) -> Bool { messages[lane]?.isJSON ?? false }

    /// Writes more of the lane's message.
    func write(
        in lane: Lane, _ line: (inout any MessageWriter<Batch.Element>) -> [Outgoing]
    ) -> [Outgoing] {
        guard messages[lane]?.writer != nil else { return [] }
        return line(&messages[lane]!.writer!)
    }

    /// The head of the lane's message is not whole.
    func isInHead(in lane: Lane) -> Bool { messages[lane]?.writer?.isInHead ?? false }

    /// The raw lines of the head of the lane's message, once, when that head is whole.
    func takeRawHead(in lane: Lane) -> [UInt8]? { messages[lane]?.writer?.takeRawHead() }

    /// A request of the lane waits for the first byte of its reply.
    func isOwed(in lane: Lane) -> Bool { messages[lane]?.isOwed ?? false }

    func hasBegun(in lane: Lane) -> Bool { messages[lane]?.writer != nil }

    /// The reply that is being written answers a request that had one already.
    func isSurplus(in lane: Lane) -> Bool { messages[lane]?.isSurplus ?? false }

    /// All of the lane's message has left, and its client knows that without the end of the connection.
    func haveToldTheirEnd(in lane: Lane) -> Bool {
        guard let message = messages[lane], let writer = message.writer, writer.isOver else { return false }
        return message.raw?.isWhole ?? (writer.hasToldItsEnd && !message.strikes.hasCut)
    }

    /// The lane's message has begun and is not over: its head or a chunk may still have to be closed.
    func isOpen(in lane: Lane) -> Bool { messages[lane]?.isOpen ?? false }

    var areOpen: Bool { messages.values.contains(where: \.isOpen) }

    /// The lanes whose messages are open, by name.
    var openLanes: [Lane] {
        areOpen ? messages.filter { $0.value.isOpen }.keys.sorted { $0.name < $1.name } : []
    }

    /// The lane's message pauses: what is complete of it is closed.
    func pause(_ lane: Lane, on connection: ConnectionNumber, _ ahead: Continuation) {
        guard var writer = messages[lane]?.writer else { return }
        let out = writer.pause(ahead)
        // This writer has its turn when the batch for another connection has left.
        if !out.isEmpty, isPending(elsewhere: connection) { return }
        messages[lane]?.writer = writer
        add(out, to: connection, lane)
    }

    // MARK: Acts at a byte

    /// Adds an act that strikes when so many bytes of the lane's next message have been written.
    func add(_ strike: Strike, at byte: Int, in lane: Lane, _ placed: PlacedLine) {
        messages[lane, default: Message()].strikes.add(strike, at: byte, placed)
    }

    /// The number of the lane's next bytes that leave.
    func room(for bytes: Int, in lane: Lane) -> Int { messages[lane]?.strikes.room(for: bytes) ?? bytes }

    /// The acts at bytes that the lane's message did not have, now that it is over, and its length.
    func takeMissed(in lane: Lane) -> (missed: [(placed: PlacedLine, byte: Int)], length: Int) {
        guard messages[lane]?.writer?.isOver == true else { return ([], 0) }
        return messages[lane]?.strikes.takeMissed() ?? ([], 0)
    }

    // MARK: The batch

    var isPending: Bool { pending != nil }

    /// The pending batch has to leave before anything else is sent on this connection.
    func mustLeave(before connection: ConnectionNumber) -> Bool {
        isPending(elsewhere: connection) || pending?.isFull == true
    }

    private func isPending(elsewhere connection: ConnectionNumber) -> Bool {
        pending.map { $0.connection != connection } ?? false
    }

    func add(_ out: [Outgoing], to connection: ConnectionNumber, _ lane: Lane) {
        guard !out.isEmpty else { return }
        if pending == nil { pending = OutgoingBatch(connection: connection) }
        for piece in out {
            if messages[lane]?.strikes.letsThrough(piece) ?? true {
                messages[lane]?.raw?.append(piece)
                pending?.append(piece, lane)
                continue
            }
            for element in messages[lane]?.strikes.pass(piece) ?? [] {
                switch element {
                case .part(let part):
                    messages[lane]?.raw?.append(part)
                    pending?.append(part, lane)
                case .strike(let strike, let placed): pending?.append(strike, placed)
                case .cut(let part): pending?.appendCut(part)
                }
            }
        }
    }

    func add(_ strike: Strike, to connection: ConnectionNumber, _ placed: PlacedLine) {
        if pending == nil { pending = OutgoingBatch(connection: connection) }
        pending?.append(strike, placed)
    }

    /// Takes the pending batch, which leaves now.
    func takeBatch() -> OutgoingBatch? {
        guard var batch = pending else { return nil }
        pending = nil
        batches += 1
        batch.number = batches
        return batch
    }

    /// Drops the pending batch, which will never leave.
    func dropBatch() { pending = nil }

    // MARK: Alerts

    /// An alert of ours has left.
    func alertLeft(_ name: String) { alerts.append(name) }

    func takeAlerts() -> [String] {
        defer { alerts = [] }
        return alerts
    }
}
