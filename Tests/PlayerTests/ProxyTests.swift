// ProxyTests.swift: requests that come through a proxy, and tunnels.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainScenario
import Testing
import QuintainTranscript

@Suite struct `Proxies` {
    private let plain = "# t\nproxy gate http\nclient GET /a via gate\n> GET /a\n< 200\n<\n< yes\n"

    @Test func `a proxy is asked in absolute form, for the origin that the URL names`() throws {
        let play = try Rehearsal(plain)
        play.send("GET http://127.0.0.1:8000/a", origin: "gate")
        #expect(play.text().hasSuffix("yes"))
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    @Test func `a proxy that is asked in origin form has no line to take the request`() throws {
        let play = try Rehearsal(plain)
        play.send("GET /a", origin: "gate")
        #expect(play.slugs == [.unexpectedRequest])
        #expect(play.sentences[0].hasSuffix("it came to the proxy 'gate', which is asked with an absolute URL"))
    }

    @Test func `a proxy that is asked for a tunnel has no line to take the request, and tells of that`() throws {
        let play = try Rehearsal(
            "# t\norigin shop https\nproxy gate http\nclient GET //shop/a via gate\n> GET //shop/a\n< 200\n")
        play.send("CONNECT 127.0.0.1:8001", origin: "gate")
        #expect(play.slugs == [.unexpectedRequest])
        #expect(play.sentences[0].contains("it asks the proxy 'gate' for a tunnel, which a line above has to say"))
    }

    @Test func `a proxy that is asked for another host has no line to take the request`() throws {
        let play = try Rehearsal(plain)
        play.send("GET http://elsewhere.test/a", origin: "gate", host: "elsewhere.test")
        #expect(play.slugs == [.unexpectedRequest])
        #expect(play.sentences[0].hasSuffix("it asks the proxy 'gate' for a host that is not 'main'"))
    }

    @Test func `an origin that is asked in absolute form takes the request and tells`() throws {
        let play = try Rehearsal("# t\n> GET /a\n< 200\n")
        play.send("GET http://127.0.0.1:8000/a")
        #expect(play.slugs == [.wrongTarget])
    }

    @Test(arguments: [
        (" via gate", "main", "straight to 'main', not through the proxy 'gate'"),
        ("", "gate", "through the proxy 'gate', not straight"),
    ])
    func `a load goes the way that its order says`(via: String, origin: String, sentence: String) throws {
        let play = try Rehearsal("# t\nproxy gate http\nclient GET /a\(via)\n> GET /a\n< 200\n")
        play.send(origin == "gate" ? "GET http://127.0.0.1:8000/a" : "GET /a", origin: origin)
        #expect(play.slugs == [.wrongTarget])
        #expect(play.sentences == ["the request came \(sentence)"])
        #expect(play.scriptEnded)
    }

    @Test func `a request too soon that did not come through its proxy is told so`() throws {
        let text = """
            # t
            origin shop https
            proxy gate http
            client GET //shop/a via gate
            > CONNECT {{authority shop}}
            < 200
            > GET //shop/a
            < 200
            """
        let play = try Rehearsal(text)
        play.send("GET /a", origin: "shop", host: "127.0.0.1:8001")
        #expect(play.slugs.first == .tooSoon)
        #expect(play.sentences.first?.hasSuffix("; it came straight to 'shop', not through the proxy 'gate'") == true)
    }

    // MARK: Tunnels

    private let tunnelled = """
        # t
        origin other http host=other.test
        proxy gate http
        client GET //other/a via gate
        > CONNECT {{authority other}}
        < 407
        < Proxy-Authenticate: Basic realm="gate"
        > CONNECT {{authority other}}
        > Proxy-Authorization: Basic Ym9iOmdhdGVwYXNz
        < 200
        ! same-connection
        > GET //other/a
        > Proxy-Authorization: {{absent}}
        < 200
        <
        < inside

        """

    @Test func `what follows a 2xx to CONNECT is inside the tunnel`() throws {
        let play = try Rehearsal(tunnelled)
        let connection = play.send("CONNECT other.test:8001", origin: "gate", host: "other.test:8001")
        play.send(
            "CONNECT other.test:8001\nProxy-Authorization: Basic Ym9iOmdhdGVwYXNz", on: connection,
            host: "other.test:8001")
        #expect(play.text().hasSuffix("HTTP/1.1 200 OK\r\n\r\n"))
        play.send("GET /a", on: connection, host: "other.test:8001")
        #expect(play.text().hasSuffix("inside"))
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    @Test func `in a tunnel the absolute form is out of place`() throws {
        let play = try Rehearsal(tunnelled)
        let connection = play.send("CONNECT other.test:8001", origin: "gate", host: "other.test:8001")
        play.send(
            "CONNECT other.test:8001\nProxy-Authorization: Basic Ym9iOmdhdGVwYXNz", on: connection,
            host: "other.test:8001")
        play.send("GET http://other.test:8001/a", on: connection, host: "other.test:8001")
        #expect(play.slugs == [.wrongTarget])
    }

    @Test func `behind a refused CONNECT come requests to the proxy`() throws {
        let play = try Rehearsal(
            "# t\nproxy gate http\n> CONNECT x.test:443\n< 403\n<\n< no\n> GET /a\n< 200\n")
        let connection = play.send("CONNECT x.test:443", origin: "gate", host: "x.test:443")
        #expect(play.text().hasSuffix("no"))
        play.send("GET http://127.0.0.1:8000/a", on: connection)
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    @Test func `a tunnel to a host that the file does not name leads to main`() throws {
        let play = try Rehearsal("# t\nproxy gate http\n> CONNECT {{any}}\n< 200\n> GET /a\n> Host: {{any}}\n< 200\n")
        let connection = play.send("CONNECT x.test:443", origin: "gate", host: "x.test:443")
        play.send("GET /a", on: connection, host: "x.test:443")
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    @Test(arguments: ["Content-Length: 5", "Transfer-Encoding: chunked"])
    func `framing in a 2xx to CONNECT means nothing`(field: String) throws {
        let play = try Rehearsal(
            "# t\nproxy gate http\n> CONNECT {{authority main}}\n< 200\n< \(field)\n> GET /a\n< 204\n")
        let connection = play.send("CONNECT 127.0.0.1:8000", origin: "gate")
        #expect(play.text() == "HTTP/1.1 200 OK\r\n\(field)\r\n\r\n")
        play.send("GET /a", on: connection)
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }
}
