// CopyTests.swift: copies that a load stores, and how it uses them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainStores
import QuintainWire
import Testing

@testable import QuintainLoader

@Suite struct `A copy` {
    private func loaded(_ fields: String, _ memory: ClientMemory) {
        let load = Conversation(memory: memory)
        _ = load.start()
        _ = load.connected()
        _ = load.received("HTTP/1.1 200 OK\r\n\(fields)\r\nContent-Length: 3\r\n\r\nold")
        _ = load.answered()
    }

    @Test func `that is fresh needs no connection`() {
        let memory = ClientMemory()
        loaded("Cache-Control: max-age=60", memory)
        let load = Conversation(memory: memory)
        #expect(load.start() == ["ask response 200"])
        #expect(load.answered() == ["tell data old", "tell finish", "ended"])
    }

    @Test func `that is validated is the response, and the 304 is not`() {
        let memory = ClientMemory()
        loaded("Cache-Control: no-cache\r\nETag: \"1\"", memory)
        let load = Conversation(memory: memory)
        #expect(load.start() == ["connect main.test"])
        _ = load.connected()
        #expect(load.field("If-None-Match") == "\"1\"")
        #expect(load.received("HTTP/1.1 304 N\r\nETag: \"1\"\r\n\r\n") == ["keep", "ask response 200"])
        #expect(load.answered() == ["tell data old", "tell finish", "ended"])
    }

    @Test func `is put to the delegate before it is kept`() {
        let load = Conversation { $0.voice.willCache = true }
        _ = load.start()
        _ = load.connected()
        _ = load.received("HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nContent-Length: 1\r\n\r\nx")
        #expect(load.answered() == ["tell data x", "keep", "ask will-cache disk"])
        #expect(load.answered(.refuse) == ["tell finish", "ended"])
        #expect(load.memory.cache.count == 0)
    }

    @Test(arguments: [
        "HTTP/1.1 204 No Content\r\nCache-Control: max-age=60\r\n\r\n",
        "HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "HTTP/1.1 404 Not Found\r\nCache-Control: max-age=60\r\nContent-Length: 0\r\n\r\n",
    ])
    func `without a body is kept as well`(reply: String) {
        let memory = ClientMemory()
        let first = Conversation(memory: memory)
        _ = first.start()
        _ = first.connected()
        let response = first.received(reply)
        #expect(first.answered().suffix(2) == ["tell finish", "ended"])
        let second = Conversation(memory: memory)
        #expect([second.start()[0]] == response.suffix(1))
        #expect(second.answered() == ["tell finish", "ended"])
    }

    /// RFC 9111 section 4.2.3: the age counts from the head, however slowly the body follows.
    @Test func `is as old as its head`() {
        let memory = ClientMemory()
        let first = Conversation(memory: memory)
        _ = first.start()
        _ = first.connected()
        _ = first.received("HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nContent-Length: 3\r\n\r\n")
        _ = first.answered()
        _ = first.passed(40_000)
        #expect(first.received("old").last == "ended")
        let second = Conversation(memory: memory)
        second.now = first.now
        second.now.wall += 19
        #expect(second.start() == ["ask response 200"])
        #expect(second.reply?.fields.first("Age") == Array("59".utf8))
        let third = Conversation(memory: memory)
        third.now = first.now
        third.now.wall += 20
        #expect(third.start() == ["connect main.test"])
    }

    /// RFC 9111 section 4: a copy that is used without validation has an Age.
    @Test func `tells its age, and none once it is validated`() {
        let memory = ClientMemory()
        loaded("Cache-Control: max-age=60\r\nETag: \"1\"", memory)
        let second = Conversation(memory: memory)
        second.now.wall += 7
        _ = second.start()
        #expect(second.reply?.fields.first("Age") == Array("7".utf8))
        let third = Conversation(memory: memory) { $0.policy = .revalidate }
        third.now.wall += 7
        _ = third.start()
        _ = third.connected()
        _ = third.received("HTTP/1.1 304 N\r\nETag: \"1\"\r\n\r\n")
        #expect(third.reply?.fields.first("Age") == nil)
    }

    /// RFC 9111 section 4.1: Cookie is a field like any other, though the app does not write it.
    @Test func `is for the cookies that went with its request`() {
        let memory = ClientMemory()
        loaded("Cache-Control: max-age=60\r\nVary: Cookie", memory)
        let same = Conversation(memory: memory)
        #expect(same.start() == ["ask response 200"])
        let page = try! HTTPURL("http://main.test/")
        memory.cookies.received([Field("Set-Cookie", "a=b")], from: page, at: same.now.wall)
        let other = Conversation(memory: memory)
        #expect(other.start() == ["connect main.test"])
        let without = Conversation(memory: memory) { $0.keepsCookies = false }
        #expect(without.start() == ["ask response 200"])
    }

    /// RFC 9111 section 4.4: a redirect is no error, so the form's page has changed.
    @Test func `is forgotten behind a POST that is redirected`() {
        let memory = ClientMemory()
        loaded("Cache-Control: max-age=60", memory)
        let post = Conversation("POST", memory: memory)
        _ = post.start()
        _ = post.connected()
        _ = post.received("HTTP/1.1 303 S\r\nLocation: /done\r\nContent-Length: 0\r\n\r\n")
        let load = Conversation(memory: memory)
        #expect(load.start() == ["connect main.test"])
    }

    // MARK: While it is asked about

    /// RFC 5861 section 3.
    @Test func `within its grace is used, and asked about behind that`() {
        let memory = ClientMemory()
        loaded("Cache-Control: max-age=10, stale-while-revalidate=20", memory)
        let load = Conversation(memory: memory)
        load.now.wall += 15
        #expect(load.start() == ["refresh http://main.test/", "ask response 200"])
        #expect(load.answered() == ["tell data old", "tell finish", "ended"])
        let settings = load.refresh
        #expect(settings?.voice == LoadVoice.silent)
        #expect(settings?.policy == .revalidate)
    }

    @Test func `is asked about in silence, and what comes is kept`() {
        let memory = ClientMemory()
        loaded("Cache-Control: max-age=10, stale-while-revalidate=20", memory)
        let load = Conversation(memory: memory) {
            $0.policy = .revalidate
            $0.voice = .silent
        }
        load.now.wall += 15
        _ = load.start()
        _ = load.connected()
        let reply = "HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nContent-Length: 3\r\n\r\nnew"
        #expect(load.received(reply) == ["tell response 200", "tell data new", "keep", "tell finish", "ended"])
        let next = Conversation(memory: memory)
        next.now.wall += 15
        _ = next.start()
        #expect(next.answered() == ["tell data new", "tell finish", "ended"])
    }

    // MARK: In the place of an error

    /// RFC 5861 section 4.
    @Test(arguments: [500, 502, 503, 504])
    func `is better than an error, if its server says so`(status: Int) {
        let memory = ClientMemory()
        loaded("Cache-Control: max-age=10, stale-if-error=20", memory)
        let load = Conversation(memory: memory)
        load.now.wall += 15
        _ = load.start()
        _ = load.connected()
        let error = "HTTP/1.1 \(status) No\r\nContent-Length: 2\r\n\r\nno"
        #expect(load.received(error) == ["keep", "ask response 200"])
        #expect(load.reply?.fields.first("Age") == Array("15".utf8))
        #expect(load.answered() == ["tell data old", "tell finish", "ended"])
    }

    @Test func `is better than nothing, if its server says so`() {
        let memory = ClientMemory()
        loaded("Cache-Control: max-age=10, stale-if-error=20", memory)
        let load = Conversation(memory: memory)
        load.now.wall += 15
        _ = load.start()
        #expect(load.lost(NetworkFault(.cannotConnect, "nobody listens")) == ["close", "ask response 200"])
        #expect(load.answered() == ["tell data old", "tell finish", "ended"])
        let other = Conversation(memory: memory)
        other.now.wall += 15
        _ = other.start()
        _ = other.connected()
        #expect(other.received("HTTP/1.1 ", isEnd: true) == ["close", "ask response 200"])
    }

    @Test func `does not hide what is no error of the server's`() {
        let memory = ClientMemory()
        loaded("Cache-Control: max-age=10, stale-if-error=20", memory)
        for (age, reply) in [(15, "501 No"), (15, "404 No"), (31, "500 No")] as [(Int64, String)] {
            let load = Conversation(memory: memory)
            load.now.wall += age
            _ = load.start()
            _ = load.connected()
            let status = reply.prefix(3)
            #expect(load.received("HTTP/1.1 \(reply)\r\nContent-Length: 0\r\n\r\n") == ["ask response \(status)"])
        }
        let load = Conversation(memory: memory)
        load.now.wall += 15
        _ = load.start()
        #expect(load.lost(NetworkFault(.tls, "not trusted")) == ["close", "tell fail tls", "ended"])
        let reload = Conversation(memory: memory) { $0.policy = .reload }
        reload.now.wall += 15
        _ = reload.start()
        #expect(reload.lost(NetworkFault(.lost, "gone")).last == "ended")
    }
}

@Suite struct `A redirect that is kept` {
    private func redirected(
        _ status: Int, _ memory: ClientMemory, _ fields: String = "Cache-Control: max-age=60", body: String = "old",
        answer: LoadAnswer = .byDefault
    ) {
        let load = Conversation(memory: memory)
        _ = load.start()
        _ = load.connected()
        _ = load.received(
            "HTTP/1.1 \(status) R\r\nLocation: /b\r\n\(fields)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
        _ = load.answered(answer)
        if answer == .refuse { _ = load.answered() }
        _ = load.cancelled()
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func `is followed again without asking its server`(status: Int) {
        let memory = ClientMemory()
        redirected(status, memory)
        let load = Conversation(memory: memory)
        #expect(load.start() == ["ask redirect \(status) GET http://main.test/b"])
        #expect(load.redirect?.isFromCache == true)
        #expect(load.redirect?.fields.first("Age") == Array("0".utf8))
        #expect(load.answered() == ["connect main.test"])
        _ = load.connected()
        #expect(load.sent.hasPrefix("GET /b HTTP/1.1\r\n"))
    }

    /// RFC 9110 section 15.1: of the redirects 300, 301 and 308 may be kept without a word.
    @Test(arguments: [(301, true), (308, true), (302, false), (303, false), (307, false)])
    func `needs a lifetime, or a status that lets one be guessed`(status: Int, isKept: Bool) {
        let memory = ClientMemory()
        redirected(status, memory, "Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT")
        let load = Conversation(memory: memory)
        #expect(load.start()[0].hasPrefix(isKept ? "ask redirect" : "connect"))
    }

    @Test func `is not used where it must not be kept, or has no lifetime`() {
        for fields in ["Cache-Control: no-store", "X: y", "Cache-Control: no-cache", "Cache-Control: max-age=0"] {
            let memory = ClientMemory()
            redirected(301, memory, fields)
            let load = Conversation(memory: memory)
            #expect(load.start() == ["connect main.test"])
        }
    }

    @Test func `can be refused, and is the response with its body then`() {
        let memory = ClientMemory()
        redirected(301, memory)
        let load = Conversation(memory: memory)
        _ = load.start()
        #expect(load.answered(.refuse) == ["ask response 301"])
        #expect(load.answered() == ["tell data old", "tell finish", "ended"])
    }

    @Test func `that was refused is kept as any response`() {
        let memory = ClientMemory()
        redirected(301, memory, answer: .refuse)
        let load = Conversation(memory: memory)
        #expect(load.start() == ["ask redirect 301 GET http://main.test/b"])
    }

    @Test func `is validated, and followed once it is good again`() {
        let memory = ClientMemory()
        redirected(301, memory, "Cache-Control: no-cache\r\nETag: \"1\"")
        let load = Conversation(memory: memory)
        _ = load.start()
        _ = load.connected()
        #expect(load.field("If-None-Match") == "\"1\"")
        let lines = load.received("HTTP/1.1 304 N\r\nETag: \"1\"\r\n\r\n")
        #expect(lines == ["keep", "ask redirect 301 GET http://main.test/b"])
        #expect(load.answered() == ["connect main.test"])
    }

    @Test func `is not asked about where nobody has a voice`() {
        let memory = ClientMemory()
        redirected(301, memory)
        let load = Conversation(memory: memory) { $0.voice.redirect = false }
        #expect(load.start() == ["connect main.test"])
        _ = load.connected()
        #expect(load.sent.hasPrefix("GET /b HTTP/1.1\r\n"))
    }

    @Test func `counts as any other where it leads in a circle`() {
        let memory = ClientMemory()
        let first = Conversation(memory: memory)
        _ = first.start()
        _ = first.connected()
        let circle = "Location: /\r\nCache-Control: max-age=60\r\nContent-Length: 0\r\n\r\n"
        _ = first.received("HTTP/1.1 301 R\r\n\(circle)")
        #expect(first.answered().last == "ask redirect 301 GET http://main.test/")
        var lines: [String] = []
        for _ in 0..<30 where lines.last != "ended" { lines = first.answered() }
        #expect(lines == ["tell fail too-many-redirects", "ended"])
    }

    @Test func `is read to its end even where its connection is not kept`() {
        let memory = ClientMemory()
        let load = Conversation(memory: memory)
        _ = load.start()
        _ = load.connected()
        let head = "Location: /b\r\nCache-Control: max-age=60\r\nConnection: close\r\nContent-Length: 3\r\n\r\n"
        _ = load.received("HTTP/1.1 301 R\r\n\(head)")
        #expect(load.answered() == [])
        #expect(load.received("old", isEnd: true) == ["close", "connect main.test"])
        #expect(memory.cache.all.map(\.response.body) == [Array("old".utf8)])
    }

    @Test func `that breaks off is followed, and not kept`() {
        let memory = ClientMemory()
        let load = Conversation(memory: memory)
        _ = load.start()
        _ = load.connected()
        _ = load.received(
            "HTTP/1.1 301 R\r\nLocation: /b\r\nCache-Control: max-age=60\r\nContent-Length: 3\r\n\r\nol")
        _ = load.answered()
        #expect(load.received("", isEnd: true) == ["close", "connect main.test"])
        #expect(memory.cache.count == 0)
    }
}
