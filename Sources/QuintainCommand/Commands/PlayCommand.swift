// PlayCommand.swift: `quintain play`, a scenario played to any client.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainApplicability
import QuintainLoop
import QuintainNotation
import QuintainPlayer
import QuintainReport
import QuintainRunner
import QuintainScenario
import QuintainSessions
import QuintainSides
import QuintainTranscript
import QuintainWords

enum PlayCommand {
    static let subcommand = Subcommand(usage: usage, run: run, clear: ReportFiles.clear)

    private static let usage = Usage(
        name: "play",
        summary: "plays a scenario to any client and shows what happened",
        form: "FILE[#CASE][@VARIANT] [-- COMMAND …]",
        wordsAtMost: 1,
        about: """
            Opens the scenario's origins, runs the command if there is one, and prints what happened beside what was
            expected. The command may take its time to begin: until its first connection no line is late, and the run
            ends with the command, or at its deadline. Processes that the command leaves running in the background are
            ended with it. Without a command, 'play' waits for a client until the last line has happened and the client has closed its
            connections, or nothing has come for a while (--settle). A file with a table of cases is played row by
            row. SIGINT, SIGTERM, SIGHUP and SIGQUIT end the run: its verdict so far is printed, and the exit status
            is 130. FILE is a path, or the name of a bundled scenario such as 'redirects/absolute'.

            In the command's words {{origin}} is the URL of the default origin, {{//NAME}} and {{//NAME/PATH}} are
            URLs on another, {{authority NAME}} is its host and port, {{port NAME}} its port, and {{ca}} the file of
            the authority that signed the certificates; {{certificate NAME}} is a file with a client's certificate of
            that name and its key, made for the run; {{scenario}} is the name of the case, without folders, and {{COLUMN}} the
            cell of that column, for each row of a table.
            One that has a blank stands between quotes: '{{port main}}'.
            The command reads nothing from its standard input, so that each row of a table and each run gets the
            same: what it is to send is a word, a file, or comes from a shell, as in the last example. What it prints
            is not judged: such a shell can compare it, and --exit asks for its status.
            The command's environment has the same values: QUINTAIN_ORIGIN, QUINTAIN_ORIGIN_NAME for each origin, a
            hyphen as an underscore, QUINTAIN_CA and QUINTAIN_SCENARIO.
            """,
        options: [
            .patience,
            .init("--deadline", "TIME", "how long a run may take in all (60s; without a command no limit)"),
            .init("--settle", "TIME", "without a command: how long nothing may come before a run ends (200ms)"),
            .init(
                "--port", "PORT",
                "the port of main, or of another origin as NAME=PORT, where the client's address of the server is settled; "
                    + "else any free one", mayRepeat: true),
            .init("--json", nil, "prints the transcript and the verdict as JSON Lines"),
            .init(
                "--exit", "STATUS",
                "what the command must end with; 'nonzero' is any but 0 (else whatever it likes, but no crash)"),
            FailOn.option,
            .init("--strict", nil, "a warning is a failure: exit status 1"),
            .init("--transcript", "FILE", "writes the transcript to a file, as JSON Lines"),
            .init("--full", nil, "prints both sides of a play that fails without folding what happened as written"),
            .init("--verbose", nil, "prints the whole transcript instead of both sides"),
            .init("--quiet", nil, "prints the verdict only; the command's own output goes to standard error"),
            .colour,
        ],
        examples: [
            "quintain play first.scenario -- curl -s {{origin}}/",
            "quintain play framing/chunked#two -- curl -s {{origin}}/chunks",
            "quintain play tls/trusted -- curl --cacert {{ca}} {{//web}}/",
            "quintain play --exit 0 a -- sh -c 'date | curl -d @- {{origin}}/a | grep ok'",
        ])

    @OnLoop
    private static func run(_ arguments: Arguments) async throws(WrongUse) -> Status {
        guard arguments.words.count == 1, let word = arguments.words.first else {
            throw WrongUse(
                arguments.words.isEmpty ? "which scenario?" : "one scenario at a time",
                help: "write 'quintain play FILE', and a client's command behind '--'")
        }
        if arguments.command?.isEmpty == true { throw WrongUse("no command stands behind '--'") }
        let options = try Options(arguments)
        guard
            let scenarios = try await ScenarioFile.load(
                word, style: options.style, playedBy: NamedVariant.player(arguments.command))
        else { return .wrongUse }
        ScenarioSource.tellOfBundled([word], isQuiet: options.isQuiet)
        try ReportFiles.begin(arguments)
        let interruption = try WrongUse.telling { () throws(LoopError) in try Interruption() }
        var status = Status.asExpected
        var passed = 0
        var record = ""
        for scenario in scenarios {
            let isGood = try await play(scenario, arguments.command, options, interruption, &record)
            if isGood, !interruption.hasCome { passed += 1 } else { status = .notAsExpected }
            if interruption.hasCome { break }
        }
        if scenarios.count > 1, !options.isJSON {
            Output.write("\(passed) of \(scenarios.count) runs as expected")
        }
        return interruption.hasCome ? .interrupted : status
    }

    private struct Options {
        /// In milliseconds; nil without the option.
        let deadline: Int?
        let patience: Int
        let settle: Int
        let ports: WantedPorts
        /// How the command must end; nil: as it likes, but without a crash.
        let exit: WantedExit?
        /// The least severity that is a failure, and the option that says so.
        let failsFrom: Severity
        let failsBy: String
        let isJSON: Bool
        let isVerbose: Bool
        let isFull: Bool
        let isQuiet: Bool
        let transcript: String?
        let style: Style
        let authority: TestAuthority?

        init(_ arguments: Arguments) throws(WrongUse) {
            deadline = arguments.has("--deadline") ? try arguments.milliseconds("--deadline", default: 0) : nil
            patience = try arguments.patience()
            settle = try arguments.milliseconds("--settle", default: Session.settle)
            ports = try Self.ports(arguments.values("--port"))
            exit = try arguments.value("--exit").map { (text) throws(WrongUse) in try WantedExit(text) }
            if exit != nil, arguments.command == nil {
                throw WrongUse("'--exit' is about a command, and there is none", help: "write it behind '--'")
            }
            failsFrom = try arguments.failsFrom()
            failsBy = arguments.value("--fail-on").map { "--fail-on \($0)" } ?? "--strict"
            isJSON = arguments.has("--json")
            isVerbose = arguments.has("--verbose")
            isFull = arguments.has("--full")
            isQuiet = arguments.has("--quiet")
            transcript = arguments.value("--transcript")
            style = try arguments.style()
            authority = try TestAuthority.bundledForServing()
        }

        /// Each is `8080` or `api=8080`.
        private static func ports(_ words: [String]) throws(WrongUse) -> WantedPorts {
            var ports = WantedPorts()
            for word in words {
                let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                guard let text = parts.last, let port = Int(text) else {
                    throw WrongUse("'--port \(word)' names no port", help: "write '--port 8080', or '--port NAME=8080'")
                }
                do throws(WantedPorts.Fault) {
                    try ports.want(port, for: parts.count > 1 ? parts[0] : "main")
                } catch {
                    throw WrongUse("'--port \(word)': \(error.message)", help: error.help)
                }
            }
            return ports
        }
    }

    /// Whether everything happened as expected, the command's end included.
    @OnLoop
    private static func play(
        _ scenario: Scenario, _ command: [String]?, _ options: Options, _ interruption: Interruption,
        _ record: inout String
    ) async throws(WrongUse) -> Bool {
        do throws(WantedPorts.Fault) {
            try options.ports.check(scenario)
        } catch {
            throw WrongUse(error.message, help: error.help)
        }
        let session = try WrongUse.telling { () throws(LoopError) in
            try Session(
                scenario, isPatient: true, patience: options.patience, ports: options.ports,
                authority: options.authority)
        }
        defer { session.close() }
        let words = try command.map { (words) throws(WrongUse) in
            try words.map { (word) throws(WrongUse) in
                try Placeholders.filled(word, session)
            }
        }
        if !options.isQuiet, !options.isJSON { announce(session, options, waits: command == nil) }
        session.start()
        interruption.session = session
        // Without a command a person starts the client, which may take long, so there is no deadline by default.
        let limit: Int? = if let asked = options.deadline { asked } else { command == nil ? nil : defaultDeadline }
        let timer = limit.map { end(session, after: $0) }
        defer { timer?.cancel() }
        release.watch(session)
        var exit: ChildProcess.Exit?
        if let words {
            exit = try await run(words, session, options, interruption)
        } else {
            await session.playedOut(settle: options.settle)
        }
        session.close()
        let ended = exit.map { "the command ended with \($0.sentence)" } ?? ""
        let outcome = session.player.outcome
        // The signal is ours then.
        let isStopped = outcome.end == .stopped
        let ofEnd = exit.flatMap { (exit) -> String? in
            if let wanted = options.exit, outcome.end != .deadline {
                if !wanted.takes(exit) { return "\(ended), not \(wanted)" }
                if case .status = wanted { return nil }
            }
            return Self.objection(to: exit, outcome.end)
        }
        let mild: (Severity, String)? =
            switch outcome.verdict {
            case .noted: (.noted, "what is noted")
            case .warning: (.warning, "a warning")
            case .pass, .unable, .fail: nil
            }
        let ofLevel = mild.flatMap { severity, name in
            severity < options.failsFrom ? nil : "\(name) is a failure, as \(options.failsBy) says"
        }
        let objection = ofEnd ?? ofLevel
        let unseen = objection != nil || outcome.verdict == .fail ? nil : unseenLoads(scenario)
        let more = [unseen, exit == .code(0) || exit == nil || isStopped ? nil : ended].compactMap(\.self)
        try show(
            session, options, more: more.isEmpty ? nil : more.joined(separator: ", "), objection: objection, &record)
        if let objection { Output.complain("quintain play: \(objection)") }
        if !options.isJSON, let help = outcome.breaches.first(where: { $0.severity == .failure })?.hint {
            Output.complain("  help: \(help)")
        }
        return objection == nil && outcome.verdict.isGood
    }

    /// Loads that nobody has ordered here, and of which no request would tell, as a remark; nil: there are none.
    private static func unseenLoads(_ scenario: Scenario) -> String? {
        let lines = scenario.unseenLoads.map { String($0.place.line) }
        guard !lines.isEmpty else { return nil }
        let few = lines.count == 1 ? "line" : "lines"
        return "\(Summary.count(lines.count, "load")) not observed: no request stands below \(few) "
            + lines.joined(separator: ", ")
    }

    /// The sentence about a command that crashed or hung: without `--exit` any other end is accepted.
    private static func objection(to exit: ChildProcess.Exit, _ end: ClientEnd?) -> String? {
        switch (end, exit) {
        case (.deadline, _): "the command had not ended by then"
        case (.exited, .signal): "the command crashed: it ended with \(exit.sentence)"
        case (.exited, .code(let code)):
            exit.crash == nil ? nil : "the command crashed: exit status \(code) stands for signal \(code - 128)"
        default: nil
        }
    }

    @OnLoop
    private static func end(_ session: Session, after milliseconds: Int) -> TimerToken {
        EventLoop.shared.schedule(at: .now.advanced(milliseconds: Int64(milliseconds))) { [weak session] in
            guard let session, !session.player.isOver else { return }
            Output.complain(
                "quintain play: the run has reached its deadline of \(seconds(milliseconds)), and ends\n"
                    + "  help: --deadline TIME sets another")
            session.close(.deadline)
        }
    }

    private static func seconds(_ milliseconds: Int) -> String {
        milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
    }

    @OnLoop private static let release = HandRelease()

    private static let defaultDeadline = 60_000

    /// Runs the client to its end, or to the deadline.
    @OnLoop
    private static func run(
        _ words: [String], _ session: Session, _ options: Options, _ interruption: Interruption
    ) async throws(WrongUse) -> ChildProcess.Exit {
        let environment = Briefing(session).environment(beside: Environment.all)
        // Standard output is for a program, or has verdicts alone: the client's output must not be mixed in.
        let output: Command.Stream = options.isJSON || options.isQuiet ? .descriptor(2) : .inherit
        do throws(LoopError) {
            let client = try ChildProcess(
                Command(words, environment: environment, output: output, endsItsGroup: true), loop: .shared)
            let watch = OnLoop.spawn { [weak session] in
                while let session, !session.player.isOver { await session.changed() }
                _ = await client.terminate()
            }
            let exit = await client.ended()
            // The client's last line may have had no line end.
            if !options.isJSON { options.isQuiet ? Output.endLine() : Output.write("") }
            if !session.player.isOver {
                await session.drain()
                session.clientEnded(await interruption.hasCome(with: exit) ? .stopped : .exited)
            }
            await watch.value
            return exit
        } catch {
            throw WrongUse(error.message, help: error.help)
        }
    }

    @OnLoop
    private static func announce(_ session: Session, _ options: Options, waits: Bool) {
        let title = session.scenario.title
        Output.write("playing \(session.scenario.name)" + (title.isEmpty ? "" : ": \(title)"))
        let width = session.endpoints.map(\.origin.count).max() ?? 0
        for endpoint in session.endpoints {
            let pad = String(repeating: " ", count: width - endpoint.origin.count)
            Output.write("  \(endpoint.origin)\(pad)  \(endpoint.url)")
        }
        guard waits else { return }
        Output.write(
            "waiting for a client" + (options.deadline == nil ? ", however long: --deadline TIME limits it" : ""))
    }

    /// `record` holds the transcripts of all runs so far, for the file of '--transcript'.
    @OnLoop
    private static func show(
        _ session: Session, _ options: Options, more: String?, objection: String?, _ record: inout String
    ) throws(WrongUse) {
        let (transcript, outcome) = (session.player.transcript, session.player.outcome)
        func lines() -> [JSONText] {
            [TranscriptLines.header(scenario: session.scenario.name)] + transcript.events.map(TranscriptLines.object)
        }
        if let path = options.transcript {
            // A report on standard output is appended to; a file is written anew.
            if path == Output.standard { record = "" }
            record += lines().map { $0.description + "\n" }.joined()
            try Output.save(Array(record.utf8), to: path, as: .report, by: "--transcript")
        }
        if options.isJSON {
            for line in lines() { Output.write(line) }
            Output.write(OutcomeText.object(session.scenario, outcome))
            return
        }
        if options.isVerbose {
            for line in EventPrinter.lines(of: transcript.events) { Output.write(line) }
        } else if !options.isQuiet {
            let sides = SideBySide(session.scenario, outcome, transcript)
            let text = SideText(
                sides.rows, style: options.style, width: Output.width,
                remedy: outcome.verdict == .pass ? nil : "--verbose prints what happened as a whole",
                isFull: options.isFull)
            for line in text.lines { Output.write(line) }
        }
        let summary = Summary.lines(session.scenario, outcome, more: more, objection: objection, style: options.style)
        for line in summary { Output.write(line) }
    }
}
