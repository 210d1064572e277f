// StepsTests.swift: what is kept of the lines of a long run.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainTranscript
import Testing

@testable import QuintainPlayer

@Suite struct `The steps of a run` {
    private func filled(_ count: Int, due: Set<Int> = []) -> Steps {
        var steps = Steps(keepFirst: 3, keepLast: 2)
        for number in 0..<count {
            let isDue = due.contains(number)
            steps.append(Step(line: number, state: isDue ? .due : .done, doneAt: isDue ? nil : Int64(number) * 10))
        }
        return steps
    }

    @Test(arguments: [
        (0, [Int]()), (3, [0, 1, 2]), (6, [0, 1, 2, 3, 4, 5]), (7, [0, 1, 2, 5, 6]), (8, [0, 1, 2, 5, 6, 7]),
        (11, [0, 1, 2, 9, 10]),
    ])
    func `are the first and the last of a long one`(count: Int, kept: [Int]) {
        let steps = filled(count)
        #expect(steps.map(\.line) == kept)
        #expect(steps.numbers == kept)
        #expect(steps.total == count)
        #expect(steps.leftOut == count - kept.count)
        for number in -1...count { #expect(steps[number: number]?.line == (kept.contains(number) ? number : nil)) }
    }

    @Test func `are kept as long as they are due`() {
        var steps = filled(11, due: [4, 6])
        #expect(steps.map(\.line) == [0, 1, 2, 4, 6, 9, 10])
        steps.set(4, .done, at: 200)
        #expect(steps[number: 4]?.state == .done)
        steps.giveUpDue()
        #expect(steps.map(\.state) == [.done, .done, .done, .done, .notReached, .done, .done])
    }

    @Test func `tell when the one above was done, though it is not kept`() {
        var steps = filled(11, due: [4, 6])
        #expect(steps.lastDone(above: 6) == 50)
        #expect(steps.lastDone(above: 4) == 30)
        #expect(steps.lastDone(above: 9) == 80)
        #expect(steps.lastDone(above: 2) == 10)
        #expect(steps.lastDone(above: 0) == nil)
        steps.set(4, .done, at: 200)
        #expect(steps.lastDone(above: 6) == 50, "the nearest above, not the latest")
        #expect(filled(11, due: [4, 5, 6]).lastDone(above: 6) == 30)
    }

    @Test func `tell it too when the last that was due there is done`() {
        var steps = filled(11, due: [7, 8])
        #expect(steps.lastDone(above: 9) == 60)
        steps.set(8, .done, at: 200)
        #expect(steps.lastDone(above: 9) == 200)
        steps.set(7, .done, at: 210)
        #expect(steps.lastDone(above: 9) == 200)
    }

    @Test func `of many rounds are few, and the verdict is that of all`() throws {
        let fields = (1...30).map { "< F\($0): x" }.joined(separator: "\n")
        let play = try Rehearsal("# t\nrepeat 1000\n> GET /\n> A: 1\n< 204\n\(fields)\nend\n")
        let connection = play.connect()
        for round in 1...1000 { play.send("GET /\nA: \(round == 500 ? 2 : 1)", on: connection) }
        #expect(play.end().verdict == .fail, "the wrong one in the middle is not forgotten")
        #expect(play.player.outcome.steps.total == 33_000)
        #expect(play.player.outcome.steps.count < 30_001)
        #expect(play.player.transcript.kept <= 25_000)
    }
}
