// Overdue.swift: where a play stands whose test was cancelled, and goes on all the same.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainTestIssues

extension Play {
    /// Runs the body of a test. A body that is cancelled, as behind the time limit of its test, may wait for something that
    /// does not hear of it, such as a continuation, and then no issue can tell what it waited for: a line on standard error
    /// does so.
    func follow<Value>(at here: TestPlace, _ body: () async throws -> Value) async throws -> Value {
        let isOver = Guarded(false)
        defer { isOver.withLock { $0 = true } }
        return try await withTaskCancellationHandler(operation: body) { [stage, name = scenario.name] in
            OnLoop.spawn {
                await EventLoop.shared.sleep(for: Self.grace)
                guard !isOver.withLock({ $0 }) else { return }
                Slip.say(
                    "\(here.fileID):\(here.line): the test was cancelled, as behind its time limit, and goes on all the "
                        + "same; in the play of \(name) \(stage.standing)")
            }
        }
    }

    /// A body that hears of it ends sooner, and has a verdict.
    private static var grace: Duration { .seconds(1) }
}
