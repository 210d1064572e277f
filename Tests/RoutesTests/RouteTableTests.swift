// RouteTableTests.swift: which exchange answers a request.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainRoutes
import QuintainScenario
import QuintainWire
import Testing

@Suite struct `A route table` {
    @Test(arguments: [
        ("GET /", "root"), ("GET /a", "a"), ("GET /a/", "a/"), ("GET /a/b", "a/b"), ("GET /a/x", "a/{x}"),
        ("GET /z/b", "{y}/b"), ("GET /a/b/c", "rest"), ("GET /a/b/", "rest"), ("GET /z/z", "none"), ("GET /z", "none"),
        ("POST /a", "none"), ("get /a", "none"), ("GET http://h:80/a?q", "a"), ("GET http://h", "root"),
        ("GET /a?q=1", "a?q=1"), ("GET /a?q=2", "a"), ("GET /a?", "a"), ("PUT /any", "any method"),
        ("GET /any", "GET any"), ("GET /x//y", "x//y"), ("GET /%61", "none"), ("GET //", "none"), ("OPTIONS *", "star"),
    ])
    func `finds the most specific exchange`(request: String, body: String) {
        let table = table(
            route("GET", "/a/{*}", said("rest")), route("GET", "/{y}/b", said("{y}/b")),
            route("GET", "/a/{x}", said("a/{x}")), route("GET", "/a/b", said("a/b")), route("GET", "/", said("root")),
            route("GET", "/a", said("a")), route("GET", "/a/", said("a/")), route("GET", "/a?q=1", said("a?q=1")),
            route("*", "/any", said("any method")), route("GET", "/any", said("GET any")),
            route("GET", "/x//y", said("x//y")), route("OPTIONS", "/*", said("star")))
        #expect(table.body(request) == body)
    }

    @Test func `answers HEAD by the route for GET, without the body, where there is none for HEAD`() {
        let table = table(
            route("GET", "/a", reply(Template("HTTP/1.1 200 OK"), ["A: b"], body: [Template("three")])),
            route("GET", "/b", said("b")), route("HEAD", "/b", reply(Template("HTTP/1.1 204 No Content"))),
            route("GET", "/c/{x}", reply(Template("HTTP/1.1 200 OK"), body: [text("<", .of(.pathPart("x")), ">")])),
            route("POST", "/d", said("d")))
        #expect(table.answer("HEAD /a").text == "HTTP/1.1 200 OK\r\nA: b\r\nContent-Length: 5\r\n\r\n")
        #expect(table.answer("GET /a").text.hasSuffix("three"))
        #expect(table.answer("HEAD /b").text == "HTTP/1.1 204 No Content\r\n\r\n")
        #expect(table.answer("HEAD /c/xyz").text == "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n")
        #expect(table.body("HEAD /d") == "none")
    }

    @Test(arguments: [
        ("/a", ["GET", "HEAD", "PUT", "OPTIONS", "BREW"]), ("/b", ["POST", "OPTIONS", "PATCH"]), ("/a/c", []),
        ("/x/y", ["DELETE", "OPTIONS"]),
        ("/x/b", ["GET", "HEAD", "DELETE", "OPTIONS"]),
    ])
    func `knows the methods that a path has routes for`(path: String, methods: [String]) throws {
        var either = route("*", "/b", said("b"))
        either.method = text(.of(.regex(try BytePattern(Array("P(OST|ATCH)".utf8)))))
        let table = table(
            route("PUT", "/a", said("a")), route("BREW", "/a", said("a")), route("GET", "/a", said("a")), either,
            route("DELETE", "/x/{any}", said("x")), route("OPTIONS", "/{*}", said("")),
            route("GET", "/{any}/b", header: [("X", Template("1"))], said("b")))
        #expect(table.methods("OPTIONS \(path)") == methods)
    }

    @Test(arguments: [
        ("Expect: 100-Continue", "200"), ("expect: 100-CONTINUE", "200"), ("Expect: 100", "none"),
        ("X: 100-Continue", "none"),
    ])
    func `compares the words of some fields without case`(field: String, body: String) {
        let table = table(route("PUT", "/a", header: [("Expect", Template("100-continue"))], said("200")))
        #expect(table.body("PUT /a HTTP/1.1\r\n\(field)\r\n\r\n") == body)
    }

    @Test func `prefers more conditions, then the earlier exchange`() {
        let table = table(
            route("GET", "/a", said("plain")), route("GET", "/a", said("later")),
            route("GET", "/a", header: [("X", text(.of(.any)))], said("x")),
            route("GET", "/a", header: [("X", Template("1")), ("Y", Template("2"))], said("x and y")))
        #expect(table.body("GET /a") == "plain")
        #expect(table.body("GET /a HTTP/1.1\r\nx: 3\r\n\r\n") == "x")
        #expect(table.body("GET /a HTTP/1.1\r\nx: 1\r\ny: 2\r\n\r\n") == "x and y")
    }

    @Test func `goes to a less specific path if the conditions of the more specific one fail`() {
        let table = table(
            route("GET", "/a/b", header: [("X", Template("1"))], said("specific")),
            route("GET", "/a/{x}", said("named")),
            route("POST", "/a/b", said("post")))
        #expect(table.body("GET /a/b") == "named")
        #expect(table.body("GET /a/b HTTP/1.1\r\nX: 1\r\n\r\n") == "specific")
    }

    @Test(arguments: [
        ("", "none"), ("Accept: text/html\r\n", "matched"), ("accept: TEXT/html\r\n", "none"),
        ("Accept: text/a\r\nAccept: text/b\r\n", "none"),
        ("Accept: text/html\r\nCookie: a\r\n", "none"),
    ])
    func `takes a field as often as it is written, and absent for never`(fields: String, body: String) {
        let table = table(
            route(
                "GET", "/", header: [("Accept", text("text/", .of(.any))), ("Cookie", text(.of(.absent)))],
                said("matched"))
        )
        #expect(table.body("GET / HTTP/1.1\r\n\(fields)\r\n") == body)
    }

    @Test(arguments: [
        ("", "none"), ("A: gzip, br\r\n", "matched"), ("A: br\r\na: x\r\nA: gzip;q=1\r\n", "matched"),
        ("A: br\r\nA: x\r\n", "none"), ("A: br\r\nA: gzip;q=0\r\n", "none"),
    ])
    func `takes the lines of a list for one list`(fields: String, body: String) {
        let members = ["gzip", "br"].map { ("A", text(.of(.listHas($0)))) }
        let table = table(route("GET", "/", header: members, said("matched")))
        #expect(table.body("GET / HTTP/1.1\r\n\(fields)\r\n") == body)
    }

    @Test(arguments: [
        ("", "matched"), ("Cookie: b=2\r\n", "matched"), ("Cookie: b=2; a=1\r\n", "none"),
        ("Cookie: b=2\r\nCookie: c=3\r\n", "none"),
    ])
    func `takes a request without the field for one without cookies`(fields: String, body: String) {
        var cookies = PairsPattern([.init(Array("a".utf8), text(.of(.absent)))])
        cookies.mayHaveOthers = true
        let header = [("Cookie", text(.of(.valued(.cookies(cookies)))))]
        let table = table(route("GET", "/", header: header, said("matched")))
        #expect(table.body("GET / HTTP/1.1\r\n\(fields)\r\n") == body)
    }

    @Test func `holds credentials against parts of the path`() {
        let table = table(
            route(
                "GET", "/basic-auth/{user}/{pass}",
                header: [("Authorization", text(.of(.basic(Credentials(user: "path.user", password: "path.pass")))))],
                said("in")),
            route("GET", "/basic-auth/{user}/{pass}", said("out")))
        let answer = "Authorization: Basic QWxhZGRpbjpvcGVu\r\n"
        #expect(table.body("GET /basic-auth/Aladdin/open HTTP/1.1\r\n\(answer)\r\n") == "in")
        #expect(table.body("GET /basic-auth/Aladdin/shut HTTP/1.1\r\n\(answer)\r\n") == "out")
    }

    @Test func `asks for the body only where it matters`() {
        let table = table(
            route("POST", "/", body: text(.of(.any), "x", .of(.any)), said("has x")),
            route("POST", "/", said("has none")),
            route("POST", "/other", said("other")),
            route("POST", "/echo", reply(Template("HTTP/1.1 200 OK"), body: [text(.of(.requestBody))])))
        #expect(table.body("POST /") == "needs body")
        #expect(table.body("POST /", body: "axb") == "has x")
        #expect(table.body("POST /", body: "ab") == "has none")
        #expect(table.body("POST /other") == "other")
        #expect(table.body("POST /echo") == "needs body")
        #expect(table.body("POST /echo", body: "abc") == "abc")
    }

    @Test(arguments: [
        ("x", "fido", "matched"), ("\"x\"", "fido", "matched"), ("y", "fido", "none"), ("x", "rex", "none"),
    ])
    func `takes a form by its parts, with the boundary that the head names`(
        boundary: String, name: String, result: String
    ) {
        let parts = PairsPattern([.init(Array("name".utf8), Template("fido"))])
        let table = table(route("POST", "/", body: text(.of(.valued(.multipart(parts)))), said("matched")))
        let head = "POST / HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=\(boundary)\r\n\r\n"
        let body = "--x\r\nContent-Disposition: form-data; name=name\r\n\r\n\(name)\r\n--x--\r\n"
        #expect(table.body(head, body: body) == result)
    }

    @Test func `takes a query as text, as a template, or as absent`() {
        let table = table(
            route("GET", "/", query: text("id=", .of(.any)), said("id")), route("GET", "/?", said("empty")),
            route("GET", "/none", query: text(.of(.absent)), said("no query")))
        #expect(table.body("GET /?id=7") == "id")
        #expect(table.body("GET /?") == "empty")
        #expect(table.body("GET /") == "none")
        #expect(table.body("GET /none") == "no query")
        #expect(table.body("GET /none?") == "none")
    }

    @Test func `holds a hundred thousand routes, and finds each`() {
        var file = RouteFile(file: "many.routes", title: "")
        for number in 0..<100_000 {
            file.exchanges.append(route("GET", "/r\(number % 317)/\(number)", said("\(number)")))
        }
        let table = RouteTable([file])
        #expect(table.count == 100_000)
        for number in stride(from: 0, to: 100_000, by: 997) {
            #expect(table.body("GET /r\(number % 317)/\(number)") == "\(number)")
        }
        #expect(table.body("GET /r0/1") == "none")
    }
}

@Suite struct `A request that no route answers` {
    let routes = table(
        route("GET", "/status/{code}", line: 4), route("POST", "/post", line: 7),
        route("GET", "/secret", header: [("X-Key", Template("open"))], line: 9), route("GET", "/q?a=1", line: 11),
        route("GET", "/end/", line: 13))

    @Test(arguments: [
        ("GET /statu/200", "GET /status/{{path code}} (x.routes:4): segment 'statu' differs from 'status'"),
        ("POST /status/200", "GET /status/{{path code}} (x.routes:4): only the method differs"),
        ("GET /secret", "GET /secret (x.routes:9): only the field X-Key is missing"),
        ("GET /q?a=2", "GET /q?a=1 (x.routes:11): only the query differs: it is \"a=2\", not \"a=1\""),
        ("GET /q", "GET /q?a=1 (x.routes:11): only the query differs: none came"),
        ("GET /status/200/", "GET /status/{{path code}} (x.routes:4): only the slash at the end is one too many"),
        ("GET /end", "GET /end/ (x.routes:13): only the slash at the end is missing"),
        ("GET /status/200/x", "GET /status/{{path code}} (x.routes:4): the path differs"),
    ])
    func `is told the nearest one and what differs`(request: String, nearest: String) {
        #expect(routes.answer(request).diagnosis == "no route matches \(request); the nearest is \(nearest)")
    }

    @Test func `is told the route with a segment less, and not one with no segment in common`() {
        let routes = table(
            route("GET", "/pets/{id}", line: 2), route("GET", "/zzz/{*}", line: 4), route("GET", "/b?x=1", line: 6))
        let told = "no route matches GET /pets/7/8; the nearest is GET /pets/{{path id}} (x.routes:2): the path differs"
        #expect(routes.answer("GET /pets/7/8").diagnosis == told)
    }

    @Test func `is told when a field has the wrong value`() {
        let answer = routes.answer("GET /secret HTTP/1.1\r\nX-Key: shut\r\n\r\n")
        let told = #"(x.routes:9): only the value of the field X-Key differs: it is "shut", not "open""#
        #expect(answer.diagnosis?.hasSuffix(told) == true, "\(answer)")
    }

    @Test(arguments: [
        (#"> Accept: {{/text/.*/}}"#, "Accept: a/b", #"it is "a/b", not {{/text/.*/}}"#),
        ("> A: 1\n> A: 2", "A: 1\r\nA: 3", #"it is "3", not "2""#),
        (#"> A: {{list has "x"}}"#, "A: y\r\nA: z", #"it is "y, z", not {{list has "x"}}"#),
        (
            "> A: yes", "A: \(String(repeating: "n", count: 200))",
            "it is \"\(String(repeating: "n", count: 120))\"… (200 bytes), not \"yes\""
        ),
    ])
    func `is told the value that came and the one that is written`(line: String, came: String, how: String) throws {
        let answer = try readTable("> GET /a\n\(line)\n< 200\n").answer("GET /a HTTP/1.1\r\n\(came)\r\n\r\n")
        #expect(answer.diagnosis?.hasSuffix("differs: \(how)") == true, "\(answer)")
    }

    @Test(arguments: [
        ("a={{/[0-9]+/}}", "a=b", #": it is "a=b", not a={{/[0-9]+/}}"#),
        ("{{absent}}", "a=b", ": none may come"),
    ])
    func `is told how the query differs`(written: String, came: String, how: String) throws {
        let answer = try readTable("> GET /a?\(written)\n< 200\n").answer("GET /a?\(came)")
        #expect(answer.diagnosis?.hasSuffix("only the query differs\(how)") == true, "\(answer)")
    }

    @Test(arguments: [
        ("name=fido", "name=Fido", #": at byte 5 "Fido" came, not "fido""#),
        ("name=fido", "name=fi", ": it ends after 7 of 9 bytes"),
        ("name=fido", "name=fido&a=1", #": it must end after 9 bytes, but there is more: "&a=1""#),
        ("{{absent}}", "name=fido", ": none may come"),
        (#"{{json {"age": 3}}}"#, #"{"age": 4}"#, ": age is 4, not 3"),
        (#"{{/n=.+/}}"#, "n=", #": it is "n=", not {{/n=.+/}}"#),
    ])
    func `is told how the body differs`(written: String, came: String, how: String) throws {
        let table = try readTable("> POST /pets\n>\n> \(written)\n< 201\n")
        let answer = table.answer("POST /pets", body: came)
        #expect(answer.diagnosis?.hasSuffix("only the body differs\(how)") == true, "\(answer)")
    }

    @Test func `is told of how many it was held against, where there are very many`() {
        var file = RouteFile(file: "x.routes", title: "")
        file.exchanges = (0..<6_000).map { route("GET", "/r\($0)", line: $0 + 1) }
        let many = RouteTable([file])
        #expect(
            many.answer("GET /r4999x").diagnosis
                == "no route matches GET /r4999x; the nearest of the first 5000 routes is GET /r4999 (x.routes:5000): segment 'r4999x' differs from 'r4999'"
        )
        #expect(many.answer("GET /r5999x").diagnosis?.contains("/r5999 ") == false)
    }

    @Test func `is told so when there are no routes`() {
        #expect(RouteTable([]).answer("GET /").diagnosis == "no route matches GET /; there are no routes")
    }
}
