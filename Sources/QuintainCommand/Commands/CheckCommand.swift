// CheckCommand.swift: `quintain check`, scenarios against clients, judged.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainApplicability
import QuintainLoop
import QuintainNotation
import QuintainReport
import QuintainRunner
import QuintainScenario
import QuintainSides

enum CheckCommand {
    static let subcommand = Subcommand(usage: usage) { await run($0) }

    private static let usage = Usage(
        name: "check",
        summary: "plays scenarios against clients and judges them",
        form: "[SCENARIO…] [-- COMMAND …]",
        about: """
            Plays each scenario against each client, several at once, and judges what both saw: the wire, the
            client's callbacks, and the order that its API promises. A client is a driver that comes with the program
            (--list-clients tells which), or any command that speaks the driver protocol, behind '--'.
            Without scenarios all bundled ones are played; files, folders, and groups such as 'redirects' can be named.
            A case that is known to fail stands in a file of lines 'PATTERN RULE reason'; one that passes all the same,
            or a line that names no case, fails the run. Exit status 0: all is as expected. Ctrl-C ends the run and
            reports what has been played, with exit status 130; a second one ends it at once.
            """,
        options: [
            .init("--client", "NAME", "a client that comes with the program; may be given more than once"),
            .init("--name", "NAME", "what reports call the client behind '--' (else as its driver greets)"),
            .init(
                "--way", "WAY",
                "of clients that load in several ways only this, such as delegate; may be given more than once"),
            .init("--filter", "PATTERN", "only cases of this name: redirects/*, *#row, *@handler; likewise"),
            .init(
                "--known-failing", "FILE",
                "what is known to fail; 'none': nothing is (else the client's own file); of several clients NAME=FILE"),
            .init(
                "--jobs", "N",
                "how many cases are played at once (4 a processor, 8 at least; 32 of the reference client alone)"),
            .init("--repeat", "N", "plays each case so often: the verdicts must be the same"),
            .init("--shard", "I/N", "only every Nth case, from the Ith on; 'quintain merge' puts reports together"),
            .init("--patience", "TIME", "how long a line is waited for at least; else as the file says, or 5s"),
            .init("--json", "FILE", "writes the report as JSON"),
            .init("--junit", "FILE", "writes the report for CI"),
            .init("--html", "FILE", "writes the report as a page to look at, what happened in each case included"),
            .init("--whole", nil, "reports tell what happened in cases that passed, too; --html does"),
            .init("--list", nil, "prints the names of the cases, and plays nothing"),
            .init("--list-clients", nil, "prints the clients that come with the program"),
            .init("--verbose", nil, "prints the two sides of each case that is not as expected"),
            .init("--quiet", nil, "prints the counts only"),
            .colour,
        ],
        examples: [
            "quintain check --client urlsession",
            "quintain check redirects --client curl --verbose",
            "quintain check my.scenario -- python3 my-driver.py",
        ])

    @OnLoop
    private static func run(_ arguments: Arguments) async -> Status {
        do throws(WrongUse) {
            let style = try arguments.style()
            if arguments.has("--list-clients") { return try listClients(style) }
            guard let plan = try CheckPlan(arguments) else { return .wrongUse }
            if arguments.has("--list") {
                for one in plan.cases { Output.write(one.name) }
                return .asExpected
            }
            let givingUp = try GivingUp()
            defer { givingUp.close() }
            let progress = CheckProgress(
                total: plan.cases.count * plan.rounds, style: style, isQuiet: arguments.has("--quiet"),
                isVerbose: arguments.has("--verbose"))
            try ReportFiles.look(arguments)
            let keepsPlays = arguments.has("--html") || arguments.has("--whole")
            let report = await play(plan, progress, givingUp.halt, keepsPlays: keepsPlays)
            // What was played is told even where it cannot be written.
            let isAsExpected = progress.finish(report)
            try ReportFiles.write(report, arguments)
            return report.isGivenUp ? .interrupted : isAsExpected ? .asExpected : .notAsExpected
        } catch {
            return Program.complain(error, usage)
        }
    }

    @OnLoop
    private static func play(
        _ plan: CheckPlan, _ progress: CheckProgress, _ halt: Halt, keepsPlays: Bool
    ) async -> CheckReport {
        var known = plan.known
        var rounds = RoundsCompared(count: plan.cases.count)
        let cases = Array(repeatElement(plan.cases, count: plan.rounds).joined())
        var deadlines = Deadlines()
        deadlines.patience = plan.patience
        await Runner.run(
            cases: cases, workers: plan.workers, deadlines: deadlines, authority: plan.authority, halt: halt,
            keepsPlays: keepsPlays
        ) { index, result in
            let client = plan.cases[index % plan.cases.count].client.name
            let judged = known[client]?.judge(result) ?? result
            let reported = ReportedCase(judged, width: Output.width)
            rounds.add(reported, of: index % plan.cases.count)
            progress.tell(reported)
        }
        var report = CheckReport(program: "quintain \(Program.version)")
        report.shards = plan.shard.map { [$0] } ?? []
        report.cases = rounds.cases
        report.complaints = rounds.complaints
        let played = rounds.played
        if halt.isCalled, played < cases.count {
            report.isGivenUp = true
            report.complaints.append(
                "the run was given up: \(played) of \(Summary.count(cases.count, "case")) were played")
        }
        for client in plan.clients {
            let listed = plan.listed(client)
            report.complaints +=
                known[client.name]?.complaints { pattern in
                    !plan.isWhole || listed.contains { pattern.matches(scenario: $0.scenario.name, way: $0.way.name) }
                } ?? []
        }
        return report
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

extension Case {
    /// `urlsession  redirects/chain.scenario@handler`
    fileprivate var name: String {
        "\(client.name)  \(scenario.name)" + (way.name.isEmpty ? "" : "@\(way.name)")
    }
}
