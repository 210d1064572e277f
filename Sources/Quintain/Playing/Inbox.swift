// Inbox.swift: the callbacks of delegates, until the play takes them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainScenario
import QuintainTalk
import Synchronization
import QuintainWords

/// One callback of a task, as a delegate was told it.
struct Heard: Sendable {
    var task: HeardTask
    /// A question has its number.
    var callback: ReportedCallback
    /// Takes the scenario's decision, if the callback is a question. nil: the play is over, or the scenario decides
    /// nothing.
    var reply: Reply?
    /// Whether the test's own delegate has answered, though its decision may still be on its way.
    var hasAnswered: @Sendable () -> Bool = { false }
    /// Lets a load or a thread go on that waits for an answer of the test's own delegate, which comes too late from here on.
    var giveUp: (@Sendable () -> Void)?

    typealias Reply = @Sendable (ResolvedDecision?) -> Void
}

/// The task of a URLSession, as far as the play has to know it.
struct HeardTask: Sendable {
    var identity: ObjectIdentifier
    /// The task's description, which the app may set to the name of a lane.
    var word: String?
    var url: String?
    var kind: LoadKind
    /// A redirect that its delegate is asked about has a body, and the task writes bodies into a file: FoundationNetworking
    /// does not survive that it is refused.
    var losesBodyOfRedirect = false
    /// Whether the order of its callbacks is compared with what URLSession promises.
    var isJudged: Bool
    var cancel: @Sendable () -> Void
    /// Whether it was cancelled.
    var isCancelled: @Sendable () -> Bool
}

/// The queue between the thread of a delegate and the loop. A callback is in it before the client goes on, and so is
/// what the test's own delegate has decided.
final class Inbox: Sendable {
    enum Letter: Sendable {
        case callback(Heard)
        /// The test's own delegate has answered a question.
        case decision(ResolvedDecision, question: Int)
        /// It has answered the same question once more.
        case another(ResolvedDecision, question: Int)
        /// The system goes on as if this were the answer, which has not come yet.
        case assumption(ResolvedDecision, question: Int)
    }

    private struct State {
        var waiting: [Letter] = []
        var questions = 0
        var isClosed = false
        var wake: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    /// - Parameter wake: called from any thread when something has come.
    func open(_ wake: @escaping @Sendable () -> Void) {
        state.withLock { $0.wake = wake }
    }

    /// A number for a question.
    func number() -> Int {
        state.withLock { state in
            state.questions += 1
            return state.questions
        }
    }

    func put(_ letter: Letter) {
        let (wake, isClosed) = state.withLock { state -> ((@Sendable () -> Void)?, Bool) in
            guard !state.isClosed else { return (nil, true) }
            state.waiting.append(letter)
            return (state.waiting.count == 1 ? state.wake : nil, false)
        }
        if isClosed, case .callback(let heard) = letter {
            heard.reply?(nil)
            heard.giveUp?()
        }
        wake?()
    }

    func take() -> [Letter] {
        state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
    }

    /// Closes the inbox: later callbacks are answered as if there were no delegate. Returns those that were not taken.
    func close() -> [Heard] {
        state.withLock { state in
            defer { state.waiting = [] }
            state.isClosed = true
            state.wake = nil
            return state.waiting.compactMap { if case .callback(let heard) = $0 { heard } else { nil } }
        }
    }
}
