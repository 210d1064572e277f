// DriverTestCommand.swift: `quintain driver-test`, whether a driver keeps to the protocol.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainRunner
import QuintainSessions
import QuintainSides

enum DriverTestCommand {
    static let subcommand = Subcommand(usage: usage) { await run($0) }

    private static let usage = Usage(
        name: "driver-test",
        summary: "tests whether a driver keeps to the protocol",
        form: "-- COMMAND …",
        about: """
            Starts the command as 'quintain check' would, makes it load, follow, cancel, fail and end, and prints line
            by line what is right and what is wrong. Abilities that its greeting does not list are skipped. The
            protocol is in docs/driver-protocol.md. Exit status 1: something is wrong; 130: Ctrl-C; a second Ctrl-C
            ends the test at once.
            """,
        options: [
            .init("--deadline", "TIME", "how long the driver may take to greet, and to end a case (10s)"),
            .colour,
        ],
        examples: ["quintain driver-test -- python3 drivers/python-httpclient/driver.py"])

    @OnLoop
    private static func run(_ arguments: Arguments) async -> Status {
        do throws(WrongUse) {
            guard arguments.words.isEmpty, let command = arguments.command, !command.isEmpty else {
                throw WrongUse(
                    "which driver?", help: "write its command behind '--': quintain driver-test -- COMMAND …")
            }
            var deadlines = Deadlines()
            deadlines.greeting = try arguments.milliseconds("--deadline", default: 10_000)
            deadlines.ended = deadlines.greeting
            deadlines.patience = deadlines.greeting
            let style = try arguments.style()
            let authority = try TestAuthority.bundled()
            let givingUp = try GivingUp()
            defer { givingUp.close() }
            var counts: [DriverTrial.Remark.Kind: Int] = [:]
            await DriverTrial.run(command, deadlines: deadlines, authority: authority, halt: givingUp.halt) { remark in
                counts[remark.kind, default: 0] += 1
                for line in lines(remark, style) { Output.write(line) }
            }
            let numbers = [DriverTrial.Remark.Kind.right, .wrong, .skipped].map { "\(counts[$0] ?? 0) \($0.rawValue)" }
            Output.write(numbers.joined(separator: ", "))
            if givingUp.hasCome { return .interrupted }
            return counts[.wrong] == nil ? .asExpected : .notAsExpected
        } catch {
            return Invocation.complain(error, usage)
        }
    }

    private static func lines(_ remark: DriverTrial.Remark, _ style: Style) -> [String] {
        let tone: Style.Tone =
            switch remark.kind {
            case .right: .good
            case .wrong: .bad
            case .skipped: .faint
            }
        let word = remark.kind.rawValue
        let head = style(word, tone) + String(repeating: " ", count: 9 - word.count) + remark.subject
        guard remark.kind == .wrong || remark.sentences.count > 1 else {
            return [head + remark.sentences.map { style(": \($0)", .faint) }.joined()]
        }
        return [head] + remark.sentences.map { String(repeating: " ", count: 9) + $0 }
    }
}
