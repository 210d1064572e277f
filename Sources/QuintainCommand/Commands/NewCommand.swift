// NewCommand.swift: `quintain new`, a first scenario for three answers.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainScenario

enum NewCommand {
    static let subcommand = Subcommand(usage: usage) { run($0) }

    private static let usage = Usage(
        name: "new",
        summary: "asks three questions and writes a scenario",
        form: "FILE",
        wordsAtMost: 1,
        about: """
            Asks what the client asks for, what it gets, and what is in the body; an empty answer is what stands in
            brackets. The scenario is written to FILE, which gets the ending .scenario if it has none and must not be there
            yet. Files of routes are written by hand. Questions whose option is there are not asked.

            What the client gets is a status, such as 404; a redirect with its place, 302 /new; 401, which asks for a
            password; 'half' of a body; or 'nothing', a connection that ends without a reply.

            Exit status 0: the file is written; 2: it is not.
            """,
        options: [
            .init("--request", "REQUEST", "what the client asks for, such as 'POST /notes'"),
            .init("--reply", "REPLY", "what it gets: a status, '302 /new', 401, half or nothing"),
            .init("--body", "TEXT", "what is in the body"),
        ],
        examples: [
            "quintain new notes",
            "quintain new moved --request 'GET /old' --reply '302 /new' --body here",
        ])

    @OnLoop
    private static func run(_ arguments: Arguments) -> Status {
        do throws(WrongUse) {
            guard let word = arguments.words.first else {
                throw WrongUse("which file?", help: "write 'quintain new FILE'")
            }
            guard !word.hasSuffix(".routes") else {
                throw WrongUse(
                    "'\(word)' is the name of a file of routes, and 'new' writes scenarios",
                    help: "a file of routes has the line 'routes', and below it each request with its reply: "
                        + "'> GET /path', '< 200'")
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
            let questions = try Questions(arguments)
            scenario.request = try questions.ask("--request", "What does the client ask for?", or: scenario.request) {
                request($0)
            }
            scenario.reply = try questions.ask(
                "--reply", "What does it get? A status, '302 /new', 401, half or nothing", or: "200"
            ) { answer in
                FirstScenario.Reply(answer).map { .success($0) }
                    ?? .failure(
                        WrongUse("write a status such as 404, a redirect such as '302 /new', 401, half or nothing"))
            }
            if scenario.reply.hasBody {
                scenario.body = try questions.ask("--body", "What is in the body?", or: scenario.body) { answer in
                    var tried = scenario
                    tried.body = answer
                    return faults(of: tried.text).first.map { .failure(WrongUse($0)) } ?? .success(answer)
                }
            } else if arguments.has("--body") {
                throw WrongUse("a reply such as this has no body", help: "leave out --body")
            }
            if let fault = faults(of: scenario.text).first { throw WrongUse(fault) }
            try Output.save(Array(scenario.text.utf8), to: path, as: .scenario, by: "new")
            Output.write("\(path):\n\n\(scenario.text)")
            Output.write("play it:  quintain play \(FirstScenario.shellWord(path)) -- \(scenario.curl)")
            return .asExpected
        } catch {
            return Invocation.complain(error, usage)
        }
    }

    /// The request of an answer; a path alone means GET.
    private static func request(_ answer: String) -> Result<String, WrongUse> {
        let request = answer.hasPrefix("/") ? "GET \(answer)" : answer
        let found = diagnostics(of: "> \(request)\n< 200\n")
        if request.split(separator: " ").count == 2, found.isEmpty { return .success(request) }
        if let odd = found.first, odd.slug == .oddMethod, let help = odd.help.split(separator: ";").first {
            return .failure(WrongUse("\(odd.message): \(help)"))
        }
        return .failure(WrongUse("write a method and a path, such as 'GET /notes'"))
    }

    private static func faults(of text: String) -> [String] { diagnostics(of: text).map(\.message) }

    private static func diagnostics(of text: String) -> [Diagnostic] {
        ScenarioReader.read(Array(text.utf8), file: "new") { _ in .failure(.missing) }.diagnostics
    }
}

/// Asks questions on standard output, and reads answers from standard input. A question is repeated until its answer is
/// valid.
@OnLoop
private final class Questions {
    private let arguments: Arguments
    private let input: TraceFile
    private var heard: [UInt8] = []
    private var isOver = false

    init(_ arguments: Arguments) throws(WrongUse) {
        self.arguments = arguments
        input = try TraceFile("-")
    }

    /// - Parameter usual: the answer that an empty line stands for.
    func ask<Value>(
        _ option: String, _ question: String, or usual: String, reading read: (String) -> Result<Value, WrongUse>
    ) throws(WrongUse) -> Value {
        if let given = arguments.value(option) {
            switch read(given) {
            case .success(let value): return value
            case .failure(let wrong): throw WrongUse("\(option) '\(given)': \(wrong.message)")
            }
        }
        while true {
            Output.writeOpen("\(question) [\(usual)] ")
            guard let line = try line() else { throw WrongUse("the questions were not answered") }
            let answer = line.trimmed
            switch read(answer.isEmpty ? usual : answer) {
            case .success(let value): return value
            case .failure(let wrong): Output.write(wrong.message)
            }
        }
    }

    /// The next line of the input; nil: the input has ended.
    private func line() throws(WrongUse) -> String? {
        while true {
            if let end = heard.firstIndex(of: UInt8(ascii: "\n")) {
                defer { heard.removeSubrange(...end) }
                return String(decoding: heard[..<end], as: UTF8.self)
            }
            if isOver || heard.count > Self.longest {
                defer { heard = [] }
                return heard.isEmpty ? nil : String(decoding: heard, as: UTF8.self)
            }
            isOver = !input.piece { heard += $0 }
            if let failure = input.failure { throw failure }
        }
    }

    private static let longest = 64 << 10
}

extension String {
    fileprivate var trimmed: String {
        let words = drop { $0.isWhitespace }
        return String(words.reversed().drop { $0.isWhitespace }.reversed())
    }
}
