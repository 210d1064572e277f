// ControlAPI+Sessions.swift: the sessions of a server as a whole, and one verdict on all of them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import QuintainPlayer
import QuintainScenario
import QuintainSessions
import QuintainTranscript

extension ControlAPI {
    /// The sessions. With `expect` it is an error of the request if one has another verdict or has not ended, also if it was
    /// forgotten or deleted since, and so is it if none was armed. `wait` says for how many seconds ends are waited for.
    func sessions(_ request: ControlRequest) async throws(ControlFault) -> ControlReply {
        let format = try request.format()
        let seconds = try request.number("wait", in: 0...600) ?? 0
        let expected = try request.verdicts()
        let until = Moment.now.advanced(milliseconds: Int64(seconds) * 1000)
        for entry in desk.all where !entry.session.player.isOver && .now < until {
            await entry.session.ended(within: max(0, Int((until - .now) / .milliseconds(1))))
        }
        let all = desk.all
        let unlike = expected.map { expected in all.filter { !$0.isOver(as: expected) } } ?? []
        let tally = desk.tally
        func others(_ gone: [Verdict: Int]) -> Int {
            gone.reduce(0) { expected?.contains($1.key) == false ? $0 + $1.value : $0 }
        }
        let (forgotten, deleted) = (others(tally.forgotten), others(tally.deleted))
        let isAsExpected = expected == nil || unlike.isEmpty && forgotten + deleted == 0 && tally.armed > 0
        let status = isAsExpected ? 200 : 409
        guard format == "text" else {
            return ControlReply(status, json: .object([("sessions", .list(all.map { summary(of: $0) }))]))
        }
        var lines = (expected == nil ? all : unlike).map(Self.line)
        if forgotten > 0 { lines.append("\(forgotten) more, which are forgotten by now") }
        if deleted > 0, let expected {
            let names = Verdict.allCases.filter(expected.contains).map(\.rawValue).joined(separator: " or ")
            let sessions = deleted == 1 ? "1 session was" : "\(deleted) sessions were"
            lines.append("\(sessions) deleted without the verdict \(names); DELETE /sessions begins anew")
        }
        if tally.armed == 0 { lines.append(Self.idle) }
        lines.append("\(tally.armed) armed" + (counts.isEmpty ? "" : ": " + counts.joined(separator: ", ")))
        return ControlReply(status, text: lines.map { $0 + "\n" }.joined())
    }

    /// Ends and forgets all sessions, and what they have come to.
    func deleteSessions() async -> ControlReply {
        for entry in desk.all { await entry.session.timeKept() }
        let all = desk.all
        desk.removeAll()
        return ControlReply(json: .object([("sessions", .list(all.map { summary(of: $0) }))]))
    }

    /// The sessions of a server by what they have come to.
    private var counts: [String] {
        let tally = desk.tally
        let verdicts = Verdict.allCases.map { ($0.rawValue, tally.verdicts[$0, default: 0]) }
        return (verdicts + [("judged and deleted", tally.judged), ("running", desk.runningCount)]).filter { $0.1 > 0 }
            .map { "\($0.1) \($0.0)" }
    }

    /// `session 2, see-other.scenario: fail, line 5: the method is POST, not GET`
    private static func line(_ entry: SessionDesk.Entry) -> String {
        let player = entry.session.player
        let outcome = player.outcome
        let name = "session \(entry.id), \(entry.session.scenario.name): "
        guard player.isOver else { return name + "not over yet" }
        let worst = outcome.breaches.first { $0.severity == outcome.breaches.map(\.severity).max() }
        guard let worst, outcome.verdict != .pass else { return name + outcome.verdict.rawValue }
        let place = (worst.line ?? worst.near).map { "line \($0.number): " } ?? ""
        return name + "\(outcome.verdict.rawValue), \(place)\(worst.sentence)"
    }

    private static let idle = "no session was armed: does the test arm its scenarios at this server?"
}

extension SessionDesk.Entry {
    fileprivate func isOver(as expected: Set<Verdict>) -> Bool {
        session.player.isOver && expected.contains(session.player.outcome.verdict)
    }
}
