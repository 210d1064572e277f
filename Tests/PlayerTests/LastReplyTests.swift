// LastReplyTests.swift: replies that say that they are the last on their connection.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainScenario
import QuintainTranscript
import Testing

/// RFC 9112 sections 9.3 and 9.6.
@Suite struct `Behind a reply that is the last` {
    private static let closing = [
        "< 200\n< Connection: close",
        #"< {{raw "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nhi"}}"#,
        #"< {{raw "HTTP/1.1 204 No Content\r\nConnection: x, CLOSE\r\n\r\n"}}"#,
        #"< {{raw "HTTP/1.1 200 OK\r\nConnec"}}"# + "\n" + #"< {{raw "tion: close\r\nContent-Length: 0\r\n\r\n"}}"#,
        "< 200\n" + #"< {{raw "Connection: close\r\nContent-Length: 2\r\n"}}"# + "\n<\n< hi",
        "< HTTP/1.0 200 OK\n<\n< hi", "< HTTP/1.0 200 OK\n< Connection: x\n<\n< hi",
        #"< {{raw "HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n"}}"#,
    ]
    private static let open = [
        "< 200", "< HTTP/1.0 200 OK\n< Connection: Keep-Alive\n<\n< hi",
        #"< {{raw "HTTP/1.1 200 OK\r\nContent-Length: 17\r\n\r\nConnection: close"}}"#,
        #"< {{raw "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 0\r\n\r\n"}}"#,
        "< 200\n< Content-Length: 19\n<\n" + #"< {{raw "Connection: close\r\n"}}"#,
    ]

    private func slugs(_ reply: String, _ binding: String = "", on second: Bool) throws -> [Breach.Slug] {
        let play = try Rehearsal("> GET /a\n\(reply)\n\(binding)> GET /b\n< 200\n")
        let first = play.send("GET /a")
        play.send("GET /b", on: second ? nil : first)
        return play.slugs
    }

    @Test(arguments: closing)
    func `no other request comes on that connection`(reply: String) throws {
        #expect(try slugs(reply, on: false) == [.wrongConnection])
        #expect(try slugs(reply, on: true) == [])
        #expect(try slugs(reply, "! same-connection\n", on: false) == [])
    }

    @Test func `the report cites the section that says so`() throws {
        func sentence(_ reply: String) throws -> String {
            let play = try Rehearsal("> GET /a\n\(reply)\n> GET /b\n< 200\n")
            play.send("GET /b", on: play.send("GET /a"))
            return try #require(play.sentences.first)
        }
        #expect(
            try sentence("< 200\n< Connection: close")
                == "the request came on connection 1, on which a reply had said that it is the last (RFC 9112 section 9.6)"
        )
        #expect(
            try sentence("< HTTP/1.0 200 OK\n<\n< hi")
                == "the request came on connection 1, on which a reply of HTTP/1.0 had not said 'keep-alive' "
                + "(RFC 9112 section 9.3)")
    }

    /// No RFC gives the field a meaning, and clients that speak to old proxies read it.
    @Test(arguments: [
        ("< HTTP/1.0 200 OK\n< Proxy-Connection: Keep-Alive", Severity.noted),
        (#"< {{raw "HTTP/1.0 200 OK\r\nproxy-connection: x, keep-alive\r\nContent-Length: 0\r\n\r\n"}}"#, .noted),
        ("< HTTP/1.0 200 OK\n< Proxy-Connection: close", .failure),
        ("< 200\n< Connection: close\n< Proxy-Connection: keep-alive", .failure),
    ]) func `of HTTP/1.0 that says otherwise by Proxy-Connection alone, another is noted`(
        reply: String, severity: Severity
    ) throws {
        let play = try Rehearsal("> GET /a\n\(reply)\n> GET /b\n< 200\n")
        play.send("GET /b", on: play.send("GET /a"))
        #expect(play.player.outcome.breaches.map(\.severity) == [severity])
    }

    @Test(arguments: open)
    func `which this one is not, another may`(reply: String) throws {
        #expect(try slugs(reply, on: false) == [])
    }
}
