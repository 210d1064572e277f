// AllSessionsTests.swift: one verdict on all sessions of a server.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import QuintainServer
import Testing

@Suite struct `Each session of a server` {
    /// One question for the end of a job, about sessions that nobody has asked for.
    @Test func `counts in the verdict of all of them`() async throws {
        try await withControl { (rig) async throws in
            let question = "/sessions?expect=pass&format=text"
            let none = try await rig.ask("GET", question)
            #expect(none.status == 409 && none.text.hasPrefix("no session was armed"), "\(none.text)")
            let good = try await rig.arm(##"{"text":"> GET /\n< 204"}"##)
            let early = try await rig.ask("GET", question)
            #expect(
                early.status == 409 && early.text.contains("session \(good), ") && early.text.contains("not over yet"))
            let visitor = try await rig.visit(good)
            #expect(try await visitor.get("/").status == 204)
            visitor.channel.close()
            let all = try await rig.ask("GET", question + "&wait=20")
            #expect(all.status == 200 && all.text == "1 armed: 1 pass\n", "\(all.text)")
            let bad = try await rig.arm(#"{"scenario":"plain.scenario"}"#)
            _ = try await rig.ask("POST", "/sessions/\(bad)/end")
            let failed = try await rig.ask("GET", question)
            #expect(
                failed.status == 409 && failed.text.hasPrefix("session \(bad), plain.scenario: fail, line "),
                "\(failed.text)")
            #expect(failed.text.hasSuffix("2 armed: 1 pass, 1 fail\n"), "\(failed.text)")
            #expect(try await rig.ask("GET", "/sessions?expect=pass,fail").status == 200)
            let json = try await rig.ask("GET", "/sessions?expect=pass")
            #expect(json.status == 409 && json.json["sessions"]?.list?.count == 2)
            #expect(try await rig.ask("GET", "/sessions?expect=passed").slug == "no-verdict")
            _ = try await rig.ask("DELETE", "/sessions/\(bad)")
            let rest = try await rig.ask("GET", question)
            #expect(rest.status == 200 && rest.text == "2 armed: 1 pass, 1 removed\n", "\(rest.text)")
            let cut = try await rig.arm(#"{"scenario":"plain.scenario"}"#)
            _ = try await rig.ask("DELETE", "/sessions/\(cut)")
            let last = try await rig.ask("GET", question)
            #expect(last.status == 200 && last.text == "3 armed: 1 pass, 2 removed\n", "\(last.text)")
        }
    }
}
