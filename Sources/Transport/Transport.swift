// Transport.swift: a connection's bytes, between the wire and the code that speaks HTTP.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainLoop
package import QuintainTLS

/// Carries the bytes of a connection in both directions.
@OnLoop
package protocol Carrier: AnyObject {
    func read(into buffer: inout ReadBuffer) -> Channel.Read
    func send(_ bytes: UnsafeRawBufferPointer) -> Channel.Send
    /// Whether bytes or a FIN wait that the kernel has not taken.
    var hasBacklog: Bool { get }
}

extension Channel: Carrier {
    @inlinable package var hasBacklog: Bool { false }
}

/// A channel, and the layers of TLS on it: none, one, or another inside a tunnel.
///
/// ```
/// channel ⇄ TLS of the proxy ⇄ TLS of the origin ⇄ HTTP
/// ```
///
/// It reads and writes like a channel. Handshakes advance within `read`; if something must come before the answer to a
/// greeting, `isHeld` is true until `proceed`. A client advances its handshake by `shakeHands`, and answers its
/// questions by `judge` and `identify`.
@OnLoop
package final class Transport: Carrier {
    package let channel: Channel
    /// The layers of TLS, from the wire inwards.
    private var layers: [TLSConnection] = []
    /// A FIN follows the bytes that are still to be sent.
    private var endsHere = false
    private var isSilent = false
    private var hasEnded = false
    private var hasGivenUp = false
    /// The kernel takes nothing more: the backlog will never leave, so nobody waits for it.
    private var isUnheard = false
    /// Whether the end is announced by close_notify.
    package var announcesEnd = true
    /// The milliseconds that a peer may accept nothing of what is sent; nil: no limit.
    package let patience: Int64?

    package init(_ channel: Channel, patience: Int64? = nil) {
        self.channel = channel
        self.patience = patience
    }

    /// The time until which a peer is waited for from now on; nil: no limit.
    package var patienceEnd: Moment? { patience.map { .now.advanced(milliseconds: $0) } }

    package var isSecure: Bool { !layers.isEmpty }
    /// A greeting has come and is held unanswered.
    package var isHeld: Bool { layers.last?.phase == .held && !hasEnded }
    package var isClosed: Bool { channel.isClosed }
    /// The client's latest greeting.
    package private(set) var hello: ClientHello?
    /// TLS ended without close_notify: what looks like a regular end may be somebody's cut.
    package private(set) var isCutOff = false
    /// The reason why TLS failed; the outermost layer's reason counts.
    package var failure: TLSFailure? { layers.lazy.compactMap(\.failure).first }
    /// The bytes that came instead of a complete greeting in the innermost layer: its beginning, or no TLS at all.
    package var unheard: [UInt8] { layers.last?.unheard ?? [] }
    /// The innermost layer, which knows the handshake under way, or the latest one.
    package var security: TLSConnection? { layers.last }

    /// Starts TLS as the server; `bytes` of it have been read already.
    package func secure(_ context: TLSContext, holds: Bool, having bytes: [UInt8] = []) {
        put(TLSConnection(context, holds: holds, at: WallClock.seconds), having: bytes)
    }

    /// Starts TLS as the client of that server, and sends the greeting.
    package func secure(
        _ context: TLSContext, calling serverName: String, resuming session: TLSSession?,
        asking questions: TLSQuestions, having bytes: [UInt8] = []
    ) {
        let layer = TLSConnection(
            context, serverName: serverName, resuming: session, asking: questions, at: WallClock.seconds)
        put(layer, having: bytes)
    }

    private func put(_ layer: TLSConnection, having bytes: [UInt8]) {
        layers.append(layer)
        if !bytes.isEmpty { bytes.withUnsafeBytes { layer.received($0) } }
        _ = flush()
    }

    /// Advances the handshake as far as possible, and reads nothing behind it. `.bytes`: it is done; `.nothing`: the
    /// peer must speak next, or a question is open; else the handshake or the connection has failed.
    package func shakeHands() -> Channel.Read {
        guard isSecure else { return .bytes(0) }
        return read(layers.count - 1, into: UnsafeMutableRawBufferPointer(start: nil, count: 0))
    }

    /// Answers the question whether the server's certificate is accepted.
    package func judge(isTrusted: Bool) {
        layers.last?.judge(isTrusted: isTrusted)
        _ = flush()
    }

    /// Answers the server's request for a certificate.
    package func identify(as identity: TLSIdentity?) {
        layers.last?.identify(as: identity)
        _ = flush()
    }

    package func proceed() {
        layers.last?.proceed()
        _ = flush()
    }

    package func takeEvents() -> [TLSEvent] {
        let events = layers.flatMap { $0.takeEvents() }
        for case .clientHello(let hello) in events { self.hello = hello }
        return events
    }

    // MARK: Reading

    /// Reads once for the HTTP side, advancing the handshake as far as possible.
    package func read(into room: UnsafeMutableRawBufferPointer) -> Channel.Read {
        guard isSecure else { return channel.read(into: room) }
        if isDeaf { return discard(room) }
        return read(layers.count - 1, into: room)
    }

    package func read(into buffer: inout ReadBuffer) -> Channel.Read {
        guard isSecure else { return channel.read(into: &buffer) }
        if buffer.isFull { return .full }
        var result = Channel.Read.nothing
        _ = buffer.append(room: Self.leastRoom) { room in
            result = read(into: room)
            if case .bytes(let count) = result { return count }
            return 0
        }
        return result
    }

    private func read(_ index: Int, into room: UnsafeMutableRawBufferPointer) -> Channel.Read {
        let layer = layers[index]
        while true {
            switch layer.phase {
            case .open:
                switch layer.read(into: room) {
                case .bytes(let count): return .bytes(count)
                case .failed:
                    giveUp()
                    return .finished
                case .truncated:
                    isCutOff = true
                    _ = flush()
                    return .finished
                case .closeNotify:
                    _ = flush()
                    return .finished
                case .needsInput: break
                }
            case .held, .judging, .identifying: return .nothing
            case .ended:
                giveUp()
                return .finished
            case .handshake: break
            }
            let result = feed(index)
            _ = flush()
            switch result {
            case .bytes: continue
            case .finished:
                if layer.phase == .open { continue }
                return .finished
            case .nothing, .full, .reset, .failed, .closed: return result
            }
        }
    }

    /// Ends a connection on which TLS has failed, once our own alert has left: RFC 8446 section 6.2.
    private func giveUp() {
        guard !hasGivenUp, !isSilent else { return }
        hasGivenUp = true
        endsHere = true
        _ = flush()
    }

    /// Input is discarded, because we fell silent or ended within a handshake.
    private var isDeaf: Bool { hasEnded && layers.last?.phase != .open }

    private func discard(_ room: UnsafeMutableRawBufferPointer) -> Channel.Read {
        while true {
            let result = channel.read(into: room)
            guard case .bytes = result else { return result }
        }
    }

    /// Feeds a layer with the bytes of the one beneath.
    private func feed(_ index: Int) -> Channel.Read {
        let room = Self.room
        let result = index == 0 ? channel.read(into: room) : read(index - 1, into: room)
        switch result {
        case .bytes(let count): layers[index].received(UnsafeRawBufferPointer(rebasing: room[..<count]))
        case .finished, .reset, .failed, .closed: layers[index].receivedEnd()
        case .nothing, .full: break
        }
        return result
    }

    /// The room for ciphertext on its way to a layer, which copies it, so that one room serves all. In a tunnel the
    /// outer layer has copied its ciphertext before its plaintext is written here.
    private static let room = UnsafeMutableRawBufferPointer.allocate(byteCount: record, alignment: 16)

    // MARK: Writing

    /// Takes bytes to send; ``flush()`` says when the kernel has them. Before a handshake is done, bytes are sent in
    /// the clear.
    package func send(_ bytes: UnsafeRawBufferPointer) -> Channel.Send {
        guard isSecure else { return channel.send(bytes) }
        if case .full = flush() { return .full }
        return send(bytes, layers.count - 1)
    }

    private func send(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> Channel.Send {
        guard index >= 0 else { return channel.send(bytes) }
        switch layers[index].phase {
        case .handshake, .held, .judging, .identifying: return send(bytes, index - 1)
        case .ended: return .reset
        case .open: break
        }
        let taken = layers[index].write(UnsafeRawBufferPointer(rebasing: bytes.prefix(Self.record)))
        // Behind our close_notify there will never be room, so nobody may wait for it.
        if taken == 0, !bytes.isEmpty { return layers[index].isWritable ? .full : .reset }
        switch flush() {
        case .bytes, .full: return .bytes(taken)
        case .reset, .failed, .closed: return .reset
        }
    }

    package var hasBacklog: Bool {
        !isUnheard && (endsHere || layers.contains { !$0.outgoing.isEmpty } && !isSilent)
    }

    /// Passes the backlog on. `.bytes`: the kernel has all of it.
    package func flush() -> Channel.Send {
        guard !isSilent else { return .bytes(0) }
        let layers = layers
        var isFull = false
        for index in layers.indices.reversed() {
            let layer = layers[index]
            while true {
                let bytes = layer.outgoing
                if bytes.isEmpty { break }
                let result = index == 0 ? channel.send(bytes) : layers[index - 1].take(bytes)
                if case .bytes(let count) = result {
                    layer.sent(count)
                } else if index > 0, result == .full {
                    isFull = true
                    break
                } else {
                    isUnheard = index == 0 && result != .full
                    return result
                }
            }
        }
        if isFull { return .full }
        if endsHere {
            endsHere = false
            channel.finishSending()
        }
        return .bytes(0)
    }

    // MARK: Acts

    /// A FIN, after close_notify where TLS is open and nothing else was ordered.
    package func finishSending() {
        if announcesEnd {
            for layer in layers.reversed() where layer.phase == .open {
                layer.closeNotify()
                _ = flush()
            }
        }
        (endsHere, hasEnded) = (true, true)
        if !isSecure || isSilent {
            endsHere = false
            channel.finishSending()
        } else {
            _ = flush()
        }
    }

    /// Sends an alert by its registered name. false: no alert can be sent now.
    package func alert(_ name: String) -> Bool {
        guard let alert = TLSAlert(name), layers.last?.sendAlert(alert) == true else { return false }
        _ = flush()
        return true
    }

    /// Stops all output, even that of a handshake.
    package func fallSilent() {
        isSilent = true
        hasEnded = true
    }

    /// Goes on behind ``fallSilent()``.
    package func speakAgain() {
        isSilent = false
        hasEnded = false
    }

    package func reset() { channel.reset() }
    package func close() { channel.close() }
    package func wake() { channel.wake() }

    /// Waits as the channel does, and passes the backlog on meanwhile.
    package func wait(for interest: Channel.Interest, until deadline: Moment? = nil) async -> Channel.Wake {
        guard isSecure, hasBacklog else { return await channel.wait(for: interest, until: deadline) }
        while true {
            var interest = interest
            interest.insert(.writable)
            let wake = await channel.wait(for: interest, until: deadline)
            guard wake == .writable else { return wake }
            switch flush() {
            case .full: continue
            case .bytes, .reset, .failed, .closed: return .writable
            }
        }
    }

    /// Waits in the same way for what is not the peer's to do, such as the end of a pause. A FIN says only that the peer sends no
    /// more, but it may have left: behind one, a wait that lasts as long as the patience returns `.closed`.
    package func stay(for interest: Channel.Interest, until deadline: Moment?) async -> Channel.Wake {
        if !channel.peerHasFinished {
            let wake = await wait(for: interest.union(.finished), until: deadline)
            guard wake == .readable, channel.peerHasFinished, !interest.contains(.readable) else { return wake }
        }
        let end = [deadline, patienceEnd].compactMap(\.self).min()
        let wake = await wait(for: interest, until: end)
        return wake == .deadline && end != deadline ? .closed : wake
    }

    /// The largest TLS record with its header.
    private static let record = 16_384 + 512
    private static let leastRoom = 1024
}

extension TLSConnection {
    /// Takes the output of an inner layer.
    fileprivate func take(_ bytes: UnsafeRawBufferPointer) -> Channel.Send {
        let count = write(bytes)
        if count > 0 { return .bytes(count) }
        return isWritable ? .full : .reset
    }
}
