// GeneratedReplyTests.swift: routes whose replies call generators.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainReply
import QuintainRoutes
import QuintainScenario
import Testing

@Suite struct `A route that calls generators` {
    private func made(_ name: String, _ operands: GeneratorCall.Operand..., transforms: [Transform] = []) -> Part {
        .value(.generated(GeneratorCall(name, operands)), transforms)
    }

    private func word(_ text: String) -> GeneratorCall.Operand { .text(Array(text.utf8)) }

    private let okay = Template("HTTP/1.1 200 OK")

    private func routes(_ steps: [ReplyStep], method: String = "GET") -> RouteTable {
        table(route(method, "/{one}/{two}", steps))
    }

    private func line(_ part: Part) -> ReplyStep { .send(.field(text(part), name: nil), somewhere) }

    @Test func `has values in its lines, and counts them`() {
        let steps = reply(
            okay,
            body: [text("<", made("countdown", .path("two")), ">", made("number", word("7"), transforms: [.base64]))])
        #expect(routes(steps).answer("GET /a/10").text == "HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n<9>Nw==")
    }

    @Test func `has cookies that the query asks for`() {
        let steps = [.send(.start(text("HTTP/1.1 ", made("set-cookies"))), somewhere)] as [ReplyStep]
        #expect(
            routes(steps).answer("GET /a/b?x=1&y=2").text
                == "HTTP/1.1 302 Found\r\nLocation: /cookies\r\nContent-Type: text/html; charset=utf-8\r\n"
                + "Set-Cookie: x=1; Path=/\r\nSet-Cookie: y=2; Path=/\r\nContent-Length: 0\r\n\r\n")
    }

    @Test func `has a whole reply in place of its status, and keeps its fields`() {
        let start = text("HTTP/1.1 ", made("range", .path("two")))
        let steps = reply(start, ["X: y", "etag: own"])
        #expect(
            routes(steps).answer("GET /a/3").text
                == "HTTP/1.1 200 OK\r\nETag: range3\r\nAccept-Ranges: bytes\r\n"
                + "Content-Type: application/octet-stream\r\nContent-Length: 3\r\n"
                + "Content-Range: bytes 0-2/3\r\nX: y\r\n\r\nabc")
    }

    @Test func `begins with the 100 that is written above it, and not with another one`() {
        let reply = reply(text("HTTP/1.1 ", made("etag", .path("two"))))
        func begins(with status: String) -> Bool {
            let first: ReplyStep = .send(.start(Template("HTTP/1.1 \(status)")), somewhere)
            return routes([first] + reply).answer("GET /a/t").beginsWithContinue
        }
        #expect(begins(with: "100 Continue"))
        #expect(!begins(with: "103 Early Hints"))
    }

    @Test func `sends the body below only where it comes to that`() {
        let steps = reply(
            text("HTTP/1.1 ", made("etag", .path("two"))), ["Content-Type: a/b", "X: y"], body: [Template("text")])
        let table = routes(steps)
        #expect(
            table.answer("GET /a/t").text
                == "HTTP/1.1 200 OK\r\nETag: t\r\nContent-Type: a/b\r\nX: y\r\nContent-Length: 4\r\n\r\ntext")
        #expect(
            table.answer("GET /a/t HTTP/1.1\r\nIf-None-Match: t\r\n\r\n").text
                == "HTTP/1.1 304 Not Modified\r\nETag: t\r\nX: y\r\n\r\n")
    }

    @Test func `waits, and sends in pieces, as acts`() {
        let drip = GeneratorCall("drip", [.path("two")], [.init("over", word("0.2")), .init("after", word("1"))])
        let steps = reply(text("HTTP/1.1 ", .value(.generated(drip), [])))
        let answer = routes(steps).answer("GET /a/2")
        #expect(answer.text == "")
        #expect(
            answer.acts == [
                .strike(.wait(1_000)), .bytes(Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n*".utf8)),
                .strike(.wait(100)), .bytes([42]), .strike(.wait(100)),
            ])
    }

    @Test func `has the phrase of a status that was made, no body where none may be, and 400 where it is none`() {
        let call = GeneratorCall("number", [.path("two")])
        let routes = routes(reply(text("HTTP/1.1 ", .value(.generated(call), [])), ["A: b"], body: [Template("x")]))
        #expect(routes.answer("GET /a/404").text == "HTTP/1.1 404 Not Found\r\nA: b\r\nContent-Length: 1\r\n\r\nx")
        #expect(routes.answer("GET /a/204").text == "HTTP/1.1 204 No Content\r\nA: b\r\n\r\n")
        for word in ["2", "20404"] {
            #expect(routes.answer("GET /a/\(word)").text.hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
        }
    }

    @Test(arguments: [
        "> POST /\n< 200\n< X: {{request.body}}\n", "> POST /\n< 200 {{request.body}}\n",
        "> POST /\n< 200\n< Transfer-Encoding: chunked\n<\n< a\n! trailers\n< X: {{request.body}}\n",
        "fields X: {{request.body}}\n\n> POST /\n< 200\n",
        "> POST /\n>\n> {{all = any}}\n< 200\n< X: {{all}}\n",
    ])
    func `gets 400 where the request would end a line of the head`(file: String) throws {
        let routes = try readTable(file)
        for body in ["a\r\nY: 1", "a\n", "\0", "\r"] {
            let answer = routes.answer("POST /", body: body)
            #expect(answer.text.hasPrefix("HTTP/1.1 400 Bad Request\r\n"), "\(body): \(answer.text)")
            #expect(answer.text.contains("in a line of the head, which a line end would end"))
            #expect(!answer.text.contains("\nY"))
        }
        #expect(routes.answer("POST /", body: "b").text.hasPrefix("HTTP/1.1 200"))
    }

    @Test func `tells a body with line ends back where it is a body, and in JSON or coded`() throws {
        let routes = try readTable("> POST /\n< 200\n< X: {{request.body | base64}}\n<\n< {{request.body}}\n")
        #expect(
            routes.answer("POST /", body: "a\nb").text
                == "HTTP/1.1 200 OK\r\nX: YQpi\r\nContent-Length: 3\r\n\r\na\nb")
    }

    @Test func `is followed by the acts that stand below it`() throws {
        let routes = try readTable(
            "> GET /{{path n}}\n< {{status path.n}}\n< A: b\n! close\n\n"
                + "> GET /{{path n}}/more\n< {{drip path.n over=0s}}\n<\n! wait 1s\n! reset\n")
        let type = "Content-Type: text/html; charset=utf-8"
        #expect(
            routes.answer("GET /404")
                == Answer(
                    text: "HTTP/1.1 404 Not Found\r\n\(type)\r\nA: b\r\n\r\n", acts: [.strike(.close)]))
        let drip = routes.answer("GET /3/more")
        #expect(drip.text.hasSuffix("\r\n\r\n***"))
        #expect(drip.acts == [.strike(.wait(1_000)), .strike(.reset)])
    }

    @Test func `has no body below a status that was made and allows none, also in answer to CONNECT`() throws {
        let routes = try readTable(
            "> CONNECT /{{any}}\n< {{request.header Q | else \"200\" | truncate 3}}\n<\n< one\n\n"
                + "> GET /{{path n}}\n< {{path.n | truncate 3}}\n<\n< one\n")
        #expect(routes.answer("GET /204").text == "HTTP/1.1 204 No Content\r\n\r\n")
        #expect(routes.answer("GET /404").text == "HTTP/1.1 404 Not Found\r\nContent-Length: 3\r\n\r\none")
        #expect(routes.answer("CONNECT a:1").text == "HTTP/1.1 200 OK\r\n\r\n")
    }

    @Test func `makes each piece a chunk`() {
        let steps = reply(
            okay, ["Transfer-Encoding: chunked"], body: [text(made("stream", .path("two"), word("method")))])
        let answer = routes(steps).answer("GET /a/2")
        let bytes = answer.acts.map { act in
            if case .bytes(let bytes) = act { String(decoding: bytes, as: UTF8.self) } else { "" }
        }
        #expect(answer.text.hasSuffix("\r\n\r\n18\r\n{\"method\":\"GET\",\"id\":0}\n\r\n"))
        #expect(bytes == ["", "18\r\n{\"method\":\"GET\",\"id\":1}\n\r\n0\r\n\r\n"])
    }

    @Test func `is told as it would be to HEAD, without the body and its pauses`() {
        let drip = GeneratorCall("drip", [.path("two")], [.init("over", word("9"))])
        let table = routes(reply(text("HTTP/1.1 ", .value(.generated(drip), []))))
        #expect(table.answer("HEAD /a/7") == Answer(text: "HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n"))
        let echo = routes(reply(okay, body: [text(made("echo", word("method")))]))
        #expect(echo.answer("HEAD /a/7").text == "HTTP/1.1 200 OK\r\nContent-Length: 17\r\n\r\n")
    }

    @Test func `asks for the body only if it tells of it`() {
        #expect(
            !routes(reply(okay, body: [text(made("echo", word("url")))]), method: "POST").answer("POST /a/b").needsBody)
        let told = routes(reply(okay, body: [text(made("echo", word("data")))]), method: "POST")
        #expect(told.answer("POST /a/b").needsBody)
        #expect(told.body("POST /a/b", body: "x") == #"{"data":"x"}"#)
    }

    @Test func `says why it cannot make what is asked for`() {
        let steps = reply(okay, ["X: y"], body: [text("<", made("number", .path("two")), ">")])
        #expect(
            routes(steps).answer("GET /a/ten").text
                == "HTTP/1.1 404 Not Found\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 61\r\n\r\n"
                + "quintain: 'ten' is no number, as 'two' of the path has to be\n")
    }

    @Test func `has the fields of all replies where it is refused as well`() {
        var exchange = route("GET", "/{n}", reply(okay, ["X: y"], body: [text(made("number", .path("n")))]))
        exchange.commonFields = reply(okay, ["A: b"]).dropFirst() + [line(made("number", .path("n")))]
        let answer = table(exchange).answer("GET /x").text
        #expect(
            answer.hasPrefix(
                "HTTP/1.1 404 Not Found\r\nContent-Type: text/plain; charset=utf-8\r\nA: b\r\nContent-Length: "))
        #expect(!answer.contains("X: y"))
    }
}
