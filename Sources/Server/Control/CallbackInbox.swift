// CallbackInbox.swift: callbacks that come over the control API, put in order.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainTalk

/// A client's reports travel on connections of their own and may overtake each other. Each has a number, from one: a
/// report that comes too early is held, and one that is repeated gets the same answer.
@OnLoop
final class CallbackInbox {
    enum Answer: Sendable {
        /// nil: the callback asked nothing.
        case decision(ResolvedDecision?)
        /// The number is too far ahead, or was answered too long ago.
        case refused(String)
        /// The session ended before the number's turn came, or before its question was answered.
        case ended
    }

    private var next = 1
    private var held: [Int: [Promise<Void>]] = [:]
    /// The newest answers.
    private var answers: [Int: Answer] = [:]
    private var open: [Int: [Promise<Answer>]] = [:]
    private var isClosed = false

    /// How many reports wait for an earlier one.
    var heldCount: Int { held.values.reduce(0) { $0 + $1.count } }

    /// Makes the report in its turn, and returns the answer to it.
    func take(_ number: Int, report: () async -> Answer) async -> Answer {
        if number > next {
            guard number - next < Self.heldAtMost else {
                return .refused("number \(number) is too far ahead: \(next) is next")
            }
            guard !isClosed else { return .ended }
            let turn = Promise<Void>()
            held[number, default: []].append(turn)
            await turn.wait()
        }
        // A report with the same number may have been made while this one was held.
        if number < next { return await again(number) }
        guard !isClosed else { return .ended }
        next = number + 1
        open[number] = []
        // The next report is made at once, because the answer to this one may take long.
        for turn in held.removeValue(forKey: next) ?? [] { turn.bring(()) }
        let answer = await report()
        answers[number] = answer
        answers[number - Self.answersKept] = nil
        for waiting in open.removeValue(forKey: number) ?? [] { waiting.bring(answer) }
        return answer
    }

    /// Ends the inbox with its session: reports that wait for their turn are not made.
    func close() {
        isClosed = true
        for turn in held.values.flatMap(\.self) { turn.bring(()) }
        held = [:]
    }

    private func again(_ number: Int) async -> Answer {
        if let answer = answers[number] { return answer }
        guard open[number] != nil else { return .refused("number \(number) was answered long ago") }
        let promise = Promise<Answer>()
        open[number]?.append(promise)
        return await promise.wait()
    }

    nonisolated static let heldAtMost = 256
    nonisolated static let answersKept = 1_024
}
