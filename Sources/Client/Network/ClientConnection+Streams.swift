// ClientConnection+Streams.swift: a connection that speaks HTTP/2, and is shared.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFrames
import QuintainLoader
import QuintainLoop
import QuintainTLS
import QuintainTransport
import QuintainWire

extension ClientConnection {
    // MARK: Users

    /// From here on HTTP/2 is spoken. The user gets a stream: on the connection that the origin has already, if the user
    /// may share one, else here.
    func share(then event: ConnectionEvent) {
        guard let user else { return close() }
        self.user = nil
        let carrier: ClientStream
        if sharesOthers, let other = pool.stream(for: route, user: user) {
            carrier = other
            close()
        } else {
            stage = .sharing
            streams = ClientStreams(isSecure: route.origin.isSecure, sieve: pool.sieve())
            pool.offer(self)
            carrier = stream(for: user)
        }
        user.moved(to: carrier, from: self)
        user.heard(event, from: carrier)
    }

    /// A stream that can carry a request. nil: the connection is dead or going away, whether or not the poller has said
    /// so yet.
    func freshStream(for user: any ConnectionUser) -> ClientStream? {
        guard stage == .sharing, let transport else { return nil }
        if transport.channel.look() { _ = readFrames(transport) }
        guard ending == nil, !isSendingBroken, streams?.isClosing == false else { return nil }
        return stream(for: user)
    }

    private func stream(for user: any ConnectionUser) -> ClientStream {
        let stream = ClientStream(self, user)
        carried.append(stream)
        idleUntil = nil
        return stream
    }

    /// Its user needs the stream no more.
    func leave(_ stream: ClientStream) {
        carried.removeAll { $0 === stream }
        if let exchange = stream.exchange { streams?.giveUp(exchange) }
        pushFrames()
        poke()
    }

    // MARK: The task

    /// Does the next thing. false: nothing can be done now.
    func advanceStreams(_ transport: Transport) -> Bool {
        isBlocked = false
        let wrote = pushFrames()
        tellSent(transport)
        guard stage == .sharing else { return true }
        let read = readFrames(transport)
        let told = tellArrivals()
        guard stage == .sharing else { return true }
        return settle(transport) || wrote || read || told
    }

    /// An idle connection is kept for a while, one that takes no more requests is not. true: it is closed.
    private func settle(_ transport: Transport) -> Bool {
        guard let streams else { return false }
        let isOver = ending != nil || isSendingBroken || streams.isClosing
        if isOver { pool.withdraw(self) }
        guard carried.isEmpty else { return false }
        if isOver || !pool.offers(self) {
            // What is still to leave, such as a GOAWAY, leaves first.
            guard ending != nil || isSendingBroken || streams.outgoing.isEmpty && !transport.hasBacklog else {
                return false
            }
            close()
            return true
        }
        idleUntil = idleUntil ?? pool.idleEnd
        return false
    }

    var mayReadFrames: Bool { ending == nil && streams?.isOverwhelmed == false && streams?.wire.isOver == false }

    // MARK: Reading and writing

    /// Reads once. Tells nobody.
    private func readFrames(_ transport: Transport) -> Bool {
        guard mayReadFrames else { return false }
        switch transport.read(into: Self.room) {
        case .bytes(let count): streams?.received(UnsafeRawBufferPointer(rebasing: Self.room[..<count]))
        case .nothing, .full: return false
        case .finished: framesEnded(transport.ending)
        case .reset, .failed, .closed: framesEnded(.reset)
        }
        keepSessions()
        return true
    }

    private func framesEnded(_ ending: Ending) {
        self.ending = ending
        let fault =
            switch ending {
            case .finished, .cutOff: NetworkFault(.lost, "the connection ended before the reply was whole")
            case .reset: NetworkFault(.lost, "the connection was reset before the reply was whole")
            case .failed(let failure): NetworkFault(.tls, failure.sentence)
            }
        streams?.loseAll(fault)
    }

    /// Writes as far as the system takes it. Tells nobody.
    @discardableResult
    func pushFrames() -> Bool {
        guard let transport, let streams, !isSendingBroken, flush(transport) else { return false }
        streams.compose()
        guard !streams.outgoing.isEmpty else { return false }
        switch transport.send(streams.outgoing) {
        case .bytes(let count):
            streams.left(count)
            return true
        case .full: isBlocked = true
        // Replies, or the reason, may have come before: the reader finds out.
        case .reset, .failed, .closed: isSendingBroken = true
        }
        return false
    }

    // MARK: Telling

    /// Each may change everything: the users' orders come in between.
    private func tellSent(_ transport: Transport) {
        guard streams?.outgoing.isEmpty == true, !transport.hasBacklog else { return }
        for stream in carried {
            guard let framed = stream.exchange?.framed, framed > stream.toldSent else { continue }
            stream.toldSent = framed
            stream.user?.heard(.bodySent(stream.toldSent), from: stream)
        }
    }

    private func tellArrivals() -> Bool {
        var told = false
        for stream in carried {
            guard let exchange = stream.exchange, exchange.hasArrivals else { continue }
            while stage == .sharing, let user = stream.user, user.takesParts,
                let arrival = streams?.next(of: exchange)
            {
                told = true
                switch arrival {
                case .part(let part, _): user.heard(.arrived(part), from: stream)
                case .lost(let fault):
                    stream.close()
                    user.heard(.lost(fault), from: stream)
                }
            }
        }
        return told
    }
}
