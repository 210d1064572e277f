// TurnTests.swift: exchanges that ask for the same, and answer in turn.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainReply
import QuintainRoutes
import QuintainScenario
import QuintainWire
import Testing

@Suite struct `Exchanges that ask for the same` {
    private func file(_ exchanges: StandingExchange..., inTurn: Bool = true) -> RouteFile {
        var file = RouteFile(file: "x.routes", title: "")
        file.exchanges = exchanges
        if inTurn { file.turns = RouteTurns() }
        return file
    }

    @Test func `answer in turn, each once, and the last one from then on`() {
        let table = RouteTable([
            file(route("GET", "/a", said("1")), route("GET", "/b", said("b")), route("GET", "/a", said("2")))
        ])
        #expect(["/a", "/b", "/a", "/a", "/b"].map { table.body("GET \($0)") } == ["1", "b", "2", "2", "b"])
    }

    @Test func `are always answered by the first one in a file that does not say so`() {
        let table = RouteTable([file(route("GET", "/a", said("1")), route("GET", "/a", said("2")), inTurn: false)])
        #expect((1...3).map { _ in table.body("GET /a") } == ["1", "1", "1"])
    }

    @Test func `in several files are answered by the first file`() {
        let table = RouteTable([file(route("GET", "/a", said("1"))), file(route("GET", "/a", said("2")))])
        #expect((1...2).map { _ in table.body("GET /a") } == ["1", "1"])
    }

    @Test func `answer in turn whatever their segments are called, and only if all else is the same`() {
        let table = RouteTable([
            file(
                route("GET", "/{x}", header: [("A", Template("1"))], said("A")), route("GET", "/{y}", said("1")),
                route("GET", "/{z}", reply(Template("200"), body: [text(.of(.pathPart("z")))])),
                route("POST", "/{y}", said("POST")))
        ])
        #expect(table.body("GET /a HTTP/1.1\r\nA: 1\r\n\r\n") == "A")
        #expect(table.body("GET /a") == "1")
        #expect(table.body("POST /a") == "POST")
        #expect(table.body("GET /a") == "a")
    }

    @Test func `go on where they were in a table that is made anew`() {
        let file = file(route("GET", "/a", said("1")), route("GET", "/a", said("2")))
        #expect(RouteTable([file]).body("GET /a") == "1")
        #expect(RouteTable([file]).body("GET /a") == "2")
    }

    @Test func `are looked for with the body where any of them uses it`() {
        let quoting = reply(Template("200"), body: [text(.of(.requestBody))])
        let table = RouteTable([file(route("POST", "/a", said("1")), route("POST", "/a", quoting))])
        #expect(table.answer("POST /a").needsBody)
        // Looking for them takes no turn.
        #expect(table.answer("POST /a").needsBody)
        #expect(["x", "y", "z"].map { table.body("POST /a", body: $0) } == ["1", "y", "z"])
    }

    @Test func `answer before the body where it is written so and their turn, whatever others use`() {
        var early = route("POST", "/a", said("1"))
        early.isEarly = true
        let table = RouteTable([
            file(early, route("POST", "/a", reply(Template("200"), body: [text(.of(.requestBody))])))
        ])
        #expect(table.body("POST /a") == "1")
        #expect(table.body("POST /a") == "needs body")
    }

    @Test func `answer in turn over both versions of HTTP`() {
        let table = RouteTable([
            file(route("GET", "/a", said("1")), route("GET", "/a", said("2")), route("GET", "/a", said("3")))
        ])
        #expect(table.bodyOnStream("GET /a") == "1")
        #expect(table.body("GET /a") == "2")
        #expect(table.bodyOnStream("GET /a") == "3")
    }

    @Test func `that have not all answered are told`() {
        let file = file(
            route("GET", "/a", line: 1, said("1")), route("GET", "/a", line: 4, said("2")),
            route("GET", "/a", line: 7, said("3")), route("GET", "/alone", line: 10, said("alone")))
        let table = RouteTable([file])
        #expect(file.unusedTurns.map(\.unused) == [["x.routes:1", "x.routes:4", "x.routes:7"]])
        _ = table.body("GET /a")
        #expect(file.unusedTurns.map(\.unused) == [["x.routes:4", "x.routes:7"]])
        #expect(file.unusedTurns.map(\.answers) == [1] && file.unusedTurns.map(\.route) == ["GET /a"])
        for _ in 1...3 { _ = table.body("GET /a") }
        #expect(file.unusedTurns.isEmpty)
    }
}

extension RouteTable {
    /// The body of the answer on a stream.
    fileprivate func bodyOnStream(_ request: String) -> String {
        var parser = HeadParser()
        return Array("\(request) HTTP/1.1\r\n\r\n".utf8).withUnsafeBytes { bytes in
            guard parser.parse(bytes) == .complete else { return "none" }
            var (view, replies) = (parser.view(in: bytes), StreamReplies())
            view.body = UnsafeRawBufferPointer(start: nil, count: 0)
            guard case .found(let route) = find(view, in: Surroundings()) else { return "none" }
            let elements = replies.answer(view, by: route, in: Surroundings()) ?? []
            return elements.map {
                if case .bytes(let bytes) = $0 { String(decoding: bytes, as: UTF8.self) } else { "" }
            }
            .joined()
        }
    }
}
