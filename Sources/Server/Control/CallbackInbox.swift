// CallbackInbox.swift: callbacks that come over the control API, put in order.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainPlayer

/// A client's reports travel on connections of their own and may overtake each other. Each carries a number,
/// from one; what comes before its turn is held, and what comes twice is answered as it was the first time.
@OnLoop
final class CallbackInbox {
    enum Answer: Sendable {
        case decision(ResolvedDecision?)
        /// Too many are held, or the number is far ahead.
        case refused(String)
    }

    private var next = 1
    private var held: [Int: Promise<Void>] = [:]
    /// The newest answers.
    private var answers: [Int: ResolvedDecision?] = [:]
    private var open: [Int: [Promise<ResolvedDecision?>]] = [:]

    /// Reports in its turn, and gives the decision when it may be given.
    func take(_ number: Int, report: () async -> ResolvedDecision?) async -> Answer {
        if number < next { return await again(number) }
        if number > next {
            guard number - next < Self.heldAtMost else {
                return .refused("number \(number) is too far ahead: \(next) is next")
            }
            guard held[number] == nil else { return .refused("number \(number) is held already") }
            let turn = Promise<Void>()
            held[number] = turn
            await turn.wait()
        }
        next = number + 1
        open[number] = []
        // The next one may go as soon as this one is told: its answer may be a long time coming.
        held.removeValue(forKey: next)?.bring(())
        let decision = await report()
        answers[number] = decision
        answers[number - Self.answersKept] = nil
        for waiting in open.removeValue(forKey: number) ?? [] { waiting.bring(decision) }
        return .decision(decision)
    }

    private func again(_ number: Int) async -> Answer {
        if let decision = answers[number] { return .decision(decision) }
        guard open[number] != nil else { return .refused("number \(number) was answered long ago") }
        let promise = Promise<ResolvedDecision?>()
        open[number]?.append(promise)
        return .decision(await promise.wait())
    }

    private static let heldAtMost = 256
    private static let answersKept = 1_024
}
