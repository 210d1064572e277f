// NewCommand.swift: `quintain new`.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop

enum NewCommand {
    static let subcommand = Subcommand(usage: usage, run: run)

    private static let usage = Usage(
        name: "new",
        summary: "writes a first scenario",
        form: "FILE",
        wordsAtMost: 1,
        about: """
            Writes a scenario of one request to FILE, which gets the ending .scenario if it has none and must not be there
            yet. Files of routes are written by hand.
            """,
        options: [],
        examples: ["quintain new notes"])

    private static let text = """
        # GET / is answered with 200
        > GET /
        < 200
        < Content-Type: text/plain
        <
        < hello
        * response 200 text/plain
        * data "hello"
        * finish

        """

    @OnLoop
    private static func run(_ arguments: Arguments) throws(WrongUse) -> Status {
        guard let word = arguments.words.first else {
            throw WrongUse("which file?", help: "write 'quintain new FILE'")
        }
        guard !word.hasSuffix(".routes") else {
            throw WrongUse("'\(word)' is the name of a file of routes, and 'new' writes scenarios")
        }
        let path = word.hasSuffix(".scenario") ? word : word + ".scenario"
        guard !Files.isThere(path) else {
            throw WrongUse("'\(path)' is there already", help: "choose another name, or remove it")
        }
        try Output.save(Array(text.utf8), to: path, as: .scenario, by: "new")
        Output.write("\(path):\n\n\(text)")
        Output.write("play it:  quintain play \(path) -- curl -s {{origin}}/")
        return .asExpected
    }
}
