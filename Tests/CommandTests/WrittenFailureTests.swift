// WrittenFailureTests.swift: the known failures that `quintain check` writes, and holds a run against.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import Testing

@Suite struct `What a check fails` {
    @Test func `can be written as known failures, under which all is as expected`() async throws {
        let folder = try CommandFolder(CasesOfEveryKind.files)
        let failed = try await CasesOfEveryKind.check(["--write-known-failing", "known.txt"], in: folder)
        #expect(failed.exit == .code(1))
        #expect(failed.errors.contains("known.txt: "))
        let known = try await CasesOfEveryKind.check(["--known-failing", "known.txt"], in: folder)
        #expect(known.exit == .code(0), "\(known.output)")
        #expect(known.output.contains("3 known failure"))
        // A file that is written again over itself is unchanged.
        let before = try Files.read("\(folder.path)/known.txt")
        _ = try await CasesOfEveryKind.check(
            ["--known-failing", "known.txt", "--write-known-failing", "known.txt"], in: folder)
        #expect(try Files.read("\(folder.path)/known.txt") == before)
    }

    /// The bundled list says that this client's CONNECT has no Host.
    @Test func `takes no file of the user's for the bundled scenario of its name`() async throws {
        let text = "# Mine\nclient GET /a\n\n> GET /a\n> Host: example.com\n< 200\n"
        let folder = try CommandFolder(["proxies/tunnel.scenario": text])
        let words = ["check", ".", "--client", "python-httpclient", "--colour", "never"]
        let result = try await BuiltCommand.run(words + ["--write-known-failing", "known.txt"], in: folder.path)
        #expect(result.exit == .code(1))
        #expect(result.output.hasPrefix("fail  python-httpclient  proxies/tunnel.scenario"), "\(result.output)")
        #expect(result.output.contains("[wrong-field]"))
        let written = String(decoding: try Files.read("\(folder.path)/known.txt"), as: UTF8.self)
        #expect(!written.contains("CONNECT"), "\(written)")
        let bundled = try await BuiltCommand.run(
            ["check", "proxies/tunnel", "--client", "python-httpclient", "--colour", "never"], in: "/")
        #expect(bundled.exit == .code(0) && bundled.output.contains("known failure"), "\(bundled.output)")
    }

    /// Unless a part of the cases is asked for: most lines name no case of a part.
    @Test func `names the known failures whose cases are gone from its folder`() async throws {
        let known = "# Known\nf too-soon it is\ngone wrong-field it was\n"
        let folder = try CommandFolder([
            "cases/f.scenario": CasesOfEveryKind.files["cases/f.scenario"]!, "known.txt": known,
        ])
        let gone = "known.txt:3: 'gone' names no case of this run\n"
        for (paths, told) in [
            (["cases"], gone), (["cases/f.scenario"], ""), (["cases", "--way", "sync"], ""),
        ] {
            let words = ["check"] + paths + ["--client", "reference", "--known-failing", "known.txt"]
            let result = try await BuiltCommand.run(words, in: folder.path)
            #expect(result.errors == told)
            #expect(!result.output.contains("gone"), "\(words): fails nothing")
        }
    }

    /// A file about HTTP/1.1 has no case over HTTP/2, and a line about it may be right.
    @Test func `holds known failures to all bundled scenarios only where HTTP/1.1 is spoken`() async throws {
        let folder = try CommandFolder([
            "cases/f.scenario": "# F\n> GET /\n< 200\n* response 200\n* finish\n",
            "cases/one.scenario": "# One\nover 1.1\n> GET /\n< 200\n* response 200\n* finish\n",
            "known.txt": "vanished crashed it was\n",
        ])
        for (versions, isTold) in [("1.1", true), ("1.1,2", true), ("2", false)] {
            let result = try await BuiltCommand.run(
                ["check", "--client", "reference", "--over", versions, "--known-failing", "known.txt"],
                in: folder.path, ["QUINTAIN_FIXTURES": "cases"])
            #expect(result.exit == .code(isTold ? 1 : 0), "\(versions): \(result.errors)")
            #expect(result.output.contains("'vanished' names no case; take the line out") == isTold, "\(result.output)")
        }
    }

    @Test func `says which case a misspelt name of the known failures means`() async throws {
        let folder = try CommandFolder([
            "cases/retry.scenario": CasesOfEveryKind.files["cases/f.scenario"]!, "known.txt": "rety too-soon it is\n",
        ])
        let words = ["check", "cases", "--client", "reference", "--known-failing", "known.txt"]
        let result = try await BuiltCommand.run(words, in: folder.path)
        let told = "known.txt:1: 'rety' names no case of this run; did you mean 'retry'?\n"
        #expect(result.exit == .code(0) && result.errors == told)
        let strict = try await BuiltCommand.run(words + ["--strict"], in: folder.path)
        #expect(strict.exit == .code(1) && strict.errors.isEmpty, "\(strict.errors)")
        #expect(strict.output.contains("error  \(told)"), "\(strict.output)")
        let whole = try await BuiltCommand.run(
            ["check", "--client", "reference", "--known-failing", "known.txt"], in: folder.path,
            ["QUINTAIN_FIXTURES": "cases"])
        #expect(whole.exit == .code(1))
        #expect(
            whole.output.contains(
                "known.txt:1: 'rety' names no case; did you mean 'retry'? if not, take the line out\n"),
            "\(whole.output)")
    }

    @Test func `has its warnings among the known failures, where none may pass`() async throws {
        let folder = try CommandFolder(CasesOfEveryKind.files)
        _ = try await CasesOfEveryKind.check(["--write-known-failing", "lax.txt"], in: folder)
        let lax = try await CasesOfEveryKind.check(
            ["--strict", "--known-failing", "lax.txt", "--junit", "lax.xml"], in: folder)
        #expect(lax.exit == .code(1) && lax.output.contains("fail  reference  c.scenario"), "\(lax.output)")
        #expect(String(decoding: try Files.read("\(folder.path)/lax.xml"), as: UTF8.self).contains(" failures=\"1\""))
        _ = try await CasesOfEveryKind.check(["--strict", "--write-known-failing", "strict.txt"], in: folder)
        let strict = try await CasesOfEveryKind.check(["--strict", "--known-failing", "strict.txt"], in: folder)
        #expect(strict.exit == .code(0) && strict.output.contains("4 known failure"), "\(strict.output)")
    }

    /// What no RFC demands may be a promise of the client.
    @Test func `has what is noted among the known failures, where that fails`() async throws {
        let folder = try CommandFolder(["cases/d.scenario": CasesOfEveryKind.files["cases/d.scenario"]!])
        let lax = try await CasesOfEveryKind.check(["--strict"], in: folder)
        #expect(lax.exit == .code(0) && lax.output.contains("1 noted"), "\(lax.output)")
        let failing = try await CasesOfEveryKind.check(
            ["--fail-on", "noted", "--write-known-failing", "known.txt", "--junit", "d.xml"], in: folder)
        #expect(failing.exit == .code(1) && failing.output.contains("fail  reference  d.scenario"), "\(failing.output)")
        #expect(String(decoding: try Files.read("\(folder.path)/d.xml"), as: UTF8.self).contains(" failures=\"1\""))
        let known = try await CasesOfEveryKind.check(
            ["--fail-on", "noted", "--known-failing", "known.txt"], in: folder)
        #expect(known.exit == .code(0) && known.output.contains("1 known failure"), "\(known.output)")
    }

    @Test func `is written without what its bundled client is known for elsewhere`() async throws {
        let folder = try CommandFolder(["host.scenario": "# h\nclient GET /c\n> GET /c\n> X-Missing: 1\n< 204\n"])
        let result = try await BuiltCommand.run(
            ["check", "host.scenario", "--client", "curl", "--write-known-failing", "known.txt"], in: folder.path)
        #expect(result.exit == .code(1), "\(result.output)\(result.errors)")
        let lines = String(decoding: try Files.read("\(folder.path)/known.txt"), as: UTF8.self).split(separator: "\n")
        let last = lines.last?.split(separator: " ").joined(separator: " ") ?? ""
        #expect(lines.count == 2 && last.hasPrefix("host wrong-field:x-missing X-Missing is missing"), "\(lines)")
    }

    @Test func `is not written over reasons that the run has not read`() async throws {
        let folder = try CommandFolder(CasesOfEveryKind.files)
        let text = "f too-soon of a reason that took a day to find\n"
        try Files.write(Array(text.utf8), to: "\(folder.path)/known.txt")
        for (more, told) in [
            (["--write-known-failing", "known.txt"], "'--write-known-failing' would write over 'known.txt'"),
            (
                ["--known-failing", "none", "--write-known-failing", "./known.txt"],
                "'--known-failing ./known.txt' beside it keeps its reasons"
            ),
            (
                ["--known-failing", "known.txt", "--junit", "./known.txt"],
                "'--junit' would write over './known.txt', which this run reads"
            ),
            (
                ["--write-known-failing", "new.txt", "--json", "new.txt"],
                "'--write-known-failing' and '--json' both write 'new.txt'"
            ),
        ] {
            let result = try await CasesOfEveryKind.check(more, in: folder)
            #expect(result.exit == .code(2) && result.output.isEmpty, "\(more): \(result.output)")
            #expect(result.errors.contains(told), "\(more): \(result.errors)")
            #expect(String(decoding: try Files.read("\(folder.path)/known.txt"), as: UTF8.self) == text)
        }
    }

    @Test(arguments: [
        ("nothere/known.txt", "'nothere/known.txt' cannot be written"), ("cases", "'cases' cannot be written"),
    ])
    func `is not begun if it could not be written`(path: String, message: String) async throws {
        let folder = try CommandFolder(CasesOfEveryKind.files)
        let result = try await CasesOfEveryKind.check(["--write-known-failing", path], in: folder)
        #expect(result.exit == .code(2))
        #expect(result.output.isEmpty && result.errors.contains(message), "\(result.errors)")
    }
}
