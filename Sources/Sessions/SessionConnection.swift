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
    private let teller: Teller
    private let transport: Transport
    private let security: SessionSecurity
    private let outgoing = OutgoingQueue()
    private var choice: VersionFinder
    private var conversation: any HTTPConversation

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
    private var omission: (rule: FrameRule, offset: Int)?
    /// `! close` was played: the connection is read until the client closes, too.
    private var isDraining = false
    /// The session has been told of the greeting that TLS holds.
    private var isGreeted = false
    /// The session has been told of the bytes that came in place of a greeting.
    private var hasToldUnheard = false
    /// A tunnel was opened, and the session has not been told yet: bytes through the tunnel are told after that.
    private var isOpening = false

    init(
        _ number: ConnectionNumber, _ channel: Channel, to origin: String, _ security: SessionSecurity,
        _ session: Session
    ) {
        teller = Teller(number: number, session: session)
        conversation = TextConversation(teller, over: outgoing)
        choice = VersionFinder(among: security.versions(of: origin))
        transport = Transport(channel)
        self.security = security
        if let context = security[origin] { transport.secure(context, holds: true) }
    }

    private var session: Session? { teller.session }

    /// No request and no reply is under way.
    var isIdle: Bool {
        transport.isClosed || conversation.isEmpty && (hasHeardEnd || isDraining || !hasMore && conversation.isQuiet)
    }

    /// Whether the client's bytes are read: not while too many answers wait for a client that does not take them.
    private var canRead: Bool { isReading && !hasHeardEnd && !conversation.isOverwhelmed }

    /// The client has closed the connection, and no bytes are on their way to it.
    var isLeft: Bool { transport.isClosed || conversation.isEmpty && hasHeardEnd }

    func play(_ batch: Batch, on number: ConnectionNumber) {
        if !answer.lets(batch) { return }
        if !choice.holds(batch) { conversation.play(batch, on: number) }
        transport.wake()
    }

    /// - Parameter number: the whole connection, or a part of it.
    func setReading(_ on: Bool, of number: ConnectionNumber) {
        if number == teller.number { isReading = on } else { conversation.setReading(on, of: number) }
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
        if breaking, conversation.isCut { return transport.reset() }
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
            if wrote, outgoing.isAllOut {
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
            conversation.tellHeldUp()
            var interest: Channel.Interest = .message
            if canRead && !transport.isHeld { interest.insert(.readable) }
            if outgoing.isBlocked, !transport.hasBacklog { interest.insert(.writable) }
            let wake = await transport.wait(for: interest, until: outgoing.nextTurn)
            if wake == .broken, hasHeardEnd || !isReading {
                // A broken connection would end every further wait at once: it is closed instead.
                heardEnd(.reset)
                transport.close()
            }
            // Bytes that came before the end of a long batch has left came before its lines were done.
            if !conversation.isEmpty, canRead, !hasMore { _ = self.read() }
        }
        conversation.abandon().forEach { settle($0, .reset) }
        tellLeftOver()
    }

    /// Ends our side behind the client's, if that is due. A reset that comes then is heard. false: it is not due.
    private func answerEnd() -> Bool {
        guard answer.isDue(isSecure: transport.isSecure), conversation.isEmpty, !transport.isSecure || omission == nil,
            teller.player?.isDone(with: teller.number) == true
        else { return false }
        answer.give(on: transport)
        tellOfTLS()
        return true
    }

    // MARK: Writing

    /// Writes as far as the system, the rate and the orders allow. false: nothing could be done.
    private func write() -> Bool {
        switch conversation.advance(on: transport) {
        case .nothing: return false
        case .progress: return true
        case .pause:
            tellProgress()
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
                transport.secure(context, holds: true, having: conversation.beginAnew())
                (isGreeted, hasToldUnheard) = (false, false)
            } else {
                conversation.goOn(behind: strike)
            }
            isOpening = true
        case .noTunnel, .switchProtocols:
            conversation.goOn(behind: strike)
            isOpening = true
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

    /// Tells how much has left of the batch that is under way: before a pause, and before the client's end is told.
    func tellProgress() { conversation.tellProgress() }

    /// Bytes that were sent behind the client's FIN may have been answered by a reset, which no wait reports.
    private func noteReset() {
        if transport.channel.takeReset() { isReset = true }
    }

    private func tellReset() {
        noteReset()
        guard isReset else { return }
        isReset = false
        teller.tell { $0.peerClosed($1, .reset, at: $2) }
    }

    /// Takes the bytes that came through a tunnel, or behind a 101, once the session knows of it.
    private func enter() {
        guard isOpening else { return }
        isOpening = false
        tellOfTLS()
        understand()
    }

    // MARK: Reading

    /// Reads once. false: there is nothing to read now.
    private func read() -> Bool {
        session?.listensFirst?()
        let result = transport.read(into: Self.room)
        var raw: [UInt8] = []
        if case .bytes(let count) = result {
            session?.heard(on: transport.channel)
            raw = take(.init(rebasing: Self.room[..<count]))
        }
        tellOfTLS()
        switch result {
        case .bytes(let count):
            teller.tell { $0.bytesArrived($1, count: count, at: $2) }
            understand()
            teller.player?.inputCame(at: nil)
            if !raw.isEmpty { teller.tell { $0.rawArrived(raw, on: $1, at: $2) } }
            return true
        case .nothing: return conversation.giveRoom()
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

    /// Passes bytes on, once it is clear which version of HTTP they are. Returns those that are not HTTP any more.
    private func take(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        if !choice.isOpen { return conversation.append(bytes) }
        if transport.isSecure {
            // These bytes completed the handshake.
            let copy = Array(bytes)
            tellOfTLS()
            if choice.isOpen { speak(.one) }
            return copy.withUnsafeBytes { conversation.append($0) }
        }
        guard let (version, all) = choice.came(bytes) else { return [] }
        speak(version)
        return all.withUnsafeBytes { conversation.append($0) }
    }

    /// Settles the version that the client speaks.
    private func speak(_ version: HTTPVersions) {
        let held = choice.close()
        // Acts above the first request are carried out before the request is told.
        isOpening = !held.isEmpty
        conversation = version.conversation(teller, over: outgoing) ?? conversation
        for batch in held { conversation.play(batch, on: teller.number) }
        conversation.begin()
    }

    /// Tells the events of TLS, and the greeting that it holds.
    private func tellOfTLS() {
        guard transport.isSecure, !isOpening else { return }
        for event in transport.takeEvents() {
            if case .open(let terms) = event, choice.isOpen {
                speak(HTTPVersions(chosen: terms.applicationProtocol))
            }
            guard let event = SecureEvent(event) else { continue }
            if case .failed = event { tellUnheard() }
            teller.tell { $0.secured(event, on: $1, at: $2) }
        }
        guard transport.isHeld, !isGreeted else { return }
        isGreeted = true
        let greeting = SecureEvent(greeting: transport.hello)
        teller.tell { $0.secured(greeting, on: $1, at: $2) }
    }

    private func understand() {
        hasMore = !isOpening && !conversation.understand()
    }

    /// Tells bytes that make no whole message: when no more come, or no more count.
    func tellLeftOver() {
        tellUnheard()
        let opening = choice.takeOpening()
        _ = opening.withUnsafeBytes { conversation.append($0) }
        conversation.tellLeftOver()
    }

    /// Tells of an acknowledgement that the client never sent, once no more can come. It has read what it should have
    /// acknowledged if it closed behind that: where bytes are left unread, its system sends a reset.
    func tellOmission() {
        noteReset()
        guard let (rule, offset) = omission, !isReset, !transport.isClosed,
            teller.player?.mayLeaveUnread(teller.number) == false
        else { return }
        omission = nil
        teller.tell { $0.protocolBroken(rule.rawValue, rule.sentence, rule.citation, offset: offset, on: $1, at: $2) }
    }

    /// Tells the bytes that came in place of a greeting of TLS.
    private func tellUnheard() {
        let bytes = transport.unheard
        guard !bytes.isEmpty, !hasToldUnheard else { return }
        hasToldUnheard = true
        teller.tell { $0.secured(.unheard(bytes), on: $1, at: $2) }
    }

    private func heardEnd(_ how: Closing) {
        guard !hasHeardEnd else {
            // A reset behind the FIN: the client did not read what was sent meanwhile.
            if how == .reset { teller.tell { $0.peerClosed($1, how, at: $2) } }
            return
        }
        hasHeardEnd = true
        for batch in choice.takeHeld() { settle(.init(number: batch.number, sent: 0), how) }
        tellLeftOver()
        tellProgress()
        if how == .fin, !isDraining { omission = conversation.omission }
        teller.tell { $0.peerClosed($1, how, at: $2) }
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
