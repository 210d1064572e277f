// ServerLogTests.swift: a server's log lines.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import QuintainPlayer
import Testing

@testable import QuintainRouteHost
@testable import QuintainServer

/// Lines that were written, and a reader that can be slow.
@OnLoop
private final class Page {
    var lines: [String] = []
    var isSlow = false

    func log(_ form: ServerLog.Form, from least: ServerLog.Level = .info) -> ServerLog {
        ServerLog(form, from: least, clock: { 784_111_777_125_000_000 }) { line in
            if self.isSlow { return false }
            self.lines.append(String(decoding: line, as: UTF8.self))
            return true
        }
    }

    func objects() throws -> [JSONText] {
        try lines.map { line in
            #expect(line.last == "\n" && line.dropLast().allSatisfy { !$0.isNewline })
            return try JSONText(parsing: Array(line.utf8))
        }
    }
}

@Suite struct `A server's log` {
    @Test func `is a JSON object a line`() async throws {
        try await OnLoop.run {
            let page = Page()
            page.log(.json).tell(.sessionArmed, nil, [("id", .number(3)), ("scenario", .text("a\nb.scenario"))])
            #expect(
                page.lines == [
                    #"{"time":"1994-11-06T08:49:37.125Z","level":"info","event":"session-armed","id":3,"#
                        + #""scenario":"a\nb.scenario"}"# + "\n"
                ])
        }
    }

    @Test func `is words a line`() async throws {
        try await OnLoop.run {
            let page = Page()
            page.log(.text).tell(.sessionEnded, .warning, [("id", .number(3)), ("verdict", .text("fail"))])
            #expect(page.lines == ["1994-11-06T08:49:37.125Z warning session-ended id=3 verdict=\"fail\"\n"])
        }
    }

    @Test(arguments: ServerLog.Level.allCases)
    func `begins at its level`(least: ServerLog.Level) async throws {
        try await OnLoop.run {
            let page = Page()
            let log = page.log(.text, from: least)
            for kind in ServerLog.Kind.allCases { log.tell(kind) }
            #expect(page.lines.count == ServerLog.Kind.allCases.count { $0.level >= least })
            #expect(ServerLog.Kind.allCases.allSatisfy { log.tells($0) == ($0.level >= least) })
        }
    }

    @Test func `drops what its reader is too slow for, and says so`() async throws {
        try await OnLoop.run {
            let page = Page()
            let log = page.log(.json)
            page.isSlow = true
            for _ in 0..<5 { log.tell(.fileRead) }
            #expect(log.dropped == 5)
            page.isSlow = false
            log.tell(.fileRead)
            let objects = try page.objects()
            #expect(objects.map { $0["event"]?.text } == ["lines-dropped", "file-read"])
            #expect(objects[0]["lines"]?.number == 5)
        }
    }

    @Test func `has short lines, whatever is told`() async throws {
        try await OnLoop.run {
            let page = Page()
            let members = (0..<30).map { ("m\($0)", JSONText.text(String(repeating: "\u{1}", count: 5000))) }
            for form in ServerLog.Form.allCases { page.log(form).tell(.fileRead, nil, members) }
            #expect(page.lines.allSatisfy { $0.utf8.count <= StandardStream.pieceAtMost })
            #expect(page.lines.count == 2)
        }
    }

    @Test func `tells of sessions and requests`() async throws {
        try await withRoutes("# Routes\nroutes\n\n> GET /r\n< 200\n") { (host, client) async throws in
            let page = Page()
            let log = page.log(.json, from: .debug)
            host.log = log
            for target in ["/r", "/s"] { _ = try await client.ask("GET", target) }
            let desk = SessionDesk(log: log)
            let scenario = try testScenario("# t\n> GET /\n< 200\n")
            desk.end(try desk.arm(scenario, on: .init(deadline: 1000), name: nil))
            let objects = try page.objects()
            #expect(
                objects.map { $0["event"]?.text } == [
                    "request-answered", "request-unmatched", "session-armed", "session-ended",
                ])
            #expect(objects[0]["target"]?.text == "/r")
            #expect(objects[0]["route"]?.text?.hasSuffix(":4") == true)
            #expect(objects[1]["level"]?.text == "warning")
            #expect(objects[3]["verdict"]?.text == "fail")
            #expect(objects[3]["level"]?.text == "warning")
            desk.close()
        }
    }

    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (951_782_400_001, "2000-02-29T00:00:00.001Z"),
            (4_102_444_799_999, "2099-12-31T23:59:59.999Z"),
        ] as [(Int64, String)])
    func `writes times as RFC 3339 does`(milliseconds: Int64, text: String) {
        #expect(Timestamp.text(nanosecondsSinceEpoch: milliseconds * 1_000_000) == text)
    }

    @Test func `is described in docs/running.md, and nothing else is`() throws {
        let root = #filePath.split(separator: "/").dropLast(4).reduce("") { "\($0)/\($1)" }
        let document = String(decoding: try Files.read("\(root)/docs/running.md"), as: UTF8.self)
        let documented = document.matches(of: /\n\| `([a-z-]+)` \| (debug|info|warning)\b/).map { "\($0.1) \($0.2)" }
        #expect(documented == ServerLog.Kind.allCases.map { "\($0.rawValue) \($0.level.rawValue)" })
    }
}
