// LateServerTests.swift: cases that fail while this machine is too busy for the server.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import Testing

@Suite struct `A check whose server stands still` {
    /// A client with half a second of patience, which stops the server while it loads, in the first so many plays.
    private static let driver = #"""
        import json, os, signal, sys, urllib.request

        def say(**message):
            print(json.dumps(message), flush=True)

        def load(url):
            try:
                urllib.request.urlopen(url, timeout=0.5).read()
            except OSError:
                return "timed-out"

        say(driver=1, name="impatient", version="1", options=["timeout"], again=True,
            callbacks={"response": [], "data": [], "finish": [], "fail": []})
        for line in sys.stdin:
            order = json.loads(line)
            if "end" in order:
                say(ended=order["end"])
            if "load" not in order:
                continue
            with open(sys.argv[1], "a+") as plays:
                plays.write("play\n")
                plays.seek(0)
                stops = len(plays.readlines()) <= int(sys.argv[2])
            if stops:
                os.kill(os.getppid(), signal.SIGSTOP)
            failure = load(order["url"])
            if stops:
                os.kill(os.getppid(), signal.SIGCONT)
            if failure:
                say(callback="fail", subject=[failure], load=order["load"])
            else:
                say(callback="response", subject=["200"], load=order["load"])
                say(callback="finish", load=order["load"])
        """#

    private func check(
        stopping plays: Int, _ order: String = "client GET /a timeout=500ms"
    ) async throws -> (result: BuiltCommand.Result, plays: Int) {
        let folder = try CommandFolder([
            "a.scenario": "# t\n\(order)\n> GET /a\n! wait 100ms\n< 200\n* response 200\n* finish\n",
            "driver.py": Self.driver,
        ])
        let result = try await BuiltCommand.run(
            ["check", "a.scenario", "--", "python3", "driver.py", "\(folder.path)/plays", "\(plays)"], in: folder.path)
        return (result, try Files.read("\(folder.path)/plays").count / "play\n".utf8.count)
    }

    @Test func `is not held against a client that has lost its patience`() async throws {
        let (result, plays) = try await check(stopping: 1)
        #expect(result.exit == .code(0), "\(result.output)")
        #expect(result.output.contains("1 passed"), "\(result.output)")
        #expect(plays >= 2)
        #expect(result.errors.contains("played again, since the server stood still: 1 case\n"), "\(result.errors)")
    }

    @Test func `is told if it stands still each time`() async throws {
        let (result, plays) = try await check(stopping: 9)
        #expect(result.exit == .code(1), "\(result.output)")
        #expect(result.output.contains("; the server stood still for "), "\(result.output)")
        #expect(plays == 3)
    }

    @Test func `is no matter where no load has a time limit`() async throws {
        let (result, plays) = try await check(stopping: 9, "client GET /a")
        #expect(result.exit == .code(1), "\(result.output)")
        #expect(!result.output.contains("stood still") && !result.errors.contains("stood still"))
        #expect(plays == 1)
    }
}
