// NamedFixtureTests.swift: files, folders and bundled fixtures by their names, and by misspelt names.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite struct `Fixtures that a command line names` {
    private static let files = [
        "shop/basket.scenario": "# Basket\n> GET /basket\n< 200\n",
        "shop/prices.routes": "# Prices\nroutes\n\n> GET /prices\n< 200\n",
    ]

    private static let slips: [(line: String, help: String)] = [
        ("play shop/baskt.scenario", "did you mean 'shop/basket.scenario'?"),
        ("play shop/basket", "did you mean 'shop/basket.scenario'?"),
        ("play redirects/chian", "did you mean 'redirects/chain'?"),
        ("play conflicting-lengths", "did you mean 'framing/conflicting-lengths'?"),
        ("play redirects", "name one file in it, such as 'redirects/"),
        ("check redirect --client reference", "did you mean 'redirects'?"),
        ("check cookys/paths --client reference", "did you mean 'cookies/paths'?"),
        ("lint shopp", "did you mean 'shop'?"),
        ("lint shop/price.routes", "did you mean 'shop/prices.routes'?"),
        ("serve httpbni", "did you mean 'httpbin'?"),
        ("serve sop", "did you mean 'shop'?"),
        ("serve nothing/like/it", "name a file or a folder of fixtures"),
        ("play shop/basket.scenario curl -sL", "write: quintain play [OPTION …] FILE"),
    ]

    @Test(arguments: slips.map(\.line)) func `are found again behind a slip`(line: String) async throws {
        let help = try #require(Self.slips.first { $0.line == line }).help
        let folder = try CommandFolder(Self.files)
        let result = try await BuiltCommand.run(line.split(separator: " ").map(String.init), in: folder.path)
        #expect(result.exit == .code(2))
        #expect(result.errors.contains("\n  help: \(help)"), "\(result.errors)")
    }

    @Test(arguments: [
        (["lint"], 0), (["lint", "--strict"], 1), (["format", "--check"], 0), (["check", "--client", "reference"], 0),
    ])
    func `are named where they are passed over`(command: [String], status: Int) async throws {
        var files = Self.files
        files["shop/Odd.SCENARIO"] = "# Odd\n"
        files["shop/many.scenarios"] = "# Many\n"
        files["shop/basket.scenaro"] = "# Misspelt\n"
        files["shop/basket.scenario~"] = "# A backup\n"
        files["shop/notes.txt"] = "no fixture\n"
        files["shop/told.scenario.txt"] = "# Downloaded\n"
        files["shop/prices.Routes.TXT"] = "# Downloaded\n"
        files["shop/short.scn"] = "# Shortened\n"
        files["shop/blank.scenario "] = "# With a blank behind it\n"
        files["shop/vendor/"] = ""
        files["shop/kept/.gitkeep"] = "\n"
        files["elsewhere/a.scenario"] = "# A\n> GET /a\n< 200\n"
        let folder = try CommandFolder(files)
        for (link, target) in [
            ("inner", "../elsewhere"), ("gone.routes", "nothing"), ("b.scenario", "basket.scenario"),
            ("n.txt", "nothing"),
        ] {
            #expect(symlink(target, "\(folder.path)/shop/\(link)") == 0)
        }
        let result = try await BuiltCommand.run([command[0], "shop"] + command.dropFirst(), in: folder.path)
        #expect(result.exit == .code(Int32(status)), "\(result.errors)")
        let sentences = result.errors.split(separator: "\n").filter { $0.contains("shop/") }.sorted()
        #expect(
            sentences == [
                "'shop/blank.scenario ' is passed over: a name that ends in '.scenario' is read",
                "shop/Odd.SCENARIO is passed over: a name that ends in '.scenario' is read",
                "shop/basket.scenaro is passed over: a name that ends in '.scenario' is read",
                "shop/gone.routes is a link that leads nowhere",
                "shop/inner is a link to a folder, and is not followed: name it itself",
                "shop/many.scenarios is passed over: a name that ends in '.scenario' is read",
                "shop/prices.Routes.TXT is passed over: a name that ends in '.routes' is read",
                "shop/short.scn is passed over: a name that ends in '.scenario' is read",
                "shop/told.scenario.txt is passed over: a name that ends in '.scenario' is read",
                "shop/vendor is an empty folder: a submodule that was not checked out is one",
            ])
        if command[0] == "lint" { #expect(result.output == "3 files: 0 errors, 10 warnings\n") }
    }

    @Test func `are read behind a link to a folder that is named itself`() async throws {
        let folder = try CommandFolder(["shop/a.scenario": Self.files["shop/basket.scenario"]!])
        try Folders.make("\(folder.path)/elsewhere")
        try Files.write(Array("# B\n> GET /b\n< 200\n".utf8), to: "\(folder.path)/elsewhere/b.scenario")
        #expect(symlink("../elsewhere", "\(folder.path)/shop/inner") == 0)
        let one = try await BuiltCommand.run(["lint", "--strict", "shop"], in: folder.path)
        #expect(one.exit == .code(1) && one.output == "1 file: 0 errors, 1 warning\n", "\(one.output)")
        let both = try await BuiltCommand.run(["lint", "--strict", "shop", "shop/inner/"], in: folder.path)
        #expect(both.exit == .code(0) && both.errors.isEmpty && both.output == "2 files: nothing is wrong\n")
    }

    @Test(arguments: ["gone", "v1.2"])
    func `are not played where a link that may lead to a folder leads nowhere`(link: String) async throws {
        let folder = try CommandFolder(Self.files)
        #expect(symlink("../nothing", "\(folder.path)/shop/\(link)") == 0)
        let result = try await BuiltCommand.run(["check", "shop", "--client", "reference"], in: folder.path)
        #expect(result.exit == .code(2))
        #expect(result.errors.contains("shop/\(link) is a link that leads nowhere\n  help: mend the link, or"))
        let lint = try await BuiltCommand.run(["lint", "shop", "--strict"], in: folder.path)
        #expect(lint.exit == .code(1), "\(lint.errors)")
    }

    @Test func `are told to be bundled, where a folder of one's own may have been meant`() async throws {
        let folder = try CommandFolder(Self.files)
        let words = ["check", "--client", "reference", "--way", "delegate", "--filter", "canonical/*"]
        let told = try await BuiltCommand.run(words + ["canonical", "shop"], in: folder.path)
        #expect(told.errors == "canonical: bundled scenarios, since there is no such file or folder here\n")
        let quiet = try await BuiltCommand.run(words + ["--quiet", "canonical", "shop"], in: folder.path)
        #expect(quiet.errors.isEmpty, "\(quiet.errors)")
        let own = try await BuiltCommand.run(["check", "shop", "--client", "reference"], in: folder.path)
        #expect(own.errors.isEmpty, "\(own.errors)")
        let all = try await BuiltCommand.run(words, in: folder.path)
        #expect(all.errors == "no scenario is named: all bundled ones are played\n")
    }

    /// A file of one's own may have been renamed.
    @Test(arguments: [
        "check redirects/chain.scenario --client reference --way delegate --quiet",
        "play redirects/chain.scenario --quiet -- true", "sweep redirects/chain.scenario --client curl --family stall",
    ])
    func `are told to be bundled, where a file of one's own may have been meant`(line: String) async throws {
        let folder = try CommandFolder(Self.files)
        let result = try await BuiltCommand.run(line.split(separator: " ").map(String.init), in: folder.path)
        let told = "redirects/chain.scenario: bundled scenarios, since there is no such file or folder here\n"
        #expect(result.errors.hasPrefix(told), "\(result.errors)")
    }

    /// Such as a submodule that was not checked out.
    @Test(arguments: [
        "check shop vendor --client reference", "sweep shop vendor --client reference", "lint --strict shop vendor",
        "format --check shop vendor/", "serve shop vendor --port 0 --control-port 0",
    ])
    func `are refused where one of several folders has none`(line: String) async throws {
        var files = Self.files
        files["vendor/readme.txt"] = "nothing\n"
        let folder = try CommandFolder(files)
        let result = try await BuiltCommand.run(line.split(separator: " ").map(String.init), in: folder.path)
        #expect(result.exit == .code(2) && result.output.isEmpty, "\(result.output)")
        #expect(
            result.errors.contains(/there are no (scenarios|\.scenario or \.routes files) in vendor/),
            "\(result.errors)")
        // A folder further down may be empty.
        let whole = try await BuiltCommand.run(["lint", "--strict", "."], in: folder.path)
        #expect(whole.exit == .code(0), "\(whole.errors)")
    }

    @Test(arguments: ["check --client reference", "play"])
    func `are not played where a bundled one and one's own are called so`(command: String) async throws {
        let folder = try CommandFolder(["redirects/chain.scenario": "# Mine\n> GET /\n< 200\n"])
        let words = command.split(separator: " ").map(String.init)
        let result = try await BuiltCommand.run(words + ["redirects/chain"], in: folder.path)
        #expect(result.exit == .code(2))
        #expect(
            result.errors.contains(
                "'redirects/chain' is a bundled scenario, and 'redirects/chain.scenario' a file of yours"),
            "\(result.errors)")
    }

    @Test func `are named to those who serve a folder that passes them over`() async throws {
        let folder = try CommandFolder(["shop/basket.scenaro": "# Misspelt\n"])
        let server = try await OnLoop.run {
            try BuiltCommand(
                ["serve", "shop", "--port", "0", "--control-port", "0", "--until-eof"], in: folder.path, input: .pipe)
        }
        try await server.said {
            $0.contains("Ctrl-C ends it") && $0.contains("there are no .scenario or .routes files here")
        }
        try await OnLoop.run { server.process.input?.close() }
        let result = await server.ended()
        #expect(result.errors.contains("shop/basket.scenaro is passed over"), "\(result.errors)")
    }

    @Test func `fail a strict check that passes one over`() async throws {
        let folder = try CommandFolder([
            "shop/a.scenario": "# A\n> GET /a\n< 204\n* response 204\n* finish\n",
            "shop/basket.scenaro": "# Misspelt\n",
        ])
        for strict in [false, true] {
            let options = ["--client", "reference", "--way", "delegate"] + (strict ? ["--strict"] : [])
            let result = try await BuiltCommand.run(["check", "shop"] + options, in: folder.path)
            #expect(result.exit == .code(strict ? 1 : 0), "\(result.output)\(result.errors)")
            #expect(result.output.contains("error  shop/basket.scenaro is passed over: ") == strict, "\(result.output)")
        }
    }

    @Test func `are not played where one of them is a link that leads nowhere`() async throws {
        let folder = try CommandFolder(Self.files)
        #expect(symlink("nothing", "\(folder.path)/shop/gone.scenario") == 0)
        let result = try await BuiltCommand.run(["check", "shop", "--client", "reference"], in: folder.path)
        #expect(result.exit == .code(2))
        #expect(result.errors.contains("shop/gone.scenario is a link that leads nowhere\n  help: mend the link, or"))
        let lint = try await BuiltCommand.run(["lint", "shop", "--strict"], in: folder.path)
        #expect(lint.exit == .code(1), "\(lint.errors)")
    }

    @Test func `are looked for in a folder that is named where it has none`() async throws {
        let folder = try CommandFolder(["none/readme.txt": "nothing\n"])
        let result = try await BuiltCommand.run(
            ["check", "--client", "reference"], in: folder.path, ["QUINTAIN_FIXTURES": "none"])
        #expect(result.exit == .code(2))
        #expect(result.errors == "quintain check: there are no scenarios in none\n")
    }

    @Test func `need a name`() async throws {
        for words in [["check", "", "--client", "reference"], ["serve", "", "--port", "0", "--control-port", "0"]] {
            let result = try await BuiltCommand.run(words, in: "/")
            #expect(result.exit == .code(2))
            #expect(result.errors.contains("there is no ''"), "\(result.errors)")
        }
    }

    @Test(arguments: [
        ("framing/chunked#two", "framing/chunked.scenario#two"),
        ("framing/chunked.scenario#two", "framing/chunked.scenario#two"),
    ])
    func `are played if they are bundled`(name: String, played: String) async throws {
        let folder = try CommandFolder([:])
        let result = try await BuiltCommand.run(
            ["play", name, "--quiet", "--", "curl", "-s", "-o", "/dev/null", "{{origin}}/chunks"], in: folder.path)
        #expect(result.output.hasPrefix("pass  \(played) ("), "\(result.errors)")
    }

    @Test func `are the routes of httpbin as well, if none is named`() async throws {
        try await OnLoop.run {
            let command = try BuiltCommand(["serve", "--port", "0", "--control-port", "0", "--json"], in: "/")
            try await command.said { $0.hasSuffix("}\n") }
            let url = try #require(try JSONText(parsing: command.output)["url"]?.text)
            let answer = try await Quintain.output(of: ["curl", "-q", "-s", "--noproxy", "*", "\(url)/get?a=1"])
            #expect(try JSONText(parsing: answer.output)["args"]?["a"]?.text == "1")
            command.process.send(signal: SIGTERM)
            #expect(await command.ended().exit == .code(0))
        }
    }
}
