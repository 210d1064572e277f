// NeverFollowingTests.swift: clients behind a driver that follow no redirect, or none to another origin.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import Testing

@Suite struct `A driver whose client never follows` {
    private static let driver = #"""
        import http.client, json, sys, urllib.parse

        def say(**message):
            print(json.dumps(message), flush=True)

        keeps = "keeps" in sys.argv
        say(driver=1, name="stays", version="1", again=True,
            callbacks={"response": [], "data": [], "finish": [], "fail": [], **({"redirect": ["default"]} if keeps else {})})
        for line in sys.stdin:
            order = json.loads(line)
            if "end" in order:
                say(ended=order["end"])
            if "load" not in order:
                continue
            url = order["url"]
            while True:
                parts = urllib.parse.urlsplit(url)
                link = http.client.HTTPConnection(parts.hostname, parts.port)
                link.request("POST" if keeps else "GET", parts.path)
                reply = link.getresponse()
                body = reply.read()
                link.close()
                target = urllib.parse.urljoin(url, reply.getheader("Location") or url)
                if keeps and target != url:
                    say(callback="redirect", subject=["303", target], fields={"method": "POST"}, load=order["load"])
                if "roams" not in sys.argv or target == url or urllib.parse.urlsplit(target).netloc != parts.netloc:
                    break
                url = target
            say(callback="response", subject=[str(reply.status)], load=order["load"])
            if body:
                say(callback="data", text=body.decode(), load=order["load"])
            say(callback="finish", load=order["load"])
        """#

    private func check(_ options: [String]) async throws -> BuiltCommand.Result {
        let file = "# R\n> GET /old\n< 302\n< Location: /new\n> GET /new\n< 200\n* response 200\n* finish\n"
        let folder = try CommandFolder([
            "a.scenario": file, "b.scenario": file, "c.scenario": "# P\n> GET /\n< 204\n* response 204\n* finish\n",
            "driver.py": Self.driver,
        ])
        return try await BuiltCommand.run(
            ["check", "a.scenario", "b.scenario", "c.scenario"] + options + ["--", "python3", "driver.py"],
            in: folder.path)
    }

    @Test func `is not asked to where the command line says so`() async throws {
        let result = try await check(["--never-follows"])
        #expect(result.exit == .code(0), "\(result)")
        #expect(result.output.contains("1 passed, 2 not applicable"), "\(result.output)")
    }

    @Test(arguments: [false, true])
    func `follows within its origin, and is not asked to leave it`(saysSo: Bool) async throws {
        let elsewhere =
            "# E\norigin other http\n> GET /\n< 302\n< Location: {{//other/new}}\n> GET //other/new\n< 200\n"
        let folder = try CommandFolder([
            "a.scenario": "# R\n> GET /old\n< 302\n< Location: /new\n> GET /new\n< 200\n* response 200\n* finish\n",
            "e.scenario": elsewhere + "* response 200\n* finish\n", "driver.py": Self.driver,
        ])
        let options = saysSo ? ["--stays-at-origin"] : []
        let result = try await BuiltCommand.run(
            ["check", "a.scenario", "e.scenario"] + options + ["--", "python3", "driver.py", "roams"], in: folder.path)
        #expect(result.exit == .code(saysSo ? 0 : 1), "\(result)")
        #expect(result.output.contains("1 passed, 1 \(saysSo ? "not applicable" : "failed")"), "\(result.output)")
    }
}
