// ClientConnection.swift: one connection of a client, from its making to its end.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainLoader
package import QuintainLoop
import QuintainTLS
import QuintainTransport
import QuintainWire

/// Does what its user orders, and tells what comes of it, in one task that waits in one place.
///
/// ```
/// connecting ─▶ standing ─▶ securing ⇄ asking
///                  ▲ │         │
///                  │ └─────────┴─▶ exchanging ─▶ idle ─▶ exchanging …
///                  └── CONNECT ────────┘
/// ```
///
/// Over HTTP/2 it goes from standing or securing to sharing, where streams carry what its users send.
/// Any of these ends in `over`: by an order, by a fault, or, while it is idle, by anything that the server says.
@OnLoop
package final class ClientConnection {
    enum Stage: Equatable {
        case connecting
        /// Nothing is under way; the user has the word.
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

    /// How the server's side has ended.
    enum Ending {
        case finished, reset
        /// Without close_notify.
        case cutOff
        case failed(TLSFailure)
    }

    let route: Route
    let key: Route
    let pool: ConnectionPool
    /// Where HTTP/2 turns out to be spoken, the user may have a stream of another connection.
    let sharesOthers: Bool
    var stage = Stage.connecting
    var user: (any ConnectionUser)?
    /// On its way to being connected, while there is no transport.
    var channel: Channel?
    var transport: Transport?

    /// The handshake under way, or the last one.
    var handshake: Handshake?
    var reader = ResponseReader(answering: "GET")
    var outgoing: OutgoingPieces?
    /// How much of the body the user has been told of.
    var toldSent = 0
    var isSendingBroken = false
    var ending: Ending?
    /// An order that could not be carried out: to be told from the task.
    var refusal: NetworkFault?
    /// Over HTTP/2: what is spoken, and the streams that have a user.
    var streams: ClientStreams?
    var carried: [ClientStream] = []
    var isBlocked = false
    var idleUntil: Moment?
    /// Where the task waits when its channel is dead and nobody may be told yet.
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
        // The first bytes need not wait for the task.
        push()
        poke()
    }

    package func sendBody() {
        outgoing?.goOn()
        push()
        poke()
    }

    /// The user needs it no more.
    package func release(isReusable: Bool) {
        guard stage != .over else { return }
        user = nil
        guard isReusable, canRest, let until = pool.rested(self) else { return close() }
        stage = .idle
        outgoing = nil
        idleUntil = until
        poke()
    }

    /// Closes it at once; its user hears nothing more.
    package func close() {
        guard stage != .over else { return }
        stage = .over
        user = nil
        if let transport {
            keepSessions()
            // What is on its way is given up; a goodbye is worth a try.
            if let streams, ending == nil {
                streams.sayGoodbye()
                pushFrames()
            }
            if transport.isSecure { transport.finishSending() }
            transport.close()
        }
        channel?.close()
        pool.forget(self)
        poke()
    }

    /// Something has changed that the connection cannot see: its user takes parts again.
    package func poke() {
        transport?.wake()
        bell.ring()
    }

    // MARK: Reuse

    /// Ready for another request behind this one: RFC 9112 section 9.3.
    private var canRest: Bool {
        guard stage == .exchanging, let transport, outgoing?.isDone == true, !isSendingBroken, ending == nil else {
            return false
        }
        // A CONNECT that was refused leaves no tunnel behind.
        guard !route.origin.isSecure || handshake?.hop == route.origin else { return false }
        return reader.isReusable && !transport.hasBacklog && !transport.channel.peerHasFinished
            && !transport.channel.isBroken
    }

    /// From idle to ready. false: it is dead, whether or not the poller has said so yet.
    func wakeUp(for user: any ConnectionUser) -> Bool {
        guard stage == .idle, let transport else { return false }
        if transport.channel.look(), !isQuiet(transport) { return false }
        self.user = user
        idleUntil = nil
        stage = .standing
        return true
    }

    /// Whether the server says nothing. Tickets of TLS are not meant for anybody here.
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
        if route.isKnownToSpeakTwo { share(then: .connected) } else { user?.heard(.connected, from: self) }
        var turns = 0
        while stage != .over {
            if advance(transport) {
                turns += 1
                // Others have their turn, too.
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
        case .exchanging:
            if mayRead { interest.insert(.readable) }
            if isBlocked, !transport.hasBacklog { interest.insert(.writable) }
        case .sharing:
            if mayReadFrames { interest.insert(.readable) }
            if isBlocked, !transport.hasBacklog { interest.insert(.writable) }
        }
        switch await transport.wait(for: interest, until: idleUntil) {
        case .deadline: if let idleUntil, idleUntil <= .now { close() }
        // Told to every wait from here on.
        case .broken: if stage != .over, !canAdvance { await bell.wait() }
        case .closed, .message, .readable, .writable: break
        }
    }

    /// Whether something may be told that could not when the wait began.
    private var canAdvance: Bool {
        refusal != nil || stage == .securing || stage == .exchanging && mayRead || stage == .sharing && mayReadFrames
    }

    // MARK: Writing

    /// Writes as far as the system takes it. Tells nobody.
    @discardableResult
    private func push() -> Bool {
        guard let transport, outgoing != nil, !isSendingBroken, flush(transport) else { return false }
        guard outgoing?.isDry == false else { return false }
        switch outgoing?.withBytes({ transport.send($0) }) {
        case .bytes(let count):
            outgoing?.left(count)
            return true
        case .full, nil: isBlocked = true
        // The reply, or the reason, may have come before: the reader finds out.
        case .reset, .failed, .closed: isSendingBroken = true
        }
        return false
    }

    /// Whether the system has all that was sent before.
    func flush(_ transport: Transport) -> Bool {
        guard transport.hasBacklog else { return true }
        switch transport.flush() {
        case .bytes: return true
        case .full: isBlocked = true
        case .reset, .failed, .closed: isSendingBroken = true
        }
        return false
    }

    private func write(_ transport: Transport) -> Bool {
        let wrote = push()
        guard let sent = outgoing?.bodySent, sent > toldSent, !transport.hasBacklog else { return wrote }
        toldSent = sent
        user?.heard(.bodySent(sent), from: self)
        return true
    }

    /// What is read stands here on its way to the reader, which copies it.
    static let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
}
