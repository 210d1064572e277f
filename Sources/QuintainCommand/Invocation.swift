// Invocation.swift: from the command line to an exit status.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainWords

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// How a command ended. The numbers are the exit statuses.
enum Status: Int32 {
    case asExpected = 0
    case notAsExpected = 1
    case wrongUse = 2
    /// Ended by Ctrl-C, with the number that shells use for SIGINT.
    case interrupted = 130
}

/// A command of the program, with its help.
struct Subcommand: Sendable {
    let usage: Usage
    let run: @OnLoop @Sendable (Arguments) async throws(WrongUse) -> Status
    /// Removes what an earlier run has left and would be taken for this one's: where a line is refused, with what could
    /// be read of it.
    var clear: @OnLoop @Sendable (Arguments) -> Void = { _ in }
}

enum Invocation {
    static let version = "0.1.0"

    /// `quintain 0.1.0`, of a distribution with its commit, `quintain 0.1.0 (9b6a541a)`.
    static let program = "quintain \(version)" + (BuildCommit.of(Executable.path).map { " (\($0))" } ?? "")

    static let subcommands: [Subcommand] = [
        PlayCommand.subcommand, ServeCommand.subcommand, WaitCommand.subcommand, LintCommand.subcommand,
        FormatCommand.subcommand,
        CheckCommand.subcommand, SweepCommand.subcommand, ShrinkCommand.subcommand, MergeCommand.subcommand,
        CompareCommand.subcommand, JudgeCommand.subcommand,
        DriverTestCommand.subcommand,
        NewCommand.subcommand, ExplainCommand.subcommand,
        CertificateCommand.subcommand, CompletionCommand.subcommand, ManualCommand.subcommand,
    ]

    static func start() -> Never {
        Signals.unblock()
        if let refusal = ProgramStart.refusal() {
            Output.complain("quintain: \(refusal)")
            exit(Status.wrongUse.rawValue)
        }
        OtherProcess.keepOrphans()
        let words = Array(CommandLine.arguments.dropFirst())
        let status = EventLoop.shared.runBlocking { await run(words) }
        Leftovers.remove()
        if let failure = Output.failure {
            Output.complain("quintain: standard output could not be written: \(failure)")
            exit(Status.wrongUse.rawValue)
        }
        exit(status.rawValue)
    }

    @OnLoop
    private static func run(_ words: [String]) async -> Status {
        guard let first = words.first else {
            Output.write(help)
            return .wrongUse
        }
        switch first {
        case "--help", "-h": return say(help)
        case "help":
            guard words.count > 1 else { return say(help) }
            guard let subcommand = subcommands.first(where: { $0.usage.name == words[1] }) else {
                return unknown(words[1])
            }
            return say(subcommand.usage.help)
        case "--version", "-V", "version": return say(program)
        case "--licences", "--licenses", "licences", "licenses": return sayLicences()
        default: break
        }
        guard let subcommand = subcommands.first(where: { $0.usage.name == first }) else { return unknown(first) }
        let rest = Array(words.dropFirst())
        if rest.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) {
            return say(subcommand.usage.help)
        }
        var status = Status.wrongUse
        do throws(WrongUse) {
            status = try await subcommand.run(Arguments(rest, usage: subcommand.usage))
        } catch {
            complain(error, "quintain \(first)")
        }
        if status == .wrongUse { subcommand.clear(Arguments(legible: rest, usage: subcommand.usage)) }
        return status
    }

    static func complain(_ error: WrongUse, _ who: String = "quintain") {
        Output.complain("\(who): \(error.message)")
        if let help = error.help { Output.complain("  help: \(help)") }
    }

    private static func say(_ text: String) -> Status {
        Output.write(text)
        return .asExpected
    }

    private static func sayLicences() -> Status {
        do throws(WrongUse) {
            return say(try Licences.text())
        } catch {
            complain(error)
            return .wrongUse
        }
    }

    private static func unknown(_ word: String) -> Status {
        let help = NearestWord.suggestionOrList(for: word, among: subcommands.map(\.usage.name))
        complain(WrongUse("there is no command '\(word)'", help: help))
        return .wrongUse
    }

    private static var help: String {
        let commands = HelpText.table(subcommands.map { ($0.usage.name, $0.usage.summary) })
        return """
            Quintain \(version): the practice target that hits back.

            \(HelpText.folded(purpose))

            usage: quintain COMMAND [ARGUMENT …]

            commands:
            \(commands)

            \(HelpText.folded(closing))
            """
    }

    static let purpose =
        "Replays HTTP scenarios byte for byte to any client, and judges what the client did."

    private static let closing = """
        quintain COMMAND --help prints the options of a command, quintain --version the version,
        quintain --licences the licences of all its parts.

        Exit status: \(statuses)
        """

    static let statuses =
        "0 done and as expected, 1 not as expected, 2 wrong use or a wrong file, 130 given up by Ctrl-C."
}
