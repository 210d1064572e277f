// MaskingTests.swift: credentials that reports do not show.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import Testing

@Suite struct `A credential that a client has brought` {
    private static let secret = "s3cr3t-of-the-job"

    /// The reports of a run, one text of each kind, and what the run has printed.
    private func reports(
        _ scenario: String, _ script: String, _ options: [String] = []
    ) async throws -> (exit: ChildProcess.Exit?, texts: [String], errors: String) {
        let folder = try CommandFolder(["a.scenario": "# A\n" + scenario, "client.sh": script])
        let files = ["--json", "r.json", "--junit", "r.xml", "--whole", "--verbose"]
        let result = try await BuiltCommand.run(
            ["check", "a.scenario"] + files + options + ["--", "sh", "client.sh", "{{origin}}"], in: folder.path)
        let texts = ["r.json", "r.xml"].compactMap { try? Files.read("\(folder.path)/\($0)") }
        return (result.exit, texts.map { String(decoding: $0, as: UTF8.self) } + [result.output], result.errors)
    }

    /// The words of a command are in reports as well, and any of their values may be one.
    @Test(arguments: [
        (["-H", "Authorization: Bearer \(secret)"], "-sv -H … {{url}}"),
        (["-HAuthorization: \(secret)"], "-sv -H… {{url}}"), (["-u", "me:\(secret)"], "-sv -u … {{url}}"),
        (["-ume:\(secret)"], "-sv -u… {{url}}"), (["--oauth2-bearer", secret], "-sv --oauth2-bearer … {{url}}"),
        (["-b", "sid=\(secret)"], "-sv -b sid=… {{url}}"),
    ])
    func `is not among the words by which its command is known`(words: [String], shown: String) async throws {
        let folder = try CommandFolder(["a.scenario": "# A\nclient GET /a\n> GET /a\n> X-A: 1\n< 204\n"])
        let files = ["--json", "r.json", "--write-known-failing", "known", "--verbose"]
        let client = ["--", "curl", "-sv"] + words + ["{{url}}"]
        let result = try await BuiltCommand.run(["check", "a.scenario"] + files + client, in: folder.path)
        #expect(result.exit == .code(1))
        let texts = try ["r.json", "known"].map {
            String(decoding: try Files.read("\(folder.path)/\($0)"), as: UTF8.self)
        }
        #expect(texts.allSatisfy { !$0.contains(Self.secret) && $0.contains(shown) }, "\(texts)")
        #expect(!result.output.contains(Self.secret), "\(result.output)")
    }

    /// The 500 of a request that no line takes quotes its target.
    @Test func `is masked beside a path that has it`() async throws {
        let script = "curl -s -H 'Authorization: Bearer \(Self.secret)' $1/\(Self.secret)2"
        let run = try await reports("> GET /a\n< 204\n", script)
        #expect(run.texts[0].contains("Authorization: Bearer ***") && !run.texts[0].contains("Bearer \(Self.secret)"))
    }

    @Test(arguments: [
        ("Authorization: Bearer \(secret)", "Authorization: Bearer ***"),
        ("authorization: \(secret)", "authorization: ***"),
        ("Cookie: sid=\(secret); on=oo", "Cookie: sid=***; on=***"), ("Cookie: \(secret)", "Cookie: ***"),
        ("Proxy-Authorization: Basic \(secret)", "Proxy-Authorization: Basic ***"),
        ("X-Api-Key: \(secret)", "X-Api-Key: ***"),
        ("PRIVATE-TOKEN: \(secret)", "PRIVATE-TOKEN: ***"),
        ("X-Client-Secret: zz \(secret)", "X-Client-Secret: *** ***"),
    ])
    func `is in no report, whether the case passes or not`(field: String, shown: String) async throws {
        for (scenario, status) in [
            ("> GET /a\n< 204\n", 0), ("> GET /a\n> X-A: 1\n< 204\n", 1), ("> GET /b\n< 204\n", 1),
        ] {
            let run = try await reports(scenario, "curl -s -H '\(field)' $1/a", [])
            #expect(run.exit == .code(Int32(status)) && run.texts.count == 3, "\(run.errors)")
            #expect(run.texts.allSatisfy { !$0.contains(Self.secret) }, "\(run.texts)")
            #expect(run.texts[0].contains(shown), "\(run.texts[0])")
            if status == 1 { #expect(run.texts[2].contains(shown), "\(run.texts[2])") }
        }
    }

    /// These are what the test is about: a line names the field, the file has the value, or the server has sent it.
    @Test(arguments: [
        ("> GET /a\n> Authorization: {{/Bearer .*/}}\n< 204\n", "Authorization: Bearer \(secret)"),
        ("> GET /a\n> Authorization: Bearer other\n< 204\n", "Authorization: Bearer \(secret)"),
        ("# \(secret)\n> GET /a\n< 204\n", "Cookie: sid=\(secret)"),
        ("> GET /a\n< 200\n<\n< \(secret)\n", "Authorization: Bearer \(secret)"),
        ("> GET /a\n< 204\n", "X-Session: \(secret)"),
    ])
    func `is shown where the file knows it, or no name tells that it is one`(
        scenario: String, field: String
    ) async throws {
        let run = try await reports(scenario, "curl -s -H '\(field)' $1/a")
        #expect(run.texts[0].contains(field), "\(run.texts[0])")
    }

    @Test func `is masked by the name of its field, or not at all, as --mask says`() async throws {
        let script = "curl -s -H 'X-Session: \(Self.secret)' -H 'Authorization: Bearer \(Self.secret)' $1/a"
        let more = try await reports("> GET /a\n< 204\n", script, ["--mask", "x-session"])
        #expect(!more.texts[0].contains(Self.secret) && more.texts[0].contains("X-Session: ***"), "\(more.texts[0])")
        let none = try await reports("> GET /a\n< 204\n", script, ["--mask", "none"])
        #expect(none.texts[0].contains("Authorization: Bearer \(Self.secret)"), "\(none.texts[0])")
        for (options, told) in [
            (["--mask", "X Session"], "'X Session' is no name of a field for '--mask'"),
            (["--mask", "none", "--mask", "X-A"], "'--mask none' masks nothing, and '--mask' names fields"),
        ] {
            let refused = try await reports("> GET /a\n< 204\n", script, options)
            #expect(refused.exit == .code(2) && refused.errors.contains(told), "\(refused.errors)")
        }
    }
}
