// Callbacks.swift: callbacks that the client reports, and the lines that take them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
package import QuintainTalk
import QuintainTranscript
import QuintainWire
import QuintainWords

extension Player {
    // MARK: Inputs

    package func callbackReported(_ callback: ReportedCallback, at now: Instant) -> [Effect] {
        input(now) { player in
            player.heardClient()
            player.record.hear(callback)
            player.delegate.keepOwn(callback)
            defer { player.record.heard() }
            player.hearOfReply(callback.kind, in: callback.lane)
            if player.comesAfterEnd(callback) || player.tellsOfRefusal(callback) { return }
            if player.tellsCancelledLate(callback) { return }
            player.endBytes(in: callback.lane, before: callback.kind)
            if player.take(callback) { return }
            // How a client cuts its data makes no difference, and a piece without bytes is none.
            if callback.kind == .data, callback.bytes.isEmpty { return player.answerByDefault(callback) }
            player.callbackTooEarlyOrNever(callback)
        }
    }

    // MARK: Which line

    /// The time at which a callback came that is offered to the lines in reach.
    enum Coming {
        case now, waited
        /// The callback was judged when it came, with this severity.
        case cameTooSoon(Severity)

        /// The coming of the bytes that a line above has left over.
        var ofRest: Coming { if case .now = self { .now } else { .waited } }
    }

    /// The result of offering a callback to the lines in reach.
    enum Offered {
        case taken
        /// A line took a part of the bytes; this rest is for the line below.
        case left(ReportedCallback)
        case refused
    }

    /// Finds lines that take the callback. false: none is in reach.
    func take(_ callback: ReportedCallback, _ coming: Coming = .now) -> Bool {
        switch offer(callback, coming) {
        case .refused: return false
        case .taken: return true
        case .left(var left):
            let below = coming.ofRest
            while true {
                switch offer(left, below) {
                case .left(let rest): left = rest
                case .taken: return true
                case .refused:
                    callbackTooEarlyOrNever(left)
                    return true
                }
            }
        }
    }

    private func offer(_ callback: ReportedCallback, _ coming: Coming) -> Offered {
        guard let found = findLine(for: callback), let index = take(found),
            case .callback(var expected) = course.items[index].kind
        else {
            return passesBy(callback) ? .taken : .refused
        }
        giveWay(above: index)
        let placed = course.items[index].first
        if case .now = coming { record.nameHeard(placed.reference) }
        if case .cameTooSoon(let severity) = coming { record.mark(placed, .broken(severity)) }
        defer { if callback.kind.has(.endsLoad) { record.loadIsEarly(nil, in: callback.lane) } }
        if expected.callback.kind.hasBytes {
            return takeBytes(callback, &expected, index)
        }
        delegate.reported(callback, placed)
        if callback.isPart(of: expected.callback, values, scope(placed)) {
            answerByDefault(callback)
            return .taken
        }
        judge(callback, by: expected.callback, placed)
        expected.seen = true
        course.put(.callback(expected), at: index)
        course.move(index, to: .done)
        record.finish(placed)
        decide(expected.callback, placed, callback)
        return .taken
    }

    /// The line in reach that fits the callback best.
    func findLine(for callback: ReportedCallback) -> FoundLine? {
        course.find { window, item, index in
            guard case .callback(let expected) = item.kind, item.lane == callback.lane,
                expected.callback.kind == callback.kind, window.isNextForCallbacks(index)
            else { return nil }
            if expected.callback.kind.hasBytes, window.isOfLineAbove(index) { return nil }
            return fit(expected, item, callback)
        }
    }

    /// Stores the values that the line captures, and reports each mismatch as a breach.
    func judge(_ callback: ReportedCallback, by line: Callback, _ placed: PlacedLine) {
        var heard = values
        let (fit, wrongTime) = fit(callback, against: line, placed, &heard)
        values = heard
        if fit.wrong.isEmpty, wrongTime == nil, !line.kind.hasBytes { record.findBack(placed.line.lane) }
        for (index, mistake) in fit.wrong.enumerated() {
            let untaken = untaken(on: placed.line)
            let trail = record.breach(
                .value(mistake.difference), placed, untaken: untaken?.what, from: untaken?.cause,
                telling: mistake.telling)
            guard index == 0, fit.isAnotherQuestion else { continue }
            record.goAstray(placed.line.lane, trail, announcing: callback.announcement)
        }
        if let wrongTime { record.breach(wrongTime, placed) }
    }

    /// Skips optional lines above, and ends lines above that took more of the same.
    private func giveWay(above index: Int) {
        let lane = course.items[index].lane
        for above in course.items.indices[..<index] where course.items[above].lane == lane {
            guard course.items[above].isCallback else { continue }
            if course.items[above].state == .due, course.items[above].isOptional {
                course.move(above, to: .gone)
                record.mark(course.items[above].first, .skipped)
            } else if course.items[above].state == .done {
                endBytes(of: above)
                course.move(above, to: .gone)
            }
        }
    }

    private func fit(_ expected: ExpectedCallback, _ item: Item, _ callback: ReportedCallback) -> Fit? {
        if expected.callback.kind.hasBytes {
            return expected.fit(callback, item.state, values, scope(item.first))
        }
        let fits = fits(callback, expected.callback, item.first)
        switch item.state {
        case .due:
            if fits || callback.isPart(of: expected.callback, values, scope(item.first)) { return .whole }
            return expected.callback.occurrence == .optional ? nil : .wrongValue
        case .done: return fits && expected.takesMore ? .again : nil
        case .taken, .gone: return nil
        }
    }

    /// What differs between the callback and the line, its time included. Captured values go into `values`.
    private func fit(
        _ callback: ReportedCallback, against line: Callback, _ placed: PlacedLine, _ values: inout Values
    ) -> (fit: CallbackFit, wrongTime: Difference?) {
        (CallbackFit(callback, against: line, &values, scope(placed)), wrongTime(line, placed))
    }

    private func fits(_ callback: ReportedCallback, _ line: Callback, _ placed: PlacedLine) -> Bool {
        var trial = values
        let (fit, wrongTime) = fit(callback, against: line, placed, &trial)
        return fit.wrong.isEmpty && wrongTime == nil
    }

    /// A wrong `after=`, which counts from when the line above was done. Time in which no process ran makes no callback
    /// late.
    private func wrongTime(_ line: Callback, _ placed: PlacedLine) -> Difference? {
        guard let after = line.after, placed.step >= 0 else { return nil }
        let since = record.lastDone(above: placed.step) ?? 0
        let waited = Int((clock.now - since) / 1_000_000)
        let isLate = waited - Int(clock.stoodStill / 1_000_000) > after.upperBound
        guard waited < after.lowerBound || isLate else { return nil }
        let isOwnLimit =
            !isLate && line.kind == .fail && line.subject.first?.literalText == FailKind.timedOut.rawValue
        return .time(waited, wanted: after, isOwnLimit: isOwnLimit)
    }

    // MARK: No line

    /// A callback that needs no line passes by, with its default decision.
    private func passesBy(_ callback: ReportedCallback) -> Bool {
        guard !course.program.asksFor(callback.kind) else { return false }
        answerByDefault(callback)
        return true
    }

    private func callbackTooEarlyOrNever(_ callback: ReportedCallback) {
        if isOfWhatGoesOut(callback) { return waiting.appendEarly(callback) }
        if phase == .playing, let placed = lineAhead(ofPart: callback) {
            delegate.reported(callback, placed)
            return answerByDefault(callback)
        }
        if phase == .playing, !waiting.isFull, let placed = callbackLineAhead(callback) {
            let mistake = cameTooSoon(
                placed, .callback(ToldCallback(callback)), isAnsweredByClient(callback) ? .answeredByClient : nil)
            record.loadIsEarly(mistake, in: callback.lane)
            waiting.append(.callback(released(callback), counts: mistake.severity), for: placed)
            return
        }
        let due = dueCallback(in: callback.lane)
        var strange = StrangeCallback(ToldCallback(callback))
        if let due, phase == .playing {
            takesWrongCourse(&strange, in: callback.lane, instead: [due])
            strange.next = .line(scenario.quoted(due))
        } else if phase == .playing, case .choice(let ways, let line) = course.stop {
            let heads = ways.compactMap { course.head(of: $0) }.filter { $0.line.lane == callback.lane }
            takesWrongCourse(&strange, in: callback.lane, instead: heads)
            if !heads.isEmpty { strange.next = .branches(block: line, heads: scenario.quoted(each: heads)) }
        } else if phase == .scriptEnded {
            strange.next = .lastLine
        }
        strange.isOfUnwrittenKind =
            strange.course == nil && (callback.kind == .response || callback.kind == .data)
            && !course.program.callbacks.contains(callback.kind)
        if phase == .playing || phase == .scriptEnded {
            let mistake = record.breach(
                .callback(strange), nil, counting: severityDue(in: callback.lane), in: callback.lane,
                from: record.takeMissing(callback.kind, in: callback.lane),
                near: due, telling: callback.isNamelessFailure ? .namelessFailure : nil)
            record.goAstray(callback.lane, mistake, announcing: callback.announcement)
        }
        answerByDefault(callback)
    }

    /// The next line of the lane that takes a callback. While bytes are on their way, those below them are not in reach yet.
    private func dueCallback(in lane: Lane) -> PlacedLine? {
        let due = course.items.first { $0.lane == lane && $0.isCallback && $0.state == .due }
        if let due { return due.first }
        guard phase == .playing, wait?.batch != nil else { return nil }
        return course.linesAhead().first { placed in
            if case .callback = placed.line.deed { placed.line.lane == lane } else { false }
        }
    }

    /// Whether the load goes well where it must fail, or fails where it must go on.
    private func takesWrongCourse(_ strange: inout StrangeCallback, in lane: Lane, instead due: [PlacedLine]) {
        let kinds = due.compactMap { placed -> CallbackKind? in
            if case .callback(let line) = placed.line.deed { line.kind } else { nil }
        }
        let mayOnlyFail = !kinds.isEmpty && kinds.allSatisfy { $0 == .fail }
        let demand: StrangeCallback.Demand = severityDue(in: lane) == .failure ? .must : .may
        // Another branch begins with a request: the client may ask again as well.
        strange.demand = kinds.count < due.count ? .untold : demand
        switch strange.callback.kind {
        case .finish where mayOnlyFail: strange.course = .endedWell
        case .response where mayOnlyFail: strange.course = .toldResponse
        case .fail where !kinds.contains(.fail) && !Self.courseOfLoad.isDisjoint(with: kinds):
            (strange.course, strange.demand) = (.failed, demand)
        default: break
        }
    }

    private static let courseOfLoad: Set<CallbackKind> = [.response, .data, .finish]

    /// Whether a load goes well that has not asked the server, as one does that is answered from a cache.
    private func isAnsweredByClient(_ callback: ReportedCallback) -> Bool {
        guard Self.courseOfLoad.contains(callback.kind), let item = course.holdUp, item.lane == callback.lane,
            case .request = item.kind
        else { return false }
        return record.hasAskedNothing(in: callback.lane)
    }

    /// Answers a question that came too soon where its client stands still for the answer: other loads would be late for
    /// a mistake that is none of theirs. Returns the callback without the question.
    private func released(_ callback: ReportedCallback) -> ReportedCallback {
        guard callback.standsStill else { return callback }
        answerByDefault(callback)
        var told = callback
        told.question = nil
        return told
    }

    /// Sending is asynchronous, but a client reports a callback as soon as the bytes arrive; and it may fail as a line says
    /// before it has taken all of them.
    private func isOfWhatGoesOut(_ callback: ReportedCallback) -> Bool {
        guard phase == .playing, !waiting.isFull else { return false }
        let isLeaving = wait?.batch != nil
        guard
            callback.kind.has(.followsBytes)
                ? isLeaving || isWithinBody(callback.lane) : isLeaving && callback.kind == .fail
        else { return false }
        return callbackLineAhead(callback) != nil
    }

    /// The server pauses within the body of the lane's reply, which goes on below.
    private func isWithinBody(_ lane: Lane) -> Bool {
        guard wait?.isPause == true else { return false }
        return replies.hasBegun(in: lane) && !course.continuation(of: lane).isEmpty
    }

    private func callbackLineAhead(_ callback: ReportedCallback) -> PlacedLine? {
        course.linesAhead().first { placed in
            guard case .callback(let line) = placed.line.deed, placed.line.lane == callback.lane,
                line.kind == callback.kind
            else { return false }
            return line.kind.hasBytes || fits(callback, line, placed)
        }
    }

    /// The line further down of which a report of progress is part. It is not too soon: a later report makes that line
    /// done.
    private func lineAhead(ofPart callback: ReportedCallback) -> PlacedLine? {
        guard callback.amount != nil else { return nil }
        return course.linesAhead().first { placed in
            guard case .callback(let line) = placed.line.deed, placed.line.lane == callback.lane else { return false }
            return callback.isPart(of: line, values, scope(placed))
        }
    }
}

extension Item {
    var isInAnyOrder: Bool {
        if case .callback(let expected) = kind { expected.callback.occurrence == .anyOrder } else { false }
    }
}

extension ReportedCallback {
    /// A failure of which nothing is said but that it is another one.
    fileprivate var isNamelessFailure: Bool {
        kind == .fail && fields.isEmpty && subject == [Array(FailKind.other.rawValue.utf8)]
    }
}
