// ShrinkTests.swift: `quintain shrink` and `quintain check --shrink`, as users run them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import Testing

@Suite struct `Making a failure smaller` {
    private static let files = [
        "poem.scenario": """
        # gzip is undone
        # Noise
        client GET /noise
        > GET /noise
        < 204
        * response 204
        * finish
        client GET /poem
        > GET /poem
        < 200 OK
        < Content-Encoding: gzip
        <
        < {{"roses are red" | gzip}}
        * response 200
        * data "roses are red"
        * finish

        """,
        "without-domain.scenario": """
        # Without Domain a cookie is for the host that set it
        origin site http host=site.example
        origin www http host=www.site.example
        client GET //site/set
        > GET //site/set
        < 200
        < Set-Cookie: own=1
        < Set-Cookie: shared=2; Domain=site.example
        client GET //www/get
        > GET //www/get
        > Cookie: shared=2
        < 200

        """,
        // It sends cookies without a name, and cookies to hosts below the one that set them, as httpx does.
        "jar.py": """
        import http.client, json, sys, urllib.parse
        print(json.dumps({"driver": 1, "name": "jar", "version": "1", "can": ["cookies", "hosts"], "again": True}), flush=True)
        jar = []
        for line in sys.stdin:
            order = json.loads(line)
            if "case" in order:
                jar = []
            elif "end" in order:
                print(json.dumps({"ended": order["end"]}), flush=True)
            elif "load" in order:
                url = urllib.parse.urlsplit(order["url"])
                connection = http.client.HTTPConnection("127.0.0.1", url.port)
                fields = {"Host": url.netloc, **({"Cookie": "; ".join(jar)} if jar else {})}
                connection.request("GET", url.path, headers=fields)
                reply = connection.getresponse()
                reply.read()
                jar += [each.partition(";")[0] for each in reply.headers.get_all("Set-Cookie", [])]

        """,
        // Every client fails in this one.
        "wrong.scenario": "# Wrong\n> GET /\n< 302\n< Location: /b\n* redirect 302 /c\n> GET /c\n< 200\n* finish\n",
        // Wrong every other time, and the first time, when it is only met: each process counts the files that it finds.
        "sometimes.sh": """
        if rmdir "$1" 2>/dev/null; then exec "$2"; fi
        mkdir "$1"
        exec "${2%client}mutant" undoes-no-gzip

        """,
    ]

    /// The reference client behind its driver.
    private func client() async throws -> String {
        let command = try await OnLoop.run { try BuiltCommand.path() }
        return String(command.dropLast("quintain".count)) + "quintain-client"
    }

    /// The same client, made to err.
    private func mutant() async throws -> String { String(try await client().dropLast("client".count)) + "mutant" }

    @Test func `prints what is left of it, and what was done`() async throws {
        let folder = try CommandFolder(Self.files)
        let result = try await BuiltCommand.run(
            ["shrink", "poem.scenario", "--", try await mutant(), "undoes-no-gzip"], in: folder.path)
        #expect(result.exit == .code(0), "\(result.errors)")
        #expect(
            result.output == """
                # gzip is undone
                # Shrunk from poem.scenario: the reference client 1 breaks line 9 [wrong-value]
                > GET /
                < 200
                < Content-Encoding: gzip
                <
                < {{"r" | gzip}}
                * response 200
                * data "r"
                * finish

                """)
        #expect(result.errors.hasPrefix("poem.scenario: 16 lines became 9, in "), "\(result.errors)")
        #expect(result.errors.hasSuffix(" plays\n"), "\(result.errors)")
    }

    /// The failure is the cookie of the other host. One without a name is sent by some clients that are right about that.
    @Test func `keeps the cookie that was too many one with a name`() async throws {
        let folder = try CommandFolder(Self.files)
        let result = try await BuiltCommand.run(
            ["shrink", "without-domain.scenario", "--", "python3", "jar.py"], in: folder.path)
        #expect(result.exit == .code(0), "\(result.errors)")
        #expect(result.output.contains("host=www."), "\(result.output)")
        #expect(result.output.contains(" [wrong-field]\n"))
        let cookies = result.output.split(separator: "\n").filter { $0.hasPrefix("< Set-Cookie: ") }
        #expect(!cookies.isEmpty && cookies.allSatisfy { $0.contains("=") }, "\(result.output)")
    }

    @Test func `gives the smallest so far when its time is over`() async throws {
        let folder = try CommandFolder(Self.files)
        let result = try await BuiltCommand.run(
            [
                "shrink", "poem.scenario", "--limit", "0ms", "--out", "small.scenario", "--", try await mutant(),
                "undoes-no-gzip",
            ], in: folder.path)
        #expect(result.exit == .code(0) && result.output.isEmpty, "\(result.errors)")
        #expect(result.errors.contains("plays; the time was over before all steps were tried"), "\(result.errors)")
        let small = try Files.read("\(folder.path)/small.scenario")
        #expect(String(decoding: small, as: UTF8.self).contains("client GET /noise"))
    }

    @Test func `needs a failure`() async throws {
        let folder = try CommandFolder(Self.files)
        let passing = try await BuiltCommand.run(
            ["shrink", "poem.scenario", "--", try await client()], in: folder.path)
        #expect(passing.exit == .code(2) && passing.output.isEmpty)
        #expect(
            passing.errors
                == "quintain shrink: poem.scenario: the client passes it: there is no failure to make smaller\n")
        let several = try await BuiltCommand.run(["shrink", "poem.scenario", "--client", "reference"], in: folder.path)
        #expect(several.exit == .code(2))
        #expect(several.errors.contains("none of 7 cases fails: "), "\(several.errors)")
        let nothing = try await BuiltCommand.run(["shrink", "--client", "reference"], in: folder.path)
        #expect(nothing.exit == .code(2) && nothing.errors.contains("which scenario?"))
    }

    @Test func `needs a scenario that the reference client passes`() async throws {
        let folder = try CommandFolder(Self.files)
        let result = try await BuiltCommand.run(
            ["shrink", "wrong.scenario", "--", try await client()], in: folder.path)
        #expect(result.exit == .code(2) && result.output.isEmpty)
        #expect(
            result.errors.contains("the reference client does not pass it, so the fault may be its own: "),
            "\(result.errors)")
    }

    @Test func `needs a failure that comes each time`() async throws {
        let folder = try CommandFolder(Self.files)
        let result = try await BuiltCommand.run(
            [
                "shrink", "poem.scenario", "--jobs", "3", "--", "sh", "sometimes.sh", "\(folder.path)/turn",
                try await client(),
            ],
            in: folder.path)
        #expect(result.exit == .code(2) && result.output.isEmpty)
        #expect(result.errors.contains("the failure is flaky: wrong-value came in "), "\(result.errors)")
    }

    @Test func `is done for each failure of a check`() async throws {
        let folder = try CommandFolder(Self.files)
        let result = try await BuiltCommand.run(
            [
                "check", "poem.scenario", "--name", "mine", "--shrink", "small", "--colour", "never", "--",
                try await mutant(), "undoes-no-gzip",
            ], in: folder.path)
        #expect(result.exit == .code(1), "\(result.errors)")
        #expect(result.output.contains("\nshrunk  mine  poem.scenario: 16 lines became 9, in "), "\(result.output)")
        #expect(result.output.hasSuffix(" plays: small/mine-poem.scenario\n1 failed\n"), "\(result.output)")
        let lint = try await BuiltCommand.run(["lint", "--strict", "small"], in: folder.path)
        #expect(lint.exit == .code(0), "\(lint.output)")
    }
}
