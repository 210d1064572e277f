// PlayPool.swift: workers that stay, for plays that come one batch after the other.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainSessions

/// Plays batches of cases, and keeps the drivers' processes from one batch to the next. Random values are the same in
/// all plays of a scenario.
@OnLoop
final class PlayPool {
    private let workers: [Worker]
    private(set) var plays = 0

    init(count: Int, _ deadlines: Deadlines, authority: TestAuthority?, halt: Halt) {
        let greetings = Worker.Greetings()
        workers = (0..<count).map { _ in
            Worker(deadlines, authority: authority, greetings: greetings, halt: halt)
        }
    }

    var count: Int { workers.count }

    /// The results in the order of the cases; nil: the run was halted.
    func play(_ cases: [Case]) async -> [CaseResult]? {
        plays += cases.count
        var results = [CaseResult?](repeating: nil, count: cases.count)
        var next = 0
        let tasks = workers.prefix(cases.count).map { worker in
            OnLoop.spawn {
                while next < cases.count {
                    let index = next
                    next += 1
                    results[index] = await worker.play(cases[index])
                }
            }
        }
        for task in tasks { await task.value }
        let played = results.compactMap(\.self)
        return played.count == cases.count ? played : nil
    }

    func end() async { for worker in workers { await worker.end() } }
}
