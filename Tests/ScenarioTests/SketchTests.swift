// SketchTests.swift: the models of lines, rule by rule of the language.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainAdvice
import QuintainNotation
import Testing

@testable import QuintainScenario

/// The model's lines for a file without faults.
private func lines(_ text: String, files: [String: [UInt8]] = [:]) throws -> [String] {
    let reading = read(text, files: files)
    #expect(reading.advised.filter { $0.severity == .error } == [])
    return sketch(try #require(reading.scenarios.first).nodes)
}

@Suite struct `Replies` {
    @Test func `are completed in their first line and nowhere else`() throws {
        let found = try lines("> GET /\n< 200\n< Location: x\n<\n< 200 ways\n<\n* data\n< 404 Gone\n< HTTP/9.9 2000\n")
        #expect(
            found == [
                #"1: request "GET" main:"/""#, #"2: start "HTTP/1.1 200 OK""#, #"3: field "Location: x" name=location"#,
                "4: head end", #"5: body "200 ways" lf"#, "6: body  lf", "7: data",
                #"8: start "HTTP/1.1 404 Gone""#, #"9: start "HTTP/9.9 2000""#,
            ])
    }

    @Test func `go on past lines of other voices`() throws {
        let found = try lines("> GET /\n< 200\n<\n< one\n* data \"one\"\n< two\n! flush\n< {{\"200 ways\"}}\n")
        #expect(found[5...] == [#"6: body "two" lf"#, "7: act flush", #"8: body "200 ways" lf"#])
    }

    @Test func `end their head before another voice`() throws {
        #expect(read("> GET /\n< 200\n< A: b\n* response 200\n< text\n").advised.map(\.slug) == [.headEnded])
        #expect(
            try lines("> GET /\n< 200\n< A: b\n* response 200\n< 404\n").last == #"5: start "HTTP/1.1 404 Not Found""#)
        #expect(try lines("> GET /\n< 200\n<\n* response 200\n< text\n").last == #"5: body "text" lf"#)
    }

    @Test func `do not end their head before a setting, a comment or a block`() throws {
        let found = try lines("> GET /\n< 200\nshould\n# why\n< A: b\nrepeat 2\n< C: d\nend\n<\n< text\nend\n")
        #expect(
            found[2...] == [
                #"5 should: field "A: b" name=a"#, "repeat 2...2", #"  7 should: field "C: d" name=c"#,
                "9 should: head end", #"10 should: body "text" lf"#,
            ])
    }

    @Test func `of the class 1xx have no body`() throws {
        let found = try lines("> GET /\n< 103\n< Link: x\n<\n< HTTP/1.1 103 Early Hints\n< 200\n<\n< text\n")
        #expect(
            found[1...] == [
                #"2: start "HTTP/1.1 103 Early Hints""#, #"3: field "Link: x" name=link"#, "4: head end",
                #"5: start "HTTP/1.1 103 Early Hints""#, #"6: start "HTTP/1.1 200 OK""#, "7: head end",
                #"8: body "text" lf"#,
            ])
    }

    @Test func `are sent as written`() throws {
        let found = try lines(
            "> GET /\n< 200\n< {{\" folded\"}}\n< {{\"no colon\"}}\n< X{{\"y\"}}: z\n< {{\":\"}} w\n")
        #expect(
            found[2...] == [
                #"3: field " folded" name=-"#, #"4: field "no colon" name=-"#, #"5: field "Xy: z" name=xy"#,
                #"6: field ": w" name=-"#,
            ])
    }

    @Test func `begin with raw bytes that begin with HTTP`() throws {
        let found = try lines(
            "> GET /\n< 200\n<\n< a\n< {{raw \"HTTP/1.1 200 OK\\r\\n\"}}\n< X: y\n< {{raw \"\\r\\n\"}}\n< b\n< {{raw \"c\"}}\n"
        )
        #expect(
            found[4...] == [
                #"5: raw {raw "HTTP/1.1 200 OK\r\n"} starts"#, #"6: field "X: y" name=x"#, #"7: raw {raw "\r\n"}"#,
                #"8: body "b" lf"#, #"9: raw {raw "c"}"#,
            ])
        #expect(try lines("> GET /\n< {{raw \"x\"}}\n")[1] == #"2: raw {raw "x"} starts"#)
    }

    @Test func `may be opened by a value, or by text with a status first`() throws {
        #expect(
            try lines("> GET /\n> A: {{code = any}}\n< {{code}}\n")[2]
                == #"3: start "HTTP/1.1 "{captured("code")}"#)
        #expect(try lines("> GET /\n< {{\"404 No\"}} x\n")[1] == #"2: start "HTTP/1.1 404 No x""#)
        #expect(read("> GET /\n< {{\"text\"}}\n").advised.map(\.slug) == [.badStartLine])
    }

    @Test func `have no body either where a 1xx is raw`() throws {
        #expect(
            try lines("> GET /\n< {{raw \"HTTP/1.1 103 x\\r\\n\\r\\n\"}}\n< 200\n")[2] == #"3: start "HTTP/1.1 200 OK""#
        )
    }

    @Test func `have trailers where the file says so`() throws {
        let found = try lines(
            "> GET /\n< 200\n< Transfer-Encoding: chunked\n<\n< a\n! trailers\n< X: y\n* data\n< 404\n")
        #expect(
            found[5...] == ["6: act trailers", #"7: trailer "X: y""#, "8: data", #"9: start "HTTP/1.1 404 Not Found""#])
    }

    @Test func `go on in each branch from where the block begins`() throws {
        let found = try lines("> GET /\neither\n! quiet 1s\n< 200\n<\n< a\nor\n! quiet 2s\n< 404\nend\n< b\n")
        #expect(found.suffix(2) == [#"  9: start "HTTP/1.1 404 Not Found""#, #"11: body "b" lf"#])
    }
}

@Suite struct `Requests` {
    @Test func `begin with a method and a target`() throws {
        let found = try lines(
            "client GET /\norigin b http\n> PROPFIND /a?b#c\n> OPTIONS *\n> GET //b\n> GET //b/x\n> GET {{\"//a///b\"}}\n"
        )
        #expect(
            found[1...] == [
                #"3: request "PROPFIND" main:"/a?b#c""#, #"4: request "OPTIONS" text "*""#, #"5: request "GET" b:"#,
                #"6: request "GET" b:"/x""#, #"7: request "GET" text "//a///b""#,
            ])
    }

    @Test func `have fields and a body`() throws {
        let found = try lines("client POST /\n> POST /\n> A-b:  c d\n> E:\n>\n> GET /x\n>\n! flush\n> PUT /y\n")
        #expect(
            found[1...] == [
                #"2: request "POST" main:"/""#, #"3: has A-b: "c d""#, "4: has E: ", "5: head end",
                #"6: brings "GET /x" lf"#, "7: brings  lf", "8: act flush", #"9: request "PUT" main:"/y""#,
            ])
    }

    @Test func `may have a version, spelled names, and a line about the whole head`() throws {
        let found = try lines(
            "> GET /a HTTP/1.0\n> {{\"X-a\"}}: {{any}}\n> {{exactly}}\n>\n< 200\n> GET /b HTTP/2.0\n")
        #expect(
            found == [
                #"1: request "GET" main:"/a" HTTP/1.0"#, #"2: has "X-a": {any}"#, "3: exact head",
                "4: head end", #"5: start "HTTP/1.1 200 OK""#, #"6: request "GET" main:"/b" HTTP/2.0"#,
            ])
    }

    @Test func `may come in any order, and each part begins with its own`() throws {
        let found = try lines(
            "client GET /\n> POST /x\n>\n> text\n< 200\n<\nany-order\n> GET /a\n< 200\nor second\n! new-connection\n> GET /b\n< 200\nend\n> GET /c\n"
        )
        #expect(
            found.suffix(8) == [
                "part ", #"  8: request "GET" main:"/a""#, #"  9: start "HTTP/1.1 200 OK""#, "part second",
                "  11: on new", #"  12: request "GET" main:"/b""#, #"  13: start "HTTP/1.1 200 OK""#,
                #"15: request "GET" main:"/c""#,
            ])
    }

    @Test func `are compared by value where braces stand in braces, and cells in them`() throws {
        let text = """
            cases name | what
                  a    | {{" x "}}
            client POST /
            > POST /
            >
            > {{json {"a":{"b":1},"c":{"d":{"e":"{{what}}"}}}}}
            < 200

            """
        let scenario = try #require(read(text).scenarios.first)
        guard case .line(let line) = scenario.nodes[3], case .receive(.body(let template, _)) = line.deed else {
            Issue.record("no body: \(sketch(scenario.nodes))")
            return
        }
        let body = #"{"c":{"d":{"e":" x "}},"a":{"b":1}}"#
        #expect(template.matches(Array(body.utf8), in: EmptyEnvironment()).fits)
    }

    @Test func `are over where nothing more may come`() throws {
        let found = try lines("client POST /\n> POST /\n< 417\n> {{absent}}\n> POST /\n> A: {{absent}}\n")
        #expect(found.suffix(3) == ["4: brings {absent} lf", #"5: request "POST" main:"/""#, "6: has A: {absent}"])
    }

    @Test func `have trailers, too`() throws {
        let found = try lines("client POST /\n> POST /\n> Transfer-Encoding: chunked\n>\n> a\n! trailers\n> X: y\n")
        #expect(found.suffix(2) == ["6: act trailers", #"7: brings trailer X: "y""#])
    }
}

@Suite struct `The implied order` {
    private func implied(_ text: String) -> String? {
        read(text).scenarios.first?.impliedLoad.map { sketch($0) }
    }

    @Test func `is the first request, without what clients make themselves`() {
        let text = """
            > POST /submit
            > Host: a
            > content-length: 3
            > Content-Type: text/plain
            > X: {{any}}
            > Y: {{"y"}}
            > {{"x-z"}}: z
            > {{"x-any"}}: {{any}}
            > {{exactly}}
            >
            > one
            > {{bytes 3}}
            < 200
            > GET /next
            > Z: z

            """
        #expect(
            implied(text)
                == #"load "POST" main:"/submit" data Content-Type="text/plain" x-z="z" body "one\n"{bytes(count: 3, from: 0)}"#
        )
    }

    @Test func `has the credentials that the first request must bring`() {
        #expect(
            implied("> GET /\n> Authorization: {{basic alice:secret}}\n")
                == #"load "GET" main:"/" data Authorization="Basic YWxpY2U6c2VjcmV0""#)
        #expect(implied("> GET /\n> Authorization: {{digest a:b}}\n") == #"load "GET" main:"/" data"#)
    }

    @Test func `is none where the request counts its rounds`() {
        #expect(implied("repeat 3\n> GET /a/{{count}}\n< 200\nend\n") == nil)
        #expect(implied("repeat 3\n> GET /a\n< 200\nend\n") != nil)
    }

    @Test func `is none where the request names what it captures itself`() {
        let text = "> POST /\n> Content-Type: multipart/form-data; boundary={{b = any}}\n>\n> --{{b}}--\n< 200\n"
        #expect(implied(text) == nil)
        #expect(implied(text.replacing("--{{b}}--", with: "----")) != nil)
    }

    @Test func `is none where a load is ordered`() {
        #expect(implied("client GET /\n> GET /\n") == nil)
    }

    @Test(arguments: ["> GET /{{any}}\n", "> {{/[A-Z]+/}} /\n", "> POST /\n>\n> a{{any}}\n"])
    func `is none where a part of the request only compares`(text: String) {
        #expect(implied(text) == nil)
        #expect(read(text + "< 200\n").advised.isEmpty)
    }

    @Test func `is none of the requests behind a lost one`() {
        #expect(read("> GET\n> GET /\n").advised.map(\.slug) == [.badStartLine])
    }
}

@Suite struct `Callbacks` {
    @Test(arguments: [
        (#"data "a" {{bytes 3}} b"#, #"data "a"{bytes(count: 3, from: 0)}"b""#),
        (#"challenge Digest realm="a b" "c" failures=0"#, #"challenge "Digest" realm="a bc" failures="0""#),
        ("[urlsession nsurlconnection] finish", "finish [urlsession] [nsurlconnection]"),
        ("fail timed-out after=900ms..1500ms", #"fail "timed-out" after 900...1500"#),
        ("need-body -> body {{bytes 3}} \"x\"", #"need-body -> body {bytes(count: 3, from: 0)}"x""#),
        ("challenge Basic -> use \"a b:c:d\"", #"challenge "Basic" -> use "a b" "c:d""#),
        ("challenge Basic -> use al:{{\"x y\"}}", #"challenge "Basic" -> use "al" "x y""#),
        (
            "challenge ClientCertificate -> use certificate alice",
            #"challenge "ClientCertificate" -> use certificate "alice""#
        ),
        ("destination x -> to \"y z\"", #"destination "x" -> to name "y z""#),
        ("response {{any}} -> download", "response {any} -> download"),
        ("challenge Basic -> use none", #"challenge "Basic" -> none"#),
    ])
    func `read as the table says`(typed: String, found: String) throws {
        #expect(try lines("> GET /\n* \(typed)\n")[1] == "2: \(found)")
    }

    @Test func `carry suffixes and lanes`() throws {
        let found = try lines("client GET / lane=b2\n>b2 GET /\n*b2? created\n*b2 progress 1/2\n*b2? metrics\n")
        #expect(
            found[2...] == [
                "3 b2: created (optional)", #"4 b2: progress "1/2""#, "5 b2: metrics (optional)",
            ])
    }

    @Test func `have header fields below, which are the new request's where there is one`() throws {
        #expect(
            try lines("> GET /\n* response 200\n    ETag: \"a\"\n\n# why\n    X: {{absent}}\n")[1]
                == #"2: response "200" ETag="\"a\"" X={absent}"#)
        #expect(
            try lines("> GET /\n* redirect 302 /a -> to /b\n    X: y\n")[1]
                == #"2: redirect "302" "/a" -> to URL "/b" X="y""#)
        #expect(
            try lines("> GET /\n* redirect 302 /a -> body \"b\"\n    X: y\n")[1]
                == #"2: redirect "302" "/a" -> body "b" X="y""#)
    }
}

@Suite struct `Orders` {
    @Test(arguments: [
        ("GET / as download timeout=2s total=1m", #"load "GET" main:"/" download timeout 2000 total 60000"#),
        (
            "GET / cache=off cookies=off untrusted",
            #"load "GET" main:"/" data untrusted cache="reload" cookies="off""#
        ),
        (
            "POST /\n  A: b\n  body \"x\" {{bytes 2}}",
            #"load "POST" main:"/" data A="b" body "x"{bytes(count: 2, from: 0)}"#
        ),
        ("trust ca", #"order trust(anchor: "ca")"#), ("continue", "order proceed"),
    ])
    func `read as the page says`(typed: String, found: String) throws {
        #expect(try lines("client GET /\nclient \(typed)\n> GET /\n")[1] == "2: \(found)")
    }

    @Test func `answer the question that was held`() throws {
        let found = try lines("> GET /\n* redirect 302 /a -> hold\nclient answer to /b\n")
        #expect(found[2] == #"3: order answer to URL "/b""#)
    }
}

@Suite struct `Acts` {
    @Test(arguments: [
        ("wait 200ms", "act wait(200)"), ("rate 10KB/s", "act rate(10000)"), ("segment 1", "act segment(1)"),
        ("half-close", "act halfClose"),
        ("close-notify off", "act closeNotify(false)"),
        ("await bytes 1KiB", "await bytes(1024)"), ("await tls-alert", "await tlsAlert(nil)"),
        ("new-connection", "on new"), ("connection one", #"on named("one")"#), ("hold", "act hold"),
    ])
    func `read as the page says`(typed: String, found: String) throws {
        #expect(try lines("origin main https\n> GET /\n! \(typed)\n")[1] == "3: \(found)")
    }

    @Test(arguments: [
        ("rst-stream CANCEL", "act resetStream(CANCEL)"), ("rst-stream 0x1f", "act resetStream(0x1f)"),
        ("goaway NO_ERROR last=3", "act goAway(NO_ERROR, last: Optional(QuintainScenario.LastStream.number(3)))"),
        ("settings MAX_CONCURRENT_STREAMS=1", "act settings [MAX_CONCURRENT_STREAMS=1]"), ("ping", "act ping"),
        ("window off", "act answers(QuintainScenario.OwnFrame.window, false)"),
        ("frame DATA stream=0 flags=END_STREAM {{\"x\"}}", #"act frame DATA on 0 "x""#),
    ])
    func `of HTTP/2 read as the page says`(typed: String, found: String) throws {
        #expect(try lines("origin main http http=2\n> GET /\n! \(typed)\n").last == "3: \(found)")
    }
}
