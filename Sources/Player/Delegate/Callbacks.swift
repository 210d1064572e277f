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
        input(now) {
            heardClient()
            record.hear(callback)
            delegate.keepOwn(callback)
            defer { record.heard() }
            if callback.kind.tellsOfReply { connections[callback.lane]?.replyWasReported() }
            if comesAfterEnd(callback) || tellsOfRefusal(callback) { return }
            if tellsCancelledLate(callback) { return }
            endBytes(in: callback.lane, before: callback.kind)
            if take(callback) { return }
            // How a client cuts its data makes no difference, and a piece without bytes is none.
            if callback.kind == .data, callback.bytes.isEmpty { return answerByDefault(callback) }
            callbackTooEarlyOrNever(callback)
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
        guard let found = inquiry.findLine(for: callback), let index = take(found),
            let line = course.items[index].callback
        else {
            if course.program.asksFor(callback) { return .refused }
            // A callback that needs no line passes by.
            answerByDefault(callback)
            return .taken
        }
        giveWay(above: index)
        let placed = course.items[index].first
        if case .now = coming { record.nameHeard(placed.reference) }
        if case .cameTooSoon(let severity) = coming { record.mark(placed, .broken(severity)) }
        defer { if callback.kind.has(.endsLoad) { record.loadIsEarly(nil, in: callback.lane) } }
        if line.kind.hasBytes { return takeBytes(callback, line, index) }
        delegate.reported(callback, placed)
        if callback.isPart(of: line, values, inquiry.scope(placed)) {
            answerByDefault(callback)
            return .taken
        }
        judge(callback, by: line, placed)
        course.changeCallback(index) { $0.seen = true }
        course.move(index, to: .done)
        record.finish(placed)
        decide(line, placed, callback)
        return .taken
    }

    /// Stores the values that the line captures, and reports each mismatch as a breach.
    func judge(_ callback: ReportedCallback, by line: Callback, _ placed: PlacedLine) {
        var heard = values
        let (fit, wrongTime) = inquiry.fit(callback, against: line, placed, &heard)
        values = heard
        if fit.wrong.isEmpty, wrongTime == nil, !line.kind.hasBytes { record.findBack(placed.line.lane) }
        for (index, mistake) in fit.wrong.enumerated() {
            let untaken = inquiry.untaken(on: placed.line)
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

    // MARK: No line

    private func callbackTooEarlyOrNever(_ callback: ReportedCallback) {
        if inquiry.isOfWhatGoesOut(callback) { return waiting.append(.early(callback)) }
        if phase == .playing, let placed = inquiry.lineAhead(ofPart: callback) {
            delegate.reported(callback, placed)
            return answerByDefault(callback)
        }
        if phase == .playing, !waiting.isFull, let placed = inquiry.callbackLineAhead(callback) {
            let mistake = cameTooSoon(
                placed, .callback(ToldCallback(callback)),
                inquiry.isAnsweredByClient(callback) ? .answeredByClient : nil)
            record.loadIsEarly(mistake, in: callback.lane)
            waiting.append(.callback(released(callback), counts: mistake.severity), for: placed)
            return
        }
        guard inquiry.isJudging else { return answerByDefault(callback) }
        let due = inquiry.dueCallback(in: callback.lane)
        let mistake = record.breach(
            .callback(inquiry.strangeness(of: callback, instead: due)), nil,
            counting: inquiry.severityDue(in: callback.lane), in: callback.lane,
            from: record.takeMissing(callback.kind, in: callback.lane), near: due,
            telling: callback.isNamelessFailure ? .namelessFailure : nil)
        record.goAstray(callback.lane, mistake, announcing: callback.announcement)
        answerByDefault(callback)
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
}

extension Item {
    var isInAnyOrder: Bool { callback?.occurrence == .anyOrder }
}

extension ReportedCallback {
    /// A failure of which nothing is said but that it is another one.
    fileprivate var isNamelessFailure: Bool {
        kind == .fail && fields.isEmpty && subject == [Array(FailKind.other.rawValue.utf8)]
    }
}

extension CallbackKind {
    /// The client reports a part of its lane's last reply.
    fileprivate var tellsOfReply: Bool { self == .redirect || self == .response || self == .data || self == .finish }
}
