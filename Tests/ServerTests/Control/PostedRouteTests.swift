// PostedRouteTests.swift: routes that are posted, replaced and removed.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import Testing

@testable import QuintainRouteHost
@testable import QuintainServer

@Suite struct `Posted routes` {
    private static func order(_ text: String) -> String { JSONText.object([("text", .text(text))]).description }

    /// A route that answers `GET /a` with this text.
    private static func greeting(_ text: String) -> String { order("> GET /a\n< 200\n<\n< \(text)\n") }

    @Test func `answer at once, are replaced, and are taken away`() async throws {
        try await withControl { (rig) async throws in
            let client = try await TestClient(rig.routes.address)
            defer { client.channel.close() }
            #expect(try await client.get("/a").status == 404)
            let posted = try await rig.ask("POST", "/routes", Self.greeting("first"))
            #expect(posted.status == 201)
            #expect(posted["Location"] == "/routes/1")
            #expect(posted.json.description == #"{"id":1,"title":"","exchanges":1}"#)
            #expect(try await client.get("/a").text == "first")
            #expect(try await rig.ask("PUT", "/routes/1", Self.greeting("second")).status == 200)
            #expect(try await client.get("/a").text == "second")
            #expect(try await rig.ask("DELETE", "/routes/1").json["id"]?.number == 1)
            #expect(try await client.get("/a").status == 404)
            // A number is not used again.
            _ = try await rig.ask("POST", "/routes", Self.greeting("third"))
            #expect(try await rig.ask("GET", "/routes").json["routes"]?.list?.map { $0["id"]?.number } == [2])
        }
    }

    @Test func `stand before those of files, the newest first`() async throws {
        try await withControl { (rig) async throws in
            let client = try await TestClient(rig.routes.address)
            defer { client.channel.close() }
            #expect(try await client.get("/r").text == "")
            for word in ["old", "new"] {
                _ = try await rig.ask("POST", "/routes", Self.order("> GET /r\n< 200\n<\n< \(word)\n"))
            }
            #expect(try await client.get("/r").text == "new")
            #expect(try await rig.ask("DELETE", "/routes/").slug == "no-routes")
            #expect(try await rig.ask("DELETE", "/routes").json["routes"]?.list?.count == 2)
            #expect(try await client.get("/r").text == "")
            #expect(try await client.get("/r").status == 200)
        }
    }

    @Test func `that ask for the same answer in turn where that is asked for, and tell which have not`() async throws {
        try await withControl { (rig) async throws in
            let client = try await TestClient(rig.routes.address)
            defer { client.channel.close() }
            let text = "> GET /a\n< 500\n\n> GET /a\n< 200\n"
            func order(_ inTurn: Bool) -> String {
                JSONText.object([("text", .text(text)), ("name", .text("own.routes")), ("inTurn", .bool(inTurn))])
                    .description
            }
            let posted = try await rig.ask("POST", "/routes", order(true))
            #expect(
                posted.json.description == #"{"id":1,"title":"","exchanges":2,"unused":[{"route":"GET /a","answers":0,"#
                    + #""unused":["own.routes:1","own.routes:4"]}]}"#)
            #expect(try await client.get("/a").status == 500)
            // The table is made anew, and the count goes on.
            await rig.api.routes.refresh()
            let left = try await rig.ask("GET", "/routes").json["routes"]?.list?.first
            #expect(left?["unused"]?.description == #"[{"route":"GET /a","answers":1,"unused":["own.routes:4"]}]"#)
            #expect(try await client.get("/a").status == 200)
            #expect(try await client.get("/a").status == 200)
            #expect(try await rig.ask("DELETE", "/routes/1").json["unused"]?.description == "[]")
            // Otherwise the first one always answers, which is a warning.
            let plain = try await rig.ask("POST", "/routes", order(false)).json
            #expect(plain["unused"] == nil && plain["diagnostics"]?.list?.count == 1)
            let warning = "this exchange is never chosen: the one of line 1 asks the same"
            #expect(plain["diagnostics"]?.list?.first?["message"]?.text == warning)
            for _ in 1...2 { #expect(try await client.get("/a").status == 500) }
            let wrong = try await rig.ask("POST", "/routes", #"{"text": "> GET /a\n< 200\n", "inTurn": 1}"#)
            #expect(wrong.status == 400)
        }
    }

    @Test func `stay when files are read again`() async throws {
        try await withControl { (rig) async throws in
            let client = try await TestClient(rig.routes.address)
            defer { client.channel.close() }
            _ = try await rig.ask("POST", "/routes", Self.greeting("posted"))
            try rig.folder.write("some.routes", "# Other\nroutes\n\n> GET /other\n< 200\n")
            await rig.library.reload()
            await rig.api.routes.refresh()
            #expect(try await client.get("/a").text == "posted")
            #expect(try await client.get("/other").status == 200)
        }
    }

    @Test func `are a file of routes, or the lines below its head`() async throws {
        try await withControl { (rig) async throws in
            let whole = "# Two\nroutes\n\n> GET /a\n< 200\n\n> GET /b\n< 204\n"
            let reply = try await rig.ask("POST", "/routes", Self.order(whole)).json
            #expect(reply.description == #"{"id":1,"title":"Two","exchanges":2}"#)
            let told = try await rig.ask("GET", "/routes/1?after=6").json
            #expect(told["count"]?.number == 8)
            #expect(told["lines"]?.list?.first?.description.contains("/b") == true)
        }
    }

    @Test(arguments: [
        (##"{"text":"> GET /a\n< 200\n* redirect 302 /\n"}"##, 422, "wrong-routes", "routes/1:3:"),
        (##"{"text":"routes\n> GET /a\n< 2000\n"}"##, 422, "wrong-routes", "routes/1:3:"),
        (##"{"text":"> GET /a\n< 200\n<\n< {{file \"/etc/passwd\"}}\n"}"##, 422, "wrong-routes", "routes/1:4:"),
        (##"{"text":"# nothing\n"}"##, 422, "wrong-routes", ""),
        ("{}", 400, "no-text", ""),
        (##"{"text":"","title":"x"}"##, 400, "no-member", "'title'"),
        (##"{"text":"> GET /a\n< 2000\n","name":"own.routes"}"##, 422, "wrong-routes", "own.routes:2:"),
        (##"{"text":"> GET /a\n< 200\n","name":"a#b"}"##, 400, "bad-name", "'a#b'"),
        (
            ##"{"text":"> GET /a\n< 200\n<\n< {{file \"a.txt\"}}\n","name":"own.routes"}"##, 422, "wrong-routes",
            "--files-from"
        ),
    ])
    func `that are wrong change nothing`(body: String, status: Int, slug: String, says: String) async throws {
        try await withControl { (rig) async throws in
            let reply = try await rig.ask("POST", "/routes", body)
            #expect(reply.status == status)
            #expect(reply.slug == slug, "\(reply.text)")
            #expect(says.isEmpty || reply.text.contains(says), "\(reply.text)")
            #expect(try await rig.ask("GET", "/routes").text == "{\"routes\":[]}\n")
        }
    }

    /// As texts of scenarios do: a file lies beside the text, wherever its name says that this lies.
    @Test(arguments: ["", "routes\n\n"]) func `name files beside their own name, where a folder is given`(
        head: String
    ) async throws {
        let files = ["sub/data.bin": "beside", "data.bin": "above"]
        try await withControl(files, givesFiles: true) { (rig) async throws in
            let text = #"> GET /data\n< 200\n<\n< {{file \"data.bin\"}}\n"#
            let head = head.replacing("\n", with: #"\n"#)
            let posted = try await rig.ask("POST", "/routes", #"{"text":"\#(head)\#(text)","name":"sub/own.routes"}"#)
            #expect(posted.status == 201, "\(posted.text)")
            let client = try await TestClient(rig.routes.address)
            defer { client.channel.close() }
            #expect(try await client.get("/data").text == "beside")
            let outside = text.replacing("data.bin", with: "../../data.bin")
            let refused = try await rig.ask("PUT", "/routes/1", #"{"text":"\#(outside)","name":"sub/own.routes"}"#)
            #expect(refused.status == 422)
            let replaced = try await rig.ask("PUT", "/routes/1", #"{"text":"\#(text)"}"#)
            #expect(replaced.status == 422)
        }
    }

    @Test(arguments: ["2", "01", "x", "-1"]) func `that are not there are not found`(id: String) async throws {
        try await withControl { (rig) async throws in
            _ = try await rig.ask("POST", "/routes", Self.greeting("first"))
            for method in ["GET", "PUT", "DELETE"] {
                let reply = try await rig.ask(method, "/routes/\(id)", method == "PUT" ? Self.greeting("x") : nil)
                #expect(reply.status == 404)
                #expect(reply.slug == "no-routes")
            }
        }
    }

    @Test func `are told of by the stream of changes`() async throws {
        try await withControl { (rig) async throws in
            var feed = ChangeFeed()
            #expect(!feed.news(of: rig.api).contains("event: routes"))
            _ = try await rig.ask("POST", "/routes", Self.greeting("first"))
            #expect(feed.news(of: rig.api) == "event: routes\ndata: {\"changes\":1}\n\n")
            #expect(feed.news(of: rig.api) == "")
        }
    }
}
