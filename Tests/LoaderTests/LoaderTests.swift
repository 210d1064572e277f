// LoaderTests.swift: loads as conversations: inputs, and the effects that are ordered.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainCoding
import QuintainNotation
import QuintainStores
import QuintainWire
import Testing

@testable import QuintainLoader

@Suite struct `A load` {
    @Test func `is asked about the response, told its data, and ends`() {
        let load = Conversation()
        #expect(load.start() == ["connect main.test"])
        #expect(load.connected() == ["send GET 0"])
        #expect(load.sent.hasPrefix("GET / HTTP/1.1\r\nHost: main.test\r\n"))
        #expect(load.received("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok") == ["ask response 200"])
        #expect(load.answered() == ["tell data ok", "keep", "tell finish", "ended"])
    }

    @Test func `whose coded parts are damaged tells what came before, and nothing behind its failure`() {
        let load = Conversation { $0.voice.parts = true }
        _ = load.start()
        _ = load.connected()
        let parts = ["one", "two"].map { "--a\r\n\r\n\($0)\r\n" }.joined() + "--a--\r\n"
        let coded = Coding.gzip(level: 0).encoded(Array(parts.utf8))
        let head =
            "HTTP/1.1 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=a\r\nContent-Encoding: gzip\r\n"
        #expect(load.received("\(head)Content-Length: \(coded.count)\r\n\r\n") == ["ask response 200"])
        #expect(load.received(bytes: Array(coded.dropLast(8))) == [])
        #expect(load.answered() == ["ask response 200"])
        // The checksum is wrong.
        _ = load.received(bytes: Array(repeating: 0, count: 8))
        #expect(load.answered() == ["tell data one", "ask response 200"])
        #expect(load.answered() == ["tell data two", "close", "tell fail decoding", "ended"])
    }

    @Test func `waits for the answer before a byte of the body is told`() {
        let load = Conversation()
        _ = load.start()
        _ = load.connected()
        #expect(load.received("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n") == ["ask response 200"])
        #expect(load.received("body") == [])
        #expect(load.answered() == ["tell data body", "keep", "tell finish", "ended"])
    }

    @Test func `that is cancelled says so once, and closes its connection`() {
        let load = Conversation()
        _ = load.start()
        _ = load.connected()
        #expect(load.cancelled() == ["close", "tell fail cancelled", "ended"])
        #expect(load.cancelled() == [])
    }

    @Test func `with a text that is no URL fails before anything else`() {
        let load = Conversation("GET", "main.test/")
        #expect(load.start() == ["tell fail other", "ended"])
        let other = Conversation("GET", "ftp://main.test/")
        #expect(other.start() == ["tell fail other", "ended"])
    }

    @Test func `whose patience ends fails, and a delegate that thinks does not use it up`() {
        let load = Conversation { $0.patience = 1_000 }
        _ = load.start()
        _ = load.connected()
        _ = load.received("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n")
        #expect(load.passed(5_000) == [])
        #expect(load.answered() == [])
        #expect(load.passed(999) == [])
        #expect(load.passed(1) == ["close", "tell fail timed-out", "ended"])
    }

    @Test func `has patience as long as bytes come`() {
        let load = Conversation { $0.patience = 1_000 }
        _ = load.start()
        _ = load.connected()
        _ = load.received("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n")
        _ = load.answered()
        for _ in 0..<8 {
            #expect(load.passed(999) == [])
            #expect(load.received("x") == ["tell data x"])
        }
        #expect(load.passed(1_000) == ["close", "tell fail timed-out", "ended"])
    }

    @Test func `that takes too long in all fails with a question open, too`() {
        let load = Conversation { $0.total = 1_000 }
        _ = load.start()
        _ = load.connected()
        _ = load.received("HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=\"v\"\r\nContent-Length: 0\r\n\r\n")
        #expect(load.passed(1_000) == ["tell challenge-cancelled", "close", "tell fail timed-out", "ended"])
    }

    @Test func `tells interim responses, and not as responses`() {
        let load = Conversation()
        _ = load.start()
        _ = load.connected()
        #expect(
            load.received("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 204 None\r\n\r\n")
                == ["tell informational 103", "ask response 204"])
    }
}

@Suite struct `A dead connection` {
    private static let fault = NetworkFault(.lost, "reset", isBeforeReply: true)

    @Test(arguments: [("GET", true), ("PUT", true), ("DELETE", true), ("POST", false), ("PATCH", false)])
    func `that was kept is replaced where the request may be repeated`(method: String, repeats: Bool) {
        let load = Conversation(method)
        _ = load.start()
        _ = load.connected(.idle)
        let expected = repeats ? ["close", "connect main.test anew"] : ["close", "tell fail connection-lost", "ended"]
        #expect(load.lost(Self.fault) == expected)
    }

    @Test func `that is new is not replaced`() {
        let load = Conversation()
        _ = load.start()
        _ = load.connected(.fresh)
        #expect(load.lost(Self.fault) == ["close", "tell fail connection-lost", "ended"])
    }

    @Test func `is not replaced once a byte of the reply is there`() {
        let load = Conversation()
        _ = load.start()
        _ = load.connected(.idle)
        #expect(
            load.lost(NetworkFault(.lost, "reset")) == ["close", "tell fail connection-lost", "ended"])
    }
}

@Suite struct `A redirect` {
    private func load(
        _ status: Int, _ method: String, body: RequestBody = .none, to location: String = "/b", fields: [Field] = []
    ) -> (Conversation, [String]) {
        let load = Conversation(method, "http://main.test/a", fields: fields, body: body)
        _ = load.start()
        _ = load.connected()
        _ = load.bodySent(body.content.count)
        let lines = load.received(
            "HTTP/1.1 \(status) Moved\r\nLocation: \(location)\r\nContent-Length: 3\r\n\r\nold")
        return (load, lines)
    }

    /// RFC 9110 section 15.4.2 to 15.4.9, and what all clients do.
    @Test(arguments: [
        (301, "GET", "GET"), (301, "POST", "GET"), (301, "PUT", "PUT"), (301, "HEAD", "HEAD"),
        (301, "DELETE", "DELETE"),
        (302, "GET", "GET"), (302, "POST", "GET"), (302, "PUT", "PUT"), (303, "GET", "GET"), (303, "POST", "GET"),
        (303, "PUT", "GET"), (303, "DELETE", "GET"), (303, "HEAD", "HEAD"), (307, "POST", "POST"),
        (307, "PUT", "PUT"), (308, "POST", "POST"), (308, "GET", "GET"),
    ])
    func `changes the method as the status says`(status: Int, method: String, next: String) {
        let body: RequestBody = ["POST", "PUT"].contains(method) ? .bytes([1, 2]) : .none
        let (load, lines) = load(status, method, body: body)
        #expect(lines == ["ask redirect \(status) \(next) http://main.test/b"])
        #expect(load.answered().first == "keep")
        _ = load.connected(.idle)
        #expect(load.sent.hasPrefix("\(next) /b HTTP/1.1\r\n"))
        #expect(load.sentBody == (next == "POST" || next == "PUT" ? [1, 2] : []))
    }

    @Test func `that is refused is the response, with its body`() {
        let (load, _) = load(302, "GET")
        #expect(load.answered(.refuse) == ["ask response 302"])
        #expect(load.answered() == ["tell data old", "keep", "tell finish", "ended"])
    }

    @Test func `that is followed has its body read away, and none of it told`() {
        let (load, _) = load(302, "GET")
        #expect(load.answered() == ["keep", "connect main.test"])
    }

    @Test func `to another origin takes no secrets along`() {
        let fields = [Field("Authorization", "Bearer x"), Field("Cookie", "a=b"), Field("X-Own", "1")]
        let (load, _) = load(302, "GET", to: "http://other.test/", fields: fields)
        _ = load.answered()
        _ = load.connected()
        #expect(load.field("Authorization") == nil)
        #expect(load.field("Cookie") == nil)
        #expect(load.field("X-Own") == "1")
    }

    @Test func `within its origin takes them along`() {
        let (load, _) = load(302, "GET", fields: [Field("Authorization", "Bearer x")])
        _ = load.answered()
        _ = load.connected()
        #expect(load.field("Authorization") == "Bearer x")
    }

    @Test func `is followed twenty times, and no more`() {
        let load = Conversation { $0.voice.redirect = false }
        _ = load.start()
        var lines: [String] = []
        var followed = 0
        while followed < 30 {
            _ = load.connected()
            lines = load.received("HTTP/1.1 302 F\r\nLocation: /again\r\nContent-Length: 0\r\n\r\n")
            if lines.last == "ended" { break }
            followed += 1
        }
        #expect(followed == 20)
        #expect(lines == ["close", "tell fail too-many-redirects", "ended"])
    }

    @Test func `without a place to go to is the response`() {
        let load = Conversation()
        _ = load.start()
        _ = load.connected()
        #expect(load.received("HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n") == ["ask response 302"])
    }
}

@Suite struct `A challenge` {
    private static let basic = "HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=\"v\"\r\nContent-Length: 2\r\n\r\nno"

    @Test func `is asked, answered, and counts what was wrong`() {
        let load = Conversation()
        _ = load.start()
        _ = load.connected()
        #expect(load.received(Self.basic) == ["ask challenge Basic 0"])
        #expect(
            load.answered(.credential(user: Array("a".utf8), password: Array("x".utf8))) == [
                "keep", "connect main.test",
            ])
        _ = load.connected(.idle)
        #expect(load.field("Authorization") == "Basic YTp4")
        #expect(load.received(Self.basic) == ["ask challenge Basic 1"])
        #expect(load.answered(.withoutCredential) == ["ask response 401"])
        #expect(load.answered() == ["tell data no", "keep", "tell finish", "ended"])
    }

    /// A memory with alice's password for this protection space.
    private func knowsAlice() -> ClientMemory {
        let load = Conversation()
        _ = load.start()
        _ = load.connected()
        _ = load.received(Self.basic)
        _ = load.answered(.credential(user: Array("alice".utf8), password: Array("x".utf8)))
        _ = load.connected(.idle)
        _ = load.received("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        return load.memory
    }

    @Test func `is answered with what the URL names before what is remembered`() {
        let load = Conversation("GET", "http://bob:y@main.test/", memory: knowsAlice())
        _ = load.start()
        _ = load.connected()
        #expect(load.field("Authorization") == "Basic Ym9iOnk=")
        // Credentials of the URL are used once; then the remembered ones, and then the delegate's.
        #expect(load.received(Self.basic) == ["keep", "connect main.test"])
        _ = load.connected(.idle)
        #expect(load.field("Authorization") == "Basic YWxpY2U6eA==")
        #expect(load.received(Self.basic) == ["ask challenge Basic 2"])
    }

    @Test(arguments: [
        ("http://bob:y@main.test/b", "Basic Ym9iOnk="), ("/b", "Basic YWxpY2U6eA=="),
        ("http://main.test/b", "Basic YWxpY2U6eA=="),
    ])
    func `is answered with what a Location names before what is remembered`(location: String, field: String) {
        let load = Conversation(memory: knowsAlice())
        _ = load.start()
        _ = load.connected()
        let lines = load.received("HTTP/1.1 302 F\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n")
        // The delegate that is asked must not see the password.
        #expect(lines == ["ask redirect 302 GET http://main.test/b"])
        _ = load.answered()
        _ = load.connected(.idle)
        #expect(load.field("Authorization") == field)
    }

    @Test func `is answered with what a Location names where nothing is remembered`() {
        let load = Conversation()
        _ = load.start()
        _ = load.connected()
        _ = load.received("HTTP/1.1 302 F\r\nLocation: //bob:y@other.test/b\r\nContent-Length: 0\r\n\r\n")
        _ = load.answered()
        _ = load.connected()
        #expect(load.field("Authorization") == nil)
        #expect(load.received(Self.basic) == ["keep", "connect other.test"])
        _ = load.connected(.idle)
        #expect(load.field("Authorization") == "Basic Ym9iOnk=")
        // A relative reference keeps the credentials: RFC 3986 section 5.2.
        _ = load.received("HTTP/1.1 302 F\r\nLocation: /c\r\nContent-Length: 0\r\n\r\n")
        _ = load.answered()
        _ = load.connected(.idle)
        #expect(load.field("Authorization") == "Basic Ym9iOnk=")
        #expect(load.received(Self.basic) == ["ask challenge Basic 1"])
    }

    @Test func `that is open when the load ends is cancelled before the failure`() {
        let load = Conversation()
        _ = load.start()
        _ = load.connected()
        _ = load.received(Self.basic)
        #expect(load.cancelled() == ["tell challenge-cancelled", "close", "tell fail cancelled", "ended"])
    }

    @Test func `that is rejected makes room for the next one`() {
        let load = Conversation()
        _ = load.start()
        _ = load.connected()
        let both =
            "HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=\"v\"\r\n"
            + "WWW-Authenticate: Digest realm=\"v\", nonce=\"n\", qop=\"auth\"\r\nContent-Length: 0\r\n\r\n"
        #expect(load.received(both) == ["ask challenge Digest 0"])
        #expect(load.answered(.reject) == ["ask challenge Basic 0"])
        #expect(load.answered(.reject) == ["ask response 401"])
    }

    @Test func `of a proxy that opens no tunnel fails the load where nobody answers`() {
        let load = Conversation("GET", "https://main.test/") {
            $0.proxy = Proxy(Hop(isSecure: false, host: "gate.test", port: 3128))
        }
        #expect(load.start() == ["connect gate.test"])
        #expect(load.connected() == ["send CONNECT 0"])
        #expect(
            load.received("HTTP/1.1 407 No\r\nProxy-Authenticate: Basic realm=\"g\"\r\nContent-Length: 0\r\n\r\n")
                == ["ask challenge Basic 0 proxy"])
        let answer = load.answered(.credential(user: Array("b".utf8), password: Array("y".utf8)))
        #expect(answer == ["close", "connect gate.test"])
        #expect(load.connected() == ["send CONNECT 0"])
        #expect(load.field("Proxy-Authorization") == "Basic Ynk=" || load.field("Proxy-Authorization") == "Basic Yjp5")
        #expect(load.received("HTTP/1.1 200 OK\r\n\r\n") == ["secure main.test"])
        #expect(load.secured() == ["send GET 0"])
        #expect(load.field("Proxy-Authorization") == nil)
    }
}

@Suite struct `Expect` {
    private func load() -> Conversation {
        let load = Conversation(
            "POST", fields: [Field("Expect", "100-continue")], body: .bytes(Array("body".utf8)))
        _ = load.start()
        return load
    }

    @Test func `holds the body until 100 comes`() {
        let load = load()
        #expect(load.connected() == ["send POST held"])
        #expect(load.received("HTTP/1.1 100 Continue\r\n\r\n") == ["send body"])
    }

    @Test func `holds it for a second at most`() {
        let load = load()
        _ = load.connected()
        #expect(load.passed(999) == [])
        #expect(load.passed(1) == ["send body"])
    }

    @Test func `that failed is tried without`() {
        let load = load()
        _ = load.connected()
        #expect(load.received("HTTP/1.1 417 No\r\nContent-Length: 0\r\n\r\n") == ["close", "connect main.test"])
        #expect(load.connected() == ["send POST 4"])
        #expect(load.field("Expect") == nil)
    }
}

@Suite struct `A coded body` {
    @Test func `that would become too much at once is given up`() {
        let load = Conversation { $0.voice.response = false }
        _ = load.start()
        _ = load.connected()
        let bomb = Coding.brotli().encoded([UInt8](repeating: 0, count: 65 << 20))
        #expect(bomb.count < 4096)
        _ = load.received("HTTP/1.1 200 OK\r\nContent-Encoding: br\r\nContent-Length: \(bomb.count)\r\n\r\n")
        #expect(load.received(bytes: bomb) == ["close", "tell fail other", "ended"])
    }

    @Test(arguments: [Coding.deflate(), .rawDeflate()])
    func `of deflate may come without its wrapper, and a byte at a time`(coding: Coding) {
        let load = Conversation { $0.voice.response = false }
        _ = load.start()
        _ = load.connected()
        let body = coding.encoded(Array("roses are red".utf8))
        _ = load.received("HTTP/1.1 200 OK\r\nContent-Encoding: deflate\r\nContent-Length: \(body.count)\r\n\r\n")
        let lines = body.flatMap { load.received(bytes: [$0]) }
        let data = lines.filter { $0.hasPrefix("tell data ") }.map { $0.dropFirst(10) }.joined()
        #expect(data == "roses are red")
        #expect(lines.suffix(2) == ["tell finish", "ended"])
    }

    @Test(arguments: ["Content-Length: 0\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"])
    func `without a byte is an empty one, however its end is told`(rest: String) {
        let load = Conversation { $0.voice.response = false }
        _ = load.start()
        _ = load.connected()
        let lines = load.received("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\(rest)")
        #expect(lines.suffix(2) == ["tell finish", "ended"])
    }

    @Test func `that is a part is handed on as it is`() {
        let load = Conversation { $0.voice.response = false }
        _ = load.start()
        _ = load.connected()
        let lines = load.received(
            "HTTP/1.1 206 P\r\nContent-Encoding: gzip\r\nContent-Range: bytes 4-5/9\r\nContent-Length: 2\r\n\r\nab")
        #expect(lines.contains("tell data ab") && lines.suffix(2) == ["tell finish", "ended"], "\(lines)")
    }
}
