// OwnRequestsOverTLSTests.swift: a script that makes its requests itself, and whom it trusts.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import Testing

@Suite struct `A script with requests of its own over TLS` {
    private static let signed = "# Signed\norigin main https\n> GET /a\n< 204\n"
    private static let expired =
        "# Expired\norigin main https certificate=expired\nclient trust ca\nclient GET /a\n! await tls-alert\n* fail tls\n"

    private static let remedy = "the client has to trust our authority: '{{ca}}' in a command, "

    @Test(arguments: [
        (signed, "--cacert \"$1\"", true), (signed, "--cacert \"$QUINTAIN_CA\"", true), (signed, "", false),
        (expired, "--cacert \"$1\"", true), (expired, "", true), (expired, "-k", false),
        (expired, "--cacert \"$QUINTAIN_CA\" -k", false),
    ])
    func `is judged by whom it trusts, whether its words name the authority or not`(
        text: String, options: String, passes: Bool
    ) async throws {
        let words = ["sh", "-c", "curl -sS \(options) \"$0/a\"", "{{origin}}"]
        for more in options.contains("$1") ? [["{{ca}}"]] : [[], ["{{ca}}"]] {
            let result = try await BuiltCommand.check(["a.scenario": text], ["--exit", "0"], words + more)
            #expect(result.exit == .code(passes ? 0 : 1), "\(more)\n\(result.output)\(result.errors)")
            #expect(!result.output.contains("not applicable"), "\(result.output)")
            let isTold = result.output.contains("  help: \(Self.remedy)")
            #expect(isTold == (text == Self.signed && !passes), "\(result.output)")
        }
    }

    @Test(arguments: ["-k", ""])
    func `is told in a play whom it has to trust`(options: String) async throws {
        let folder = try CommandFolder(["a.scenario": Self.signed])
        let words = ["play", "a.scenario", "--", "sh", "-c", "curl -sS \(options) \"$0/a\"", "{{origin}}"]
        let result = try await BuiltCommand.run(words, in: folder.path)
        #expect(result.exit == .code(options.isEmpty ? 1 : 0), "\(result.output)")
        #expect(result.errors.contains("  help: \(Self.remedy)") == options.isEmpty, "\(result.errors)")
    }

    /// A command that is told what to load has to be told the rest as well.
    @Test func `is what a command is told to be that cannot be told whom to trust`() async throws {
        let words = ["curl", "-sSk", "{{url}}"]
        let result = try await BuiltCommand.check(
            ["a.scenario": "# A\n> GET /a\n< 204\n", "b.scenario": Self.expired], [], words)
        let reason =
            "the command cannot be told whom to trust: its words have no '{{ca}}', and one that does so of its own accord has "
            + "'{{origin}}' in place of '{{url}}'"
        #expect(result.output.contains("not applicable  1 case: \(reason)\n"), "\(result.output)")
    }

    @Test(arguments: [["check"], ["play"], ["sweep", "--family", "dressing", "--budget", "3"]])
    func `has all addresses in variables`(command: [String]) async throws {
        let text = "# Two\norigin main http\norigin the-shop http\n> GET /a\n< 204\n> GET //the-shop/b\n< 204\n"
        let folder = try CommandFolder(["a.scenario": text])
        let script = "curl -s $QUINTAIN_ORIGIN/a; exec curl -s $QUINTAIN_ORIGIN_THE_SHOP/b"
        let result = try await BuiltCommand.run(
            command + ["a.scenario", "--", "sh", "-c", script, "{{origin}}"], in: folder.path)
        #expect(result.exit == .code(0), "\(result.output)\(result.errors)")
    }
}
