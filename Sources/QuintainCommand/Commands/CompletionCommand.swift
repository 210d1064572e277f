// CompletionCommand.swift: `quintain completion`, the commands and options for shells.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

enum CompletionCommand {
    static let subcommand = Subcommand(usage: usage) { (arguments) throws(WrongUse) in
        guard let word = arguments.words.first, arguments.words.count == 1, let shell = Shell(rawValue: word) else {
            let message = arguments.words.isEmpty ? "for which shell?" : "'\(arguments.words[0])' is no such shell"
            throw WrongUse(message, help: "write bash, zsh or fish")
        }
        Output.write(shell.completion(of: Invocation.subcommands.map(\.usage)))
        return .asExpected
    }

    private static let usage = Usage(
        name: "completion",
        summary: "prints completions for bash, zsh or fish",
        form: "SHELL",
        about: """
            Prints a script that completes commands and options in bash, zsh or fish. 'make install' puts it where the
            shells look for it.
            """,
        options: [],
        examples: [
            "source <(quintain completion bash)",
            "quintain completion fish >~/.config/fish/completions/quintain.fish",
        ])
}
