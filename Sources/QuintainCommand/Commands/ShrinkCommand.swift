// ShrinkCommand.swift: `quintain shrink`, the smallest scenario that fails as a given one does.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainReport
import QuintainRunner
import QuintainSides

enum ShrinkCommand {
    static let subcommand = Subcommand(usage: usage, run: run)

    private static let usage = Usage(
        name: "shrink",
        summary: "makes a scenario that fails as small as it goes",
        form: "SCENARIO [-- COMMAND …]",
        wordsAtMost: 1,
        about: """
            Plays a scenario that fails with a client, takes away and simplifies what it can, and prints the smallest that
            still fails so: by the same rule, at the same line, while the reference client passes it.

            SCENARIO and clients are named as for 'check'. Of several cases, such as the rows of a table or the client's
            ways of loading, the first that fails is taken. A failure that does not come each time is not made smaller.

            Exit status 0: a scenario was printed; 2: there is no failure to make smaller, and standard error says why.
            """,
        options: [
            .init("--client", "NAME", "a bundled client"),
            .init("--name", "NAME", "the name of the client after '--' (else from its greeting)"),
            .init("--way", "WAY", "only this way of loading, such as delegate"),
            .init("--over", "VERSIONS", "plays over HTTP 1.1 (the default) or 2"),
            .init("--out", "FILE", "writes the scenario to a file instead of standard output"),
            .init("--limit", "TIME", "after this time the smallest so far is printed (2m)"),
            .init("--jobs", "N", "how many cases run at once (4 a processor, at least 8)"),
            .patience,
        ],
        examples: [
            "quintain shrink cookies/outside-paths#no-slash --client curl",
            "quintain shrink my.scenario --out small.scenario -- python3 my-driver.py",
            "quintain shrink my.scenario -- curl -sSL {{url}}",
        ])

    @OnLoop
    private static func run(_ arguments: Arguments) async throws(WrongUse) -> Status {
        if arguments.words.isEmpty { throw WrongUse("which scenario?", help: "write 'quintain shrink SCENARIO'") }
        guard let plan = try await CheckPlan(arguments) else { return .wrongUse }
        let limit = try arguments.milliseconds("--limit", default: defaultLimit)
        let out = arguments.value("--out")
        if let out { try Output.claim(out, as: .scenario, by: "--out") }
        let givingUp = try GivingUp()
        defer { givingUp.close() }
        try await DriverMeeting(plan.clients, plan.bundled).meet(givingUp.halt)
        if givingUp.hasCome { return .interrupted }
        guard let one = try await firstFailing(plan, givingUp.halt) else { return .interrupted }
        switch await plan.shrink(one, within: limit, givingUp.halt) {
        case .givenUp: return .interrupted
        case .refused(let sentence): throw WrongUse("\(one.name): \(sentence)")
        case .shrunk(let shrunk):
            let bytes = out == nil ? shrunk.bytes : OutputKind.sealed(shrunk.bytes)
            try Output.save(bytes, to: out ?? Output.standard, as: .scenario, by: "--out")
            Output.complain("\(one.name): \(shrunk.sentence)")
            return .asExpected
        }
    }

    /// The only case; of several, the first that fails, else the first with a warning. nil: the run was halted.
    @OnLoop
    private static func firstFailing(_ plan: CheckPlan, _ halt: Halt) async throws(WrongUse) -> Case? {
        if plan.cases.count == 1 { return plan.cases[0] }
        var deadlines = Deadlines()
        deadlines.patience = plan.patience
        var failing: [Int] = []
        var doubtful: [Int] = []
        var tally = Tally()
        await Runner.run(
            cases: plan.cases, workers: plan.workers, deadlines: deadlines, authority: plan.authority, halt: halt
        ) { index, result in
            tally.add(result.verdict)
            if result.isFailure, result.verdict != .notPlayed { failing.append(index) }
            if result.verdict == .warning { doubtful.append(index) }
        }
        if halt.isCalled { return nil }
        if let index = failing.min() ?? doubtful.min() { return plan.cases[index] }
        throw WrongUse(
            "none of \(Summary.count(plan.cases.count, "case")) fails: \(CaseText.counts(tally))",
            help: "there is no failure to make smaller")
    }

    /// In milliseconds.
    static let defaultLimit = 120_000
}
