// Turning.swift: the loop of a play: what an input moves, and what that moves, until nothing does.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainTranscript

extension Player {
    /// Takes an input in, and plays on as far as it makes possible.
    func input(_ now: Instant, _ body: () -> Void) -> [Effect] {
        clock.goOn(to: now)
        record.goOn(at: clock.now)
        values.effort.renew()
        let breaches = record.breachCount
        // Lines that could be done before this input came are done before it.
        if turn.isOutOfBreath { playOn(.before) }
        body()
        playOn(.input)
        sendRefusals()
        answerGreetings()
        if isPlayingOn, clock.hasBegun {
            course.waitsForTheirs(at: clock.lived, awake: clock.awakeSince)
        } else {
            course.waitsForOurs()
        }
        if turn.end() { effects.append(.goOn) }
        if values.effort.isSpent, phase != .over {
            record.takeBack(to: breaches)
            reachLimit(.effort)
        }
        defer { effects = [] }
        return effects
    }

    /// Takes in what came on a connection, if that is known.
    func input(_ now: Instant, on number: ConnectionNumber, _ body: (Connection) -> Void) -> [Effect] {
        input(now) { if let connection = connections[number] { body(connection) } }
    }

    /// The only loop: it turns until nothing moves, because a wait begins, the client is next, or the turn is over.
    ///
    /// Each round looks at one thing after the other, and the first that moves begins another round: what waits for a
    /// line, in the order in which it came; rests of requests; facts that were seen; the line of ours or the choice at
    /// which the lines in reach end; and what came behind a request that is over.
    func playOn(_ length: Turn.Length) {
        turn.begin(length)
        while moves() {}
    }

    private func moves() -> Bool {
        if isPlayingOn { reachOn() }
        if isPlayingOn, offerWhatWaits() || passStop() { return true }
        guard turn.takesBacklog, takeFromBacklog() else { return false }
        turn.begin(.input)
        return true
    }

    /// No wait holds the play up.
    private var isPlayingOn: Bool { phase == .playing && wait == nil }

    /// Brings lines into reach. Those below a reply that is written are due only when its bytes have left.
    private func reachOn() {
        course.makeRoom()
        if replies.isPending || replies.areOpen {
            let ahead = course.ahead
            if !ahead.leavesRepliesOpen || ahead.passesUnobserved { pauseWriters() }
            if replies.isPending, !ahead.leavesRepliesOpen { return emit() }
            file(course.adopt(ahead))
        } else {
            file(course.goOn())
        }
        if !replies.isPending { course.countOurs() }
    }

    /// Offers input that came too soon, the rest of requests cut short, and facts to the lines in reach. true: one of
    /// them was taken.
    func offerWhatWaits() -> Bool { offerArrivals() || offerRests() || checkAwaited() }

    /// A request that waited for a part in any order is judged once others have taken all parts that it fits.
    private func offerArrivals() -> Bool {
        offerEach { arrival in
            switch arrival {
            case .callback(let callback, let severity): return take(callback, .cameTooSoon(severity))
            case .early(let callback): return take(callback, .waited)
            case .request(let number, let tooSoon):
                guard let connection = connections[number] else { return false }
                switch claim(connection) {
                case .taken: return true
                case .undecided: return false
                case .missing: break
                }
                guard tooSoon == nil, !inquiry.waitsForItsPart(connection) else { return false }
                comeTooEarlyOrNever(connection)
                return true
            }
        }
    }

    /// Lets requests whose body was awaited be taken by what has come of it. true: one was taken.
    ///
    /// - Parameter number: only the request on this connection.
    func takeUnfinished(on number: ConnectionNumber? = nil) -> Bool {
        offerEach { arrival in
            guard case .request(let waits, _) = arrival, number.map({ $0 == waits }) ?? true,
                let connection = connections[waits]
            else { return false }
            return if case .taken = claim(connection, asItIs: true) { true } else { false }
        }
    }

    private func offerEach(_ isTaken: (Waiting.Arrival) -> Bool) -> Bool {
        for index in 0..<waiting.count {
            guard let arrival = waiting.takeOut(index) else { return false }
            if isTaken(arrival) { return true }
            waiting.putBack(arrival, index)
        }
        return false
    }

    /// Plays the line of ours at which the lines in reach end, or a choice that no input makes. false: the client is next.
    private func passStop() -> Bool {
        switch course.stop {
        case .ours(let placed):
            return course.holdUp == nil && mayAct(placed) && turn.spend(1) && perform(placed)
        case .choice(let ways, let line): return passBlind(ways, line) || followWhatWaits(ways)
        case .end:
            guard course.holdUp == nil else { return false }
            phase = .scriptEnded
            closeWhatWasAsked()
            noteForgotten()
            effects.append(.scriptEnded)
            releaseWhatWaits()
            return true
        case .full: return false
        case .pause: return turn.spend(Window.opsAtOnce)
        }
    }

    /// Whether a line of ours may be done now; if not, the caller is asked to look first. Consecutive lines of ours are
    /// done together: the consequences of the first are not too soon for the second. A plain command decides itself
    /// when it does what a `client` line says, so nothing waits for that.
    private func mayAct(_ placed: PlacedLine) -> Bool {
        guard course.window.hasAwaited, !course.window.isOwnBusiness(placed) else { return true }
        switch turn.mayAct() {
        case .given: return true
        case .afterLook: effects.append(.look)
        case .denied: break
        }
        return false
    }

    /// The client is heard: a silence that was long enough when its input came is over, though its timer has not fired.
    func heardClient() {
        if endSilence(by: clock.came) { playOn(.before) }
        clock.heardClient()
    }

    /// Ends the silence that a line or a choice waits for, if it was long enough by the time that the client counts by.
    private func endSilence(by came: Instant) -> Bool {
        guard phase == .playing else { return false }
        if let wait {
            guard let placed = wait.silence?.placed,
                wait.isOverForClient(by: came, clock, isDistance: course.isUpToTheirs)
            else { return false }
            self.wait = nil
            record.finish(placed)
            return true
        }
        guard let awake = course.dueChoice?.awake, let silent = course.silentBranch,
            clock.wasSilent(since: awake, silent.milliseconds, by: came)
        else { return false }
        chooseSilence(silent.way)
        return true
    }

    /// Takes the next arrival out of a backlog, if the request before it is over. true: there was one.
    func takeFromBacklog() -> Bool {
        for connection in connections.those(with: .backlog) {
            if connection.backlog.isEmpty {
                connections.isSettled(.backlog, on: connection)
                continue
            }
            if let request = connection.request, request.isEnded { giveUpRest(request, connection) }
            // More of the request that is coming in, or the next one.
            guard connection.request?.isEnded != true, let arrival = connection.takeFromBacklog() else { continue }
            switch arrival {
            case .head(let head, let afterOurs, let event):
                takeHead(head, connection, afterOurs: afterOurs, event: event)
            case .body(let arrived): takeBody(arrived, connection)
            case .deviation(let deviation): takeDeviation(deviation, connection)
            case .end(let trailers):
                connection.request?.endWasRecorded()
                takeEnd(trailers, connection)
            }
            updateReading(connection)
            return true
        }
        return false
    }

    /// Ends a request that was cut short when nothing of it is left for a line, or no line is left for it, because the
    /// branch with that line was not chosen.
    private func giveUpRest(_ request: RequestInProgress, _ connection: Connection) {
        guard case .cut(let lane, hasRest: true) = request.claim,
            !course.items.contains(where: { $0.isRest && $0.lane == lane && $0.state == .due }),
            phase != .playing || !request.unclaimed.hasContent
                || !course.program.hasRest(from: course.cursor.pc, lane: lane)
        else { return }
        request.giveUpRest()
        dropUnclaimed(request, connection)
        requestIsOver(connection)
    }
}
