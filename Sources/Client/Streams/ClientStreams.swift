// ClientStreams.swift: the client's side of a connection of HTTP/2.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFrames
import QuintainLoader
import QuintainWire

/// Makes frames of requests, as far as the server allows, and parts of replies of the server's frames.
///
/// ```
/// send ─▶ waiting ─▶ open ─▶ DATA, as the windows allow ─▶ output ─▶ the connection
///                     ▲
///                     └─ parts, until they are taken ◀─ received ◀─ the connection
/// ```
///
/// It has no socket. What came of a stream keeps the stream's window small until it is taken, so a server can fill no
/// more memory than one window for each stream; the window of the connection is given back at once, so that a user who
/// takes nothing holds up nobody else.
final class ClientStreams {
    var wire = HTTP2Connection(.client)
    /// Frames that are to leave.
    private var output = OutputBytes()
    /// What of them is ready to leave, the first frame of it perhaps in part, where there is a sieve.
    private var sieved = OutputBytes(capacity: 0)
    /// None in an honest client.
    let sieve: FrameSieve?
    var open: [Int: StreamExchange] = [:]
    /// Requests behind as many streams as the server allows.
    private var waiting: [StreamExchange] = []
    /// Those with a body that is to be sent, in turn.
    private var senders: [StreamExchange] = []
    private var highest = -1
    private let isSecure: Bool
    /// The server's first SETTINGS have come.
    var knowsServer = false
    /// No more requests can be sent here: the server has said GOAWAY, or the connection is over.
    var isClosing = false

    /// Begins with the preface.
    init(isSecure: Bool, sieve: FrameSieve? = nil) {
        self.isSecure = isSecure
        self.sieve = sieve
        let settings = [Setting(.enablePush, 0), Setting(.initialWindowSize, Self.window)]
        output.append(HTTP2Preface.bytes)
        output.append(Frame.settings(settings))
        wire.settingsSent(settings)
    }

    /// So much waits for a server that does not read that no more is read of it.
    var isOverwhelmed: Bool { output.count + sieved.count > Self.outputAtMost }

    // MARK: Requests

    func send(_ exchange: StreamExchange) {
        guard !isClosing else { return exchange.lost(.unprocessed("the server takes no more requests")) }
        wire.forgiveFloods()
        waiting.append(exchange)
        letIn()
    }

    /// RFC 9113 section 5.1.2. Before the server has said how many streams it allows, no more are opened than any sensible
    /// server does.
    private var hasRoom: Bool {
        wire.openStreams < (knowsServer ? wire.peerSettings.maxConcurrentStreams ?? .max : Self.streamsAtFirst)
    }

    /// Opens streams for those who have waited for one.
    func letIn() {
        while hasRoom, let exchange = waiting.first {
            waiting.removeFirst()
            begin(exchange)
        }
    }

    private func begin(_ exchange: StreamExchange) {
        let message = exchange.message
        highest += 2
        // RFC 9113 section 5.1.1: another connection has numbers again.
        if highest > Self.lastNumber { isClosing = true }
        exchange.number = highest
        exchange.isSent = message.body.isEmpty && !message.holdsBody
        open[highest] = exchange
        var block = OutputBytes()
        wire.encoder.append(StreamRequest(message, isSecure: isSecure).fields, to: &block)
        output.append(
            block: block.bytes, stream: highest, isLast: exchange.isSent, frameSize: wire.peerSettings.maxFrameSize)
        wire.requestSent(message.method, on: highest, isWhole: exchange.isSent)
        if !exchange.isSent { senders.append(exchange) }
    }

    /// Nobody waits for the rest of it.
    func giveUp(_ exchange: StreamExchange) {
        waiting.removeAll { $0 === exchange }
        guard open[exchange.number] === exchange else { return }
        if wire.isOpen(exchange.number), !wire.isOver {
            output.append(Frame.resetStream(exchange.number, .cancel))
            wire.resetSent(on: exchange.number)
        }
        close(exchange)
    }

    /// Nothing more is sent or read of it.
    func close(_ exchange: StreamExchange) {
        exchange.isSent = true
        senders.removeAll { $0 === exchange }
        open[exchange.number] = nil
        if !isClosing { letIn() }
    }

    /// Tells all whose request was not answered, or not sent, that it will not be.
    func loseAll(_ fault: NetworkFault) {
        isClosing = true
        loseWaiting()
        for (_, exchange) in open.sorted(by: { $0.key < $1.key }) {
            var fault = fault
            fault.isBeforeReply = !exchange.hasReply
            exchange.lost(fault)
            close(exchange)
        }
    }

    func loseWaiting() {
        for exchange in waiting { exchange.lost(.unprocessed("the request was never sent")) }
        waiting = []
    }

    // MARK: Sending

    /// Adds DATA to what is to leave, one frame a stream in turn.
    func compose() {
        while output.count < Self.portionSize, let index = senders.firstIndex(where: canSend) {
            let exchange = senders.remove(at: index)
            let room = min(wire.sendable(exchange.number), wire.peerSettings.maxFrameSize, Self.frameAtMost)
            let count = min(exchange.unsent, room)
            exchange.isSent = count == exchange.unsent
            output.append(
                frameHead: count, .content, exchange.isSent ? .endStream : [], stream: exchange.number)
            exchange.frame(count, into: &output)
            wire.contentSent(count, on: exchange.number, isLast: exchange.isSent)
            if !exchange.isSent { senders.append(exchange) } else { closeIfDone(exchange) }
        }
        if let sieve, !output.isEmpty {
            sieved.append(sieve.leaves(output.bytes))
            output.clear()
        }
    }

    /// What leaves next, once it is composed.
    var outgoing: UnsafeRawBufferPointer { sieve == nil ? output.bytes : sieved.bytes }

    private func canSend(_ exchange: StreamExchange) -> Bool {
        !exchange.holdsBody && (exchange.unsent == 0 || wire.sendable(exchange.number) > 0)
    }

    /// Both sides have ended.
    func closeIfDone(_ exchange: StreamExchange) { if exchange.isSent, exchange.isAnswered { close(exchange) } }

    func answer(_ answer: FrameAnswer?) { if let answer { output.append(answer) } }

    /// So many bytes of the output have left.
    func left(_ count: Int) { if sieve == nil { output.drop(count) } else { sieved.drop(count) } }

    /// The connection ends here, in peace. RFC 9113 section 6.8.
    func sayGoodbye() {
        isClosing = true
        if !wire.isOver { output.append(Frame.goAway(last: wire.lastOfPeer, .noError)) }
    }

    /// What may come of a reply that nobody takes.
    private static let window: UInt32 = 262_144
    private static let portionSize = 65_536
    private static let frameAtMost = 16_384
    private static let outputAtMost = 131_072
    private static let streamsAtFirst = 100
    private static let lastNumber = Int(Int32.max) - 2
}
