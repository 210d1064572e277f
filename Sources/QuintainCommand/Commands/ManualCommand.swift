// ManualCommand.swift: `quintain manual`, the help of all commands for `man`.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

enum ManualCommand {
    static let subcommand = Subcommand(usage: usage) { _ in
        Output.write(ManualPage.text(of: Invocation.subcommands.map(\.usage)))
        return .asExpected
    }

    private static let usage = Usage(
        name: "manual",
        summary: "prints the manual page",
        form: "",
        wordsAtMost: 0,
        about: "Prints the help of all commands as a page for 'man'; 'make install' puts it where 'man' finds it.",
        options: [],
        examples: ["quintain manual | man -l -"])
}
