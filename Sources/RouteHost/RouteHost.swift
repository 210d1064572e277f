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
    private let context: TLSContext?
    /// The TLS contexts for certain server names; all other clients get `context`.
    private let names: (any NamedContexts)?
    let versions: HTTPVersions
    private var channels: [ObjectIdentifier: Channel] = [:]
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
        context = try authority.map { authority throws(LoopError) in
            try authority.context(for: name, speaking: versions)
        }
        authorityCertificate = authority?.path
        listener = try Listener(on: address, loop: .shared)
        self.address = listener.address
        self.table = table
        surroundings = RouteSurroundings(url: "\(context == nil ? "http" : "https")://\(listener.address)")
    }

    /// The file of the certificate authority that clients must trust; nil: connections are not secured.
    package let authorityCertificate: String?

    var isSecure: Bool { context != nil }
    package var url: String { surroundings.url }
    package var connectionCount: Int { channels.count }

    package func start() {
        listener.onShortage { [weak self] isOn in self?.log?.tellShortage(isOn, at: self?.url ?? "") }
        OnLoop.spawn { [weak self] in
            while let listener = self?.listener, let channel = await listener.accept() {
                guard let self else { return channel.close() }
                let id = ObjectIdentifier(channel)
                self.channels[id] = channel
                OnLoop.spawn {
                    let transport = Transport(channel, patience: self.patience)
                    if await self.secure(transport) { await self.serve(transport) }
                    channel.close()
                    self.channels[id] = nil
                }
            }
        }
    }

    package func close() {
        listener.close()
        // It may hold whoever holds this host.
        code = nil
        for channel in channels.values { channel.close() }
    }

    // MARK: A connection's life

    /// Adds TLS to a new connection, if the port has it. false: the client is gone.
    private func secure(_ transport: Transport) async -> Bool {
        guard let context else { return true }
        if let names { return await transport.secure(for: names, otherwise: context) }
        transport.secure(context, holds: false)
        return true
    }

    /// Without TLS the channel is used directly: a transport would add a tenth to the cost of a request.
    private func serve(_ transport: Transport) async {
        guard transport.isSecure else {
            let channel = transport.channel
            // Over HTTP/2 alone: a client that speaks HTTP/1 is refused there.
            if versions == .two { return await RouteStreams(self, transport).serve(over: channel) }
            return await serve(over: channel, transport)
        }
        guard let version = await agreedVersion(on: transport) else { return }
        if version == .two {
            await RouteStreams(self, transport).serve(over: transport)
        } else {
            await serve(over: transport, transport)
        }
    }

    /// The version that the handshake has chosen. nil: the handshake failed, or takes too long.
    private func agreedVersion(on transport: Transport) async -> HTTPVersions? {
        while true {
            switch transport.shakeHands() {
            case .bytes: return transport.security?.terms?.applicationProtocol == "h2" ? .two : .one
            case .nothing: break
            case .full, .finished, .reset, .failed, .closed: return nil
            }
            switch await transport.wait(for: .readable, until: transport.patienceEnd) {
            case .closed, .broken, .deadline: return nil
            case .message, .readable, .writable: break
            }
        }
    }

    private func serve(over carrier: some Carrier, _ transport: Transport) async {
        let channel = transport.channel
        var input = ReadBuffer(loop: .shared, limit: Self.headLimit)
        var parser = HeadParser()
        var turns = 0
        while true {
            // All requests in the buffer are answered before anything is sent: pipelined requests share a write.
            switch answer(&input, &parser, of: channel) {
            case .more: break
            case .slow(let acts, let keepsAlive):
                guard await play(acts, on: transport) else { return }
                if keepsAlive { continue }
                return await transport.finish()
            case .body(let body):
                guard await collect(body, &input, transport) else { return }
                continue
            case .last(let lingers):
                guard await send(on: transport) else { return }
                return await lingers ? transport.finish() : transport.leave()
            case .preface: return await RouteStreams(self, transport).serve(over: carrier, having: input.drain())
            }
            switch Self.sendAtOnce(&output, over: carrier) {
            case .all: break
            case .part(let rest): guard await transport.sendAll(rest) else { return }
            case .none: return
            }
            turns &+= 1
            if turns & (Transport.turnsAtOnce - 1) == 0 {
                // Lets other connections run.
                await Task.yield()
            }
            switch carrier.read(into: &input) {
            case .bytes: continue
            case .nothing: break
            case .finished:
                tellEnd(having: input.bytes, Self.endedInHead, of: channel)
                return await transport.leave()
            case .full, .reset, .failed, .closed: return tellEnd(having: input.bytes, Self.endedInHead, of: channel)
            }
            input.rest()
            turns = 0
            let end = transport.patienceEnd
            let wake =
                await carrier.hasBacklog
                ? transport.wait(for: .readable, until: end) : channel.wait(for: .readable, until: end)
            switch wake {
            case .closed, .broken: return tellEnd(having: input.bytes, Self.endedInHead, of: channel)
            case .deadline:
                tellEnd(having: input.bytes, transport.tooSlow, of: channel)
                return await giveUp(transport, withinRequest: !input.isEmpty)
            case .message, .readable, .writable: break
            }
        }
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
    private static let headLimit = Limits.standard.head + 16 * 1024
}
