// ReplyTests.swift: the bytes of a route's reply.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainReply
import QuintainRoutes
import QuintainScenario
import Testing

@Suite struct `A route's reply` {
    func answer(_ steps: [ReplyStep], to method: String = "GET", target: String = "/", header: String = "") -> Answer {
        let pattern = target == "/" ? "/" : "/{one}/{two}"
        return table(route(method, pattern, steps)).answer(
            "\(method) \(target) HTTP/1.1\r\n\(header)\r\n", body: "body")
    }

    @Test(
        arguments: [
            ("GET", "HTTP/1.1 200 OK", ["A: b"], ["x"], "HTTP/1.1 200 OK\r\nA: b\r\nContent-Length: 1\r\n\r\nx"),
            ("GET", "HTTP/1.1 200 OK", [], ["x", "y"], "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nx\ny"),
            (
                "GET", "HTTP/1.1 302 Found", ["Location: /"], nil,
                "HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 0\r\n\r\n"
            ),
            ("GET", "HTTP/1.1 204 No Content", [], nil, "HTTP/1.1 204 No Content\r\n\r\n"),
            ("GET", "HTTP/1.1 304 Not Modified", [], [], "HTTP/1.1 304 Not Modified\r\n\r\n"),
            ("GET", "HTTP/1.1 200 OK", ["content-LENGTH: 9"], ["x"], "HTTP/1.1 200 OK\r\ncontent-LENGTH: 9\r\n\r\nx"),
            ("HEAD", "HTTP/1.1 200 OK", [], ["xyz"], "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n"),
            ("CONNECT", "HTTP/1.1 200 OK", [], nil, "HTTP/1.1 200 OK\r\n\r\n"),
            ("CONNECT", "HTTP/1.1 403 Forbidden", [], nil, "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n"),
            ("GET", "HTTP/9.9 2000", [], nil, "HTTP/9.9 2000\r\nContent-Length: 0\r\n\r\n"),
            (
                "GET", "HTTP/1.1 200 OK", ["Transfer-Encoding: chunked"], ["ab", "c"],
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nab\nc\r\n0\r\n\r\n"
            ),
            (
                "GET", "HTTP/1.1 200 OK", ["Transfer-Encoding: gzip, Chunked"], [],
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, Chunked\r\n\r\n0\r\n\r\n"
            ),
            (
                "HEAD", "HTTP/1.1 200 OK", ["Transfer-Encoding: chunked"], ["ab"],
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
            ),
        ] as [(String, String, [String], [String]?, String)])
    func `is what was written, and Content-Length where nothing frames it`(
        method: String, start: String, fields: [String], body: [String]?, wire: String
    ) {
        let steps = reply(Template(start), fields, body: body?.map { Template($0) })
        #expect(answer(steps, to: method) == Answer(text: wire))
    }

    @Test func `has the values of the request in it`() {
        let steps = reply(
            text("HTTP/1.1 ", .of(.pathPart("one"))), ["X: y"],
            body: [
                text(
                    .of(.pathPart("two")), " ", .of(.requestHeader("User-Agent")), " ", .of(.requestBody),
                    .of(.now(offset: 0)))
            ])
        #expect(
            answer(steps, target: "/404/b", header: "user-agent: me\r\n").text
                == "HTTP/1.1 404 Not Found\r\nX: y\r\nContent-Length: 38\r\n\r\nb me bodySun, 06 Nov 1994 08:49:37 GMT")
        #expect(answer(steps, target: "/204/b").text == "HTTP/1.1 204 No Content\r\nX: y\r\n\r\n")
        // RFC 9110 section 15.3.6.
        #expect(
            answer(steps, target: "/205/b").text == "HTTP/1.1 205 Reset Content\r\nX: y\r\nContent-Length: 0\r\n\r\n")
        #expect(answer(steps, target: "/599/b").text.hasPrefix("HTTP/1.1 599 \r\nX: y\r\nContent-Length: "))
    }

    @Test(arguments: ["abc", "20", "2000", "+12", "099", "-20"])
    func `is refused where its status would be none`(word: String) {
        let steps = reply(text("HTTP/1.1 ", .of(.pathPart("one"))), body: [Template("x")])
        let text = answer(steps, target: "/\(word)/b").text
        #expect(text.hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
        #expect(
            text.hasSuffix(
                "\r\n\r\nquintain: the status of this reply would be \"\(word)\": one has three digits, from 100 on\n"))
    }

    @Test func `may tell the length of its body, and a nonce twice`() {
        var steps = reply(Template("HTTP/1.1 200 OK"))
        steps.append(.send(.field(text("X-Length: ", .of(.length)), name: "x-length"), somewhere))
        steps.append(.send(.headEnd, somewhere))
        steps.append(
            .send(.body(text(.of(.nonce(name: "a")), .of(.nonce(name: "a")), .of(.length)), newline: .lf), somewhere))
        #expect(answer(steps).text == "HTTP/1.1 200 OK\r\nX-Length: 12\r\nContent-Length: 12\r\n\r\nn0ncen0nce12")
    }

    @Test func `is cut into chunks as a value says`() {
        let chunked = ["Transfer-Encoding: chunked"]
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        let shapes = Transform.chunks([ChunkShape(size: 1), ChunkShape(size: 2, extensions: ";a=b")])
        let fixed = reply(Template("HTTP/1.1 200 OK"), chunked, body: [text(.of(.text(Array("abcd".utf8)), shapes))])
        #expect(answer(fixed).text == head + "1\r\na\r\n2;a=b\r\nbc\r\n1\r\nd\r\n0\r\n\r\n")
        let echoed = reply(Template("HTTP/1.1 200 OK"), chunked, body: [text(.of(.requestBody, shapes))])
        #expect(answer(echoed).text == head + "1\r\nb\r\n2;a=b\r\nod\r\n1\r\ny\r\n0\r\n\r\n")
        let dynamic = reply(Template("HTTP/1.1 200 OK"), chunked, body: [text(.of(.requestHeader("X")))])
        #expect(answer(dynamic, header: "X: 0123456789abcdef\r\n").text == head + "10\r\n0123456789abcdef\r\n0\r\n\r\n")
        #expect(answer(dynamic).text == head + "0\r\n\r\n")
    }

    @Test func `may have trailers behind the last chunk`() {
        var steps = reply(Template("HTTP/1.1 200 OK"), ["Transfer-Encoding: chunked"], body: [Template("a")])
        steps += [.act(.trailers, somewhere), .send(.trailer(Template("X: y")), somewhere)]
        #expect(answer(steps).text.hasSuffix("\r\n\r\n1\r\na\r\n0\r\nX: y\r\n\r\n"))
    }

    @Test func `is played in steps where acts stand in it`() {
        var steps = reply(Template("HTTP/1.1 200 OK"), ["Transfer-Encoding: chunked"], body: [Template("a")])
        steps += [
            .act(.wait(100), somewhere), .send(.body(Template("b"), newline: .lf), somewhere),
            .act(.reset, somewhere),
        ]
        let answer = answer(steps)
        #expect(answer.text == "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n")
        #expect(
            answer.acts == [.strike(.wait(100)), .bytes(Array("1\r\nb\r\n0\r\n\r\n".utf8)), .strike(.reset)])
    }

    @Test func `has no length if the connection closes directly under its body`() {
        let steps = reply(Template("HTTP/1.1 200 OK"), body: [Template("a")]) + [.act(.close, somewhere)]
        #expect(answer(steps) == Answer(text: "HTTP/1.1 200 OK\r\n\r\na", acts: [.strike(.close)]))
    }

    @Test func `may be an informational one and then another`() {
        let steps = reply(Template("HTTP/1.1 103 Early Hints"), ["Link: </a>"]) + said("x")
        #expect(
            answer(steps).text
                == "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx")
    }

    @Test func `has nothing added where it is raw`() {
        let raw = ReplyStep.send(.raw(Template("HTTP/1.1 20x\r\n"), startsMessage: true), somewhere)
        #expect(answer([raw, .send(.body(Template("a"), newline: .lf), somewhere)]).text == "HTTP/1.1 20x\r\na")
        let cut =
            reply(Template("HTTP/1.1 200 OK"), ["A: b"]) + [
                .send(.raw(Template("C: "), startsMessage: false), somewhere)
            ]
        #expect(answer(cut).text == "HTTP/1.1 200 OK\r\nA: b\r\nC: ")
    }

    @Test(
        arguments: [
            ("404 {{request.header X}}", "404 Lost Here"), ("204 {{request.header Y}}", "204 "),
            ("{{request.header S}}", "404 Not Found"), ("{{request.header P}}", "404 Lost"),
            ("{{request.header F}}{{request.header F}}4", "444 "), ("{{request.header S}} Own", "404 Own"),
        ])
    func `has the phrase that is written, and the registered one only where there is none`(
        start: String, line: String
    ) throws {
        let routes = try readTable("> GET /\n< \(start)\n")
        let fields = "X: Lost Here\r\nS: 404\r\nP: 404 Lost\r\nF: 4\r\n"
        let answer = routes.answer("GET / HTTP/1.1\r\n\(fields)\r\n").text
        #expect(answer.hasPrefix("HTTP/1.1 \(line)\r\n"), "\(answer)")
    }

    /// RFC 9110 section 9.3.2.
    @Test(
        arguments: [
            ("< 200\n< Content-Length: 3\n<\n< {{raw \"abc\"}}", "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n"),
            ("< 200\n<\n< {{raw \"a\"}}\n< b\n< {{raw \"c\"}}", "HTTP/1.1 200 OK\r\n\r\n"),
            ("< 200\n< {{raw \"A: b\\r\\n\\r\\nabc\"}}", "HTTP/1.1 200 OK\r\nA: b\r\n\r\n"),
            ("< 200\n< {{raw \"\\r\\nabc\"}}", "HTTP/1.1 200 OK\r\n\r\n"),
            ("< {{raw \"HTTP/1.1 200 OK\\nA: b\\n\\nabc\"}}", "HTTP/1.1 200 OK\nA: b\n\n"),
            (
                "< {{raw \"HTTP/1.1 200 OK\\r\\nA: \"}}\n< {{raw \"b\\r\\n\\r\\nabc\"}}",
                "HTTP/1.1 200 OK\r\nA: b\r\n\r\n"
            ),
            // A head that never ends is sent the same for HEAD.
            ("< {{raw \"HTTP/1.1 20x\\r\\n\"}}", "HTTP/1.1 20x\r\n"), ("< {{raw \"nonsense\"}}", "nonsense"),
            ("< {{raw \"\\r\\nHTTP/1.1 200 OK\\r\\n\\r\\nabc\"}}", "\r\nHTTP/1.1 200 OK\r\n\r\n"),
            (
                "< {{raw \"HTTP/1.1 103 Early\\r\\n\\r\\nHTTP/1.1 200 OK\\r\\n\\r\\nabc\"}}",
                "HTTP/1.1 103 Early\r\n\r\nHTTP/1.1 200 OK\r\n\r\n"
            ),
            (
                "< 103\n< {{raw \"A: b\\r\\n\\r\\n\"}}\n< 200\n<\n< abc",
                "HTTP/1.1 103 Early Hints\r\nA: b\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n"
            ),
            (
                "< 200\n<\n< ok\n< {{raw \"HTTP/1.1 200 OK\\r\\n\\r\\nevil\"}}",
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n"
            ),
            (
                "< {{raw \"HTTP/1.1 200 OK\\r\\nX: \"}}{{request.header X}}{{raw \"\\r\\n\\r\\n\"}}{{request.header X}}",
                "HTTP/1.1 200 OK\r\nX: y\r\n\r\n"
            ),
            ("< {{raw \"HTTP/1.1 200 OK\\r\\n\\r\\n\"}}{{bytes 1GiB}}", "HTTP/1.1 200 OK\r\n\r\n"),
            ("< {{raw \"HTTP/1.1 200 OK\\r\\nX: \"}}{{bytes 1GiB}}", "HTTP/1.1 200 OK\r\nX: "),
        ])
    func `has raw bytes for HEAD only as far as the head goes, unless it is written for HEAD`(
        lines: String, head: String
    ) throws {
        for method in ["GET", "{{any}}"] {
            #expect(try readTable("> \(method) /\n\(lines)\n").answer("HEAD / HTTP/1.1\r\nX: y\r\n\r\n").text == head)
        }
        let routes = try readTable("> GET /\n< 200\n\n> HEAD /\n< 200\n<\n< {{raw \"abc\"}}\n")
        #expect(routes.answer("HEAD /").text == "HTTP/1.1 200 OK\r\n\r\nabc")
    }

    @Test func `does for HEAD the acts that it does for GET`() throws {
        let routes = try readTable(
            "> GET /\n< {{raw \"HTTP/1.1 200 OK\\r\\n\\r\\n\"}}\n! wait 10ms\n< {{raw \"a\"}}\n! reset\n")
        let head = "HTTP/1.1 200 OK\r\n\r\n"
        #expect(routes.answer("HEAD /") == Answer(text: head, acts: [.strike(.wait(10)), .strike(.reset)]))
    }

    @Test func `makes a long stretch of the stream only when it is sent`() {
        let steps = reply(
            Template("HTTP/1.1 200 OK"), body: [text(.of(.bytes(count: 1 << 30, from: 5))), Template("end")])
        let answer = answer(steps)
        #expect(answer.text == "HTTP/1.1 200 OK\r\nContent-Length: 1073741828\r\n\r\n")
        #expect(answer.acts == [.pattern(from: 5, count: 1 << 30), .bytes(Array("\nend".utf8))])
    }

    @Test func `to any method is without a body if that is HEAD, and without a length if CONNECT`() {
        let routes = table(route("*", "/{x}", said("abc")))
        #expect(routes.answer("HEAD /a").text == "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n")
        #expect(routes.answer("PUT /a").text == "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc")
        #expect(routes.answer("CONNECT a:1").text == "HTTP/1.1 200 OK\r\n\r\nabc")
    }

    @Test func `has what a condition took`() {
        let routes = table(
            route(
                "GET", "/", header: [("Authorization", text("Bearer ", .of(.capture("token"))))],
                reply(Template("HTTP/1.1 200 OK"), body: [text("it is ", .of(.captured("token")))])))
        #expect(routes.body("GET / HTTP/1.1\r\nAuthorization: Bearer t0k\r\n\r\n") == "it is t0k")
    }

    @Test func `asks for what one condition took in the next ones`() {
        let routes = table(
            route(
                "GET", "/",
                header: [
                    ("A", text(.of(.capture("x")))), ("B", text(.of(.captured("x")))),
                    ("C", text(.of(.capture("y")), "-", .of(.captured("y")))),
                ], reply(Template("HTTP/1.1 204 No Content"))))
        for (fields, isRight) in [
            ("A: 1\r\nB: 1\r\nC: 2-2", true), ("A: 1\r\nB: 2\r\nC: 2-2", false), ("A: 1\r\nB: 1\r\nC: 2-3", false),
        ] {
            let answer = routes.answer("GET / HTTP/1.1\r\n\(fields)\r\n\r\n").text
            #expect(answer.hasPrefix("HTTP/1.1 204") == isRight, "\(fields)")
        }
    }

    @Test func `has nothing where a value is not to be had`() {
        let steps = reply(Template("HTTP/1.1 200 OK"), body: [text("<", .of(.authority(origin: "x")), ">")])
        #expect(answer(steps).text == "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n<>")
    }

    @Test func `may be nothing but an act`() {
        #expect(answer([.act(.reset, somewhere)]) == Answer(acts: [.strike(.reset)]))
        #expect(answer([]) == Answer())
    }
}
