// CheckCommand.swift: `quintain check`, scenarios played to clients and judged.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainApplicability
import QuintainLoop
import QuintainNotation
import QuintainReport
import QuintainRunner
import QuintainScenario
import QuintainSides

enum CheckCommand {
    static let subcommand = Subcommand(usage: usage, run: run, clear: ReportFiles.clear)

    static let usage = Usage(
        name: "check",
        summary: "plays scenarios to clients and judges them",
        form: "[SCENARIO…] [-- COMMAND …]",
        about: """
            Plays each scenario to each client, several at once, and judges the wire, the client's callbacks, and the
            order that its API promises. A client is a bundled driver (--list-clients lists them), or any command
            that speaks the driver protocol, after '--'. A command with '{{url}}' among its words needs no driver: it is
            run once for each load, and judged by what it sends. '{{method}}' is the load's method, '{{body}}' a file
            with its body, or nothing, '{{fields}}' one with its fields, as curl's '-H @FILE' reads them, and '{{ca}}' one
            with the authority that 'client trust ca' names. A load that asks for what no word names does not apply. With
            '{{origin}}', the address of the server, in place of '{{url}}' the command makes its requests itself: it is run
            once for each scenario that does not order several loads. '{{scenario}}' is the name of the case, and so is the
            variable QUINTAIN_SCENARIO. What the command prints is not judged, and '--exit' judges its status.

            SCENARIO is a file, a folder, or a bundled group such as 'redirects'; the default is all bundled scenarios.
            FILE@cut:17 is a variant of a file, see 'quintain sweep'.

            A file of known failures has lines 'PATTERN RULE reason'. A listed case that passes fails the run, and so
            does a line that matches no case where all bundled scenarios are played, and a run in which no case
            applies to its clients. Exit status 0: everything is as expected. Ctrl-C ends the run and reports the
            cases that were played, with exit status 130; a second one ends it at once. --limit and --stop-after do so with
            exit status 1.
            """,
        options: [
            .init("--client", "NAME", "a bundled client", mayRepeat: true),
            .init("--name", "NAME", "the name of the client after '--' in reports (else from its greeting)"),
            .init(
                "--way", "WAY",
                "only this way of loading, such as delegate", mayRepeat: true),
            .init("--never-follows", nil, "the client follows no redirect: what asks it to does not apply"),
            .init(
                "--stays-at-origin", nil,
                "the client follows no redirect to another origin: what asks it to does not apply"),
            .init("--over", "VERSIONS", "plays over HTTP 1.1 (the default), 2 or 1.1,2; over HTTP/2 a case is FILE#h2"),
            .init(
                "--filter", "PATTERN",
                "only cases of this name: redirects/*, *#row, *@handler", mayRepeat: true),
            .init("--tag", "TAG", "only scenarios with this tag; '!TAG' leaves them out", mayRepeat: true),
            .init(
                "--level", "LEVEL",
                "only scenarios that ask something at this level: must, should, may or convention; '!LEVEL' leaves them out",
                mayRepeat: true
            ),
            .init(
                "--spec", "SOURCE",
                "only scenarios that cite this: 'RFC 9110', or a section of it and those below, 'RFC 9110 section 15'; '!SOURCE' leaves them out",
                mayRepeat: true
            ),
            .init(
                "--known-failing", "FILE",
                "the known failures, or 'none' (else the client's own file); NAME=FILE for one of several clients",
                mayRepeat: true
            ),
            .init(
                "--write-known-failing", "FILE",
                "writes the failures as a file of known failures, with those of --known-failing that hold; NAME=FILE for one of several clients",
                mayRepeat: true
            ),
            .init(
                "--jobs", "N",
                "how many cases run at once (4 a processor, at least 8; 32 for the reference client alone)"),
            .init("--repeat", "N", "plays each case N times; the verdicts must be the same"),
            .init("--shard", "I/N", "only every Nth case, from the Ith on; 'quintain merge' merges the reports"),
            .patience,
            .init("--limit", "TIME", "gives the run up after this time, as for a client that hangs in each case"),
            .init("--stop-after", "N", "gives the run up behind N failures"),
            .init(
                "--exit", "STATUS",
                "what a plain command must end with; 'nonzero' is any but 0, and so it is for 0 where the scenario says '* fail' (else whatever it likes, but no crash)"
            ),
            FailOn.option,
            .init(
                "--strict", nil,
                "a warning is a failure; a greeting with a slip fails the run, and so does a known failure that names no case, or a "
                    + "file whose name nearly ends as that of a scenario"),
            .init(
                "--all-observed", nil, "a callback that the client does not report, and nobody judges, fails the run"),
            .init("--all-applicable", nil, "a case that does not apply to its client fails the run"),
            .init("--json", "FILE", "writes the report as JSON"),
            .init("--junit", "FILE", "writes the report for CI"),
            .init("--html", "FILE", "writes the report as a page for a browser, with the events of each case"),
            .init(
                "--shrink", "DIR",
                "writes the smallest scenario that still fails so for each failure, into this folder (2m each)"
            ),
            .masking,
            .init("--whole", nil, "reports include the events of cases that passed, as --html does"),
            .init("--list", nil, "prints the names of the cases without playing them"),
            .init("--list-clients", nil, "prints the bundled clients"),
            .init(
                "--verbose", nil, "prints both sides of each case that is not as expected, and why cases do not apply"),
            .quiet,
            .colour,
        ],
        examples: [
            "quintain check --client urlsession",
            "quintain check redirects --client curl --verbose",
            "quintain check my.scenario -- python3 my-driver.py",
            "quintain check my.scenario --exit 0 -- curl -sSL {{url}}",
            "quintain check my.scenario --exit 0 -- sh my-client.sh {{origin}}",
        ])

    @OnLoop
    private static func run(_ arguments: Arguments) async throws(WrongUse) -> Status {
        try await run(arguments, asTasks: false)
    }

    /// - Parameter asTasks: the cases are tasks for a driver, which are judged more strictly than a client's.
    @OnLoop
    static func run(_ arguments: Arguments, asTasks: Bool) async throws(WrongUse) -> Status {
        let style = try arguments.style()
        for list in ["--list", "--list-clients"] { try ReportFiles.refuse(arguments, beside: list) }
        if arguments.has("--list-clients") { return try listClients(style) }
        guard let plan = try await CheckPlan(arguments) else { return .wrongUse }
        if arguments.has("--list") {
            for one in plan.cases { Output.write("\(one.client.name)  \(one.name)") }
            return .asExpected
        }
        ScenarioSource.tellOfBundled(arguments.words, isQuiet: arguments.has("--quiet"))
        let strangers = try plan.strangers(arguments)
        if !plan.isStrict { strangers.forEach(Output.complain) }
        let written = try WrittenFailures(plan, arguments)
        try ReportFiles.begin(arguments)
        let givingUp = try GivingUp()
        defer { givingUp.close() }
        let brake = try Brake(arguments, givingUp.halt)
        brake.begin()
        let drivers = DriverMeeting(plan.clients.filter(plan.plays), plan.bundled)
        let slips = try await drivers.meet(givingUp.halt, brake)
        let progress = CheckProgress(
            total: plan.cases.count * plan.rounds, style: style, isQuiet: arguments.has("--quiet"),
            isVerbose: arguments.has("--verbose"))
        let small = try arguments.value("--shrink").map(ShrinkFolder.init)
        let keepsPlays = arguments.has("--html") || arguments.has("--whole")
        var failing: [Int: String] = [:]
        var report = await play(
            plan, asTasks: asTasks, progress, givingUp.halt, brake, keepsPlays: keepsPlays, written, &failing)
        if plan.isStrict, slips > 0 {
            report.complaints.append(DriverMeeting.complaint(of: slips))
        }
        if plan.isStrict { report.complaints += strangers + CheckPlan.misnamed(arguments.words) }
        if arguments.has("--all-observed"), let unobserved = report.unobserved {
            report.complaints.append("--all-observed lets none pass: \(unobserved)")
        }
        if arguments.has("--all-applicable"), let idle = report.notApplicable {
            report.complaints.append("--all-applicable lets none pass: \(idle)")
        }
        brake.lift()
        if let small { await shrink(plan, failing, into: small, progress, givingUp.halt) }
        // The result is printed even if the reports cannot be written.
        let isAsExpected = progress.finish(report)
        try written?.write(keeping: plan.known)
        try ReportFiles.write(report, arguments)
        if report.isGivenUp, brake.reason == nil { return .interrupted }
        return isAsExpected ? .asExpected : .notAsExpected
    }

    @OnLoop
    private static func play(
        _ plan: CheckPlan, asTasks: Bool, _ progress: CheckProgress, _ halt: Halt, _ brake: Brake, keepsPlays: Bool,
        _ written: WrittenFailures?, _ failing: inout [Int: String]
    ) async -> CheckReport {
        var report = CheckReport.ofRunThatBegins()
        var known = plan.known
        var rounds = RoundsCompared(count: plan.cases.count)
        let cases = (0..<plan.rounds).flatMap { round in
            plan.cases.map { one in
                var one = one
                one.round = round
                one.addsUnknownMembers = asTasks
                return one
            }
        }
        var deadlines = Deadlines()
        deadlines.patience = plan.patience
        let files = plan.files.compactMapValues(\.reported)
        var failed: [Int: String] = [:]
        var (exits, unjudged) = (UnjudgedExits(), 0)
        let badExits = await Runner.run(
            cases: cases, workers: plan.workers, deadlines: deadlines, authority: plan.authority, halt: halt,
            keepsPlays: keepsPlays
        ) { index, result in
            let one = plan.cases[index % plan.cases.count]
            let result = (asTasks ? result.judgedAsTask(one.scenario) : result)
                .failing(from: plan.failsFrom).failing(unless: plan.exit(of: one), one.scenario)
            if plan.exit == nil { exits.add(result, one.scenario) }
            if plan.exit(of: one) == nil, plan.exit != nil, !result.exits.isEmpty { unjudged += 1 }
            let client = one.client.name
            written?.add(result, of: client)
            let judged = known[client]?.judge(result) ?? result
            let file = files[one.scenario.file]
            let reported = ReportedCase(
                judged, file: file, width: Output.width, keepsPlay: keepsPlays, masking: plan.masked)
            rounds.add(reported, of: index % plan.cases.count)
            progress.tell(reported, at: index)
            brake.take(judged)
            if judged.isFailure, judged.verdict != .notPlayed, !judged.hasOnlyWrongExit {
                failed[index % plan.cases.count] = judged.client
            }
        }
        brake.end()
        if let exit = plan.exit, unjudged > 0 { Output.complain(exit.remark(unjudged: unjudged)) }
        if let remark = exits.remark {
            report.remarks.append(remark)
            Output.complain(remark)
        }
        failing = failed
        report.shards = plan.shard.map { [$0] } ?? []
        report.plans = plan.digest.map { [$0] } ?? []
        report.options = plan.options
        report.cases = rounds.cases
        report.complaints = rounds.complaints + badExits.map(\.sentence)
        let played = rounds.played
        if halt.isCalled, played < cases.count {
            report.isGivenUp = true
            report.complaints.append(brake.complaint(played, of: cases.count, "case"))
        } else if let complaint = brake.complaintOfProcesses("case") {
            report.complaints.append(complaint)
        }
        for client in plan.clients { report.complaints += known[client.name].map { plan.complaints(client, $0) } ?? [] }
        if plan.shard == nil { report.complainIfNothingWasJudged() }
        report.complaints += report.clientsThatNeverConnect(except: rounds.connectedClients)
        report.complainOfNamesakes()
        return report
    }

    /// - Parameter failing: the cases that failed, by their index, with the names of their clients.
    @OnLoop
    private static func shrink(
        _ plan: CheckPlan, _ failing: [Int: String], into folder: ShrinkFolder, _ progress: CheckProgress, _ halt: Halt
    ) async {
        for (index, client) in failing.sorted(by: { $0.key < $1.key }) where !halt.isCalled {
            let one = plan.cases[index]
            let end = await plan.shrink(one, within: ShrinkCommand.defaultLimit, halt)
            progress.clear()
            folder.take(end, of: one, client)
        }
    }

    private static func listClients(_ style: Style) throws(WrongUse) -> Status {
        let clients = try BundledClient.all()
        let width = clients.map(\.name.count).max() ?? 0
        for client in clients {
            let pad = String(repeating: " ", count: width - client.name.count)
            let lack = client.missing.map { style("  (\($0))", .doubtful) } ?? ""
            Output.write("\(client.name)\(pad)  \(client.summary)\(lack)")
        }
        return .asExpected
    }
}
