// Questions.swift: the open questions of the delegate.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import QuintainURLSessionWords
import Synchronization

/// Each question is answered or withdrawn once, whichever comes first.
final class Questions: Sendable {
    /// nil: the question is withdrawn, and the completion handler is not called if that can be avoided.
    typealias Reply = @Sendable (Answer?) -> Void

    private struct Question {
        var load: Int
        /// A callback is blocked until there is an answer.
        var isWaitedFor: Bool
        var reply: Reply
    }

    private struct State {
        /// Never reset, so that no two questions share a number.
        var next = 1
        var open: [Int: Question] = [:]
    }

    private let state = Mutex(State())

    func open(of load: Int, isWaitedFor: Bool = false, _ reply: @escaping Reply) -> Int {
        state.withLock { state in
            defer { state.next += 1 }
            state.open[state.next] = Question(load: load, isWaitedFor: isWaitedFor, reply: reply)
            return state.next
        }
    }

    func answer(_ answer: Answer) {
        let question = state.withLock { $0.open.removeValue(forKey: answer.answer) }
        question?.reply(answer)
    }

    /// Answers a question that blocks a callback. false: no callback waits for it.
    func answerAtOnce(_ answer: Answer) -> Bool {
        let question = state.withLock { state in
            state.open[answer.answer]?.isWaitedFor == true ? state.open.removeValue(forKey: answer.answer) : nil
        }
        question?.reply(answer)
        return question != nil
    }

    func withdraw(of load: Int, onlyWaitedFor: Bool = false) {
        let withdrawn = state.withLock { state in
            let numbers = state.open.filter { $1.load == load && ($1.isWaitedFor || !onlyWaitedFor) }.keys.sorted()
            return numbers.compactMap { state.open.removeValue(forKey: $0) }
        }
        for question in withdrawn { question.reply(nil) }
    }
}
