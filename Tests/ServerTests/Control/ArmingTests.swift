// ArmingTests.swift: scenarios armed over the control API.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import QuintainServer
import QuintainSessions
import Testing

@Suite struct `Arming` {
    @Test func `gives a scenario origins of its own, which judge the client`() async throws {
        try await withControl { (rig) async throws in
            let armed = try await rig.ask("POST", "/sessions", #"{"scenario":"plain.scenario"}"#)
            #expect(armed.status == 201)
            #expect(armed["Location"] == "/sessions/1")
            #expect(armed.json["state"]?.text == "running")
            #expect(armed.json["origins"]?["main"]?.text == rig.desk[1]?.session.url)
            let visitor = try await rig.visit(1)
            #expect(try await visitor.get("/").text == "hello")
            visitor.channel.close()
            let verdict = try await rig.ask("GET", "/sessions/1/verdict?wait=20")
            #expect(verdict.status == 200)
            #expect(verdict.json["verdict"]?.text == "pass")
            #expect(verdict.json["unobserved"]?.number == 2)
        }
    }

    @Test func `calls the origins by the name that the client called us`() async throws {
        try await withControl { (rig) async throws in
            let host = ["Host: localhost:\(rig.server.address.port)"]
            let armed = try await rig.client.ask("POST", "/sessions", host, body: #"{"scenario":"plain.scenario"}"#)
            #expect(armed.json["origins"]?["main"]?.text?.hasPrefix("http://localhost:") == true)
        }
    }

    @Test(arguments: [#"{"scenario":"rows.scenario#two"}"#, #"{"scenario":"rows.scenario","case":"two"}"#])
    func `takes one case of a table`(order: String) async throws {
        try await withControl { (rig) async throws in
            #expect(try await rig.ask("POST", "/sessions", order).json["scenario"]?.text == "rows.scenario#two")
        }
    }

    @Test func `takes a scenario that is posted as text`() async throws {
        try await withControl { (rig) async throws in
            let order = JSONText.object([("text", "# Mine\n> GET /mine\n< 204\n")]).description
            #expect(try await rig.ask("POST", "/sessions", order).json["title"]?.text == "Mine")
            let visitor = try await rig.visit(1)
            #expect(try await visitor.get("/mine").status == 204)
            visitor.channel.close()
        }
    }

    @Test(arguments: [
        ("", 400, "which-scenario"), ("{}", 400, "which-scenario"),
        (#"{"scenario":"a","text":"b"}"#, 400, "which-scenario"),
        ("{", 400, "bad-json"), ("[]", 400, "bad-json"), (#"{"scenario":"a","scenario":"b"}"#, 400, "bad-json"),
        (#"{"scenraio":"plain.scenario"}"#, 400, "no-member"), (#"{"scenario":5}"#, 400, "wrong-type"),
        (#"{"scenario":"plan.scenario"}"#, 404, "no-scenario"), (#"{"scenario":"rows.scenario"}"#, 400, "which-case"),
        (#"{"scenario":"rows.scenario#three"}"#, 404, "no-scenario"),
        (#"{"scenario":"some.routes"}"#, 422, "no-scenario"),
        (#"{"scenario":"plain.scenario","deadline":0}"#, 400, "bad-deadline"),
        (#"{"scenario":"plain.scenario","deadline":"5"}"#, 400, "wrong-type"),
        (#"{"scenario":"plain.scenario","callbacks":"some"}"#, 400, "wrong-type"),
        (#"{"scenario":"plain.scenario","style":"nsurlsession"}"#, 400, "no-style"),
        (#"{"scenario":"plain.scenario","callbacks":["redirct"]}"#, 400, "no-callback"),
        (#"{"scenario":"plain.scenario","callbacks":[1]}"#, 400, "no-callback"),
        (##"{"text":"# Routes\nroutes\n\n> GET /\n< 200\n"}"##, 422, "no-scenario"),
        (##"{"text":"# Rows\ncases  name\n       a\n       b\n> GET /{{name}}\n< 200\n"}"##, 400, "which-case"),
    ])
    func `is refused with a status, a slug and help`(order: String, status: Int, slug: String) async throws {
        try await withControl { (rig) async throws in
            let reply = try await rig.ask("POST", "/sessions", order)
            #expect(reply.status == status)
            #expect(reply.slug == slug)
            #expect(reply.json["error"]?["help"]?.text?.isEmpty == false)
            #expect(rig.desk.armed == 0)
        }
    }

    @Test(arguments: [("1.1", "the text"), ("h2", "the text#h2")])
    func `chooses the version of a text over both`(row: String, name: String) async throws {
        try await withControl { (rig) async throws in
            let text = #"{"text":"over 1.1, 2\n> GET /\n< 200\n""#
            let reply = try await rig.ask("POST", "/sessions", "\(text),\"case\":\"\(row)\"}")
            #expect(reply.json["scenario"]?.text == name, "\(reply.text)")
            let error = try await rig.ask("POST", "/sessions", text + "}").json["error"]
            #expect(error?["help"]?.text == "name one by 'case': 1.1, h2")
        }
    }

    @Test(arguments: [
        ("plan.scenario", "plain.scenario"), ("row.scenario", "rows.scenario"), ("plain", "plain.scenario"),
        ("tests/http/plain.scenario", "plain.scenario"), ("tests/plain", "plain.scenario"),
    ])
    func `suggests the name that was meant`(typed: String, meant: String) async throws {
        try await withControl { (rig) async throws in
            let error = try await rig.ask("POST", "/sessions", #"{"scenario":"\#(typed)"}"#).json["error"]
            #expect(error?["message"]?.text == "there is no scenario '\(typed)'")
            #expect(error?["help"]?.text == "did you mean '\(meant)'?")
        }
    }

    @Test(arguments: ["scenario", "case", "style"])
    func `shows the beginning of a name that is too long`(member: String) async throws {
        try await withControl { (rig) async throws in
            let rest = member == "scenario" ? "" : #""scenario":"plain.scenario","#
            let name = String(repeating: "a", count: 100_000)
            let reply = try await rig.ask("POST", "/sessions", #"{\#(rest)"\#(member)":"\#(name)"}"#)
            #expect(reply.status == 400 && reply.slug == "bad-name")
            #expect(reply.text.utf8.count < 400)
        }
    }

    @Test func `plays a file as it stands now, or not at all`() async throws {
        try await withControl { (rig) async throws in
            for title in ["One", "Two", "Three"] {
                try rig.folder.write("plain.scenario", "# \(title)\n> GET /\n< 200\n")
                let armed = try await rig.ask("POST", "/sessions", #"{"scenario":"plain.scenario"}"#)
                #expect(armed.json["title"]?.text == title)
            }
            try rig.folder.write("plain.scenario", "# Wrong\n> GET /\n< 200\n* redirct\n")
            let wrong = try await rig.ask("POST", "/sessions", #"{"scenario":"plain.scenario"}"#)
            #expect(wrong.status == 422)
            #expect(wrong.text.contains("plain.scenario:4:3: error: no callback is called 'redirct'"), "\(wrong.text)")
            rig.folder.run("rm plain.scenario")
            let gone = try await rig.ask("POST", "/sessions", #"{"scenario":"plain.scenario"}"#)
            #expect(gone.status == 422)
            #expect(gone.text.contains("'plain.scenario' cannot be read: "), "\(gone.text)")
            try rig.folder.write("new.scenario", "# New\n> GET /\n< 200\n")
            #expect(try await rig.ask("POST", "/sessions", #"{"scenario":"new.scenario"}"#).status == 201)
        }
    }

    @Test func `of a wrong text says what is wrong, as the command does`() async throws {
        try await withControl { (rig) async throws in
            let order = JSONText.object([("text", "# Wrong\n* redirct 302 /\n")]).description
            let reply = try await rig.ask("POST", "/sessions", order)
            #expect(reply.slug == "wrong-scenario")
            #expect(
                reply.json["error"]?["message"]?.text?.hasPrefix("the text:2:3: error: no callback is called") == true)
        }
    }
}
