// ConnectionInputs.swift: connections that open and close, TLS on them, and batches that they have played.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainReply
import QuintainScenario
package import QuintainTranscript
import QuintainWire
import QuintainWords

extension Player {
    package func connectionOpened(
        _ number: ConnectionNumber, origin: String, peer: String, at now: Instant
    ) -> [Effect] {
        input(now) {
            heardClient()
            guard connections.open(number, origin: origin, afterOurs: course.oursDone) else { return }
            clock.forgetBytesLeft()
            record.write(.connectionOpened(origin: origin, peer: peer), connection: number)
            if case .connection(let lane, _, _)? = wait {
                wait = nil
                connections.bind(lane, to: number)
                // The waiting act is played when the connection comes, whatever comes on it.
                turn.looked()
                return
            }
            checkAwaited()
        }
    }

    /// Bytes came in; the inputs that follow say what they mean.
    package func bytesArrived(_ number: ConnectionNumber, count: Int, at now: Instant) -> [Effect] {
        input(now) {
            heardClient()
            if count > 0 {
                connections.bytesCame(on: number)
                clock.forgetBytesLeft()
            }
            checkAwaited()
        }
    }

    /// Bytes came behind a CONNECT that has no answer yet, or before the 101 that they need: too soon, whatever they
    /// are.
    package func cameBeforeAnswer(on number: ConnectionNumber, at now: Instant) -> [Effect] {
        input(now, on: number) { connection in
            guard !connection.isAheadOfAnswer, inquiry.isJudging, let lane = connection.lane else { return }
            connection.cameAheadOfAnswer()
            let next = course.linesAhead().first { placed in
                guard placed.line.lane == lane else { return false }
                switch placed.line.deed {
                case .receive, .await: return true
                case .send, .act, .order, .callback, .binding: return false
                }
            }
            record.breakOrder(next, .bytesBeforeAnswer(number), inquiry.whatHoldsUp(before: next), in: lane)
        }
    }

    // MARK: Batches

    /// So many bytes of a batch have left and so many of its pauses have begun, and the rest is on its way: it pauses, or
    /// the client is leaving.
    package func batchAdvanced(_ number: Int, sent: Int, pauses: Int, at now: Instant) -> [Effect] {
        input(now) {
            guard case .batch(var batch) = wait, batch.number == number else { return }
            settle(soFar: &batch, sent: sent, pauses: pauses)
            wait = .batch(batch)
        }
    }

    /// The fate of a batch: how many of its bytes the system took, and whether the client was gone. The last of them left
    /// at some time between `leaving` and now; nil: none did.
    package func batchPlayed(
        _ number: Int, sent: Int, leaving: Instant? = nil, closing: Closing?, at now: Instant
    ) -> [Effect] {
        input(now) {
            guard let batch = wait?.batch, batch.number == number else { return }
            wait = nil
            if let leaving { clock.bytesLeft(since: leaving) }
            settle(batch, sent: sent, closing: closing)
        }
    }

    // MARK: TLS

    package func secured(_ event: SecureEvent, on number: ConnectionNumber, at now: Instant) -> [Effect] {
        input(now, on: number) { connection in
            heardClient()
            take(event, connection)
            checkAwaited()
        }
    }

    private func take(_ event: SecureEvent, _ connection: Connection) {
        let number = connection.number
        switch event {
        case .greeted(let name, let version):
            connections.greet(connection, name, version)
        case .unheard(let bytes):
            // They came in the clear where a greeting was due, or are only the beginning of one.
            record.writeArrival(bytes[...], .raw, number)
            if SecureEvent.mayBegin(with: bytes[0]) { return connection.security.beginGreeting() }
            connection.stray()
            guard inquiry.isJudging else { return }
            unexpectedBytes(.inTheClear(Array(bytes.prefix(80)), count: bytes.count), on: connection)
        case .message(let text, let side): record.write(.tls(by: side, .message(text)), connection: number)
        case .alert(let name, .server):
            replies.alertLeft(name)
            if let batch = wait?.batch, batch.connection.carrier == number { return }
            tellSentAlerts(number)
        case .alert(let name, let side):
            record.write(.tls(by: side, .alert(name)), connection: number)
            connection.security.complain(name)
        case .open(let terms):
            record.write(.tls(by: .server, .open(terms)), connection: number)
            connections.agree(terms, on: connection)
        case .truncated: record.write(.noted(.tlsTruncated), connection: number)
        case .failed(let failure):
            connections.securingFailed(failure)
            record.write(.noted(.tlsFailed(failure)), connection: number)
        case .garbled(let sentence):
            take(.failed(SecureFailure(sentence)), connection)
            guard inquiry.isJudging, !connection.isFinished else { return }
            connection.stray()
            unexpectedBytes(.noTLS(sentence), on: connection)
        }
    }

    func tellSentAlerts(_ number: ConnectionNumber) {
        for name in replies.takeAlerts() { record.write(.tls(by: .server, .alert(name)), connection: number) }
    }

    /// Lets handshakes go on unless lines of ours come before their answer: `! await client-hello` was played, and the
    /// lines of ours below it are not done.
    func answerGreetings() {
        for connection in connections.those(with: .greeting) {
            let isBusy = turn.isLooking || wait.map { !$0.isForConnection } ?? false
            if phase == .playing, connection.security.isAwaited, isBusy { continue }
            connections.isSettled(.greeting, on: connection)
            connection.security.proceed()
            if !connection.isSilent, !connection.isFinished { effects.append(.proceed(connection.number)) }
        }
    }

    /// The client has ended: the TLS greetings that came last, beyond those that lines stand for, are breaches. A
    /// handshake that failed has sent no request, so to try it once more is no fault.
    func judgeGreetings() {
        guard inquiry.isJudging else { return }
        let known = connections.all.compactMap { HandshakeAttempt($0) }
        let missing = course.items.count { $0.holdsUpOurs && !$0.isCallback }
        let (strange, again) = standIns.unexplained(known, missing: missing)
        for number in strange { record.breach(.greeting(on: number), nil) }
        guard let first = again.first, let last = again.last else { return }
        record.breach(.handshakes(again.count, first: first, last: last), nil, counting: .noted)
    }

    // MARK: The end of a connection

    /// The client closed its side, or reset the connection behind that.
    package func peerClosed(_ number: ConnectionNumber, _ how: Closing, at now: Instant) -> [Effect] {
        input(now, on: number) { connection in
            let all = connections.streams(on: connection) + [connection]
            if connection.closedByClient == .fin, how == .reset { replyWasNotRead(on: [connection] + all.dropLast()) }
            guard connection.closedByClient == nil else { return }
            let isForGood = inquiry.isLeftForGood(connection, how)
            // A client cannot notice that a `! hold` goes on, and a test cancels its load while the play is held.
            let afterOurs = course.oursDone + (isHeld == nil ? 0 : 1)
            connections.close(connection, how, afterOurs: afterOurs, isForGood: isForGood)
            heardClient()
            record.write(.connectionClosed(by: .client, how: how), connection: number)
            for one in all { brokeOff(one, how) }
            checkAwaited()
            // No line can refer to it any more.
            if !inquiry.awaitsUndecided, connections.forget(connection) {
                noteSilence(connection)
                if connection.isUnspokenFor { standIns.keep(HandshakeAttempt(connection)) }
            }
        }
    }

    /// A connection on which nothing ever came breaks no line, but is noted.
    func noteSilence(_ connection: Connection) {
        guard connection.isUntouched else { return }
        record.write(.noted(.silent(connection.number)), connection: connection.number)
    }

    /// Reports a reply that was not read: the client had closed its side before the reply began, and reset the
    /// connection when it came. A client that closes only its side, and reads on, resets nothing.
    private func replyWasNotRead(on all: [Connection]) {
        for connection in all {
            guard let step = connection.takeLateReply(), let placed = placed(at: step) else { continue }
            judge(UnreadReply(placed: placed, difference: .resetUnread(scenario.quoted(placed), connection.number)))
        }
    }

    /// Whether nothing is under way, and nothing is due, on a connection whose client has closed its side, so that the
    /// server may close its own. It stays as it is where no reply has come, or only a part of one: the client may read on.
    package func isDone(with number: ConnectionNumber) -> Bool {
        guard let connection = connections[number] else { return true }
        let all = [connection] + connections.streams(on: connection)
        guard !connection.isSilent, wait?.batch?.connection.carrier != number,
            !all.contains(where: { $0.request?.isRaw == false })
        else { return false }
        return !connections.lanes(on: number).contains {
            replies.isOwed(in: $0) || replies.isOpen(in: $0) || course.hasOursAhead($0)
        }
    }

    /// A client may leave the connection without having read what was sent.
    package func mayLeaveUnread(_ number: ConnectionNumber) -> Bool {
        connections.lanes(on: number).contains(where: inquiry.needsNoReply)
    }
}

extension RequestHead {
    /// Whether the connection persists after this request, RFC 9112 section 9.3.
    var asksToPersist: Bool {
        if saysClose { return false }
        return !version.isOld || says("keep-alive")
    }

    var saysClose: Bool { says("close") }

    private func says(_ option: String) -> Bool {
        fields.contains { $0.isNamed("Connection") && CommaList.has(Array(option.utf8), in: $0.value) }
    }
}
