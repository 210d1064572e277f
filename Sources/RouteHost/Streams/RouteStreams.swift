// RouteStreams.swift: answers requests to routes on the streams of one connection of HTTP/2.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFrames
import QuintainLoop
import QuintainReply
import QuintainSessions
import QuintainTransport
import QuintainWire

/// Reads requests, and writes replies side by side: a stream that waits does not hold up the others.
///
/// ```
/// read ──▶ understand: a request becomes a reply under way ──▶ compose: a portion of frames ──▶ send ──▶ read
/// ```
///
/// A portion is made when the last one has left, within the client's windows, so a body of any size takes the memory of
/// one portion. Frames that the protocol owes the client go first.
@OnLoop
final class RouteStreams {
    let host: RouteHost
    let transport: Transport
    var wire = HTTP2Connection(.server, limits: .ofRoutes)
    /// Requests whose body is still to come, by stream.
    var awaited: [Int: AwaitedRequest] = [:]
    /// Replies under way; a reply that has had its turn goes to the end.
    var replies: [StreamReply] = []
    /// Frames that the protocol owes the client.
    var owed = OutputBytes(capacity: 64)
    /// Streams on which nothing more is sent, and which stay open.
    var stalled: Set<Int> = []
    /// The number of bytes of bodies that are kept.
    var kept = 0

    /// A part of a portion that the kernel has not taken.
    private var unsent: [UInt8] = []
    /// An act on the connection, carried out once all bytes before it have left.
    private var strike: Strike?
    private var hasHeardEnd = false
    /// The client's preface has come.
    private(set) var hasBegun = false

    init(_ host: RouteHost, _ transport: Transport) {
        self.host = host
        self.transport = transport
    }

    /// Serves the connection to its end; these bytes of it have been read already.
    func serve(over carrier: some Carrier, having bytes: [UInt8] = []) async {
        defer { tellIncomplete() }
        wire.append(bytes)
        var input = ReadBuffer(loop: .shared, limit: Self.readAtOnce)
        while true {
            switch converse(&input, over: carrier) {
            case .quiet: break
            case .busy:
                // Lets other connections run.
                await Task.yield()
                continue
            case .strike(let strike):
                guard await carryOut(strike) else { return }
                continue
            case .over: return await transport.finish()
            case .finished: return await transport.leave()
            case .gone: return
            }
            input.rest()
            guard await rest() else { return }
        }
    }

    private enum Turn {
        /// All that has come is understood, and nothing can leave now.
        case quiet
        /// The client keeps the server busy.
        case busy
        case strike(Strike)
        /// Nothing more may be said, by the rules of HTTP/2, or because the client has ended.
        case over, finished
        case gone
    }

    /// Understands, writes and reads until nothing more comes or leaves.
    @inline(never)
    private func converse(_ input: inout ReadBuffer, over carrier: some Carrier) -> Turn {
        for _ in 0..<Transport.turnsAtOnce {
            understand()
            var isBusy = false
            switch write(over: carrier) {
            case .nothing: break
            case .progress: isBusy = true
            case .broken: return .gone
            case .strike(let strike): return .strike(strike)
            }
            if wire.isOver, unsent.isEmpty, owed.isEmpty { return .over }
            if !hasHeardEnd, !isOverwhelmed {
                switch carrier.read(into: &input) {
                case .bytes:
                    wire.append(input.bytes)
                    input.removeAll()
                    isBusy = true
                case .nothing, .full: break
                case .finished: hasHeardEnd = true
                case .reset, .failed, .closed: return .gone
                }
            }
            if isBusy { continue }
            return hasHeardEnd && replies.isEmpty && unsent.isEmpty ? .finished : .quiet
        }
        return .busy
    }

    /// Sends the server's preface: the client's has come.
    func begin() {
        hasBegun = true
        let settings = [Setting(.maxConcurrentStreams, UInt32(FrameLimits.ofRoutes.streams))]
        owed.append(Frame.settings(settings))
        wire.settingsSent(settings)
    }

    // MARK: Writing

    private enum Written {
        case nothing, progress
        /// The client is gone.
        case broken
        case strike(Strike)
    }

    /// Sends what is left of the last portion, or the next one.
    private func write(over carrier: some Carrier) -> Written {
        if unsent.isEmpty {
            if let strike {
                // Bytes that TLS has encrypted before may still wait to be sent.
                switch carrier.hasBacklog ? transport.flush() : .bytes(0) {
                case .bytes: break
                case .full: return .nothing
                case .reset, .failed, .closed: return .broken
                }
                self.strike = nil
                return .strike(strike)
            }
            let isComposed = compose(into: &host.output)
            defer { host.output.clear() }
            if host.output.isEmpty { return isComposed ? .progress : .nothing }
            return send(host.output.bytes, over: carrier)
        }
        let rest = unsent
        unsent = []
        let result = rest.withUnsafeBytes { send($0, over: carrier) }
        if case .progress = result, unsent.count == rest.count { return .nothing }
        return result
    }

    /// Sends as much as the kernel takes, and keeps the rest.
    private func send(_ bytes: UnsafeRawBufferPointer, over carrier: some Carrier) -> Written {
        switch carrier.send(bytes) {
        case .bytes(let count):
            if count < bytes.count { unsent = Array(bytes[count...]) }
        case .full: unsent = Array(bytes)
        case .reset, .failed, .closed: return .broken
        }
        return .progress
    }

    /// Composes the next portion. false: nothing can leave now.
    private func compose(into output: inout OutputBytes) -> Bool {
        if !owed.isEmpty {
            output.append(owed.bytes)
            owed.clear()
        }
        var isDone = false
        while strike == nil, !replies.isEmpty, output.count < Self.portion {
            guard pass(into: &output) else { break }
            isDone = true
        }
        return isDone
    }

    /// Gives each reply one turn, until the portion is full. false: no reply could use its turn.
    private func pass(into output: inout OutputBytes) -> Bool {
        var isDone = false
        var stays = 0
        var index = 0
        while index < replies.count, strike == nil, output.count < Self.portion {
            var isOver = false
            switch replies[index].advance(&wire, into: &output) {
            case .wrote: isDone = true
            case .held: break
            case .strike(let strike):
                self.strike = strike
                isDone = true
            case .stalled:
                stalled.insert(replies[index].stream)
                isOver = true
            case .over: isOver = true
            }
            if isOver {
                isDone = true
            } else {
                if stays < index { replies.swapAt(stays, index) }
                stays += 1
            }
            index += 1
        }
        // Replies that go on have had their turn: they go behind the others.
        let had = replies[..<stays]
        replies.removeFirst(index)
        if !had.isEmpty { replies += had }
        return isDone
    }

    /// Carries out an act on the connection. false: the connection is over.
    private func carryOut(_ strike: Strike) async -> Bool {
        let result = transport.follow(strike)
        if result == .close { await transport.finish() }
        return result == .onwards
    }

    // MARK: Waiting

    /// Too many bytes wait for a client that does not read: no more of its bytes are read.
    private var isOverwhelmed: Bool { owed.count > Self.owedAtMost }

    /// Waits until something can be done. false: the connection is over.
    private func rest() async -> Bool {
        let turn = replies.lazy.compactMap(\.turn).min()
        let isPatient = turn != nil || unsent.isEmpty && !stalled.isEmpty
        let end = isPatient ? turn : transport.patienceEnd
        var interest: Channel.Interest = hasHeardEnd || isOverwhelmed ? [] : .readable
        if !unsent.isEmpty { interest.insert(.writable) }
        let begin = Moment.now
        let wake = await transport.stay(for: interest, until: end)
        hasRested(since: begin)
        switch wake {
        case .closed, .broken: return false
        case .deadline where turn == nil:
            // A client that is silent for so long waits for no reply: the connection ends with a GOAWAY.
            await transport.finish(farewell)
            return false
        case .deadline, .message, .readable, .writable: return true
        }
    }

    /// Cheap frames are no flood if they come one by one, with pauses.
    @inline(never)
    private func hasRested(since begin: Moment) {
        if begin.advanced(milliseconds: Self.calm) < .now { wire.forgiveFloods() }
    }

    private var farewell: [UInt8] {
        @inline(never) get {
            var output = OutputBytes(capacity: 64)
            output.append(Frame.goAway(last: wire.lastOfPeer, .noError))
            return output.array
        }
    }

    /// The length of a silence after which cheap frames count anew, in milliseconds.
    private static let calm: Int64 = 100
    private static let portion = 65_536
    private static let owedAtMost = 65_536
    private static let readAtOnce = 65_536
}

extension FrameLimits {
    /// A reply is made when its request has come, and kept until it has left: so fewer streams are allowed than in a
    /// run.
    fileprivate static let ofRoutes: FrameLimits = {
        var limits = FrameLimits.standard
        limits.streams = 100
        return limits
    }()
}
