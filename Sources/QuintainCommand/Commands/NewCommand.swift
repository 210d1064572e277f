// NewCommand.swift: `quintain new`, a first scenario.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainScenario

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

            What the client gets is a status, such as 404; a redirect with its place, 302 /new; 401, which asks for a
            password; 'half' of a body; or 'nothing', a connection that ends without a reply.

            Exit status 0: the file is written; 2: it is not.
            """,
        options: [
            .init("--request", "REQUEST", "what the client asks for, such as 'POST /notes' (default: GET /)"),
            .init("--reply", "REPLY", "what it gets: a status, '302 /new', 401, half or nothing (default: 200)"),
            .init("--body", "TEXT", "what is in the body (default: hello)"),
        ],
        examples: [
            "quintain new notes",
            "quintain new moved --request 'GET /old' --reply '302 /new' --body here",
        ])

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
        let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        guard folder.isEmpty || Files.isFolder(folder) else {
            throw WrongUse(
                "there is no folder '\(folder)'", help: "make it first: mkdir -p \(FirstScenario.shellWord(folder))"
            )
        }
        var scenario = FirstScenario()
        if let given = arguments.value("--request") { scenario.request = try request(given) }
        if let given = arguments.value("--reply") {
            guard let reply = FirstScenario.Reply(given) else {
                throw WrongUse(
                    "--reply '\(given)': write a status such as 404, a redirect such as '302 /new', 401, half or nothing"
                )
            }
            scenario.reply = reply
        }
        if let given = arguments.value("--body") {
            guard scenario.reply.hasBody else {
                throw WrongUse("a reply such as this has no body", help: "leave out --body")
            }
            scenario.body = given
        }
        if let fault = faults(of: scenario.text).first { throw WrongUse(fault) }
        try Output.save(Array(scenario.text.utf8), to: path, as: .scenario, by: "new")
        Output.write("\(path):\n\n\(scenario.text)")
        Output.write("play it:  quintain play \(FirstScenario.shellWord(path)) -- \(scenario.curl)")
        return .asExpected
    }

    /// The request of an option; a path alone means GET.
    private static func request(_ given: String) throws(WrongUse) -> String {
        let request = given.hasPrefix("/") ? "GET \(given)" : given
        let found = diagnostics(of: "> \(request)\n< 200\n")
        if request.split(separator: " ").count == 2, found.isEmpty { return request }
        throw WrongUse("--request '\(given)': write a method and a path, such as 'GET /notes'")
    }

    private static func faults(of text: String) -> [String] { diagnostics(of: text).map(\.message) }

    private static func diagnostics(of text: String) -> [Diagnostic] {
        ScenarioReader.read(Array(text.utf8), file: "new") { _ in .failure(.missing) }.diagnostics
    }
}
