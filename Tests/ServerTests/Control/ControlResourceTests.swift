// ControlResourceTests.swift: the resources of the control API, and its answers to requests for anything else.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import QuintainRouteHost
import QuintainServer
import Testing

@Suite struct `The control API` {
    @Test func `tells that it is well`() async throws {
        try await withControl { (rig) async throws in
            let reply = try await rig.ask("GET", "/health")
            #expect(reply.status == 200)
            #expect(reply["Content-Type"] == "application/json")
            #expect(reply["Cache-Control"] == "no-store")
            #expect(reply["Date"]?.hasSuffix(" GMT") == true)
            #expect(reply.json["status"]?.text == "ok")
            #expect(reply.json["scenarioFiles"]?.number == 5)
            #expect(reply.json["broken"]?.number == 0)
            #expect(reply.json["routes"]?.list?.map(\.text) == [rig.routes.url])
        }
    }

    @Test func `lists the fixtures, good and broken`() async throws {
        var fixtures = someFixtures
        fixtures["broken.routes"] = "# Broken\nroutes\n\n> GET /{{x}}\n< 200\n"
        try await withControl(fixtures) { (rig) async throws in
            let list = try #require(try await rig.ask("GET", "/fixtures").json["fixtures"]?.list)
            func fixture(_ name: String) -> JSONText? { list.first { $0["name"]?.text == name } }
            #expect(list.count == 7)
            #expect(
                fixture("plain.scenario")?.description
                    == #"{"name":"plain.scenario","kind":"scenario","title":"Plain"}"#)
            #expect(fixture("rows.scenario")?["cases"]?.description == #"["one","two"]"#)
            #expect(fixture("some.routes")?["exchanges"]?.number == 1)
            #expect(fixture("broken.routes")?["kind"]?.text == "routes")
            #expect(fixture("broken.routes")?["broken"]?.bool == true)
            #expect(fixture("broken.routes")?["diagnostics"]?.list?.first?.text?.hasPrefix("broken.routes:4:") == true)
        }
    }

    @Test func `gives the authority of a session with TLS to clients elsewhere`() async throws {
        var fixtures = someFixtures
        fixtures["tls.scenario"] = "# TLS\norigin web https\n> GET //web/\n< 200\n"
        try await withControl(fixtures) { (rig) async throws in
            let id = try await rig.arm(#"{"scenario":"tls.scenario"}"#)
            let reply = try await rig.ask("GET", "/sessions/\(id)/ca")
            #expect(reply["Content-Type"] == "application/x-pem-file")
            #expect(reply.text.hasPrefix("-----BEGIN CERTIFICATE-----\n"))
            let plain = try await rig.arm(#"{"scenario":"plain.scenario"}"#)
            #expect(try await rig.ask("GET", "/sessions/\(plain)/ca").slug == "no-authority")
        }
    }

    @Test func `lists, tells and forgets sessions`() async throws {
        try await withControl { (rig) async throws in
            let one = try await rig.arm(#"{"scenario":"plain.scenario"}"#)
            let two = try await rig.arm(#"{"scenario":"held.scenario"}"#)
            let list = try await rig.ask("GET", "/sessions").json["sessions"]?.list
            #expect(list?.map { $0["id"]?.number } == [one, two])
            let gone = try await rig.ask("DELETE", "/sessions/\(one)")
            #expect(gone.json["state"]?.text == "ended")
            #expect(gone.json["verdict"]?.text == "fail")
            #expect(try await rig.ask("GET", "/sessions/\(one)").slug == "no-session")
            #expect(try await rig.ask("GET", "/health").json["sessions"]?["running"]?.number == 1)
        }
    }

    @Test(arguments: [
        ("POST", "/", 405, "wrong-method"), ("GET", "/heath", 404, "no-resource"),
        ("GET", "/sessions/1/verdcit", 404, "no-resource"), ("GET", "/sessions/1/2/3", 404, "no-resource"),
        ("GET", "/sessions/99", 404, "no-session"), ("GET", "/sessions/+1", 404, "no-session"),
        ("POST", "/health", 405, "wrong-method"), ("PUT", "/sessions", 405, "wrong-method"),
        ("GET", "/sessions/1/callbacks", 405, "wrong-method"), ("CONNECT", "127.0.0.1:1", 404, "no-resource"),
        ("GET", "/health?x=1", 400, "no-parameter"), ("GET", "/sessions/1/verdict?wiat=1", 400, "no-parameter"),
        ("GET", "/sessions/1/verdict?wait=1&wait=2", 400, "no-parameter"),
        ("GET", "/sessions/1/verdict?wait=x", 400, "bad-number"),
        ("GET", "/sessions/1/verdict?expect=passed", 400, "no-verdict"),
        ("GET", "/sessions/1/verdict?expect=", 400, "no-verdict"),
        ("GET", "/sessions/1/verdict?wait=601", 400, "bad-number"),
        ("GET", "/sessions/1/transcript?after=-1", 400, "bad-number"),
        ("GET", "/sessions/1/transcript?format=xml", 400, "no-format"),
        ("GET", "/sessions/1/verdict?format=xml", 400, "no-format"),
        ("GET", "/sessions/1/events?after=x", 400, "bad-number"),
        ("POST", "/sessions/1/go", 409, "not-held"),
        ("GET", "/fixtures/plian.scenario", 404, "no-fixture"),
        ("POST", "/fixtures/plain.scenario", 405, "wrong-method"),
        ("GET", "/fixtures/plain.scenario?after=x", 400, "bad-number"), ("GET", "/lint", 405, "wrong-method"),
        ("POST", "/lint", 400, "no-text"), ("POST", "/changes", 405, "wrong-method"),
        ("GET", "/sessions/1/scenario?after=-1", 400, "bad-number"),
        ("GET", "/sessions/1/scenario?after=9223372036854775807", 400, "bad-number"),
        ("GET", "/fixtures/plain.scenario?after=9223372036854775807", 400, "bad-number"),
        ("GET", "/fixtures/plain.scenario?after=9223372036854775808", 400, "bad-number"),
    ])
    func `refuses with a status, a slug and help`(method: String, target: String, status: Int, slug: String)
        async throws
    {
        try await withControl { (rig) async throws in
            _ = try await rig.arm(#"{"scenario":"plain.scenario"}"#)
            let reply = try await rig.ask(method, target)
            #expect(reply.status == status)
            #expect(reply.slug == slug)
            #expect(reply.json["error"]?["message"]?.text?.isEmpty == false)
            #expect(reply.json["error"]?["help"]?.text?.isEmpty == false)
            #expect((reply["Allow"] != nil) == (status == 405))
            // The connection can still be used.
            #expect(try await rig.ask("GET", "/health").status == 200)
        }
    }

    @Test func `answers HEAD like GET, without the body`() async throws {
        try await withControl { (rig) async throws in
            let id = try await rig.arm(#"{"scenario":"plain.scenario"}"#)
            for path in ["/health", "/sessions/\(id)/transcript", "/sessions/\(id)/events"] {
                #expect(try await rig.ask("HEAD", path).status == 200)
            }
            #expect(try await rig.ask("GET", "/health").json["status"]?.text == "ok")
        }
    }

    @Test func `answers pipelined requests in their order`() async throws {
        try await withControl { (rig) async throws in
            let host = "Host: \(rig.server.address)\r\n\r\n"
            await rig.client.say(
                "GET /health HTTP/1.1\r\n\(host)GET /x HTTP/1.1\r\n\(host)GET /sessions HTTP/1.1\r\n\(host)")
            #expect(try await rig.client.reply().status == 200)
            #expect(try await rig.client.reply().status == 404)
            #expect(try await rig.client.reply().json["sessions"]?.list?.isEmpty == true)
        }
    }

    @Test func `ends what is not measured with the connection, for HTTP/1.0`() async throws {
        try await withControl { (rig) async throws in
            let id = try await rig.arm(#"{"scenario":"plain.scenario"}"#)
            await rig.client.say("GET /sessions/\(id)/transcript HTTP/1.0\r\nHost: \(rig.server.address)\r\n\r\n")
            let reply = try await rig.client.reply()
            #expect(reply["Transfer-Encoding"] == nil)
            #expect(reply.text == #"{"transcript":1,"scenario":"plain.scenario"}"# + "\n")
        }
    }

    @Test func `refuses a body that is too large, and what is no HTTP`() async throws {
        try await withControl { (rig) async throws in
            let head = "POST /sessions HTTP/1.1\r\nHost: \(rig.server.address)\r\nContent-Length: 5000000\r\n\r\n"
            await rig.client.say(head + String(repeating: "x", count: 5_000_000))
            let reply = try await rig.client.reply()
            #expect(reply.status == 413)
            #expect(reply.slug == "too-large")
            #expect(await rig.client.rest().end == .finished)
            let other = try await TestClient(rig.server.address)
            await other.say("hello\r\n\r\n")
            let refusal = try await other.reply()
            #expect(refusal.status == 400)
            #expect(refusal.slug == "request-line-syntax")
            other.channel.close()
        }
    }

    @Test func `keeps nothing of what follows a CONNECT`() async throws {
        try await withControl { (rig) async throws in
            #expect(try await rig.client.ask("CONNECT", "127.0.0.1:1").status == 404)
            #expect(try await rig.ask("GET", "/health").status == 200)
        }
    }
}
