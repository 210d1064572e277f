// CheckPlan+Greeting.swift: checks that the command behind '--' is a driver.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainRunner

extension CheckPlan {
    /// Starts the driver behind '--' once: without a greeting each of its cases would fail in the same way. Returns the
    /// number of slips in its greeting. If this machine or the client lacks something, the cases report it.
    @OnLoop
    func meetDriver(_ arguments: Arguments, _ halt: Halt, _ brake: Brake) async throws(WrongUse) -> Int {
        guard arguments.command != nil, let client = clients.last, !cases.isEmpty else { return 0 }
        switch await Runner.slips(of: client, halt: halt) {
        case .success(let slips):
            for words in slips.prefix(Self.wordsAtMost) {
                Output.complain("the driver's greeting is read without this: \(words)")
            }
            return slips.count
        case .failure(let failure):
            if let reason = brake.reason {
                throw WrongUse("the run was given up \(reason), and the driver behind '--' had not greeted by then")
            }
            if failure.isOurs || failure.isMissing || halt.isCalled { return 0 }
            throw Self.objection(failure)
        }
    }

    private static func objection(_ failure: DriverFailure) -> WrongUse {
        let said = (failure.errors ?? "").split(separator: "\n").suffix(wordsAtMost).map { "\n    \($0)" }.joined()
        return WrongUse(
            "what stands behind '--' does not greet as a driver does: \(failure.sentence)"
                + (said.isEmpty ? "" : "\n  its last words:" + said),
            help:
                "'quintain driver-test -- COMMAND' tries a driver; a plain command, such as curl, is for 'quintain play'"
        )
    }

    private static let wordsAtMost = 8
}
