// ClientConnection+Streams.swift: a connection that speaks HTTP/2, and carries the streams of several users.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFrames
import QuintainLoader
import QuintainLoop
import QuintainTLS
import QuintainTransport
import QuintainWire

extension ClientConnection {
    // MARK: Users

    /// Switches to HTTP/2. The user gets a stream: on a connection that the origin has already, if the user may share
    /// one, else on this one.
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

    /// A stream for a request. nil: the connection is dead or going away, even if the poller has not reported it yet.
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

    /// Ends a stream that its user no longer needs.
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

    /// Starts the time limit of an idle connection, and closes one that takes no more requests. true: it is closed.
    private func settle(_ transport: Transport) -> Bool {
        guard let streams else { return false }
        let isOver = ending != nil || isSendingBroken || streams.isClosing
        if isOver { pool.withdraw(self) }
        guard carried.isEmpty else { return false }
        if isOver || !pool.offers(self) {
            // Frames that must still leave, such as a GOAWAY, leave first.
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

    /// Reads once, and reports to no user.
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

    /// Writes as much as the kernel takes, and reports to no user.
    @discardableResult
    func pushFrames() -> Bool {
        guard let transport, let streams, !isSendingBroken, flush(transport) else { return false }
        streams.compose()
        guard !streams.outgoing.isEmpty, let count = taken(transport.send(streams.outgoing)) else { return false }
        streams.left(count)
        return true
    }

    /// Frames under way are given up; only a goodbye is tried.
    func sayGoodbye() {
        guard let streams, ending == nil else { return }
        streams.sayGoodbye()
        pushFrames()
    }

    // MARK: Telling

    /// Reports progress, stream by stream; each report may change everything, because the users' orders come in
    /// between.
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
