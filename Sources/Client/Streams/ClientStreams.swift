// ClientStreams.swift: the client's side of a connection of HTTP/2.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFrames
import QuintainLoader
import QuintainWire

/// Turns requests into frames, as far as the server allows, and the server's frames into parts of replies.
///
/// ```
/// send ─▶ waiting ─▶ open ─▶ DATA, as the windows allow ─▶ output ─▶ the connection
///                     ▲
///                     └─ parts, until they are taken ◀─ received ◀─ the connection
/// ```
///
/// It has no socket. Parts that wait for their user take up the stream's window, so that a server can fill no more
/// memory than one window for each stream. The connection's window is given back at once, so that a user who takes
/// nothing does not hold up the others.
final class ClientStreams {
    var wire = HTTP2Connection(.client)
    /// Frames to send.
    private var output = OutputBytes()
    /// With a sieve: the bytes that are ready to send, whose first frame may have been sent in part.
    private var sieved = OutputBytes(capacity: 0)
    /// nil except in tests that make the client err.
    let sieve: FrameSieve?
    var open: [Int: StreamExchange] = [:]
    /// Requests that wait because the server allows no more streams.
    private var waiting: [StreamExchange] = []
    /// Exchanges with a body to send, in turn.
    private var senders: [StreamExchange] = []
    private var highest = -1
    private let isSecure: Bool
    /// The server's first SETTINGS have come.
    var knowsServer = false
    /// No more requests can be sent: the server has sent GOAWAY, or the connection is over.
    var isClosing = false

    /// The output begins with the preface.
    init(isSecure: Bool, sieve: FrameSieve? = nil) {
        self.isSecure = isSecure
        self.sieve = sieve
        let settings = [Setting(.enablePush, 0), Setting(.initialWindowSize, Self.window)]
        output.append(HTTP2Preface.bytes)
        output.append(Frame.settings(settings))
        wire.settingsSent(settings)
    }

    /// Too much output waits for a server that does not read, so nothing more is read from it.
    var isOverwhelmed: Bool { output.count + sieved.count > Self.outputAtMost }

    // MARK: Requests

    func send(_ exchange: StreamExchange) {
        guard !isClosing else { return exchange.lost(.unprocessed("the server takes no more requests")) }
        wire.forgiveFloods()
        waiting.append(exchange)
        letIn()
    }

    /// RFC 9113 section 5.1.2. Before the server has said how many streams it allows, the limit is 100, which is what
    /// sensible servers allow at least.
    private var hasRoom: Bool {
        wire.openStreams < (knowsServer ? wire.peerSettings.maxConcurrentStreams ?? .max : Self.streamsAtFirst)
    }

    /// Opens streams for waiting requests.
    func letIn() {
        while hasRoom, let exchange = waiting.first {
            waiting.removeFirst()
            begin(exchange)
        }
    }

    private func begin(_ exchange: StreamExchange) {
        let message = exchange.message
        highest += 2
        // RFC 9113 section 5.1.1: when the stream numbers are used up, a new connection is needed.
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

    /// Ends an exchange whose user no longer needs the rest.
    func giveUp(_ exchange: StreamExchange) {
        waiting.removeAll { $0 === exchange }
        guard open[exchange.number] === exchange else { return }
        if wire.isOpen(exchange.number), !wire.isOver {
            output.append(Frame.resetStream(exchange.number, .cancel))
            wire.resetSent(on: exchange.number)
        }
        close(exchange)
    }

    /// Closes an exchange: nothing more is sent or read.
    func close(_ exchange: StreamExchange) {
        exchange.isSent = true
        senders.removeAll { $0 === exchange }
        open[exchange.number] = nil
        if !isClosing { letIn() }
    }

    /// Reports the fault to every exchange whose request was not answered or not sent.
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

    /// Adds DATA to the output, one frame for each stream in turn.
    func compose() {
        while output.count < Self.portionSize, let index = senders.firstIndex(where: canSend) {
            let exchange = senders.remove(at: index)
            let room = min(wire.sendableAtOnce(exchange.number), Self.frameAtMost)
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

    /// The bytes to send next, once `compose` was called.
    var outgoing: UnsafeRawBufferPointer { sieve == nil ? output.bytes : sieved.bytes }

    private func canSend(_ exchange: StreamExchange) -> Bool {
        !exchange.holdsBody && (exchange.unsent == 0 || wire.sendable(exchange.number) > 0)
    }

    /// Closes the exchange if both sides have ended.
    func closeIfDone(_ exchange: StreamExchange) { if exchange.isSent, exchange.isAnswered { close(exchange) } }

    func answer(_ answer: FrameAnswer?) { if let answer { output.append(answer) } }

    /// This many bytes of the output were sent.
    func left(_ count: Int) { if sieve == nil { output.drop(count) } else { sieved.drop(count) } }

    /// Ends the connection without an error, RFC 9113 section 6.8.
    func sayGoodbye() {
        isClosing = true
        if !wire.isOver { output.append(Frame.goAway(last: wire.lastOfPeer, .noError)) }
    }

    /// The most bytes of a reply that may come while its user takes nothing.
    private static let window: UInt32 = 262_144
    private static let portionSize = 65_536
    private static let frameAtMost = 16_384
    private static let outputAtMost = 131_072
    private static let streamsAtFirst = 100
    private static let lastNumber = Int(Int32.max) - 2
}
