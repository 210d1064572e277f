// Standing.swift: where a play stands, in words.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainPlayer
import QuintainScenario
import QuintainSessions
import QuintainTalk
import QuintainTranscript
import QuintainWords

extension Stage {
    /// `line 3, `> GET /b`, is awaited, and the last that happened is: < 200 OK`
    var standing: String {
        guard session.hasBeenVisited else { return Hint.proxy ?? "no connection came" }
        if let mistake = session.player.outcome.breaches.first(where: { $0.severity == .failure }) {
            return (mistake.line.map { "line \($0.number) was broken: " } ?? "this was wrong: ") + mistake.sentence
        }
        let last = session.player.transcript.events.last.flatMap { EventPrinter.lines(of: $0).first }
        let due = session.player.dueLines(of: scenario.script)
        let awaited =
            switch due.count {
            case 0: "no line is awaited any more"
            case 1: "\(due[0]), is awaited"
            default: "\(due.joined(separator: " and ")), are awaited"
            }
        return (unanswered.map { "\($0); " } ?? "") + awaited
            + (last.map { ", and the last that happened is: \($0)" } ?? "")
    }

    /// The questions that hold up their loads, since the test's own delegate has not called the completion handler.
    var unanswered: String? {
        let kinds = Set(asked(.left).filter { !$0.heard.hasAnswered() }.map { "'\($0.kind.rawValue)'" }).sorted()
        guard !kinds.isEmpty else { return nil }
        return
            "the test's own delegate has not answered \(kinds.joined(separator: " and ")): it has to call the completion handler"
    }
}

extension Player {
    /// `line 3, `> GET /b``
    func dueLines(of script: QuintainScenario.Scenario) -> [String] {
        dueLines.map { "line \($0), `\(script.source[$0 - 1])`" }
    }
}
