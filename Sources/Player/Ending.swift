// Ending.swift: lines that never came, and the end of the play.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainReply
import QuintainScenario
import QuintainTranscript
import QuintainWire
import QuintainWords

extension Player {
    /// Reports that the next line never came; `late` is nil for the time that the line gives.
    func neverCame(_ late: Late? = nil) {
        guard let index = course.items.firstIndex(where: \.holdsUpOurs) else { return }
        let item = course.items[index]
        let placed = inquiry.firstOpenLine(item)
        judgeUnanswered(in: item.lane)
        judgeUnread(in: item.lane, asItIs: true)
        let mistake = record.breach(
            .missing(
                .line(scenario.quoted(placed), late ?? inquiry.whenLate(placed), instead: inquiry.instead(of: item))),
            placed)
        skip(index, mistake)
        if mistake.severity == .failure { breakOff() }
    }

    /// Gives up a line. The lines below it in its lane count as the mistake says.
    func skip(_ index: Int, _ mistake: Trail) {
        let item = course.items[index]
        if item.steersLoad { record.goAstray(item.lane, mistake) }
        record.leaveBehind(item.first.line)
        if case .request(let request) = item.kind { record.wasSkipped(inquiry.firstOpenLine(item), request, mistake) }
        if case .callback(let expected) = item.kind { record.isMissing(expected.callback.kind, in: item.lane, mistake) }
        giveUp(index)
    }

    /// Reports that no connection came for a line of ours.
    func noConnectionCame(_ placed: PlacedLine, _ late: Late) {
        wait = nil
        course.passOurs(placed)
        reach(placed, .due)
        let mistake = record.breakCourse(.notSent(.noConnection(scenario.quoted(placed), late)), placed)
        if mistake.severity == .failure { breakOff() }
    }

    /// Gives up an item; those of its lines that are done stay done.
    func giveUp(_ index: Int) {
        course.giveUp(index)
        for line in course.items[index].lines where record.isDue(line) { record.mark(line, .skipped) }
    }

    /// Behind the last line, the server closes what its clients asked it to close, so that no right client hangs. A reply
    /// that the scenario leaves open, or stalls, stays as it is.
    func closeWhatWasAsked() {
        for connection in connections.all where inquiry.awaitsEnd(connection) && !connection.isSilent {
            if !connections.lanes(on: connection.number).contains(where: replies.isOpen) { close(connection) }
        }
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
        closeWindow()
        effects.append(.scriptEnded)
        let why = RefusalReason.brokenOff(record.lastSentence)
        releaseWhatWaits(refusing: false)
        abandonConnections(why, closingAll: true) { $0.closedByClient != .reset }
    }

    /// Closes the window: no line takes input from here on.
    private func closeWindow() {
        for index in course.items.indices { endBytes(of: index) }
        for index in course.items.indices where course.items[index].state != .done {
            for line in course.items[index].lines where record.isDue(line) {
                record.mark(line, course.items[index].isOptional ? .skipped : .notReached)
            }
            course.move(index, to: .gone)
        }
        course.end()
    }

    /// Nobody waited for the client's end.
    var hasGivenUp: Bool { clientEnd == .deadline || clientEnd == .stopped }

    /// The client has ended: each line that is still outstanding is a breach now, by its level.
    func end() {
        guard phase != .over else { return }
        if phase != .brokenOff { judgeUnanswered() }
        judgeUnread(asItIs: true)
        if phase == .playing {
            let worst = endWait()
            while takeUnfinished() {}
            while checkAwaited(asItIs: true) {}
            for _ in 0..<Self.passedOverAtEnd where !judgeWhatWaits() { break }
            judgeBacklogs()
            for index in course.items.indices { endBytes(of: index) }
            leaveChoices()
            var outstanding = Outstanding(inquiry, worst)
            outstanding.judge()
        }
        replies.dropBatch()
        // Raw bytes that still wait for a line.
        for connection in connections.all {
            if let first = connection.request?.unclaimed.stretches.first { passRaw(first, connection) }
        }
        judgeGreetings()
        connections.all.forEach(noteSilence)
        judgeAbsence()
        closeWindow()
        record.end()
        values.forget()
        phase = .over
        releaseWhatWaits()
        abandonConnections(.ended, closingAll: false) { $0.closedByClient == nil }
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
        guard isRequest || waiting.hasCallbacksTooSoon, let missing = inquiry.firstMissing,
            Severity(missing.line.level) < .failure
        else { return false }
        let end = Late.before(inquiry.whatEnded)
        course.holdUp == nil ? noBranchCame(end) : neverCame(end)
        let lane = missing.line.lane
        let trail = record.trail(in: lane)
        file(course.goOn())
        var isOffered = false
        while offerWhatWaits() { isOffered = true }
        // The server did not get as far as answering the request.
        if isRequest, isOffered, let trail { record.goAstray(lane, trail) }
        return true
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
                worst = record.breakCourse(.notSent(inquiry.notLeft(placed, on: batch.connection)), placed).severity
            }
        case .go(let placed)?: record.staysHeld(at: placed)
        case .connection?, .load?, nil: break
        }
        wait = nil
        file(course.adopt(course.ahead))
        return worst
    }
}
