// SweepCommand.swift: `quintain sweep`, variants of scenarios played to clients and judged.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainApplicability
import QuintainFixtures
import QuintainLoop
import QuintainReport
import QuintainRunner
import QuintainScenario
import QuintainSides
import QuintainSweep

enum SweepCommand {
    static let subcommand = Subcommand(usage: usage, run: run, clear: ReportFiles.clear)

    private static let usage = Usage(
        name: "sweep",
        summary: "varies scenarios by rules, and plays the variants to clients",
        form: "SCENARIO… [-- COMMAND …]",
        about: """
            Plays each scenario as it is, derives its variants by rule, plays them, and judges them like 'check'. What a
            right client does in a variant follows from what it does in the scenario and from the RFCs: where they leave
            two ways, both pass. Scenarios that do not pass as they are have no variants.

            SCENARIO is a file, a folder, or a bundled group such as 'redirects'. A variant's name is that of its
            scenario with the family and the value, FILE@cut:17; 'check' and 'play' take it as well.

            families:
            \(families)
            """,
        options: shared(with: CheckCommand.usage) + [
            .init("--way", "WAY", "this way of loading (else the client's first)", mayRepeat: true),
            .init(
                "--over", "VERSIONS",
                "varies runs over HTTP 1.1 (the default), 2 or 1.1,2; over HTTP/2 a run is FILE#h2"),
            .init("--family", "NAME", "only this family", mayRepeat: true),
            .init("--budget", "N", "at most N variants (3000)"),
            .init("--seed", "N", "draws other variants where there are more than the budget (1)"),
            .init(
                "--write", "DIR",
                "writes the variants, and the files that they name, below this folder, and plays them; not those whose chunks or frames are altered as they leave"
            ),
            .init("--list", nil, "prints the names of the variants of one change; pairs are made of those that pass"),
            .init("--shard", "I/N", "only every Nth variant, from the Ith on"),
            .init("--jobs", "N", "how many variants run at once"),
            .init(
                "--exit", "STATUS",
                "what a plain command must end with, as for 'check', in variants of scenarios that say how their loads end (else whatever it likes, but no crash)"
            ),
            .init("--strict", nil, "a warning is a failure, and a greeting with a slip fails the run"),
            .init("--html", "FILE", "writes the report as a page for a browser"),
            .init(
                "--verbose", nil,
                "prints both sides of each variant that is not as expected, and not the first of each cause alone"),
        ],
        examples: [
            "quintain sweep framing --client reference",
            "quintain sweep redirects/chain --client curl --family cut --verbose",
        ])

    /// The options of a run that mean the same for variants as for cases.
    private static func shared(with check: Usage) -> [Usage.Option] {
        let names = [
            "--client", "--name", "--never-follows", "--stays-at-origin", "--known-failing", "--patience", "--limit",
            "--stop-after", FailOn.option.name, "--json", "--junit", Usage.Option.masking.name, "--quiet",
            Usage.Option.colour.name,
        ]
        return check.options.filter { names.contains($0.name) }
    }

    private static var families: String {
        let width = Family.all.map(\.name.count).max() ?? 0
        return Family.all.map { family in
            "  \(family.name)\(String(repeating: " ", count: width - family.name.count))  \(family.summary)"
        }.joined(separator: "\n")
    }

    @OnLoop
    private static func run(_ arguments: Arguments) async throws(WrongUse) -> Status {
        let style = try arguments.style()
        try ReportFiles.refuse(arguments, beside: "--list")
        let isStrict = arguments.has("--strict")
        guard let plan = try SweepPlan(arguments) else { return .wrongUse }
        ScenarioSource.tellOfBundled(arguments.words, isQuiet: arguments.has("--quiet"))
        try ReportFiles.begin(arguments)
        let givingUp = try GivingUp()
        defer { givingUp.close() }
        let brake = try Brake(arguments, givingUp.halt)
        brake.begin()
        let slips = try await DriverMeeting(plan.clients, plan.bundled).meet(givingUp.halt, brake)
        var sweeps: [Sweep] = []
        for client in plan.clients {
            for way in client.ways {
                var sweep = Sweep(plan, client, way, givingUp.halt)
                await sweep.derive()
                sweeps.append(sweep)
            }
        }
        if arguments.has("--list") {
            for sweep in sweeps { for one in sweep.variants { Output.write(one.scenario.name) } }
            return .asExpected
        }
        let progress = CheckProgress(
            total: sweeps.reduce(0) { $0 + $1.variants.count }, style: style, isQuiet: arguments.has("--quiet"),
            isVerbose: arguments.has("--verbose"), isSweep: true)
        var known = plan.known
        var report = SweepReport(.ofRunThatBegins())
        let files = plan.files.compactMapValues(\.reported)
        var (before, unjudged) = (0, 0)
        for index in sweeps.indices {
            let client = sweeps[index].client.name
            var judged: [(Int, ReportedCase)] = []
            let (first, number) = (before, index)
            let tell: Runner.OnResult = { index, result in
                let variant = sweeps[number].variants[index]
                if !result.exits.isEmpty, plan.exit?.judges(variant: variant.scenario) == false { unjudged += 1 }
                let file = files[variant.run.source.name]
                let one = ReportedCase(
                    known[client]?.judge(result) ?? result, file: file, width: Output.width, masking: plan.masked)
                judged.append((index, one))
                progress.tell(one, at: first + index)
                brake.take(one.result)
            }
            let singles = sweeps[index].singles
            try write(sweeps[index].variants[...], arguments)
            await sweeps[index].play(0..<singles, tell)
            sweeps[index].derivePairs()
            try write(sweeps[index].variants[singles...], arguments)
            progress.add(sweeps[index].variants.count - singles)
            await sweeps[index].play(singles..<sweeps[index].variants.count, tell)
            before += sweeps[index].variants.count
            report.leaveOut(sweeps[index].leftOut, sweeps[index].choice, pairs: sweeps[index].pairsBeyond)
            for (number, one) in judged.sorted(by: { $0.0 < $1.0 }) {
                report.add(one, sweeps[index].variants[number].variant)
            }
        }
        brake.end()
        if let exit = plan.exit, unjudged > 0 { Output.complain(exit.remark(unjudged: unjudged)) }
        let count = sweeps.reduce(0) { $0 + $1.variants.count }
        if givingUp.halt.isCalled {
            report.check.isGivenUp = true
            report.check.complaints.append(brake.complaint(report.check.cases.count, of: count, "variant"))
        }
        if isStrict, slips > 0 { report.check.complaints.append(DriverMeeting.complaint(of: slips)) }
        report.check.complaints += sweeps.flatMap(\.badExits).map(\.sentence)
        report.check.complainOfNamesakes()
        for client in plan.clients {
            let own = sweeps.filter { $0.client == client }
            let complaints = known[client.name]?.complaints(ofVariants: true) { pattern in
                own.isEmpty || own.contains { $0.mayHave(pattern) }
            }
            report.check.complaints += complaints ?? []
        }
        let isAsExpected = progress.finish(report)
        try ReportFiles.write(report, arguments)
        if report.check.isGivenUp { return brake.reason == nil ? .interrupted : .notAsExpected }
        if report.check.cases.isEmpty, sweeps.contains(where: { !$0.leftOut.isEmpty }) {
            Output.complain(
                "quintain sweep: nothing was varied: only what passes as it is can be; 'quintain check' says what fails"
            )
            return .notAsExpected
        }
        return isAsExpected ? .asExpected : .notAsExpected
    }

    @OnLoop
    private static func write(_ variants: ArraySlice<Sweep.PlannedVariant>, _ arguments: Arguments) throws(WrongUse) {
        guard let folder = arguments.value("--write") else { return }
        // No file can say how chunks and frames are altered as they leave.
        for one in variants where one.scenario.alterations.isEmpty {
            let name = one.scenario.name.split(separator: "/").last.map(String.init) ?? one.scenario.name
            let group = FixtureFile.folder(of: one.run.source.name)
            let below = group == "." || group.hasPrefix("/") ? folder : "\(folder)/\(group)"
            let file = name.replacing(".scenario", with: "").replacing("/", with: "-")
            let text = ("\(file).scenario", OutputKind.sealed(one.variant.text), OutputKind.scenario)
            let beside = one.run.filesBeside(one.variant.text).map { ($0.key, $0.value, OutputKind.copy($0.value)) }
            for (name, bytes, kind) in [text] + beside {
                let path = "\(below)/\(name)"
                try WrongUse.telling { () throws(LoopError) in try Folders.makeAll(FixtureFile.folder(of: path)) }
                try Output.save(bytes, to: path, as: kind, by: "sweep --write")
            }
        }
    }
}
