// AnyOrderTests.swift: requests that may come in any order, each with its reply.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainScenario
import Testing
import QuintainTranscript

@Suite struct `Requests in any order` {
    private let text = """
        # t
        client GET /
        > GET /
        < 200
        any-order
        > GET /a
        < 201
        or
        > GET /b
        < 202
        or
        > POST /c
        >
        > fido
        < 203
        end
        > GET /done
        < 204
        """

    private static let orders = [
        ["a", "b", "c"], ["a", "c", "b"], ["b", "a", "c"], ["b", "c", "a"], ["c", "a", "b"], ["c", "b", "a"],
    ]

    private func request(_ name: String) -> String { name == "c" ? "POST /c\n\nfido" : "GET /\(name)" }

    private let statuses = ["a": "201", "b": "202", "c": "203"]

    @Test(arguments: orders)
    func `may come one after the other`(order: [String]) throws {
        let play = try Rehearsal(text)
        let connection = play.send("GET /")
        for name in order {
            play.send(request(name), on: connection)
            #expect(play.text().components("HTTP/1.1 ").last?.hasPrefix(statuses[name] ?? "") == true)
        }
        play.send("GET /done", on: connection)
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    @Test(arguments: orders)
    func `may come at once on connections of their own, and each gets its own reply`(order: [String]) throws {
        let play = try Rehearsal(text)
        play.send("GET /")
        play.holdsBatches = true
        let connections = order.map { play.send(request($0)) }
        play.holdsBatches = false
        for _ in 0..<4 { play.flush() }
        for (name, connection) in zip(order, connections) {
            #expect(play.text(on: connection).hasPrefix("HTTP/1.1 \(statuses[name] ?? "")"))
        }
        play.send("GET /done", on: connections[0])
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    @Test func `may be pipelined`() throws {
        let play = try Rehearsal(text)
        let connection = play.send("GET /")
        let head = "HTTP/1.1\r\nHost: 127.0.0.1:8000\r\n"
        play.bytes(
            "GET /b \(head)\r\nPOST /c \(head)Content-Length: 4\r\n\r\nfidoGET /a \(head)\r\n", on: connection)
        play.send("GET /done", on: connection)
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    @Test func `wait while another one is still arriving`() throws {
        let play = try Rehearsal(text)
        play.send("GET /")
        let first = play.connect()
        play.bytes("POST /c HTTP/1.1\r\nHost: 127.0.0.1:8000\r\nContent-Length: 4\r\n\r\nfi", on: first)
        let second = play.send("GET /a")
        #expect(play.text(on: second) == "")
        play.bytes("do", on: first)
        #expect(play.text(on: first).hasPrefix("HTTP/1.1 203"))
        #expect(play.text(on: second).hasPrefix("HTTP/1.1 201"))
        play.send("GET /b")
        play.send("GET /done")
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    @Test(arguments: ["or\n> GET /b\n< 202\n", ""])
    func `wait where the part that is played awaits something at its end`(other: String) throws {
        let play = try Rehearsal("# t\nany-order\n> GET /slow\n! await close\n\(other)or\n> GET /fast\n< 200\nend\n")
        let slow = play.send("GET /slow")
        let fast = play.send("GET /fast")
        #expect(play.text(on: fast) == "")
        play.close(slow)
        #expect(play.text(on: fast).hasPrefix("HTTP/1.1 200"))
        if !other.isEmpty { play.send("GET /b") }
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    @Test func `come once each`() throws {
        let play = try Rehearsal(text)
        play.send("GET /")
        play.send("GET /a")
        let again = play.send("GET /a")
        #expect(play.slugs == [.unexpectedRequest])
        #expect(play.text(on: again).hasPrefix("HTTP/1.1 500"))
    }

    @Test func `are too soon before the block, and what stands below waits for all of them`() throws {
        let early = try Rehearsal(text)
        early.send("GET /b")
        #expect(early.slugs == [.tooSoon])
        let late = try Rehearsal(text)
        late.send("GET /")
        late.send("GET /a")
        late.send("GET /done")
        #expect(late.slugs == [.tooSoon])
    }

    @Test func `are named where they never came`() throws {
        let play = try Rehearsal(text)
        play.send("GET /")
        play.send("GET /b")
        play.pass(milliseconds: 5000)
        #expect(play.slugs == [.neverCame])
        #expect(
            play.sentences == [
                "of the requests in any order at line 5 none of `> GET /a`, `> POST /c` came within 5000 ms"
            ])
        let other = try Rehearsal(text)
        other.send("GET /")
        other.send("GET /b")
        other.send("GET /a")
        #expect(other.end().breaches.map(\.slug) == [.neverCame])
        #expect(other.sentences[0].hasPrefix("`> POST /c` did not happen before the client ended"))
    }

    @Test func `wait for a part that is not left, and its failure says so`() throws {
        let play = try Rehearsal(
            """
            # t
            any-order
            > GET /a
            < 503
            ! same-connection
            > GET /a
            < 200
            or
            > GET /b
            < 200
            end
            """)
        play.send("GET /a")
        let other = play.send("GET /b")
        #expect(play.text(on: other) == "")
        play.pass(milliseconds: 5000)
        #expect(
            play.sentences == [
                "`> GET /a` did not happen within 5000 ms: GET /b has come, and waits until this part is left, "
                    + "at its end or before a request that follows a reply"
            ])
    }

    @Test func `are skipped where their level lets them`() throws {
        let play = try Rehearsal(
            """
            # t
            client GET /
            > GET /
            < 200
            any-order
            > GET /a
            < 201
            or
            should
            > GET /b
            < 202
            end
            or
            may > GET /c
            < 203
            end
            """)
        play.send("GET /")
        play.send("GET /a")
        play.pass(milliseconds: 5000)
        #expect(play.slugs == [.neverCame])
        #expect(play.player.outcome.verdict == .warning)
        play.send("GET /c")
        #expect(play.scriptEnded)
        #expect(play.end().verdict == .warning, "\(play.sentences)")
    }

    @Test func `wrong fields break the line of the request that it is`() throws {
        let play = try Rehearsal(
            """
            # t
            client GET /
            any-order
            > GET /x
            > Range: bytes=0-4
            < 206
            or
            > GET /x
            > Range: bytes=5-9
            < 206
            end
            """)
        play.send("GET /x\nRange: bytes=5-9")
        play.send("GET /x\nRange: bytes=0-3")
        #expect(play.slugs == [.wrongField])
        #expect(play.brokenLines == [5])
    }

    @Test func `may stand in a block that is repeated, and hold blocks`() throws {
        let play = try Rehearsal(
            """
            # t
            client GET /
            repeat 3
            any-order
            > GET /a/{{count}}
            < 200
            or
            > GET /b/{{count}}
            either
            ! quiet 1s
            < 200
            or
            > GET /never
            < 404
            end
            end
            end
            """)
        for round in 1...3 {
            play.send(round == 2 ? "GET /b/2" : "GET /a/\(round)")
            if round == 2 { play.pass(milliseconds: 1000) }
            play.send(round == 2 ? "GET /a/2" : "GET /b/\(round)")
            if round != 2 { play.pass(milliseconds: 1000) }
        }
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }
}

extension String {
    fileprivate func components(_ separator: String) -> [Substring] {
        var parts: [Substring] = []
        var rest = self[...]
        while let found = rest.firstRange(of: separator) {
            parts.append(rest[..<found.lowerBound])
            rest = rest[found.upperBound...]
        }
        return parts + [rest]
    }
}
