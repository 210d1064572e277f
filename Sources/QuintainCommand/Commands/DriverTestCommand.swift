// DriverTestCommand.swift: `quintain driver-test`, whether a driver keeps to the protocol.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop

enum DriverTestCommand {
    static let subcommand = Subcommand(usage: usage, run: run)

    private static let usage = Usage(
        name: "driver-test",
        summary: "tests whether a driver keeps to the protocol",
        form: "-- COMMAND …",
        about: """
            Plays the bundled scenarios of the folder 'driver' to a driver, as 'quintain check --strict --verbose' does:
            they make it load, follow, cancel, fail and end. All messages have a member that no driver knows. What its
            greeting does not list does not apply. The protocol is in docs/driver-protocol.md. The exit status is that of
            'check'.
            """,
        options: [
            .init("--patience", "TIME", "how long a line is waited for at least (5s)"),
            .colour,
        ],
        examples: ["quintain driver-test -- python3 drivers/python-httpclient/driver.py"])

    @OnLoop
    private static func run(_ arguments: Arguments) async throws(WrongUse) -> Status {
        guard arguments.words.isEmpty, let command = arguments.command, !command.isEmpty else {
            throw WrongUse(
                "which driver?", help: "write its command behind '--': quintain driver-test -- COMMAND …")
        }
        let tasks = "\(try FixturePath.bundled())/driver"
        let given = ["--patience", "--colour"].flatMap { name in arguments.value(name).map { [name, $0] } ?? [] }
        let line = ["--strict", "--verbose", "--known-failing", "none"] + given + [tasks, "--"] + command
        return try await CheckCommand.run(try Arguments(line, usage: CheckCommand.usage), asTasks: true)
    }
}
