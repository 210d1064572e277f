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
            #expect(none.text.hasSuffix("\n0 armed\n"), "\(none.text)")
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
        }
    }

    @Test func `counts after it was deleted, until all are`() async throws {
        try await withControl { (rig) async throws in
            let question = "/sessions?expect=pass&format=text"
            let good = try await rig.arm(##"{"text":"> GET /\n< 204"}"##)
            let visitor = try await rig.visit(good)
            #expect(try await visitor.get("/").status == 204)
            _ = try await rig.ask("DELETE", "/sessions/\(good)")
            #expect(try await rig.ask("GET", question).status == 200)
            let meant = try await rig.arm(#"{"scenario":"plain.scenario"}"#)
            _ = try await rig.ask("POST", "/sessions/\(meant)/end")
            #expect(try await rig.ask("GET", "/sessions/\(meant)/verdict?expect=fail").status == 200)
            _ = try await rig.ask("DELETE", "/sessions/\(meant)")
            let judged = try await rig.ask("GET", question)
            #expect(
                judged.status == 200 && judged.text == "2 armed: 1 pass, 1 judged and deleted\n", "\(judged.text)")
            let cut = try await rig.arm(#"{"scenario":"plain.scenario"}"#)
            _ = try await rig.ask("GET", "/sessions/\(cut)/verdict?expect=pass")
            _ = try await rig.ask("DELETE", "/sessions/\(cut)")
            let failed = try await rig.ask("GET", question)
            let told = "1 session was deleted without the verdict pass; DELETE /sessions begins anew\n"
            #expect(failed.status == 409 && failed.text.hasPrefix(told), "\(failed.text)")
            #expect(failed.text.hasSuffix("3 armed: 1 pass, 1 fail, 1 judged and deleted\n"), "\(failed.text)")
            #expect(try await rig.ask("GET", "/sessions?expect=pass,fail").status == 200)
            let running = try await rig.arm(#"{"scenario":"plain.scenario"}"#)
            #expect(try await rig.ask("DELETE", "/sessions/").slug == "no-session")
            #expect(rig.desk.runningCount == 1)
            let all = try await rig.ask("DELETE", "/sessions")
            #expect(all.json["sessions"]?.list?.map { $0["id"]?.number } == [running])
            #expect(all.json["sessions"]?.list?.first?["verdict"]?.text == "fail")
            #expect(rig.desk.runningCount == 0)
            let none = try await rig.ask("GET", question)
            #expect(none.status == 409 && none.text.hasPrefix("no session was armed"), "\(none.text)")
            let new = try await rig.arm(##"{"text":"> GET /\n< 204"}"##)
            let next = try await rig.visit(new)
            #expect(try await next.get("/").status == 204)
            next.channel.close()
            let last = try await rig.ask("GET", question + "&wait=20")
            #expect(last.status == 200 && last.text == "1 armed: 1 pass\n", "\(last.text)")
        }
    }
}
