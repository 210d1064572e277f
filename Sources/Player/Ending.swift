// Ending.swift: what waits for its line, lines that never came, and the end of the play.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainReply
import QuintainScenario
import QuintainTranscript
import QuintainWire
import QuintainWords

extension Player {
    // MARK: What waits

    /// Offers input that came too soon, and the rest of requests cut short, to the lines in reach. A request that waited
    /// for a part in any order is judged once others have taken all parts that it fits.
    func offerWhatWaits() -> Bool {
        for index in 0..<waiting.count {
            guard let arrival = waiting.takeOut(index) else { break }
            switch arrival {
            case .request(let number, let tooSoon):
                let claim = claim(number)
                if claim == .taken { return true }
                if claim == .missing, tooSoon == nil, !waitsForItsPart(number) {
                    comeTooEarlyOrNever(number)
                    return true
                }
            case .callback(let callback, let severity): if take(callback, .cameTooSoon(severity)) { return true }
            case .early(let callback): if take(callback, .waited) { return true }
            }
            waiting.putBack(arrival, index)
        }
        if forbidRests() { return true }
        for number in connections.cutShort where offerRest(number) { return true }
        return checkAwaited()
    }

    // MARK: The end

    /// Reports that the next line never came; `late` is nil for the time that the line gives.
    func neverCame(_ late: Late? = nil) {
        guard let index = course.items.firstIndex(where: \.holdsUpOurs) else { return }
        let item = course.items[index]
        let placed = firstOpenLine(item)
        judgeUnanswered(in: item.lane)
        judgeUnreadAsItIs(in: item.lane)
        let mistake = record.breach(
            .missing(.line(scenario.quoted(placed), late ?? whenLate(placed), instead: instead(of: item))), placed)
        skip(index, mistake)
        if mistake.severity == .failure { breakOff() }
    }

    /// Gives up a line. The lines below it in its lane count as the mistake says.
    func skip(_ index: Int, _ mistake: Trail) {
        let item = course.items[index]
        if item.steersLoad { record.goAstray(item.lane, mistake) }
        record.leaveBehind(item.first.line)
        if case .request(let request) = item.kind { record.wasSkipped(firstOpenLine(item), request, mistake) }
        if case .callback(let expected) = item.kind { record.isMissing(expected.callback.kind, in: item.lane, mistake) }
        giveUp(index)
    }

    /// How long a line was waited for.
    func whenLate(_ placed: PlacedLine) -> Late {
        let since = course.dueLine?.since ?? wait?.loadSince
        if let since, waiting.tooSoonSince != nil, !clock.isOver(clock.end(since: since, clock.within(placed.line))) {
            return .within(clock.withinDisorder, ofDisorder: true)
        }
        return .within(clock.within(placed.line))
    }

    /// Reports that no connection came for a line of ours.
    func noConnectionCame(_ placed: PlacedLine, _ late: Late) {
        wait = nil
        course.passOurs(placed)
        reach(placed, .due)
        let mistake = record.breach(.notSent(.noConnection(scenario.quoted(placed), late)), placed)
        record.goAstray(placed.line.lane, mistake)
        if mistake.severity == .failure { breakOff() }
    }

    /// Gives up an item; those of its lines that are done stay done.
    func giveUp(_ index: Int) {
        course.giveUp(index)
        for line in course.items[index].lines where record.isDue(line) { record.mark(line, .skipped) }
    }

    /// The first line of an item that is not done.
    func firstOpenLine(_ item: Item) -> PlacedLine {
        item.lines.first { record.isDue($0.step) } ?? item.first
    }

    /// What is known of a client for which an item never came.
    func instead(of item: Item) -> Instead? {
        let failure = connections.secureFailure.map { Instead.tlsFailed($0) }
        switch item.kind {
        case .await(.connection): return nil
        case .await where connections.seen == 0: return .noConnection
        case .await(.handshake): return failure
        case .await(.close), .await(.fin), .await(.reset):
            return connections.number(of: item.lane).flatMap { number in
                connections[number].map { .left(number, $0.closedByClient) }
            }
        case .await(.tlsAlert(let name)): return insteadOfAlert(name)
        case .await: return nil
        default:
            if item.state == .taken { return .requestUnderWay(missingPart(in: item.lane)) }
            if connections.seen == 0 { return .noConnection }
            if let number = connections.refusedBehindGoAway { return .refusedBehindGoAway(number) }
            if connections.areClosed { return failure ?? .allClosed }
            return partThatWaits ?? clientThatWaits ?? replyThatIsAwaited(before: item)
        }
    }

    /// What a client did instead of sending an alert. That it has finished the handshake and left does not tell whether
    /// it accepts the certificate: curl looks at the host's name only then, and goes without an error alert.
    private func insteadOfAlert(_ name: String?) -> Instead? {
        let isRefusal = name.map { !SecureState.closures.contains($0) } ?? true
        let alerts = connections.alerts
        if isRefusal, alerts.allSatisfy(SecureState.closures.contains),
            let certificate = connections.acceptance.flatMap(certificate)
        {
            return .accepted(certificate, alerts: alerts)
        }
        if !alerts.isEmpty { return .alerts(alerts) }
        return connections.secureFailure.map { .tlsFailed($0, lacksAlert: true) }
    }

    /// How much of the body of the lane's request has come, and whether the client may be waiting itself.
    private func missingPart(in lane: Lane) -> Instead.BodyPart? {
        guard let request = connections.number(of: lane).flatMap({ connections[$0]?.request }), !request.isRaw,
            case .length(let length) = request.head.framing
        else { return nil }
        return Instead.BodyPart(
            came: request.progress.count, of: length, awaitsContinue: request.awaitsContinue)
    }

    /// The client that makes one request after the other, and waits for a reply that is sent only below the next one.
    private func replyThatIsAwaited(before item: Item) -> Instead? {
        guard case .request = item.kind else { return nil }
        return connections.all.first { number, connection in
            connection.closedByClient == nil && !connection.isFinished
                && connections.lanes(on: number).contains(where: replies.isOwed)
        }.map { .waitsForReply($0.number) }
    }

    /// The client that asked for the end of its connection, and may wait for it: before its last line a scenario closes
    /// nothing by itself.
    private var clientThatWaits: Instead? {
        connections.all.first { awaitsEnd($1, $0) }.map { .waitsForEnd($0.number) }
    }

    /// Whether the client of a connection has its reply, and waits for the end that it asked for: RFC 9112 section 9.6.
    private func awaitsEnd(_ connection: Connection, _ number: ConnectionNumber) -> Bool {
        connection.persistence.clientAwaitsEnd && connection.request == nil && connection.closedByClient == nil
            && !connection.isFinished && !connections.lanes(on: number).contains(where: replies.isOwed)
    }

    /// Behind the last line, the server closes what its clients asked it to close, so that no right client hangs. A reply
    /// that the scenario leaves open, or stalls, stays as it is.
    func closeWhatWasAsked() {
        for (number, connection) in connections.all where awaitsEnd(connection, number) {
            guard !connection.isSilent, !connections.lanes(on: number).contains(where: replies.isOpen) else { continue }
            effects.append(.play(number, Batch(elements: [.strike(.close)])))
            isEnded(number, .fin)
        }
    }

    /// The request that waits until the part in any order that is being played may be left.
    private var partThatWaits: Instead? {
        for number in waiting.requests {
            guard let request = connections[number]?.request, request.cameTooSoon == nil else { continue }
            return .waitsForPart(request.head.words)
        }
        return nil
    }

    /// Ends the play at a limit of ours, which is no fault of the client.
    func reachLimit(_ limit: Limit) {
        guard phase != .over else { return }
        record.reachLimit(limit)
        breakOff()
    }

    /// Ends the play early: what is open is answered, so that the client is not left hanging.
    func breakOff() {
        guard phase == .playing else { return }
        phase = .brokenOff
        if wait?.batch == nil { wait = nil }
        replies.dropBatch()
        leaveUnread()
        closeWindow(as: .notReached)
        effects.append(.scriptEnded)
        let text =
            "quintain: \(scenario.name) was broken off\(record.lastSentence.map { ": " + $0 } ?? "")\n"
        for arrival in waiting.takeAll() {
            switch arrival {
            case .callback(let callback, _), .early(let callback): answerByDefault(callback)
            case .request: break
            }
        }
        releaseWhatWaits()
        abandonConnections(text, closingAll: true) { $0.closedByClient != .reset }
    }

    /// Closes the window: no line takes input from here on.
    private func closeWindow(as state: Step.State) {
        for index in course.items.indices { endBytes(of: index) }
        for index in course.items.indices where course.items[index].state != .done {
            for line in course.items[index].lines where record.isDue(line) {
                record.mark(line, course.items[index].isOptional ? .skipped : state)
            }
            course.move(index, to: .gone)
        }
        course.end()
    }

    /// The end at which lines were outstanding. At its deadline the server gives up, and the client may wait.
    var whatEnded: End {
        switch clientEnd {
        case .deadline: .deadline
        case .dropped: .dropped
        case .cancelled: .cancelled
        case .told, .exited, .closed, .idle, .stopped, .judged, nil: .client
        }
    }

    /// A line that had not left when the client had ended, or was judged, though it may still be there.
    private func notLeft(_ placed: PlacedLine, on number: ConnectionNumber) -> NotSent {
        let line = scenario.quoted(placed)
        let givingUp = givingUp(before: placed, onItsWay: true)
        guard clientEnd == .judged, connections[number]?.closedByClient == nil else {
            return .notLeft(line, whatEnded, givingUp)
        }
        return .notRead(line, givingUp)
    }

    /// Nobody waited for the client's end.
    var hasGivenUp: Bool { clientEnd == .deadline || clientEnd == .stopped }

    /// The client has ended: each line that is still outstanding is a breach now, by its level.
    func end() {
        guard phase != .over else { return }
        if phase != .brokenOff { judgeUnanswered() }
        judgeUnreadAsItIs()
        if phase == .playing {
            let worst = endWait()
            while takeUnfinished() {}
            while checkAwaited(asItIs: true) {}
            for _ in 0..<Self.passedOverAtEnd where !judgeWhatWaits() { break }
            judgeBacklogs()
            for index in course.items.indices { endBytes(of: index) }
            leaveChoices()
            breakOutstanding(worst)
        }
        replies.dropBatch()
        judgeRaw()
        judgeGreetings()
        for (number, connection) in connections.all { noteSilence(connection, number) }
        judgeAbsence()
        closeWindow(as: .notReached)
        record.end()
        values.forget()
        phase = .over
        releaseWhatWaits()
        abandonConnections("quintain: \(scenario.name) has ended\n", closingAll: false) { $0.closedByClient == nil }
    }

    /// A client that has done nothing of what the scenario is about has failed, however little its lines ask.
    private func judgeAbsence() {
        guard !record.isFailed else { return }
        if !hasSeenConnections {
            guard !scenario.allowsNoConnection else { return }
            record.breachBehindAll(.missing(.connection), scenario.firstLine)
        } else if !connections.areHeard, !scenario.allowsSilence {
            record.breachBehindAll(.missing(.bytes), scenario.firstLine)
        }
    }

    /// Takes what is left to a client that does nothing more. A branch without demands comes before one that begins with
    /// silence, below which something may have to happen.
    private func leaveChoices() {
        let isQuiet = course.holdUp == nil && waiting.requests.isEmpty
        while isQuiet && endSilence(inBranches: false) {}
        while true {
            if let way = course.branchThatEnds {
                choose(way)
            } else if !isQuiet || !endSilence(inBranches: true) {
                return
            }
        }
    }

    /// The number of lines that are given up for a request that came too soon; a block may have a million rounds.
    private static let passedOverAtEnd = 256

    /// Gives up the lines above a request or a callback that came too soon, and compares it with its line now. false:
    /// none waits, or what is missing had to come.
    private func judgeWhatWaits() -> Bool {
        let isRequest = !waiting.requests.isEmpty
        guard isRequest || waiting.hasCallbacksTooSoon, let missing = firstMissing,
            Severity(missing.line.level) < .failure
        else { return false }
        if course.holdUp == nil {
            noBranchCame(.before(whatEnded))
        } else {
            neverCame(.before(whatEnded))
        }
        let lane = missing.line.lane
        let trail = record.trail(in: lane)
        file(course.goOn())
        var isOffered = false
        while offerWhatWaits() { isOffered = true }
        // The server did not get as far as answering the request.
        if isRequest, isOffered, let trail { record.goAstray(lane, trail) }
        return true
    }

    /// The next line that had to happen, or the first line of the next choice.
    private var firstMissing: PlacedLine? {
        if let item = course.holdUp { return firstOpenLine(item) }
        guard case .choice(let ways, _) = course.stop, course.silentBranch == nil else { return nil }
        return duePart(among: ways).flatMap { course.head(of: $0) } ?? course.dueHead(of: ways)?.line
    }

    /// Ends the current wait: a client that has ended stays silent, and bytes that have not left will not leave.
    private func endWait() -> Severity? {
        var worst: Severity?
        switch wait {
        case .time(_, let placed)?, .quiet(_, _, _, let placed)?: record.finish(placed)
        case .batch(let batch)?, .window(let batch, _, _)?:
            tellSentAlerts(batch.connection)
            let unsent = batch.steps.first { record.isDue($0) }
            if let placed = unsent.flatMap({ placed(at: $0) }) {
                let mistake = record.breach(.notSent(notLeft(placed, on: batch.connection)), placed)
                worst = mistake.severity
                record.goAstray(placed.line.lane, mistake)
            }
        case .go(let placed)?: record.staysHeld(at: placed)
        case .connection?, .load?, nil: break
        }
        wait = nil
        file(course.adopt(course.ahead))
        return worst
    }
}
