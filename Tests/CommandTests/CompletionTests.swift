// CompletionTests.swift: what shells complete, and the manual page.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import Testing

@Suite struct `What is made of the help` {
    /// What bash offers for the last of these words.
    private func completed(_ words: [String]) async throws -> [String] {
        let folder = try CommandFolder(["first.scenario": "# First\n> GET /\n< 200\n"])
        let script = try await BuiltCommand.run(["completion", "bash"], in: folder.path)
        try #require(script.exit == .code(0), "\(script.errors)")
        try Files.write(Array(script.output.utf8), to: "\(folder.path)/completion")
        let asking = """
            cd "$0"; source ./completion; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _quintain; echo "${COMPREPLY[@]}"
            """
        let result = try await Quintain.output(of: ["bash", "-c", asking, folder.path, "quintain"] + words)
        return result.output.split(whereSeparator: \.isWhitespace).map(String.init)
    }

    @Test(arguments: [
        (["pl"], ["play"]), (["s"], ["serve", "sweep", "shrink"]), (["help", "expl"], ["explain"]),
        (["play", "--pat"], ["--patience"]), (["serve", "--contr"], ["--control-port"]),
        (["serve", "--patience"], []), (["play", "fir"], ["first.scenario"]),
        (["check", "--json", "fir"], ["first.scenario"]), (["play", "first.scenario", "--", "--quiet"], []),
    ])
    func `completes commands, options and files in bash`(words: [String], offered: [String]) async throws {
        #expect(try await completed(words) == offered)
    }

    @Test(arguments: ["zsh", "fish"]) func `names each command and option in other shells`(shell: String) async throws {
        let script = try await BuiltCommand.run(["completion", shell], in: "/").output
        let help = try await BuiltCommand.run(["serve", "--help"], in: "/").output
        let options = help.split(separator: "\n").filter { $0.hasPrefix("  --") }.compactMap {
            $0.split(separator: " ").first
        }
        #expect(options.count > 10)
        for option in options {
            #expect(script.contains(shell == "zsh" ? "\(option)[" : "-l \(option.dropFirst(2)) "), "\(option)")
        }
        for command in ["play", "check", "completion"] { #expect(script.contains(command)) }
    }

    @Test func `is a page that man can lay out without a complaint`() async throws {
        let folder = try CommandFolder([:])
        let page = try await BuiltCommand.run(["manual"], in: folder.path)
        try Files.write(Array(page.output.utf8), to: "\(folder.path)/quintain.1")
        let laid = try await Quintain.output(
            of: ["sh", "-c", "groff -K utf8 -man -T utf8 -P -cbou -ww \"$0/quintain.1\" 2>&1", folder.path])
        #expect(!laid.output.contains("quintain.1:"), "\(laid.output.prefix(500))")
        for part in ["NAME", "SYNOPSIS", "quintain play [OPTION", "--ready-file FILE", "EXIT STATUS"] {
            #expect(laid.output.contains(part), "\(part)")
        }
    }

    @Test func `needs a shell that is known`() async throws {
        for (words, says) in [([], "for which shell?"), (["tcsh"], "'tcsh' is no such shell")] {
            let result = try await BuiltCommand.run(["completion"] + words, in: "/")
            #expect(result.exit == .code(2))
            #expect(result.errors.contains(says) && result.errors.contains("write bash, zsh or fish"))
        }
    }
}
