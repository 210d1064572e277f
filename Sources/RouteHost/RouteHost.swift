// RouteHost.swift: answers requests to routes on one port.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainLoop
package import QuintainRoutes
package import QuintainScenario
package import QuintainSessions
import QuintainTLS
import QuintainTransport
import QuintainWire

/// Answers every request by the table of standing exchanges: the hot path, without the machinery of scenarios.
///
/// ```
/// serve ──▶ answer: what stands in the buffer ──▶ send ──▶ read ──▶ serve
///               │
///               ├─ a reply with acts ──▶ play      what is not the hot path
///               ├─ a body to come ──▶ collect
///               └─ HTTP/2 ──▶ RouteStreams
/// ```
@OnLoop
package final class RouteHost {
    package let address: SocketAddress
    /// Replaced as a whole when fixtures change; a connection uses the new table from its next request on.
    package var table: RouteTable { didSet { streamReplies = StreamReplies() } }
    /// The replies that have been compiled for HTTP/2.
    var streamReplies = StreamReplies()
    package internal(set) var answered = 0
    package internal(set) var unmatched = 0
    /// How many requests are no HTTP: those that were refused, and those that break a rule, and were answered.
    package internal(set) var malformed = 0
    /// How many requests were begun, and their client ended or was silent for too long before they were whole.
    package internal(set) var incomplete = 0
    let surroundings: RouteSurroundings
    /// The buffer in which all connections write their replies before they are sent.
    var output = OutputBytes(capacity: 16 * 1024)
    /// The log of requests; nil: there is none.
    package var log: ServerLog?
    /// The journal of requests; nil: it was not asked for.
    package var journal: Journal?
    /// Is asked where no route answers.
    package var code: ReplyingCode?
    /// The requests that no route has answered, or that break a rule: kept always, since a right client sends none.
    package var unanswered = Journal(keeping: RouteHost.unansweredAtMost)
    private let listener: Listener
    /// Nil: connections are not secured.
    private let contexts: (usual: TLSContext, sendingAlerts: TLSContext)?
    /// The TLS contexts for certain server names; all other clients get the host's own.
    private let names: (any NamedContexts)?
    private let versions: HTTPVersions
    private var connections: [ObjectIdentifier: Connection] = [:]
    let patience: Int64?
    /// For how many milliseconds a client may send nothing, or accept nothing, before its connection ends.
    nonisolated package static let patience: Int64 = 60_000

    /// With an authority, connections are secured by a certificate that it signs.
    package init(
        on address: SocketAddress, table: RouteTable, securedBy authority: TestAuthority? = nil, name: String? = nil,
        for names: (any NamedContexts)? = nil, speaking versions: HTTPVersions = [.one, .two],
        patience: Int64? = RouteHost.patience
    ) throws(LoopError) {
        self.patience = patience
        self.versions = versions
        self.names = names
        contexts = try authority.map { authority throws(LoopError) in
            (
                try authority.context(for: name, speaking: versions, sendingAlerts: false),
                try authority.context(for: name, speaking: versions, sendingAlerts: true)
            )
        }
        authorityCertificate = authority?.path
        listener = try Listener(on: address, loop: .shared)
        self.address = listener.address
        self.table = table
        surroundings = RouteSurroundings(url: "\(contexts == nil ? "http" : "https")://\(listener.address)")
    }

    /// The file of the certificate authority that clients must trust; nil: connections are not secured.
    package let authorityCertificate: String?

    var isSecure: Bool { contexts != nil }
    /// A connection may begin as HTTP/2.
    var takesPreface: Bool { versions.contains(.two) && !isSecure }
    package var url: String { surroundings.url }
    package var connectionCount: Int { connections.count }

    package func start() {
        listener.onShortage { [weak self] isOn in self?.log?.tellShortage(isOn, at: self?.url ?? "") }
        OnLoop.spawn { [weak self] in
            while let listener = self?.listener, let channel = await listener.accept() {
                guard let self else { return channel.close() }
                self.welcome(Connection(channel, patience: self.patience))
            }
        }
    }

    /// Answers what has come with a new connection, and gives it a task unless it is over by then.
    private func welcome(_ connection: Connection) {
        let isPlain = !isSecure && versions != .two
        let turn = isPlain ? converse(connection, over: connection.channel) : .quiet
        if case .gone = turn { return connection.channel.close() }
        connections[ObjectIdentifier(connection)] = connection
        // Other connections write into the same buffer before the task begins.
        let written = output.isEmpty ? [] : output.array
        output.clear()
        OnLoop.spawn { [self] in
            if !written.isEmpty, await !connection.transport.sendAll(written) {
                // The client is gone.
            } else if isPlain {
                // The channel is used directly: a transport would add a tenth to the cost of a request.
                await serve(connection, over: connection.channel, from: turn)
            } else {
                await serve(connection)
            }
            connection.channel.close()
            connections[ObjectIdentifier(connection)] = nil
        }
    }

    package func close() {
        listener.close()
        // It may hold whoever holds this host.
        code = nil
        for connection in connections.values { connection.channel.close() }
    }

    // MARK: A connection's life

    /// Serves a connection with TLS, or one that speaks HTTP/2 alone: a client that speaks HTTP/1 is refused there.
    private func serve(_ connection: Connection) async {
        let transport = connection.transport
        guard let contexts else { return await RouteStreams(self, transport).serve(over: transport.channel) }
        // Code may answer with any route.
        let context = table.sendsAlerts || code != nil ? contexts.sendingAlerts : contexts.usual
        if let names {
            guard await transport.secure(for: names, otherwise: context) else { return }
        } else {
            transport.secure(context, holds: false)
        }
        guard let version = await agreedVersion(on: transport) else { return }
        if version == .two {
            await RouteStreams(self, transport).serve(over: transport)
        } else {
            await serve(connection, over: transport, from: converse(connection, over: transport))
        }
    }

    /// The version that the handshake has chosen. nil: the handshake failed, or takes too long.
    private func agreedVersion(on transport: Transport) async -> HTTPVersions? {
        while true {
            switch transport.shakeHands() {
            case .bytes:
                // Nobody asks for them, and they would be kept as long as the connection.
                _ = transport.takeEvents()
                return HTTPVersions(chosen: transport.security?.terms?.applicationProtocol)
            case .nothing: break
            case .full, .finished, .reset, .failed, .closed: return nil
            }
            switch await transport.wait(for: .readable, until: transport.patienceEnd) {
            case .closed, .broken, .deadline: return nil
            case .message, .readable, .writable: break
            }
        }
    }

    /// Serves requests over HTTP/1.1. The frame of this function is kept as long as a connection is idle: so all that need not
    /// wait is done by others.
    private func serve(_ connection: Connection, over carrier: some Carrier, from first: Turn) async {
        let (channel, transport) = (connection.channel, connection.transport)
        var turn = first
        while true {
            switch turn {
            case .quiet: break
            case .gone: return
            default:
                guard await take(turn, connection, over: carrier) else { return }
                turn = converse(connection, over: carrier)
                continue
            }
            connection.input.rest()
            let end = transport.patienceEnd
            let wake =
                await carrier.hasBacklog
                ? transport.wait(for: .readable, until: end) : channel.wait(for: .readable, until: end)
            switch wake {
            case .closed, .broken: return tellEnd(having: connection.input.bytes, Self.endedInHead, of: channel)
            case .deadline: return await giveUp(transport, having: connection.input.bytes)
            case .message, .readable, .writable: turn = converse(connection, over: carrier)
            }
        }
    }

    /// A connection, and what has come of its next request.
    private final class Connection {
        let channel: Channel
        let transport: Transport
        var input = ReadBuffer(loop: .shared, limit: RouteHost.headLimit)
        var parser = HeadParser()

        @OnLoop
        init(_ channel: Channel, patience: Int64?) {
            self.channel = channel
            transport = Transport(channel, patience: patience)
        }
    }

    private enum Turn {
        /// All that has come is answered.
        case quiet
        /// The client keeps the server busy.
        case busy
        /// Something that may take time.
        case step(Step)
        /// These bytes of a reply, which may be the last one, were not taken by the kernel.
        case unsent([UInt8], isLast: Bool)
        case finished, gone
    }

    /// Answers and reads until nothing more comes, or something may take time.
    @inline(never)
    private func converse(_ connection: Connection, over carrier: some Carrier) -> Turn {
        let channel = connection.channel
        for _ in 0..<Transport.turnsAtOnce {
            var isLast = false
            // All requests in the buffer are answered before anything is sent: pipelined requests share a write.
            switch answer(&connection.input, &connection.parser, of: channel) {
            case .more: break
            case .last(lingers: false) where !isSecure: isLast = true
            case let step: return .step(step)
            }
            switch Self.sendAtOnce(&output, over: carrier) {
            case .all where isLast: return .gone
            case .all: break
            case .part(let rest): return .unsent(rest, isLast: isLast)
            case .none: return .gone
            }
            switch carrier.read(into: &connection.input) {
            case .bytes: continue
            case .nothing: return .quiet
            case .finished:
                tellEnd(having: connection.input.bytes, Self.endedInHead, of: channel)
                return .finished
            case .full, .reset, .failed, .closed:
                tellEnd(having: connection.input.bytes, Self.endedInHead, of: channel)
                return .gone
            }
        }
        return .busy
    }

    /// Does what may take time. false: the connection is over, or has been passed on.
    @inline(never)
    private func take(_ turn: Turn, _ connection: Connection, over carrier: some Carrier) async -> Bool {
        let transport = connection.transport
        switch turn {
        case .quiet, .gone, .step(.more): return true
        case .busy:
            // Lets other connections run.
            await Task.yield()
            return true
        case .unsent(let rest, let isLast): return await transport.sendAll(rest) && !isLast
        case .step(.body(let body)): return await collect(body, &connection.input, transport)
        case .step(.slow(let acts, let keepsAlive)):
            guard await play(acts, on: transport) else { return false }
            if keepsAlive { return true }
            await transport.finish()
        case .step(.last(let lingers)):
            guard await send(on: transport) else { return false }
            await lingers ? transport.finish() : transport.leave()
        case .step(.preface):
            await RouteStreams(self, transport).serve(over: carrier, having: connection.input.drain())
        case .finished: await transport.leave()
        }
        return false
    }

    private enum Sent {
        case all
        /// These bytes were not sent.
        case part([UInt8])
        /// The client is gone.
        case none
    }

    /// Sends the output as far as the kernel takes it: nearly always all, so that nothing is awaited. The rest is
    /// copied out of the buffer, which other connections use while this one waits.
    private static func sendAtOnce(_ output: inout OutputBytes, over carrier: some Carrier) -> Sent {
        if output.isEmpty { return .all }
        defer { output.clear() }
        switch carrier.send(output.bytes) {
        case .bytes(let count) where count == output.count: return .all
        case .bytes(let count): output.drop(count)
        case .full: break
        case .reset, .failed, .closed: return .none
        }
        return .part(output.array)
    }

    /// Sends the output. false: the client is gone.
    func send(on transport: Transport) async -> Bool {
        switch Self.sendAtOnce(&output, over: transport) {
        case .all: true
        case .part(let rest): await transport.sendAll(rest)
        case .none: false
        }
    }

    /// The size of the buffer exceeds the longest head allowed, so that a longer one is refused before the buffer is
    /// full.
    nonisolated fileprivate static let headLimit = Limits.standard.head + 16 * 1024
}
