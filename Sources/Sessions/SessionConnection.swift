// SessionConnection.swift: one connection of a run.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainPlayer
import QuintainReply
import QuintainScenario
import QuintainTLS
import QuintainTranscript
import QuintainTransport
import QuintainWire

/// Reads what the client says and writes what the player orders, in one task that waits in one place.
@OnLoop
final class SessionConnection {
    private let number: ConnectionNumber
    private let transport: Transport
    private let security: SessionSecurity
    private weak var session: Session?
    private var reader = RequestReader(tellsFrames: true)
    /// What comes is not read as HTTP any more: behind a 101, or behind what could not be read.
    private var isRaw = false
    /// What came before the 101 had left.
    private var heldRaw: [UInt8] = []
    private var outgoing = OutgoingQueue()
    private var choice: VersionChoice
    /// From when on HTTP/2 is spoken.
    private var streams: StreamTraffic?

    private var isReading = true
    /// FIN or RST has been heard.
    private(set) var hasHeardEnd = false
    /// A reset has been heard behind the FIN, and the session does not know of it.
    private var isReset = false
    /// `! close` was played: the connection is read until the client closes, too.
    private var isDraining = false
    /// The session knows of the greeting that TLS holds.
    private var isGreeted = false
    /// The session knows what came in place of a greeting.
    private var hasToldUnheard = false
    /// A tunnel was opened, and the session does not know it yet: what comes through it is told behind that.
    private var isOpening = false
    /// How many bytes behind an unanswered CONNECT were told.
    private var heldBehindConnect = 0
    private var hasToldLeftOver = false

    init(
        _ number: ConnectionNumber, _ channel: Channel, to origin: String, _ security: SessionSecurity,
        _ session: Session
    ) {
        self.number = number
        choice = VersionChoice(among: security.versions(of: origin))
        transport = Transport(channel)
        self.security = security
        self.session = session
        if let context = security[origin] { transport.secure(context, holds: true) }
    }

    /// Nothing is under way in either direction.
    var isIdle: Bool {
        transport.isClosed || hasNothingToSend && (hasHeardEnd || isDraining || isBetweenRequests)
    }

    /// A client that does not take its answers is not asked for more.
    private var canRead: Bool { isReading && !hasHeardEnd && streams?.isOverwhelmed != true }

    private var hasNothingToSend: Bool { streams?.isEmpty ?? outgoing.isEmpty }

    private var isBetweenRequests: Bool { streams.map(\.isQuiet) ?? reader.isBetweenRequests }

    /// The client has closed it, and nothing is on its way to it.
    var isLeft: Bool { transport.isClosed || hasNothingToSend && hasHeardEnd }

    func play(_ batch: Batch, on stream: Int?) {
        if let streams {
            streams.play(batch, on: stream ?? 0)
        } else if !choice.holds(batch) {
            outgoing.append(batch)
        }
        transport.wake()
    }

    /// - Parameter stream: nil: all of the connection.
    func setReading(_ on: Bool, of stream: Int?) {
        if let stream { streams?.setReading(on, of: stream) } else { isReading = on }
        transport.wake()
    }

    /// Answers the client's greeting.
    func proceed() {
        transport.proceed()
        tellOfTLS()
        transport.wake()
    }

    /// - Parameter breaking: by a reset, if a reply is in the middle: its client must not take it for whole.
    func close(breaking: Bool) {
        if breaking, outgoing.isCut { transport.reset() } else { transport.close() }
    }

    func run() async {
        var turns = 0
        var actsInRow = 0
        while !transport.isClosed {
            let wrote = write()
            // What has left is told before anybody is heard who has got it: a client in this process is as quick as that.
            if wrote, streams?.isAllOut ?? outgoing.isAllOut {
                // Of acts without a byte between them there may be batch upon batch.
                actsInRow += 1
                if actsInRow.isMultiple(of: Self.actsAtOnce) { await Task.yield() }
                continue
            }
            actsInRow = 0
            let read = canRead && self.read()
            if transport.isClosed { break }
            if wrote || read {
                turns += 1
                // Others have their turn, too.
                if turns.isMultiple(of: Self.turnsAtOnce) { await Task.yield() }
                continue
            }
            if let batch = streams?.takeHeldUp() { session?.tell { $0.windowFilled(batch, at: $1) } }
            var interest: Channel.Interest = .message
            if canRead && !transport.isHeld { interest.insert(.readable) }
            if streams?.isBlocked ?? outgoing.isBlocked, !transport.hasBacklog { interest.insert(.writable) }
            let wake = await transport.wait(for: interest, until: streams?.nextTurn ?? outgoing.nextTurn)
            if wake == .broken, hasHeardEnd || !isReading {
                // Told to every wait from here on: a connection that is dead must not be waited on again.
                heardEnd(.reset)
                transport.close()
            }
            // What came before the last bytes of a long batch have left came before its lines were done.
            if !hasNothingToSend, canRead { _ = self.read() }
        }
        (streams?.abandon() ?? outgoing.abandon()).forEach { settle($0, .reset) }
        tellLeftOver()
    }

    // MARK: Writing

    /// Writes on as far as the system, the rate and the orders allow. false: nothing could be done.
    private func write() -> Bool {
        switch streams?.advance(on: transport) ?? outgoing.advance(on: transport) {
        case .nothing: return false
        case .progress: return true
        case .played(let settled):
            settle(settled, nil)
            return true
        case .strike(let strike, let settled):
            // Afterwards nobody could tell.
            if hasHeardEnd { noteReset() }
            carryOut(strike)
            settle(settled, nil)
            if isDraining, hasHeardEnd { transport.close() }
            return true
        case .broken(let settled):
            settle(settled, .reset)
            heardEnd(.reset)
            return true
        }
    }

    private func carryOut(_ strike: Strike) {
        switch strike {
        case .close:
            transport.carryOut(strike)
            isDraining = true
        case .stall: transport.fallSilent()
        case .tunnel(let origin):
            choice = VersionChoice(among: security.versions(of: origin))
            if let context = security[origin] {
                transport.secure(context, holds: true, having: reader.takeRest())
                reader = RequestReader(tellsFrames: true)
                (isGreeted, hasToldUnheard) = (false, false)
            } else {
                reader.goOn(tunnels: true)
            }
            isOpening = true
        case .noTunnel:
            reader.goOn()
            isOpening = true
        case .switchProtocols:
            heldRaw = reader.takeRest()
            (isRaw, isOpening) = (true, true)
            let number = number
            if !heldRaw.isEmpty { session?.tell { $0.cameBeforeAnswer(on: number, at: $1) } }
        default: transport.carryOut(strike)
        }
        tellOfTLS()
    }

    private func settle(_ settled: OutgoingQueue.Settled?, _ closing: Closing?) {
        guard let settled else { return }
        if settled.number > 0 {
            session?.tell { $0.batchPlayed(settled.number, sent: settled.sent, closing: closing, at: $1) }
        }
        if hasHeardEnd { tellReset() }
        enter()
    }

    /// What was sent behind the client's FIN may have been answered by a reset, which nobody waits for.
    private func noteReset() {
        if transport.channel.takeReset() { isReset = true }
    }

    private func tellReset() {
        noteReset()
        guard isReset else { return }
        isReset = false
        let number = number
        session?.tell { $0.peerClosed(number, .reset, at: $1) }
    }

    /// What came through a tunnel that is known now.
    private func enter() {
        guard isOpening else { return }
        isOpening = false
        heldBehindConnect = 0
        tellOfTLS()
        if !heldRaw.isEmpty {
            let (number, bytes) = (number, heldRaw)
            heldRaw = []
            session?.tell { $0.rawArrived(bytes, on: number, at: $1) }
        }
        understand()
    }

    // MARK: Reading

    /// Reads once. false: there is nothing now.
    private func read() -> Bool {
        session?.listensFirst?()
        let result = transport.read(into: Self.room)
        // Whatever it makes others do, they may read in the same room.
        var raw: [UInt8] = []
        if case .bytes(let count) = result {
            let bytes = UnsafeRawBufferPointer(rebasing: Self.room[..<count])
            if isRaw { raw = Array(bytes) } else { take(bytes) }
        }
        tellOfTLS()
        switch result {
        case .bytes(let count):
            understand(count)
            if !raw.isEmpty {
                let number = number
                session?.tell { $0.rawArrived(raw, on: number, at: $1) }
            }
            return true
        case .nothing, .full, .closed: return false
        case .finished:
            heardEnd(.fin)
            return true
        case .reset, .failed:
            heardEnd(.reset)
            transport.close()
            return true
        }
    }

    /// Passes on what came, once it is clear which version of HTTP it is.
    private func take(_ bytes: UnsafeRawBufferPointer) {
        if !choice.isOpen {
            if let streams { streams.append(bytes) } else { reader.append(bytes) }
        } else if transport.isSecure {
            // The handshake came to its end with them.
            let copy = Array(bytes)
            tellOfTLS()
            if choice.isOpen { speak(.one) }
            copy.withUnsafeBytes { take($0) }
        } else if let (version, all) = choice.came(bytes) {
            speak(version)
            all.withUnsafeBytes { take($0) }
        }
    }

    /// From here on it is clear which version the client speaks.
    private func speak(_ version: HTTPVersions) {
        let held = choice.close()
        // What stands above the first request is done before it is told.
        isOpening = !held.isEmpty
        guard version == .two else {
            for batch in held { outgoing.append(batch) }
            return
        }
        let streams = StreamTraffic(outgoing)
        for batch in held { streams.play(batch, on: 0) }
        let number = number
        streams.begin(isWritten: session?.player.opensWithSettings(number) ?? false)
        self.streams = streams
        session?.tell { $0.noted("connection \(number) speaks HTTP/2", at: $1) }
    }

    /// What TLS has to tell, and the greeting that it holds.
    private func tellOfTLS() {
        guard transport.isSecure, !isOpening else { return }
        let number = number
        for event in transport.takeEvents() {
            if case .open(let terms) = event, choice.isOpen {
                speak(terms.applicationProtocol == ProtocolWord.h2.rawValue ? .two : .one)
            }
            guard let event = SecureEvent(event) else { continue }
            if case .failed = event { tellUnheard() }
            session?.tell { $0.secured(event, on: number, at: $1) }
        }
        guard transport.isHeld, !isGreeted else { return }
        isGreeted = true
        let name = transport.serverName
        session?.tell { $0.secured(.greeted(serverName: name), on: number, at: $1) }
    }

    private func understand(_ count: Int) {
        let number = number
        session?.tell { $0.bytesArrived(number, count: count, at: $1) }
        understand()
    }

    private func understand() {
        guard !isOpening else { return }
        let number = number
        if let streams, let session {
            streams.understand(number, for: session)
            return tellBeginning(streams.hasBegunHead)
        }
        while let event = reader.next() {
            switch event {
            case .head(let head):
                session?.tell { $0.requestArrived(head, on: number, at: $1) }
            case .body(let bytes): session?.tell { $0.bodyArrived(bytes[...], on: number, at: $1) }
            case .chunk: break
            case .frame(let bytes): session?.tell { $0.frameArrived(bytes, on: number, at: $1) }
            case .trailerText(let bytes):
                session?.tell { $0.frameArrived(bytes, isTrailer: true, on: number, at: $1) }
            case .end(let trailers):
                tellBeginning(reader.hasBegunHead)
                session?.tell { $0.requestEnded(trailers: trailers, on: number, at: $1) }
            case .deviation(let deviation): session?.tell { $0.deviated(deviation, on: number, at: $1) }
            case .malformed(let deviation, let status):
                isRaw = true
                let bytes = reader.unreadable
                session?.tell { $0.unreadable(deviation, status: status, bytes: bytes, on: number, at: $1) }
            }
        }
        tellBeginning(reader.hasBegunHead)
        let begun = reader.begunChunk
        if !begun.isEmpty { session?.tell { $0.chunkBegan(begun, on: number, at: $1) } }
        guard reader.isPaused, reader.held > heldBehindConnect else { return }
        heldBehindConnect = reader.held
        session?.tell { $0.cameBeforeAnswer(on: number, at: $1) }
    }

    /// Tells that more has come than whole requests.
    private func tellBeginning(_ hasBegun: Bool) {
        guard hasBegun else { return }
        let number = number
        session?.tell { $0.requestBegan(on: number, at: $1) }
    }

    /// Tells what has come and makes no whole request: when nothing more comes, or nothing more counts.
    func tellLeftOver() {
        tellUnheard()
        let number = number
        if let streams, streams.hasOpenBlock, !hasToldLeftOver {
            session?.tell {
                $0.protocolBroken(
                    "block-unfinished", "a field block without its end", "RFC 9113 section 4.3", offset: 0, on: number,
                    at: $1)
            }
        }
        let left = takeLeftOver()
        guard !left.isEmpty else { return }
        session?.tell { $0.leftOver(left, on: number, at: $1) }
    }

    private func takeLeftOver() -> [UInt8] {
        if let streams {
            defer { hasToldLeftOver = true }
            return hasToldLeftOver ? [] : streams.leftOver
        }
        let left = reader.leftOver
        if !left.isEmpty { _ = reader.takeRest() }
        return choice.takeOpening() + left
    }

    /// The same of what came where TLS is spoken, and makes no greeting.
    private func tellUnheard() {
        let bytes = transport.unheard
        guard !bytes.isEmpty, !hasToldUnheard else { return }
        hasToldUnheard = true
        let number = number
        session?.tell { $0.secured(.unheard(bytes), on: number, at: $1) }
    }

    private func heardEnd(_ how: Closing) {
        guard !hasHeardEnd else {
            // Behind the FIN: what was sent meanwhile found nobody to read it.
            let number = number
            if how == .reset { session?.tell { $0.peerClosed(number, how, at: $1) } }
            return
        }
        hasHeardEnd = true
        for batch in choice.takeHeld() { settle(.init(number: batch.number, sent: 0), how) }
        tellLeftOver()
        let number = number
        session?.tell { $0.peerClosed(number, how, at: $1) }
        if isDraining || how == .reset { transport.close() }
    }

    /// What is read stands here on its way to the reader, which copies it: malloc tidies up all that it has whenever a
    /// piece of this size is given back.
    private static let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
    private static let turnsAtOnce = 32
    /// As many as two batches have.
    private static let actsAtOnce = 2_000
}

extension RequestReader {
    fileprivate var isBetweenRequests: Bool {
        switch inputEnded() {
        case .betweenRequests, .malformed: true
        case .insideHead, .insideBody: false
        }
    }
}
