// SessionRequestTests.swift: the requests that a session's client has sent.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import QuintainPlayer
import QuintainSessions
import QuintainTranscript
import Testing

@testable import QuintainServer

@Suite struct `The requests of a session` {
    private static let order =
        ##"{"text":"> POST /a?x=1\n< 200\n> PUT /b\n< 200\n","stays":true}"##

    private func told(_ rig: ControlRig, _ id: Int, since: String = "") async throws -> [JSONText] {
        try #require(try await rig.ask("GET", "/sessions/\(id)/requests\(since)").json["requests"]?.list)
    }

    @Test func `are told as those of routes, with the origin and the line that took them`() async throws {
        try await withControl { (rig) async throws in
            let id = try await rig.arm(Self.order)
            #expect(try await rig.ask("GET", "/sessions/\(id)/requests").text == #"{"count":0,"requests":[]}"# + "\n")
            let visitor = try await rig.visit(id)
            defer { visitor.channel.close() }
            let host = "\(visitor.channel.peer!)"
            _ = try await visitor.ask("POST", "/a?x=1", body: "hello")
            await visitor.say("PUT /b HTTP/1.1\r\nHost: \(host)\r\nx-a: b\r\nX-A:  c \r\nContent-Length: 2\r\n\r\n")
            await visitor.say([0xFF, 0x00])
            #expect(await eventually { rig.desk[id]?.session.player.isScriptEnded == true })
            let list = try await told(rig, id)
            #expect(list[0]["n"]?.number == 1 && list[0]["origin"]?.text == "main" && list[0]["line"]?.number == 1)
            #expect(list[0]["method"]?.text == "POST" && list[0]["target"]?.text == "/a?x=1")
            #expect(list[0]["body"]?.text == "hello" && list[0]["cut"] == nil)
            #expect(list[1]["method"]?.text == "PUT" && list[1]["line"]?.number == 3)
            #expect(list[1]["hex"]?.text == "ff00" && list[1]["body"] == nil)
            #expect(
                list[1]["header"]?.description
                    == #"[["Host","\#(host)"],["x-a","b"],["X-A","c"],["Content-Length","2"]]"#)
            #expect(try await told(rig, id, since: "?since=1").map { $0["n"]?.number } == [2])
            _ = try await visitor.get("/none")
            #expect(try await told(rig, id)[2]["line"] == .null, "no line takes it")
        }
    }

    /// As much of a body as was asked for, whether its lines have taken it, or no line takes it.
    @Test(arguments: [(1, Int?.none, 4_096), (1, 100_000, 100_000), (1, 4_194_304, 150_000), (2, 100_000, 100_000)])
    func `have as much of a body as the order asks for`(line: Int, asked: Int?, kept: Int) async throws {
        let lines = line == 1 ? #"> POST /a\n>\n> {{any}}\n< 200"# : #"> GET /b\n< 200\n> POST /a\n< 200"#
        let order = ##"{"text":"\##(lines)","stays":true\##(asked.map { #","body":\#($0)"# } ?? "")}"##
        try await withControl { (rig) async throws in
            let id = try await rig.arm(order)
            let visitor = try await rig.visit(id)
            defer { visitor.channel.close() }
            let body = String(repeating: "0123456789", count: 15_000)
            _ = try await visitor.ask("POST", "/a", body: body)
            _ = try await rig.ask("POST", "/sessions/\(id)/end")
            let told = try await told(rig, id)[0]
            let text = try #require(told["body"]?.text)
            #expect(asked == nil ? text.count >= kept && text.count < 100_000 : text.count == kept)
            #expect(body.hasPrefix(text) && (told["cut"]?.bool == true) == (text.count < body.count))
            // The report of the run is no longer than it was.
            let report = try await rig.ask("GET", "/sessions/\(id)/verdict?format=text&width=100000").text
            #expect(report.utf8.count < body.utf8.count / 2, "\(report.utf8.count)")
        }
    }

    @Test func `cannot have bodies without end`() async throws {
        try await withControl { (rig) async throws in
            let reply = try await rig.ask("POST", "/sessions", #"{"text":"> GET /\n< 200","body":4194305}"#)
            #expect(reply.status == 400 && reply.slug == "bad-keep")
        }
    }

    @Test func `are there as far as they have come, and after the end`() async throws {
        try await withControl { (rig) async throws in
            let id = try await rig.arm(Self.order)
            let visitor = try await rig.visit(id)
            let host = "\(visitor.channel.peer!)"
            let body = String(repeating: "a", count: 5000)
            await visitor.say("POST /a?x=1 HTTP/1.1\r\nHost: \(host)\r\nContent-Length: 6000\r\n\r\n\(body)")
            #expect(await eventually { rig.desk[id]?.session.player.transcript.events(after: 6).isEmpty == false })
            #expect(try await told(rig, id).map { $0["target"]?.text } == ["/a?x=1"])
            visitor.channel.close()
            _ = try await rig.ask("POST", "/sessions/\(id)/end")
            let list = try await told(rig, id)
            #expect(list.count == 1 && list[0]["cut"]?.bool == true && list[0]["line"]?.number == 1)
            #expect(list[0]["body"]?.text?.isEmpty == false && body.hasPrefix(list[0]["body"]?.text ?? "b"))
        }
    }
}
