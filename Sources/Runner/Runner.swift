// Runner.swift: plays many cases at once.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainDriver
package import QuintainLoop
import QuintainScenario
package import QuintainSessions

/// Plays cases with drivers, several at a time, each worker with processes of its own.
@OnLoop
package enum Runner {
    /// Called with the result of the case with this index.
    package typealias OnResult = @OnLoop (_ index: Int, CaseResult) async -> Void

    /// Plays all of them; `onResult` is called once for each, in the order in which they finish. When the run is
    /// halted, those that had not finished have no result.
    ///
    /// `workers`: how many cases are played at once; nil: more than there are processors, because a failing case mostly
    /// waits, and still more if no processes are started: the loop then does more work of one kind in a row, which the
    /// processor's caches favour. `keepsPlays`: the plays of passed cases are kept, too. Returns the processes that
    /// ended badly behind their last cases.
    @discardableResult
    package static func run(
        cases: [Case], workers: Int? = nil, deadlines: Deadlines = Deadlines(), authority: TestAuthority? = nil,
        halt: Halt = Halt(), keepsPlays: Bool = false, onResult: @escaping OnResult
    ) async -> [BadExit] {
        let queue = Queue(count: cases.count)
        let greetings = Worker.Greetings()
        let seed = UInt64.random(in: 0 ... .max)
        let isInside = cases.allSatisfy { if case .inside = $0.client.seat { true } else { false } }
        let most = workers ?? max(isInside ? 32 : 8, 4 * Processors.count)
        let workers = (0..<max(1, min(most, cases.count))).map { _ in
            Worker(
                deadlines, authority: authority, greetings: greetings, halt: halt, seed: seed, keepsPlays: keepsPlays)
        }
        let tasks = workers.map { worker in
            OnLoop.spawn {
                while !halt.isCalled, let index = queue.next() {
                    guard let result = await worker.play(cases[index]) else {
                        halt.breakOff(cases[index])
                        break
                    }
                    await onResult(index, result)
                }
                await worker.end()
            }
        }
        for task in tasks { await task.value }
        var badExits: [BadExit] = []
        for worker in workers { badExits.add(worker.badExits) }
        return halt.isCalled ? [] : badExits
    }

    /// Starts the driver once, and returns its greeting, or why there is none.
    package static func greeting(
        of client: ClientUnderTest, deadlines: Deadlines = Deadlines(), halt: Halt = Halt()
    ) async -> Result<Greeting, DriverFailure> {
        let worker = Worker(deadlines, authority: nil, greetings: .init(), halt: halt)
        let greeting = await worker.greeting(of: client)
        await worker.end()
        return greeting
    }

    /// The words of the greeting that nobody knows, for callers that only check whether the driver greets as it should.
    package static func slips(
        of client: ClientUnderTest, halt: Halt = Halt()
    ) async -> Result<[String], DriverFailure> {
        await greeting(of: client, halt: halt).map(\.unknownWords)
    }

    /// Hands out the cases.
    @OnLoop
    private final class Queue {
        private var index = 0
        private let count: Int

        init(count: Int) { self.count = count }

        func next() -> Int? {
            guard index < count else { return nil }
            defer { index += 1 }
            return index
        }
    }
}

/// Why a driver could not be used.
package struct DriverFailure: Error, Sendable, Equatable {
    package var sentence: String
    /// The process ended unexpectedly.
    package var hasCrashed = false
    /// The client that it drives is not installed, which is no fault of the driver's.
    package var isMissing = false
    /// This machine lacks something that is needed to start it.
    package var isOurs = false
    /// Its last output to standard error.
    package var errors: String?

    package init(
        sentence: String, hasCrashed: Bool = false, isMissing: Bool = false, isOurs: Bool = false, errors: String? = nil
    ) {
        self.sentence = sentence
        self.hasCrashed = hasCrashed
        self.isMissing = isMissing
        self.isOurs = isOurs
        self.errors = errors
    }
}
