// ControlServer.swift: the port of the control API.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainLoop
import QuintainNotation
import QuintainPlayer
import QuintainRouteHost
import QuintainSessions
import QuintainTranscript
import QuintainTransport
import QuintainWire

/// Takes requests of the control API and writes the answers; ``ControlAPI`` decides what the answers say.
@OnLoop
package final class ControlServer {
    package let address: SocketAddress
    private let listener: Listener
    private let api: ControlAPI
    private let entrance: ControlGuard
    private let patience: Int64?
    private var channels: [ObjectIdentifier: Channel] = [:]

    package init(
        on address: SocketAddress, token: String?, allowedHosts: [String] = [], api: ControlAPI,
        patience: Int64? = RouteHost.patience
    ) throws(LoopError) {
        self.patience = patience
        listener = try Listener(on: address, for: .control, loop: .shared)
        self.address = listener.address
        self.api = api
        entrance = ControlGuard(address: listener.address, token: token, allowedHosts: allowedHosts)
    }

    package var url: String { "http://\(address)" }
    package var connectionCount: Int { channels.count }

    package func start() {
        OnLoop.spawn { [weak self] in
            while let listener = self?.listener, let channel = await listener.accept() {
                guard let self else { return channel.close() }
                self.channels[ObjectIdentifier(channel)] = channel
                OnLoop.spawn {
                    await self.serve(Transport(channel, patience: self.patience))
                    channel.close()
                    self.channels[ObjectIdentifier(channel)] = nil
                }
            }
        }
    }

    package func close() {
        listener.close()
        for channel in channels.values { channel.close() }
    }

    private func serve(_ transport: Transport) async {
        var reader = RequestReader()
        var head: RequestHead?
        var body: [UInt8] = []
        while true {
            while let event = reader.next() {
                switch event {
                case .head(let new):
                    head = new
                    body = []
                    guard new.expectsContinue else { break }
                    guard await send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8), transport) else { return }
                case .body(let bytes):
                    guard body.count + bytes.count <= Self.bodyAtMost else {
                        let fault = ControlFault(
                            413, "too-large", "the body has more than \(Self.bodyAtMost) bytes", help: "send less")
                        return await refuse(fault, transport)
                    }
                    body += bytes
                case .chunk, .frame, .trailerText, .deviation: break
                case .end:
                    guard let request = head.map({ ControlRequest($0, body: body) }) else { break }
                    guard await answer(request, transport, &reader) else { return await transport.finish() }
                    (head, body) = (nil, [])
                case .malformed(let deviation, let status):
                    let message = "\(deviation.sentence) (\(deviation.citation))"
                    return await refuse(ControlFault(status, deviation.slug, message), transport)
                }
                // The control API opens no tunnels: what follows a CONNECT is read as requests.
                if reader.isPaused { reader.goOn() }
            }
            switch reader.read(from: transport) {
            case .bytes: continue
            case .nothing, .full: break
            case .finished, .reset, .failed, .closed: return
            }
            switch await transport.wait(for: .readable, until: transport.patienceEnd) {
            case .closed, .broken: return
            case .deadline:
                guard head != nil || reader.held > 0 else { return await transport.leave() }
                return await refuse(ControlFault(408, "too-slow", transport.tooSlow), transport)
            case .message, .readable, .writable: break
            }
        }
    }

    /// Answers a request. false: the connection is over.
    private func answer(_ request: ControlRequest, _ transport: Transport, _ reader: inout RequestReader) async -> Bool
    {
        guard let reply = await reply(to: request, of: transport) else { return false }
        // A client of HTTP/1.0 knows no chunks: the end of the connection ends a body without a length.
        var (isChunked, keepsAlive) = (!request.head.version.isOld, request.head.keepsAlive)
        if case .whole = reply.body { isChunked = false } else if !isChunked { keepsAlive = false }
        guard await send(reply.head(keepsAlive: keepsAlive, isChunked: isChunked), transport) else { return false }
        if request.head.method == "HEAD" { return keepsAlive }
        switch reply.body {
        case .whole(let bytes):
            guard await send(bytes, transport) else { return false }
        case .pieces(let next):
            while let piece = await next() {
                guard await send(piece, transport, chunked: isChunked) else { return false }
                await Task.yield()
            }
            guard await endChunks(transport, isChunked) else { return false }
        case .events(let entry, let after):
            guard await stream(entry, after: after, transport, &reader, isChunked),
                await endChunks(transport, isChunked)
            else { return false }
        case .changes(let feed): return await stream(feed, transport, &reader, isChunked)
        }
        return keepsAlive
    }

    /// The reply, however long it is waited for; nil: the client has left meanwhile.
    private func reply(to request: ControlRequest, of transport: Transport) async -> ControlReply? {
        let local = transport.channel.localAddress
        let made = Promise<ControlReply>()
        OnLoop.spawn { [api, entrance] in
            do throws(ControlFault) {
                try entrance.check(request, at: local)
                made.bring(try await api.answer(request, isTrusted: entrance.isTrusted(request)))
            } catch {
                made.bring(ControlReply(error))
            }
            transport.wake()
        }
        while made.value == nil {
            switch await transport.stay(for: .message, until: nil) {
            case .closed, .broken, .deadline: return nil
            case .message, .readable, .writable: break
            }
        }
        return made.value
    }

    private func refuse(_ fault: ControlFault, _ transport: Transport) async {
        let reply = ControlReply(fault)
        guard case .whole(let bytes) = reply.body else { return }
        await transport.finish(reply.head(keepsAlive: false, isChunked: false) + bytes)
    }

    // MARK: Streams

    /// Sends every event once, as it happens, until the session has ended. false: the reader is gone.
    private func stream(
        _ entry: SessionDesk.Entry, after: Int, _ transport: Transport, _ reader: inout RequestReader, _ isChunked: Bool
    ) async -> Bool {
        let session = entry.session
        var told = after
        session.watch(transport.channel)
        defer { session.unwatch(transport.channel) }
        while true {
            var text = ""
            for event in session.player.transcript.events(after: told, atMost: ControlAPI.eventsAtOnce) {
                if case .leftOut(let last) = event.happening {
                    // The transcript of a long run keeps only its beginning and its end.
                    text += "event: left-out\ndata: {\"from\":\(event.number),\"to\":\(last)}\n\n"
                    told = last
                    continue
                }
                text += "id: \(event.number)\ndata: \(TranscriptLines.object(of: event).description)\n\n"
                told = event.number
            }
            let isWhole = told >= session.player.transcript.count
            let isOver = isWhole && session.player.isOver
            if isOver { text += "event: end\ndata: \(api.summary(of: entry).description)\n\n" }
            if !text.isEmpty {
                guard await send(Array(text.utf8), transport, chunked: isChunked) else { return false }
            }
            if isOver { return true }
            if !isWhole || session.player.transcript.count > told || session.player.isOver { continue }
            switch await transport.wait(for: [.message, .readable], until: .now.advanced(milliseconds: Self.heartbeat))
            {
            case .closed, .broken: return false
            case .message, .writable: break
            case .readable:
                guard keepsListening(transport, &reader) else { return false }
            case .deadline:
                // A comment: sending it fails if the reader has vanished without closing the connection.
                guard await send(Array(":\n\n".utf8), transport, chunked: isChunked) else { return false }
            }
        }
    }

    /// Sends all changes of the server until the reader is gone: always returns false.
    private func stream(
        _ feed: ChangeFeed, _ transport: Transport, _ reader: inout RequestReader, _ isChunked: Bool
    ) async -> Bool {
        var feed = feed
        var spoke = Moment.now
        while true {
            let text = feed.news(of: api)
            let isDue = spoke.advanced(milliseconds: Self.heartbeat) <= .now
            if !text.isEmpty || isDue {
                guard await send(Array((text.isEmpty ? ":\n\n" : text).utf8), transport, chunked: isChunked) else {
                    return false
                }
                spoke = .now
            }
            switch await transport.wait(for: .readable, until: .now.advanced(milliseconds: Self.glance)) {
            case .closed, .broken: return false
            case .readable: guard keepsListening(transport, &reader) else { return false }
            case .message, .writable, .deadline: break
            }
        }
    }

    /// Reads bytes of a reader of events, such as its next request. false: the reader is gone.
    private func keepsListening(_ transport: Transport, _ reader: inout RequestReader) -> Bool {
        while true {
            switch reader.read(from: transport) {
            case .bytes: if reader.held > Self.pipelinedAtMost { return false }
            case .nothing, .full: return true
            case .finished, .reset, .failed, .closed: return false
            }
        }
    }

    private func endChunks(_ transport: Transport, _ isChunked: Bool) async -> Bool {
        isChunked ? await send(Array("0\r\n\r\n".utf8), transport) : true
    }

    private func send(_ bytes: [UInt8], _ transport: Transport, chunked: Bool = false) async -> Bool {
        if bytes.isEmpty { return true }
        let chunk = chunked ? Array((String(bytes.count, radix: 16) + "\r\n").utf8) + bytes + [13, 10] : bytes
        return await transport.sendAll(chunk)
    }

    nonisolated package static let bodyAtMost = 4 << 20
    private static let heartbeat: Int64 = 15_000
    /// The time between two looks for changes while there is a reader, in milliseconds.
    private static let glance: Int64 = 200
    private static let pipelinedAtMost = 65_536
}

extension RequestReader {
    /// Reads once.
    @OnLoop
    fileprivate mutating func read(from transport: Transport) -> Channel.Read {
        withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 16) { room in
            let result = transport.read(into: room)
            if case .bytes(let count) = result { append(UnsafeRawBufferPointer(rebasing: room[..<count])) }
            return result
        }
    }
}
