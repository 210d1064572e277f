// OrderTests.swift: orders carry all they need, so nothing is left to look up in the player.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainPlayer
import QuintainReply
import QuintainScenario
import QuintainTalk
import QuintainWire
import Testing
import QuintainWords

@Suite struct `Orders to a client` {
    private func orders(_ text: String, style: APIStyle? = nil) throws -> [ResolvedOrder] {
        try Rehearsal(text, observing: .all, style: style).orders
    }

    private func load(_ text: String, style: APIStyle? = nil) throws -> ResolvedLoad {
        guard case .load(let load)? = try orders(text, style: style).first else {
            throw NoLoad()
        }
        return load
    }

    private struct NoLoad: Error {}

    @Test func `a load has its URL, its fields and its body`() throws {
        let load = try load(
            """
            client POST //other/submit?q as upload timeout=2s total=9s cache=off cookies=off
                   Content-Type: text/plain
                   X-Where: {{//other/here}}
                   body "fido " {{bytes 3}}
            origin other http
            > POST //other/submit?q
            < 200
            """)
        #expect(load.number == 1)
        #expect(load.method == "POST")
        #expect(load.url == "http://127.0.0.1:8001/submit?q")
        #expect(load.kind == .upload)
        #expect(load.fields == [Field("Content-Type", "text/plain"), Field("X-Where", "http://127.0.0.1:8001/here")])
        #expect(load.body == [.bytes(Array("fido ".utf8)), .pattern(from: 0, count: 3)])
        #expect(load.timeout == 2_000 && load.total == 9_000)
        #expect(load.policy == "reload")
        #expect(!load.keepsCookies)
    }

    @Test(arguments: [
        ("client GET /a", "http://127.0.0.1:8000/a"),
        ("client GET //main", "http://127.0.0.1:8000"),
        ("client GET \"/a b\\\"\"", "http://127.0.0.1:8000/a b\""),
        ("client GET \"//main/a?{{x}}\"", "http://127.0.0.1:8000/a?{{x}}"),
        ("client GET \"//main\"", "http://127.0.0.1:8000"),
        ("client GET \"badscheme://x/y\"", "badscheme://x/y"), ("client GET badscheme://x/y", "badscheme://x/y"),
        ("client GET {{\"http://user:word@127.0.0.1/x\"}}", "http://user:word@127.0.0.1/x"),
    ])
    func `a target becomes a URL`(line: String, url: String) throws {
        #expect(try load("\(line)\n> GET /a\n< 200").url == url)
    }

    @Test func `what a file implies is ordered like any load`() throws {
        let load = try load(
            """
            > POST /a
            > X-One: 1
            > X-Any: {{any}}
            >
            > body
            < 200
            """)
        #expect(load.url == "http://127.0.0.1:8000/a")
        #expect(load.fields == [Field("X-One", "1")])
        #expect(load.body == [.bytes(Array("body".utf8))])
    }

    @Test func `a proxy and credentials are ready for use`() throws {
        let load = try load(
            """
            proxy gate http
            client GET /a via gate credentials=alice:a:b
            > GET /a
            < 200
            """)
        #expect(load.proxy == "http://127.0.0.1:8001")
        #expect(load.credentials?.user == Array("alice".utf8))
        #expect(load.credentials?.password == Array("a:b".utf8))
    }

    @Test func `loads are numbered in all lanes, and other orders name them`() throws {
        let orders = try orders(
            """
            client GET /a lane=a
            client GET /b lane=b
            client cancel lane=a
            client GET /c lane=a
            client suspend lane=a
            client resume lane=b
            client cancel lane=b
            """)
        #expect(
            orders.dropFirst(2).filter { if case .load = $0 { false } else { true } } == [
                .cancel(load: 1), .suspend(load: 3), .resume(load: 4, of: 2, "b"), .cancel(load: 4),
            ])
    }

    @Test func `decisions below a load are told ahead, up to the next load of the lane`() throws {
        let load = try load(
            """
            client GET /a
            > GET /a
            < 302
            < Location: /b
            * redirect 302 /b
            > GET /b
            < 401
            < WWW-Authenticate: Basic realm="v"
            * challenge Basic realm="v" -> use alice:secret
            > GET /b
            < 200
            * response 200 -> cancel
            * fail cancelled
            client GET /c
            > GET /c
            < 302
            < Location: /d
            * redirect 302 /d -> no
            * response 302
            * finish
            """)
        #expect(
            load.decisions == [
                PlannedDecision(.redirect, .plain(.byDefault)),
                PlannedDecision(
                    .challenge, kind: "Basic", .use(user: Array("alice".utf8), password: Array("secret".utf8))),
                PlannedDecision(.response, .plain(.cancel)),
            ])
    }

    @Test func `a challenge of a proxy is told from others`() throws {
        let load = try load(
            """
            proxy gate http
            client GET /a via gate
            > GET /a
            < 407
            < Proxy-Authenticate: Basic realm="g"
            * challenge Basic realm="g" proxy=yes -> use bob:pass
            > GET /a
            < 401
            < WWW-Authenticate: Basic realm="v"
            * challenge Basic realm="v" -> use alice:secret
            > GET /a
            < 200
            """)
        #expect(load.decisions.map(\.isOfProxy) == [true, false])
    }

    @Test func `a question that is held has the decision of its answer`() throws {
        let load = try load(
            """
            > GET /vault
            < 401
            < WWW-Authenticate: Basic realm="b"
            * challenge Basic realm="b" -> hold
            client answer use alice:secret
            > GET /vault
            < 200
            """)
        #expect(load.decisions.map(\.decision.description) == ["use alice:secret"])
    }

    @Test(arguments: [
        ("repeat 3", 3, ["/hop/2", "/hop/3", "/hop/4"]), ("repeat 1..60", 1, ["/hop/2"]),
    ])
    func `decisions of certain rounds are told each`(word: String, count: Int, paths: [String]) throws {
        let load = try load(
            """
            client GET /hop/1
            \(word)
            > GET /hop/{{count}}
            < 302
            < Location: /hop/{{count+1}}
            * redirect 302 /hop/{{count+1}} -> to /hop/{{count+1}}
            end
            * fail too-many-redirects
            """)
        #expect(load.decisions.map(\.decision.description) == paths.map { "to http://127.0.0.1:8000\($0)" })
    }

    @Test func `decisions of other styles are not told`() throws {
        let text = """
            > GET /a
            < 302
            < Location: /b
            * [nsurldownload] redirect 302 /b -> no
            * [urlsession] redirect 302 /b
            > GET /b
            < 200
            """
        #expect(try load(text, style: .urlsession).decisions.map(\.decision.word) == [.byDefault])
        #expect(try load(text).decisions == [])
    }

    @Test func `a plain command gets no orders`() throws {
        #expect(try Rehearsal("client GET /a\n> GET /a\n< 200").orders == [])
    }
}
