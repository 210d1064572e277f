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

    /// Reports that the next line never came; `when` is nil for the time that the line gives.
    func neverCame(_ when: String? = nil) {
        guard let index = course.items.firstIndex(where: \.holdsUpOurs) else { return }
        let item = course.items[index]
        let placed = firstOpenLine(item)
        judgeUnanswered(in: item.lane)
        judgeUnreadAsItIs(in: item.lane)
        let when = when ?? whenLate(placed)
        let sentence = "\(scenario.lineInRound(placed)) did not happen \(when)\(instead(of: item))"
        let mistake = record.breach(.neverCame, placed, sentence)
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
    func whenLate(_ placed: PlacedLine) -> String {
        let since = course.dueLine?.since ?? wait?.loadSince
        if let since, waiting.tooSoonSince != nil, !clock.isOver(clock.end(since: since, clock.within(placed.line))) {
            return "within \(clock.withinDisorder) ms of what came too soon"
        }
        return "within \(clock.within(placed.line)) ms"
    }

    /// Reports that no connection came for a line of ours.
    func noConnectionCame(_ placed: PlacedLine, _ when: String) {
        wait = nil
        course.passOurs(placed)
        reach(placed, .due)
        let mistake = record.breach(.notSent, placed, "no connection came \(when) for `\(scenario.sourceLine(placed))`")
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

    /// The reason why an item never came, as the end of a sentence.
    func instead(of item: Item) -> String {
        let failure = connections.secureFailure.map { ": \($0)" }
        switch item.kind {
        case .await(.connection): return ""
        case .await where connections.seen == 0: return ": no connection came"
        case .await(.handshake): return failure ?? ""
        case .await(.close), .await(.fin), .await(.reset):
            return connections.number(of: item.lane).flatMap { number in
                connections[number].map { ": \($0.howClientLeft(number))" }
            } ?? ""
        case .await(.tlsAlert(let name)): return insteadOfAlert(name)
        case .await: return ""
        default:
            if item.state == .taken { return ": the request has not arrived whole\(missingPart(in: item.lane))" }
            let closed = failure ?? ": all connections are closed"
            if connections.seen == 0 { return ": no connection came" }
            if let number = connections.refusedBehindGoAway {
                return
                    ": a request came on connection \(number) behind the GOAWAY, and was refused; it may have been on its "
                    + "way, unless the client has acknowledged a '! ping' below the '! goaway'"
            }
            if connections.areClosed { return closed }
            return (partThatWaits ?? clientThatWaits ?? replyThatIsAwaited(before: item)).map { ": \($0)" } ?? ""
        }
    }

    /// What a client did instead of sending an alert. That it has finished the handshake and left does not tell whether
    /// it accepts the certificate: curl looks at the host's name only then, and goes without an error alert.
    private func insteadOfAlert(_ name: String?) -> String {
        let isRefusal = name.map { !SecureState.closures.contains($0) } ?? true
        let alerts = connections.alerts.map { "'\($0)'" }
        let came: String? = alerts.last.map { last in
            alerts.count > 1
                ? "alerts were \(alerts.dropLast().joined(separator: ", ")) and \(last)" : "alert was \(last)"
        }
        if isRefusal, connections.alerts.allSatisfy(SecureState.closures.contains),
            let certificate = connections.acceptance.flatMap(certificate)
        {
            return
                ": the client finished the handshake with \(certificate)\(came.map { ", and its \($0)" } ?? ""); it accepts "
                + "that, or refuses it without an error alert, which '! await close' takes as well"
        }
        if let came { return ": the client's \(came)" }
        guard let failure = connections.secureFailure else { return "" }
        return ": \(failure); no alert has come, and '! await close' takes a client that refuses without one"
    }

    /// How much of the body of the lane's request has come, and whether the client may be waiting itself.
    private func missingPart(in lane: Lane) -> String {
        guard let request = connections.number(of: lane).flatMap({ connections[$0]?.request }), !request.isRaw,
            case .length(let length) = request.head.framing
        else { return "" }
        return ", \(request.progress.count) of \(length) bytes of its body have come\(request.hintForContinue)"
    }

    /// The client that makes one request after the other, and waits for a reply that is sent only below the next one.
    private func replyThatIsAwaited(before item: Item) -> String? {
        guard case .request = item.kind,
            let number = connections.all.first(where: { number, connection in
                connection.closedByClient == nil && !connection.isFinished
                    && connections.lanes(on: number).contains(where: replies.isOwed)
            })?.number
        else { return nil }
        return
            "connection \(number) waits for its reply, which no line above this one sends; a client that makes one request "
            + "after the other never comes to it"
    }

    /// The client that asked for the end of its connection, and may wait for it: before its last line a scenario closes
    /// nothing by itself.
    private var clientThatWaits: String? {
        guard let number = connections.all.first(where: { awaitsEnd($1, $0) })?.number else { return nil }
        return "the request on connection \(number) asked for its end behind the reply, where '! close' would do that"
    }

    /// Whether the client of a connection has its reply, and waits for the end that it asked for: RFC 9112 section 9.6.
    private func awaitsEnd(_ connection: Connection, _ number: ConnectionNumber) -> Bool {
        number.stream == nil && connection.persistence.clientAwaitsEnd && connection.request == nil
            && connection.closedByClient == nil && !connection.isFinished
            && !connections.lanes(on: number).contains(where: replies.isOwed)
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
    private var partThatWaits: String? {
        for number in waiting.requests {
            guard let request = connections[number]?.request, request.cameTooSoon == nil else { continue }
            return "\(request.head.method) \(request.head.shortTarget) has come, and waits until this part is left, "
                + "at its end or before a request that follows a reply"
        }
        return nil
    }

    /// Ends the play at a limit of ours, which is no fault of the client.
    func reachLimit(_ what: String) {
        guard phase != .over else { return }
        record.reachLimit("this is a limit of Quintain, and no fault of the client: \(what)")
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
            "quintain: \(scenario.name) was broken off\((record.limit ?? record.lastSentence).map { ": " + $0 } ?? "")\n"
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

    /// What is said of the end where lines were outstanding. At its deadline the server gives up, and the client may wait.
    var whatEnded: String {
        switch clientEnd {
        case .deadline: "the deadline came"
        case .dropped: "the play was dropped without 'verify()'"
        case .cancelled: "the test was cancelled"
        default: "the client ended"
        }
    }

    /// What is said of a line that had not left when the client had ended, or was judged, though it may still be there.
    private func whatHasNotLeft(_ placed: PlacedLine, on number: ConnectionNumber) -> String {
        let line = "all of `\(scenario.sourceLine(placed))`"
        guard clientEnd == .judged, connections[number]?.closedByClient == nil else {
            return "\(whatEnded) before \(line) had left"
        }
        return "the client had not read \(line) when it was judged"
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
            record.breachBehindAll(.neverCame, scenario.firstLine, "the client opened no connection")
        } else if !connections.areHeard, !scenario.allowsSilence {
            record.breachBehindAll(.neverCame, scenario.firstLine, "the client sent nothing on its connection")
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
            noBranchCame("before \(whatEnded)")
        } else {
            neverCame("before \(whatEnded)")
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
                let mistake = record.breach(
                    .notSent, placed,
                    whatHasNotLeft(placed, on: batch.connection)
                        + givingUp(before: placed, onItsWay: true))
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
