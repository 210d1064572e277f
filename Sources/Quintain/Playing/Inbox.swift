// Inbox.swift: what delegates have heard, until the play takes it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainScenario
import QuintainTalk
import Synchronization
import QuintainWords

/// What a delegate has heard of a task.
struct Heard: Sendable {
    var task: HeardTask
    var callback: ReportedCallback
    /// Where the scenario's decision goes, if something is asked. nil: the play is over, or it says nothing.
    var reply: Reply?

    typealias Reply = @Sendable (ResolvedDecision?) -> Void
}

/// The task of a URLSession, as far as the play has to know it.
struct HeardTask: Sendable {
    var identity: ObjectIdentifier
    /// The app's word for it, which names a lane if one is called that.
    var word: String?
    var url: String?
    var kind: LoadKind
    /// Whether its order is held against what URLSession promises.
    var isJudged: Bool
    var cancel: @Sendable () -> Void
}

/// Where the queue of a delegate and the loop meet. What a client has said stands here before it goes on.
final class Inbox: Sendable {
    private struct State {
        var waiting: [Heard] = []
        var isClosed = false
        var wake: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    /// - Parameter wake: called from any thread when something has come.
    func open(_ wake: @escaping @Sendable () -> Void) {
        state.withLock { $0.wake = wake }
    }

    func put(_ heard: Heard) {
        let (wake, isClosed) = state.withLock { state -> ((@Sendable () -> Void)?, Bool) in
            guard !state.isClosed else { return (nil, true) }
            state.waiting.append(heard)
            return (state.waiting.count == 1 ? state.wake : nil, false)
        }
        if isClosed { heard.reply?(nil) }
        wake?()
    }

    func take() -> [Heard] {
        state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
    }

    /// What comes from here on is left alone. What had come and was not taken.
    func close() -> [Heard] {
        state.withLock { state in
            defer { state.waiting = [] }
            state.isClosed = true
            state.wake = nil
            return state.waiting
        }
    }
}
