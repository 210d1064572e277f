// SessionConnection.swift: one connection of a run.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFrames
import QuintainLoop
import QuintainPlayer
import QuintainReply
import QuintainScenario
import QuintainTLS
import QuintainTranscript
import QuintainTransport
import QuintainWire

/// Reads the client's bytes and writes the player's batches, in one task that waits in one place.
@OnLoop
final class SessionConnection {
    private let number: ConnectionNumber
    private let transport: Transport
    private let security: SessionSecurity
    private weak var session: Session?
    private var reader = RequestReader(tellsFrames: true)
    /// Bytes are not read as HTTP any more: behind a 101, or behind bytes that could not be read.
    private var isRaw = false
    /// Bytes of the client that came before the 101 had left.
    private var heldRaw: [UInt8] = []
    private var outgoing = OutgoingQueue()
    private var choice: VersionFinder
    /// The traffic of HTTP/2, once that is spoken.
    private var streams: StreamTraffic?

    private var isReading = true
    /// More of what was read is told when others have had their turn.
    private var hasMore = false
    /// FIN or RST has been heard.
    private(set) var hasHeardEnd = false
    /// A reset has been heard behind the FIN, and the session has not been told.
    private var isReset = false
    /// The end of our side that answers the client's.
    private var answer = EndAnswer()
    /// What the client had left unanswered when it closed its side behind all that had been sent.
    private var omission: FrameRule?
    /// `! close` was played: the connection is read until the client closes, too.
    private var isDraining = false
    /// The session has been told of the greeting that TLS holds.
    private var isGreeted = false
    /// The session has been told of the bytes that came in place of a greeting.
    private var hasToldUnheard = false
    /// A tunnel was opened, and the session has not been told yet: bytes through the tunnel are told after that.
    private var isOpening = false
    /// The number of bytes behind an unanswered CONNECT that were told.
    private var heldBehindConnect = 0
    private var hasToldLeftOver = false

    init(
        _ number: ConnectionNumber, _ channel: Channel, to origin: String, _ security: SessionSecurity,
        _ session: Session
    ) {
        self.number = number
        choice = VersionFinder(among: security.versions(of: origin))
        transport = Transport(channel)
        self.security = security
        self.session = session
        if let context = security[origin] { transport.secure(context, holds: true) }
    }

    /// No request and no reply is under way.
    var isIdle: Bool { transport.isClosed || hasNothingToSend && (hasHeardEnd || isDraining || isBetweenRequests) }

    /// Whether the client's bytes are read: not while too many answers wait for a client that does not take them.
    private var canRead: Bool { isReading && !hasHeardEnd && streams?.isOverwhelmed != true }

    private var hasNothingToSend: Bool { streams?.isEmpty ?? outgoing.isEmpty }

    private var isBetweenRequests: Bool { !hasMore && streams.map(\.isQuiet) ?? reader.isBetweenRequests }

    /// The client has closed the connection, and no bytes are on their way to it.
    var isLeft: Bool { transport.isClosed || hasNothingToSend && hasHeardEnd }

    func play(_ batch: Batch, on stream: Int?) {
        if !answer.lets(batch) { return }
        if let streams {
            streams.play(batch, on: stream ?? 0)
        } else if !choice.holds(batch) {
            outgoing.append(batch)
        }
        transport.wake()
    }

    /// - Parameter stream: nil: the whole connection.
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

    /// Sends what fits of the player's last words, or resets a reply that is `breaking` off: it must not look whole.
    func close(breaking: Bool) {
        if breaking, streams?.isCut ?? outgoing.isCut { return transport.reset() }
        for _ in 0..<Self.turnsAtOnce where !transport.isClosed && !write() { break }
        transport.close()
    }

    func run() async {
        var turns = 0
        var actsInRow = 0
        while !transport.isClosed {
            let wrote = write()
            // A batch that has left is told before anything is read: a client in this process may answer as quickly as
            // that.
            if wrote, streams?.isAllOut ?? outgoing.isAllOut {
                // Batches of acts without any bytes may follow one another without end.
                actsInRow += 1
                if actsInRow.isMultiple(of: Self.actsAtOnce) { await Task.yield() }
                continue
            }
            actsInRow = 0
            let read = hasMore || canRead && self.read()
            if transport.isClosed { break }
            if wrote || read {
                turns += 1
                // Lets other connections run.
                if hasMore || turns.isMultiple(of: Self.turnsAtOnce) { await Task.yield() }
                if hasMore { understand() }
                continue
            }
            if answerEnd() { continue }
            if let batch = streams?.takeHeldUp() { session?.tell { $0.windowFilled(batch, at: $1) } }
            var interest: Channel.Interest = .message
            if canRead && !transport.isHeld { interest.insert(.readable) }
            if streams?.isBlocked ?? outgoing.isBlocked, !transport.hasBacklog { interest.insert(.writable) }
            let wake = await transport.wait(for: interest, until: streams?.nextTurn ?? outgoing.nextTurn)
            if wake == .broken, hasHeardEnd || !isReading {
                // A broken connection would end every further wait at once: it is closed instead.
                heardEnd(.reset)
                transport.close()
            }
            // Bytes that came before the end of a long batch has left came before its lines were done.
            if !hasNothingToSend, canRead, !hasMore { _ = self.read() }
        }
        (streams?.abandon() ?? outgoing.abandon()).forEach { settle($0, .reset) }
        tellLeftOver()
    }

    /// Ends our side behind the client's, if that is due. A reset that comes then is heard. false: it is not due.
    private func answerEnd() -> Bool {
        guard answer.isDue(isSecure: transport.isSecure), hasNothingToSend, !transport.isSecure || omission == nil,
            session?.player.isDone(with: number) == true
        else { return false }
        answer.give(on: transport)
        tellOfTLS()
        return true
    }

    // MARK: Writing

    /// Writes as far as the system, the rate and the orders allow. false: nothing could be done.
    private func write() -> Bool {
        switch streams?.advance(on: transport) ?? outgoing.advance(on: transport) {
        case .nothing: return false
        case .progress:
            if outgoing.isPaused { tellProgress() }
            return true
        case .played(let settled):
            settle(settled, nil)
            return true
        case .strike(let strike, let settled):
            // After the act a reset could no longer be noticed.
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
            choice = VersionFinder(among: security.versions(of: origin))
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
            if !heldRaw.isEmpty { tell { $0.cameBeforeAnswer(on: $1, at: $2) } }
        default: transport.carryOut(strike)
        }
        tellOfTLS()
    }

    private func settle(_ settled: OutgoingQueue.Settled?, _ closing: Closing?) {
        guard let settled else { return }
        answer.sent(settled.sent)
        if settled.number > 0 { session?.tell(of: settled, closing) }
        if hasHeardEnd { tellReset() }
        enter()
    }

    /// Tells the player what came of this connection.
    private func tell(_ input: (Player, ConnectionNumber, Instant) -> [Effect]) {
        session?.tell { [number] in input($0, number, $1) }
    }

    /// Tells how much has left of the batch that is under way: before a pause, and before the client's end is told.
    func tellProgress() {
        guard streams == nil, let batch = outgoing.underWay else { return }
        session?.tell { $0.batchAdvanced(batch.number, sent: batch.sent, pauses: batch.pauses, at: $1) }
    }

    /// Bytes that were sent behind the client's FIN may have been answered by a reset, which no wait reports.
    private func noteReset() {
        if transport.channel.takeReset() { isReset = true }
    }

    private func tellReset() {
        noteReset()
        guard isReset else { return }
        isReset = false
        tell { $0.peerClosed($1, .reset, at: $2) }
    }

    /// Takes the bytes that came through a tunnel, or behind a 101, once the session knows of it.
    private func enter() {
        guard isOpening else { return }
        isOpening = false
        heldBehindConnect = 0
        tellOfTLS()
        if !heldRaw.isEmpty {
            let bytes = heldRaw
            heldRaw = []
            tell { $0.rawArrived(bytes, on: $1, at: $2) }
        }
        understand()
    }

    // MARK: Reading

    /// Reads once. false: there is nothing to read now.
    private func read() -> Bool {
        session?.listensFirst?()
        let result = transport.read(into: Self.room)
        // Raw bytes are copied: code that is called below may read into the same buffer.
        var raw: [UInt8] = []
        if case .bytes(let count) = result {
            session?.heard(on: transport.channel)
            if isRaw { raw = Array(Self.room[..<count]) } else { take(.init(rebasing: Self.room[..<count])) }
        }
        tellOfTLS()
        switch result {
        case .bytes(let count):
            tell { $0.bytesArrived($1, count: count, at: $2) }
            understand()
            session?.player.inputCame(at: nil)
            if !raw.isEmpty { tell { $0.rawArrived(raw, on: $1, at: $2) } }
            return true
        case .nothing: return streams?.giveRoom() ?? false
        case .full, .closed: return false
        case .finished:
            heardEnd(.fin)
            return true
        case .reset, .failed:
            heardEnd(.reset)
            transport.close()
            return true
        }
    }

    /// Passes bytes on, once it is clear which version of HTTP they are.
    private func take(_ bytes: UnsafeRawBufferPointer) {
        if !choice.isOpen {
            if let streams { streams.append(bytes) } else { reader.append(bytes) }
        } else if transport.isSecure {
            // These bytes completed the handshake.
            let copy = Array(bytes)
            tellOfTLS()
            if choice.isOpen { speak(.one) }
            copy.withUnsafeBytes { take($0) }
        } else if let (version, all) = choice.came(bytes) {
            speak(version)
            all.withUnsafeBytes { take($0) }
        }
    }

    /// Settles the version that the client speaks.
    private func speak(_ version: HTTPVersions) {
        let held = choice.close()
        // Acts above the first request are carried out before the request is told.
        isOpening = !held.isEmpty
        guard version == .two else {
            for batch in held { outgoing.append(batch) }
            return
        }
        let streams = StreamTraffic(outgoing)
        for batch in held { streams.play(batch, on: 0) }
        streams.begin(isWritten: session?.player.opensWithSettings(number) ?? false)
        self.streams = streams
        tell { $0.noted("connection \($1) speaks HTTP/2", at: $2) }
    }

    /// Tells the events of TLS, and the greeting that it holds.
    private func tellOfTLS() {
        guard transport.isSecure, !isOpening else { return }
        for event in transport.takeEvents() {
            if case .open(let terms) = event, choice.isOpen {
                speak(terms.applicationProtocol == ProtocolWord.h2.rawValue ? .two : .one)
            }
            guard let event = SecureEvent(event) else { continue }
            if case .failed = event { tellUnheard() }
            tell { $0.secured(event, on: $1, at: $2) }
        }
        guard transport.isHeld, !isGreeted else { return }
        isGreeted = true
        let greeting = SecureEvent(greeting: transport.hello)
        tell { $0.secured(greeting, on: $1, at: $2) }
    }

    private func understand() {
        hasMore = false
        guard !isOpening else { return }
        if let streams, let session {
            hasMore = !streams.understand(number, for: session)
            return hasMore ? () : tellBeginning(streams.hasBegunHead)
        }
        while let event = reader.next() {
            switch event {
            case .head(let head): tell { $0.requestArrived(head, on: $1, at: $2) }
            case .body(let bytes): tell { $0.bodyArrived(bytes[...], on: $1, at: $2) }
            case .chunk: break
            case .frame(let bytes): tell { $0.frameArrived(bytes, on: $1, at: $2) }
            case .trailerText(let bytes): tell { $0.frameArrived(bytes, isTrailer: true, on: $1, at: $2) }
            case .end(let trailers):
                tellBeginning(reader.hasBegunHead)
                tell { $0.requestEnded(trailers: trailers, on: $1, at: $2) }
            case .deviation(let deviation): tell { $0.deviated(deviation, on: $1, at: $2) }
            case .malformed(let deviation, let status):
                isRaw = true
                let bytes = reader.unreadable
                tell { $0.unreadable(deviation, status: status, bytes: bytes, on: $1, at: $2) }
            }
            hasMore = session?.player.workedLong == true
            if hasMore { return }
        }
        tellBeginning(reader.hasBegunHead)
        let begun = reader.begunChunk
        if !begun.isEmpty { tell { $0.chunkBegan(begun, on: $1, at: $2) } }
        guard reader.isPaused, reader.held > heldBehindConnect else { return }
        heldBehindConnect = reader.held
        tell { $0.cameBeforeAnswer(on: $1, at: $2) }
    }

    /// Tells that a further request has begun.
    private func tellBeginning(_ hasBegun: Bool) {
        guard hasBegun else { return }
        tell { $0.requestBegan(on: $1, at: $2) }
    }

    /// Tells bytes that make no whole request: when no more come, or no more count.
    func tellLeftOver() {
        tellUnheard()
        if let streams, streams.hasOpenBlock, !hasToldLeftOver {
            tell {
                $0.protocolBroken(
                    "block-unfinished", "a field block without its end", "RFC 9113 section 4.3", offset: 0, on: $1,
                    at: $2)
            }
        }
        let left = takeLeftOver()
        guard !left.isEmpty else { return }
        tell { $0.leftOver(left, on: $1, at: $2) }
    }

    /// Tells of an acknowledgement that the client never sent, once no more can come. It has read what it should have
    /// acknowledged if it closed behind that: where bytes are left unread, its system sends a reset.
    func tellOmission() {
        noteReset()
        guard let rule = omission, !isReset, !transport.isClosed, session?.player.mayLeaveUnread(number) == false
        else { return }
        omission = nil
        let offset = streams?.received ?? 0
        tell { $0.protocolBroken(rule.rawValue, rule.sentence, rule.citation, offset: offset, on: $1, at: $2) }
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

    /// Tells the bytes that came in place of a greeting of TLS.
    private func tellUnheard() {
        let bytes = transport.unheard
        guard !bytes.isEmpty, !hasToldUnheard else { return }
        hasToldUnheard = true
        tell { $0.secured(.unheard(bytes), on: $1, at: $2) }
    }

    private func heardEnd(_ how: Closing) {
        guard !hasHeardEnd else {
            // A reset behind the FIN: the client did not read what was sent meanwhile.
            if how == .reset { tell { $0.peerClosed($1, how, at: $2) } }
            return
        }
        hasHeardEnd = true
        for batch in choice.takeHeld() { settle(.init(number: batch.number, sent: 0), how) }
        tellLeftOver()
        tellProgress()
        if how == .fin, !isDraining { omission = streams?.omission }
        tell { $0.peerClosed($1, how, at: $2) }
        if isDraining || how == .reset { return transport.close() }
        answer.clientEnded()
        session?.watch(transport.channel)
    }

    /// The buffer for reading, shared because the reader copies the bytes: malloc tidies up all its memory whenever a
    /// piece of this size is freed.
    private static let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
    private static let turnsAtOnce = 32
    /// About as many acts as two batches have.
    private static let actsAtOnce = 2_000
}
