// StreamClient.swift: an HTTP/2 client that sends exactly what a test tells it to.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFrames
import QuintainLoop
import QuintainRouteHost
import QuintainServer
import QuintainTLS
import QuintainTransport
import QuintainWire
import Testing

/// One connection. Every wait has a limit, so a broken test ends, too.
@OnLoop
final class StreamClient {
    /// What has arrived on a stream.
    struct Reply {
        var informational: [Int] = []
        var head: ResponseHead?
        var body: [UInt8] = []
        var trailers: [Field] = []
        var isWhole = false
        var reset: ErrorCode?

        var status: Int? { head?.status }
        var text: String { String(decoding: body, as: UTF8.self) }
        var isOver: Bool { isWhole || reset != nil }

        subscript(name: String) -> String? { head?.fields.first { $0.isNamed(name) }?.text }
    }

    private let transport: Transport
    private var wire = HTTP2Connection(.client)
    private var nextStream = 1
    private(set) var replies: [Int: Reply] = [:]
    /// Streams in the order in which their replies were completed.
    private(set) var order: [Int] = []
    private(set) var goAway: (last: Int, code: ErrorCode)?
    private(set) var settings: [Setting] = []
    /// Whether windows are granted again for what was read.
    var givesRoom = true

    /// Uses prior knowledge or, with an authority to trust, what the handshake negotiates.
    init(_ address: SocketAddress, settings: [Setting] = [], greets: Bool = true) async throws {
        let channel = try await Channel.connect(to: address, loop: .shared, until: TestClient.soon)
        transport = Transport(channel, patience: 20_000)
        if greets { await greet(settings) }
    }

    func greet(_ settings: [Setting] = []) async {
        var output = OutputBytes()
        output.append(HTTP2Preface.bytes)
        output.append(Frame.settings(settings))
        wire.settingsSent(settings)
        await say(output.array)
    }

    // MARK: Saying

    func say(_ bytes: [UInt8]) async { _ = await transport.sendAll(bytes) }

    func say(_ frame: Frame) async {
        var output = OutputBytes()
        output.append(frame)
        await say(output.array)
    }

    /// Sends a request, and gives its stream. Without a body the request is whole.
    @discardableResult
    func ask(
        _ method: String = "GET", _ target: String, _ fields: KeyValuePairs<String, String> = [:], body: String? = nil,
        isWhole: Bool = true
    ) async -> Int {
        let stream = nextStream
        nextStream += 2
        let head: KeyValuePairs = [
            ":method": method, ":scheme": "http", ":authority": "\(transport.channel.peer!)", ":path": target,
        ]
        var block = OutputBytes()
        for (name, value) in head { wire.encoder.append(HeaderField(name, value), to: &block) }
        for (name, value) in fields { wire.encoder.append(HeaderField(name, value), to: &block) }
        var output = OutputBytes()
        let isAlone = body == nil && isWhole
        output.append(block: block.bytes, stream: stream, isLast: isAlone)
        wire.requestSent(method, on: stream, isWhole: isAlone)
        replies[stream] = Reply()
        await say(output.array)
        if let body { await say(content: Array(body.utf8), on: stream, isLast: isWhole) }
        return stream
    }

    func say(content: [UInt8], on stream: Int, isLast: Bool) async {
        var rest = content[...]
        repeat {
            while wire.sendable(stream) == 0, !rest.isEmpty, await hear() == nil {}
            let piece = rest.prefix(min(16_384, rest.isEmpty ? 0 : wire.sendable(stream)))
            rest = rest.dropFirst(piece.count)
            let isEnd = isLast && rest.isEmpty
            wire.contentSent(piece.count, on: stream, isLast: isEnd)
            await say(Frame(.content, isEnd ? .endStream : [], stream: stream, payload: Array(piece)))
            if replies[stream]?.isOver == true { return }
        } while !rest.isEmpty
    }

    /// Grants a window of so many bytes more.
    func grant(_ count: Int, on stream: Int) async {
        wire.windowUpdateSent(count, on: stream)
        await say(Frame.windowUpdate(count, stream: stream))
    }

    func finish() { transport.finishSending() }

    func close() { transport.close() }

    // MARK: Hearing

    func get(_ target: String, _ fields: KeyValuePairs<String, String> = [:]) async throws -> Reply {
        try await reply(on: ask("GET", target, fields))
    }

    /// The whole reply on a stream, or its beginning if the stream is reset.
    func reply(on stream: Int) async throws -> Reply {
        while replies[stream]?.isOver != true {
            if let end = await hear() { throw TestFailure("the connection ended with \(end)") }
        }
        return replies[stream]!
    }

    /// Reads until this holds.
    func hear(until isDone: () -> Bool) async throws {
        while !isDone() {
            if let end = await hear() { throw TestFailure("the connection ended with \(end)") }
        }
    }

    /// Reads to the end, and gives how it ended.
    func rest() async -> Channel.Read {
        while true { if let end = await hear() { return end } }
    }

    /// Waits for a read; nil: it was bytes.
    private func hear() async -> Channel.Read? {
        while true {
            var bytes: [UInt8] = []
            let result = withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 16) { room in
                let result = transport.read(into: room)
                if case .bytes(let count) = result { bytes = Array(room[..<count]) }
                return result
            }
            switch result {
            case .bytes:
                wire.append(bytes)
                while let event = wire.next() { await take(event) }
                return nil
            case .nothing:
                if await transport.wait(for: .readable, until: TestClient.soon) == .deadline { return .nothing }
            case .finished, .reset, .failed, .full, .closed: return result
            }
        }
    }

    private func take(_ event: HTTP2Connection.Event) async {
        var answer = event.answer
        switch event {
        case .settings(let list): settings = list
        case .informational(let stream): replies[stream]?.informational.append(wire.responseHead?.status ?? 0)
        case .head(let stream, _): replies[stream]?.head = wire.responseHead
        case .content(let stream, let bytes, let weight):
            replies[stream]?.body += bytes
            if givesRoom { answer = wire.consumed(weight, on: stream) }
        case .trailers(let stream): replies[stream]?.trailers = wire.trailers ?? []
        case .end(let stream):
            replies[stream]?.isWhole = true
            order.append(stream)
        case .reset(let stream, let code): replies[stream]?.reset = code
        case .goAway(let last, let code, _): goAway = (last, code)
        case .breach(let breach): Issue.record("the server errs: \(breach.sentence)")
        default: break
        }
        guard let answer else { return }
        var output = OutputBytes()
        output.append(answer)
        await say(output.array)
    }
}

/// Serves these routes to an HTTP/2 client while the body runs; a connection that is left open fails the test.
func withStreams(
    _ text: String = someRoutes, patience: Int64? = RouteHost.patience, settings: [Setting] = [],
    _ body: @escaping @OnLoop @Sendable (RouteHost, StreamClient) async throws -> Void
) async throws {
    let table = try routeTable(text)
    try await OnLoop.run {
        let host = try RouteHost(on: .loopback(), table: table, patience: patience)
        host.start()
        let client = try await StreamClient(host.address, settings: settings)
        defer { host.close() }
        try await body(host, client)
        client.close()
        host.close()
        #expect(await eventually { host.connectionCount == 0 })
    }
}
