// Runner.swift: plays many cases at once.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainDriver
package import QuintainLoop
import QuintainScenario
package import QuintainServer

/// Plays cases with drivers, several at a time, each worker with processes of its own.
@OnLoop
package enum Runner {
    /// What became of the case with this index.
    package typealias OnResult = @OnLoop (_ index: Int, CaseResult) async -> Void

    /// Plays all of them; `onResult` is told of each once, in the order in which they finish. A task that is cancelled
    /// begins no further case, and those that were not begun have no result.
    ///
    /// `workers`: how many cases are played at once; nil: as many as there are processors.
    package static func run(
        cases: [Case], workers: Int? = nil, deadlines: Deadlines = Deadlines(), authority: TestAuthority? = nil,
        onResult: OnResult
    ) async {
        for (index, one) in cases.enumerated() {
            var result = CaseResult(
                client: one.client.name, scenario: one.scenario.name, way: one.way.name, title: one.scenario.title,
                verdict: .notApplicable)
            result.reason = "nothing is played yet"
            await onResult(index, result)
        }
    }

    /// Starts the driver once, and tells what it says of its client, or why it says nothing.
    package static func greeting(
        of client: ClientUnderTest, deadlines: Deadlines = Deadlines()
    ) async -> Result<Greeting, DriverFailure> {
        .failure(DriverFailure(sentence: "nothing is started yet"))
    }
}

/// Why a driver could not be used.
package struct DriverFailure: Error, Sendable, Equatable {
    package var sentence: String
    /// What it wrote to standard error last.
    package var errors: String?

    package init(sentence: String, errors: String? = nil) {
        self.sentence = sentence
        self.errors = errors
    }
}
