// ControlAPI+Callbacks.swift: the callbacks of a client, reported over the control API.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainDriver
import QuintainLoop
import QuintainNotation
import QuintainPlayer
import QuintainScenario
import QuintainSessions
import QuintainTalk
import QuintainWords

extension ControlAPI {
    /// `{"n": 1, "callback": "redirect", "subject": ["302", "http://…"], "question": true}`
    func callback(_ entry: SessionDesk.Entry, _ request: ControlRequest) async throws(ControlFault) -> ControlReply {
        let report = try request.order([
            "n", "callback", "lane", "subject", "fields", "header", "data", "hex", "question",
        ])
        guard let number = try report.number("n"), number > 0 else {
            throw ControlFault(
                400, "no-number", "'n' must be the callback's number", help: "count a client's callbacks from 1 on")
        }
        let callback = try Self.callback(report, number)
        let answer = await entry.callbacks.take(number) {
            if entry.session.player.isOver { return .ended }
            let decision = await entry.session.report(callback)
            return decision == nil && callback.question != nil ? .ended : .decision(decision)
        }
        switch answer {
        case .decision(let decision): return ControlReply(json: Self.answer(number, decision))
        case .refused(let reason):
            throw ControlFault(409, "bad-order", reason, help: "count a client's callbacks from 1 on, one by one")
        case .ended:
            throw ControlFault(
                409, "session-ended", "session \(entry.id) has ended",
                help: "GET /sessions/\(entry.id)/verdict tells how")
        }
    }

    private static func callback(_ report: ControlOrder, _ number: Int) throws(ControlFault) -> ReportedCallback {
        do throws(MessageFault) {
            var callback = try ReportedCallback(Members(report.value))
            callback.lane = Lane(try Members(report.value).text("lane") ?? "")
            let asks = try Members(report.value).bool("question") ?? callback.kind.isQuestion
            callback.question = asks ? number : nil
            return callback
        } catch {
            throw ControlFault(error)
        }
    }

    // MARK: The answer

    private static func answer(_ number: Int, _ decision: ResolvedDecision?) -> JSONText {
        var members: [(String, JSONText)] = [("n", .number(number))]
        guard let decision else { return .object(members) }
        members.append(("decision", .text(decision.name)))
        if !decision.values.isEmpty { members.append(("values", .list(decision.values.map { JSONText(word: $0) }))) }
        if !decision.header.isEmpty {
            let pairs = decision.header.map { JSONText(fieldNamed: $0.name, $0.value) }
            members.append(("header", .list(pairs)))
        }
        return .object(members)
    }
}

extension ControlFault {
    /// A message that cannot be read.
    init(_ fault: MessageFault) { self.init(400, fault.slug, fault.message, help: fault.help) }
}
