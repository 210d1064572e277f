// CallbackTests.swift: callbacks reported by any client over HTTP.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import QuintainSessions
@testable import QuintainServer
import Testing

@Suite struct `A reported callback` {
    private static let armed = #"{"scenario":"asks.scenario","callbacks":["redirect","response","finish"]}"#

    private static func redirect(_ n: Int, _ rig: ControlRig, _ id: Int) async -> String {
        let url = await rig.desk[id]?.session.url ?? ""
        return #"{"n":\#(n),"callback":"redirect","subject":["302","\#(url)/b"]}"#
    }

    /// The whole order, from arming to the verdict.
    @Test func `takes part in the play, and its question gets the file's decision`() async throws {
        try await withControl { (rig) async throws in
            let id = try await rig.arm(Self.armed)
            let visitor = try await rig.visit(id)
            #expect(try await visitor.get("/a").status == 302)
            let answer = try await rig.report(id, await Self.redirect(1, rig, id))
            #expect(answer.text == #"{"n":1,"decision":"default"}"# + "\n")
            #expect(try await visitor.get("/b").status == 200)
            #expect(
                try await rig.report(id, #"{"n":2,"callback":"response","subject":[200]}"#).json["decision"]?.text
                    == "default")
            #expect(try await rig.report(id, #"{"n":3,"callback":"finish"}"#).text == "{\"n\":3}\n")
            visitor.channel.close()
            let verdict = try await rig.ask("POST", "/sessions/\(id)/end").json
            #expect(verdict["verdict"]?.text == "pass")
            #expect(verdict["breaches"]?.list?.isEmpty == true)
        }
    }

    @Test func `is held until those before it have come`() async throws {
        try await withControl { (rig) async throws in
            let id = try await rig.arm(#"{"scenario":"plain.scenario","callbacks":"all"}"#)
            let visitor = try await rig.visit(id)
            _ = try await visitor.get("/")
            let late = OnLoop.spawnReport(
                rig, id,
                [#"{"n":3,"callback":"finish"}"#, #"{"n":2,"callback":"waiting"}"#, #"{"n":3,"callback":"finish"}"#])
            #expect(await eventually { rig.desk[id]?.callbacks.heldCount == 3 })
            #expect(try await rig.report(id, #"{"n":1,"callback":"response","subject":[200]}"#).status == 200)
            for task in late { await task.value }
            let text = try await rig.ask("GET", "/sessions/\(id)/transcript?format=text").text
            let callbacks = text.split(separator: "\n").filter { $0.hasPrefix("* ") && !$0.contains("->") }
            #expect(callbacks == ["* response 200", "* waiting", "* finish"])
            visitor.channel.close()
            #expect(try await rig.ask("POST", "/sessions/\(id)/end").json["verdict"]?.text == "pass")
        }
    }

    @Test func `that comes again is answered as it was the first time, and counts once`() async throws {
        try await withControl { (rig) async throws in
            let id = try await rig.arm(Self.armed)
            let visitor = try await rig.visit(id)
            _ = try await visitor.get("/a")
            let redirect = await Self.redirect(1, rig, id)
            let first = try await rig.report(id, redirect)
            #expect(try await rig.report(id, redirect).text == first.text)
            let text = try await rig.ask("GET", "/sessions/\(id)/transcript?format=text").text
            #expect(text.ranges(of: "redirect 302").count == 1)
            visitor.channel.close()
            // A client that has lost the answer may ask again, even when the session is over.
            _ = try await rig.ask("POST", "/sessions/\(id)/end")
            #expect(try await rig.report(id, redirect).text == first.text)
            #expect(try await rig.report(id, #"{"n":2,"callback":"finish"}"#).slug == "session-ended")
        }
    }

    @Test(arguments: [
        (#"{"callback":"finish"}"#, 400, "no-number"), (#"{"n":0,"callback":"finish"}"#, 400, "no-number"),
        (#"{"n":"1","callback":"finish"}"#, 400, "wrong-type"), (#"{"n":1}"#, 400, "no-callback"),
        (#"{"n":1,"callback":"finnish"}"#, 400, "no-callback"), (#"{"n":400,"callback":"finish"}"#, 409, "bad-order"),
        (#"{"n":1,"callback":"finish","subjects":[]}"#, 400, "no-member"),
        (#"{"n":1,"callback":"finish","subject":"x"}"#, 400, "wrong-type"),
        (#"{"n":1,"callback":"finish","subject":[true]}"#, 400, "wrong-type"),
        (#"{"n":1,"callback":"finish","fields":[]}"#, 400, "wrong-type"),
        (#"{"n":1,"callback":"finish","header":[["A"]]}"#, 400, "wrong-type"),
        (#"{"n":1,"callback":"finish","lane":1}"#, 400, "wrong-type"),
        (#"{"n":1,"callback":"finish","question":1}"#, 400, "wrong-type"),
        (#"{"n":1,"callback":"data","hex":"0"}"#, 400, "bad-bytes"),
        (#"{"n":1,"callback":"data","hex":"+1"}"#, 400, "bad-bytes"),
        (#"{"n":1,"callback":"data","hex":"00","data":"x"}"#, 400, "bad-bytes"),
    ])
    func `is refused with a status, a slug and help`(report: String, status: Int, slug: String) async throws {
        try await withControl { (rig) async throws in
            let id = try await rig.arm(#"{"scenario":"plain.scenario","callbacks":"all"}"#)
            let reply = try await rig.report(id, report)
            #expect(reply.status == status)
            #expect(reply.slug == slug)
            #expect(reply.json["error"]?["help"]?.text?.isEmpty == false)
        }
    }

    @Test func `waits for its decision until the file gives it`() async throws {
        let file = """
            # The answer comes later
            > GET /a
            < 401
            < WWW-Authenticate: Basic realm="b"
            * challenge Basic -> hold
            > GET /nudge
            < 200
            client answer use alice:secret
            > GET /a
            < 200

            """
        try await withControl(["later.scenario": file]) { (rig) async throws in
            let id = try await rig.arm(#"{"scenario":"later.scenario","callbacks":["challenge"]}"#)
            let visitor = try await rig.visit(id)
            _ = try await visitor.get("/a")
            let reporter = try await TestClient(rig.server.address)
            let body = #"{"n":1,"callback":"challenge","subject":["Basic"]}"#
            await reporter.say(
                "POST /sessions/\(id)/callbacks HTTP/1.1\r\nHost: \(rig.server.address)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
            )
            await EventLoop.shared.sleep(for: .milliseconds(60))
            #expect(!reporter.channel.isPending(.readable))
            _ = try await visitor.get("/nudge")
            #expect(try await reporter.reply().json["values"]?.description == #"["alice","secret"]"#)
            for channel in [visitor.channel, reporter.channel] { channel.close() }
        }
    }

    @Test func `is answered by default, or told, when the session ends before its decision or its turn`() async throws {
        try await withControl { (rig) async throws in
            let file =
                "# Held\n> GET /a\n< 401\n< WWW-Authenticate: Basic realm=\"b\"\n* challenge Basic -> hold\n> GET /b\n< 200\n"
            let order = JSONText.object([("text", .text(file)), ("callbacks", "all")]).description
            let id = try await rig.arm(order)
            let visitor = try await rig.visit(id)
            _ = try await visitor.get("/a")
            var replies: [Int: JSONText] = [:]
            let waiting = [
                (1, #"{"n":1,"callback":"challenge","subject":["Basic"]}"#), (9, #"{"n":9,"callback":"finish"}"#),
            ].map { number, body in
                OnLoop.spawn { replies[number] = try? await rig.report(id, body).json }
            }
            #expect(await eventually { rig.desk[id]?.callbacks.heldCount == 1 })
            _ = try await rig.ask("POST", "/sessions/\(id)/end")
            for task in waiting { await task.value }
            #expect(replies[1]?["decision"]?.text == "default")
            #expect(replies[9]?["error"]?["slug"]?.text == "session-ended")
            visitor.channel.close()
        }
    }
}

extension OnLoop {
    /// Reports these at the same time, each on a connection of its own.
    @OnLoop
    static func spawnReport(_ rig: ControlRig, _ id: Int, _ bodies: [String]) -> [Task<Void, Never>] {
        bodies.map { body in spawn { _ = try? await rig.report(id, body) } }
    }
}
