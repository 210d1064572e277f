// ClientConnection.swift: one connection of a client, from its making to its end.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainLoader
package import QuintainLoop
import QuintainTLS
import QuintainTransport
import QuintainWire

/// Carries out its user's orders and reports the results, in one task that waits in one place.
///
/// ```
/// connecting ─▶ standing ─▶ securing ⇄ asking
///                  ▲ │         │
///                  │ └─────────┴─▶ exchanging ─▶ idle ─▶ exchanging …
///                  └── CONNECT ────────┘
/// ```
///
/// With HTTP/2 the stage after standing or securing is sharing, where streams carry the users' messages. Every stage
/// can end in `over`: by an order, by a fault, or, in an idle connection, by anything that the server sends.
@OnLoop
package final class ClientConnection {
    enum Stage: Equatable {
        case connecting
        /// Nothing is under way; the next step is the user's.
        case standing
        case securing
        /// A question of the handshake is open.
        case asking
        /// A message is sent and its reply read.
        case exchanging
        case idle
        /// HTTP/2 is spoken, for any number of users.
        case sharing
        case over
    }

    /// The way in which the server's side has ended.
    enum Ending {
        case finished, reset
        /// TLS ended without close_notify.
        case cutOff
        case failed(TLSFailure)
    }

    let route: Route
    let key: Route
    let pool: ConnectionPool
    /// Whether the user may get a stream of another connection, if the origin turns out to speak HTTP/2.
    let sharesOthers: Bool
    var stage = Stage.connecting
    var user: (any ConnectionUser)?
    /// The channel that is still connecting, before there is a transport.
    var channel: Channel?
    var transport: Transport?

    /// The handshake under way, or the last one.
    var handshake: Handshake?
    var reader = ResponseReader(answering: "GET")
    var outgoing: OutgoingPieces?
    /// The number of bytes of the body that were reported to the user.
    var toldSent = 0
    var isSendingBroken = false
    var ending: Ending?
    /// The fault of an order that could not be carried out; the task reports it.
    var refusal: NetworkFault?
    /// The state of HTTP/2, and the streams that have a user.
    var streams: ClientStreams?
    var carried: [ClientStream] = []
    var isBlocked = false
    var idleUntil: Moment?
    /// The task waits here if its channel is dead while the user takes no parts.
    private let bell = Bell()

    init(_ route: Route, _ pool: ConnectionPool, _ user: any ConnectionUser, sharesOthers: Bool) {
        self.sharesOthers = sharesOthers
        self.route = route
        key = route.key
        self.pool = pool
        self.user = user
    }

    // MARK: Orders

    package func send(_ message: OutgoingMessage) {
        guard stage == .standing else { return }
        reader = ResponseReader(answering: message.method)
        outgoing = OutgoingPieces(message)
        (toldSent, isSendingBroken, ending) = (0, false, nil)
        stage = .exchanging
        // The first bytes are sent without waiting for the task.
        push()
        poke()
    }

    package func sendBody() {
        outgoing?.goOn()
        push()
        poke()
    }

    /// The user no longer needs the connection.
    package func release(isReusable: Bool) {
        guard stage != .over else { return }
        user = nil
        guard isReusable, canRest, let until = pool.rested(self) else { return close() }
        stage = .idle
        outgoing = nil
        idleUntil = until
        poke()
    }

    /// Closes the connection at once; its user hears nothing more.
    package func close() {
        guard stage != .over else { return }
        stage = .over
        user = nil
        if let transport {
            keepSessions()
            sayGoodbye()
            if transport.isSecure { transport.finishSending() }
            transport.close()
        }
        channel?.close()
        pool.forget(self)
        poke()
    }

    /// Wakes the task after a change that the connection cannot see: its user takes parts again.
    package func poke() {
        transport?.wake()
        bell.ring()
    }

    // MARK: Reuse

    /// Whether the connection can carry another request after this one, RFC 9112 section 9.3.
    private var canRest: Bool {
        guard stage == .exchanging, let transport, outgoing?.isDone == true, !isSendingBroken, ending == nil else {
            return false
        }
        // After a refused CONNECT there is no tunnel to reuse.
        guard !route.origin.isSecure || handshake?.hop == route.origin else { return false }
        return reader.isReusable && !transport.hasBacklog && !transport.channel.peerHasFinished
            && !transport.channel.isBroken
    }

    /// Takes an idle connection into use. false: it is dead, even if the poller has not reported it yet.
    func wakeUp(for user: any ConnectionUser) -> Bool {
        guard stage == .idle, let transport else { return false }
        if transport.channel.look(), !isQuiet(transport) { return false }
        self.user = user
        idleUntil = nil
        stage = .standing
        return true
    }

    /// Whether the server has sent nothing, TLS tickets aside.
    private func isQuiet(_ transport: Transport) -> Bool {
        guard case .nothing = transport.read(into: Self.room) else { return false }
        keepSessions()
        return true
    }

    // MARK: The task

    func run() async {
        switch await connect() {
        case .success(let transport): await go(transport)
        case .failure(let fault): lose(fault)
        }
    }

    private func go(_ transport: Transport) async {
        stage = .standing
        if route.sharesAtOnce { share(then: .connected) } else { user?.heard(.connected, from: self) }
        var turns = 0
        while stage != .over {
            if advance(transport) {
                turns += 1
                // Other connections get their turn, too.
                if turns.isMultiple(of: Transport.turnsAtOnce) { await Task.yield() }
            } else if stage != .over {
                await rest(transport)
            }
        }
    }

    /// Does the next thing. false: nothing can be done now.
    private func advance(_ transport: Transport) -> Bool {
        if let refusal {
            lose(refusal)
            return true
        }
        switch stage {
        case .connecting, .standing, .asking, .over: return false
        case .securing: return shakeHands(transport)
        case .sharing: return advanceStreams(transport)
        case .exchanging:
            isBlocked = false
            let wrote = write(transport)
            guard stage == .exchanging else { return true }
            let read = read(transport)
            return wrote || read
        case .idle:
            if isQuiet(transport) { return false }
            close()
            return true
        }
    }

    private func rest(_ transport: Transport) async {
        var interest: Channel.Interest = .message
        switch stage {
        case .connecting, .standing, .asking, .over: break
        case .securing, .idle: interest.insert(.readable)
        case .exchanging, .sharing:
            if mayReadOn { interest.insert(.readable) }
            if isBlocked, !transport.hasBacklog { interest.insert(.writable) }
        }
        switch await transport.wait(for: interest, until: idleUntil) {
        case .deadline: if let idleUntil, idleUntil <= .now { close() }
        // From here on every wait returns `broken` at once.
        case .broken: if stage != .over, !canAdvance { await bell.wait() }
        case .closed, .message, .readable, .writable: break
        }
    }

    /// Whether the task can report now what it could not when the wait began.
    private var canAdvance: Bool { refusal != nil || stage == .securing || mayReadOn }

    private var mayReadOn: Bool { stage == .exchanging && mayRead || stage == .sharing && mayReadFrames }

    // MARK: Writing

    /// Writes as much as the kernel takes, and reports to no user.
    @discardableResult
    private func push() -> Bool {
        guard let transport, outgoing != nil, !isSendingBroken, flush(transport), outgoing?.isDry == false,
            let result = outgoing?.withBytes({ transport.send($0) }), let count = taken(result)
        else { return false }
        outgoing?.left(count)
        return true
    }

    /// Whether the kernel has taken all earlier bytes.
    func flush(_ transport: Transport) -> Bool { !transport.hasBacklog || taken(transport.flush()) != nil }

    /// How many bytes the kernel has taken. nil: it takes none now, or none any more.
    func taken(_ result: Channel.Send) -> Int? {
        switch result {
        case .bytes(let count): return count
        case .full: isBlocked = true
        // A reply, or the reason, may have come before this: reading will show.
        case .reset, .failed, .closed: isSendingBroken = true
        }
        return nil
    }

    private func write(_ transport: Transport) -> Bool {
        let wrote = push()
        guard let sent = outgoing?.bodySent, sent > toldSent, !transport.hasBacklog else { return wrote }
        toldSent = sent
        user?.heard(.bodySent(sent), from: self)
        return true
    }

    /// The bytes of a read stand here until the reader has copied them.
    static let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
}
