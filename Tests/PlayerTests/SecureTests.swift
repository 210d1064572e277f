// SecureTests.swift: TLS where a play can influence it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainReply
import QuintainScenario
import QuintainTranscript
import QuintainWords
import Testing

@Suite struct `Secured connections` {
    private let terms = SecureTerms(
        version: "1.3", cipher: "TLS_AES_128_GCM_SHA256", alpn: nil, isResumed: false, client: "alice")

    @Test func `a greeting that no line waits for is answered at once`() throws {
        let play = try Rehearsal("# t\norigin web https\n> GET //web/\n< 200\n")
        let connection = play.connect("web")
        play.secured(.greeted(serverName: nil), on: connection)
        #expect(play.proceeded == [connection])
    }

    @Test func `what stands below an awaited greeting is done before the answer`() throws {
        let play = try Rehearsal(
            "# t\norigin web https\nclient GET //web/\n! await client-hello\n! wait 200ms\n> GET //web/\n< 200\n")
        let connection = play.connect("web")
        play.secured(.greeted(serverName: nil), on: connection)
        #expect(play.proceeded == [])
        play.pass(milliseconds: 199)
        #expect(play.proceeded == [])
        play.pass(milliseconds: 1)
        #expect(play.proceeded == [connection])
        play.send("GET /", on: connection, host: "127.0.0.1:8001")
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    @Test func `a close below an awaited greeting leaves it unanswered`() throws {
        let play = try Rehearsal("# t\norigin web https\nclient GET //web/\n! await client-hello\n! close\n")
        let connection = play.connect("web")
        play.secured(.greeted(serverName: nil), on: connection)
        #expect(play.acts == [.close])
        #expect(play.proceeded == [])
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    @Test func `a greeting is not answered while a look is taken before the line below it`() throws {
        let play = try Rehearsal(
            "origin web https\nclient GET //web/\n! await client-hello\n! close\n", looksFirst: true)
        play.looked()
        let connection = play.connect("web")
        play.secured(.greeted(serverName: nil), on: connection)
        #expect(play.acts == [])
        #expect(play.proceeded == [], "the close is still to come")
        play.looked()
        #expect(play.acts == [.close])
        #expect(play.proceeded == [])
    }

    @Test func `an alert of ours is told in its place among the lines that it went out with`() throws {
        let play = try Rehearsal("# t\norigin web https\n> GET //web/\n< 200\n! close\n")
        let connection = play.connect("web")
        play.secured(.open(terms), on: connection)
        play.holdsBatches = true
        play.send("GET /", on: connection, host: "127.0.0.1:8001")
        play.secured(.alert("close_notify", by: .server), on: connection)
        play.flush()
        let happened = play.story.split(separator: "\n").map(String.init)
        #expect(
            happened.suffix(4) == [
                "<", "! close", "# tls server: alert close_notify", "# connection 1 closed by the server",
            ])
    }

    @Test func `where TLS failed, that is why nothing came`() throws {
        let play = try Rehearsal("# t\norigin web https\n! await handshake\n> GET //web/\n< 200\n")
        let connection = play.connect("web")
        play.secured(.greeted(serverName: nil), on: connection)
        play.secured(.failed(SecureFailure("the client gave up with the alert unknown_ca")), on: connection)
        play.close(connection)
        #expect(
            play.end().breaches.map(\.sentence) == [
                "`! await handshake` did not happen before the client ended: "
                    + "TLS failed: the client gave up with the alert unknown_ca"
            ])
    }

    @Test func `where TLS failed and was then agreed on, it is no reason any more`() throws {
        let play = try Rehearsal("# t\norigin web https\n> GET //web/\n< 200\n")
        let first = play.connect("web")
        play.secured(.failed(SecureFailure("the client gave up with the alert unknown_ca")), on: first)
        play.close(first)
        let second = play.connect("web")
        play.secured(.open(terms), on: second)
        play.close(second)
        #expect(
            play.end().breaches.map(\.sentence) == [
                "`> GET //web/` did not happen before the client ended: all connections are closed"
            ])
    }

    @Test func `raw bytes and alerts strike within the handshake`() throws {
        let play = try Rehearsal(
            "# t\norigin web https\nclient GET //web/\n! await client-hello\n< {{raw \"junk\"}}\n! tls-alert handshake_failure\n"
        )
        let connection = play.connect("web")
        play.secured(.greeted(serverName: nil), on: connection)
        #expect(play.sent[connection] == Array("junk".utf8))
        #expect(play.acts == [.alert("handshake_failure")])
    }

    @Test(arguments: [("web.test", true), ("other.test", false)])
    func `a greeting is awaited for a name`(name: String, fits: Bool) throws {
        let play = try Rehearsal(
            "# t\norigin web https host=web.test\nclient GET //web/\n! await client-hello sni=web.test\n! close\n")
        let connection = play.connect("web")
        play.secured(.greeted(serverName: name), on: connection)
        #expect(play.acts == (fits ? [.close] : []))
        #expect(play.proceeded == (fits ? [] : [connection]))
        #expect(play.end().verdict == (fits ? .pass : .fail))
    }

    @Test(arguments: [
        ("version=1.3 client-certificate=alice", []), ("resumed=yes", ["resumed is no, not yes"]),
        ("alpn=h2", ["alpn is none, not h2"]), ("client-certificate=bob", ["client-certificate is alice, not bob"]),
    ])
    func `a handshake is awaited with its terms`(fields: String, sentences: [String]) throws {
        let play = try Rehearsal(
            "# t\norigin web https\nclient GET //web/\n! await handshake \(fields)\n> GET //web/\n< 200\n")
        let connection = play.connect("web")
        play.secured(.greeted(serverName: nil), on: connection)
        play.secured(.open(terms), on: connection)
        play.send("GET /", on: connection, host: "127.0.0.1:8001")
        #expect(play.sentences == sentences)
        #expect(play.end().verdict == (sentences.isEmpty ? .pass : .fail))
    }

    @Test(arguments: [("", true), (" unknown_ca", true), (" bad_certificate", false)])
    func `an alert of the client's is awaited`(name: String, fits: Bool) throws {
        let play = try Rehearsal("# t\norigin web https\nclient GET //web/\n! await tls-alert\(name)\n! await close\n")
        let connection = play.connect("web")
        play.secured(.greeted(serverName: nil), on: connection)
        play.secured(.alert("unknown_ca", by: .client), on: connection)
        play.close(connection)
        #expect(play.end().verdict == (fits ? .pass : .fail))
    }

    private func greeted(_ play: Rehearsal, version: String = "1.3") -> ConnectionNumber {
        let connection = play.connect("web")
        play.secured(.greeted(serverName: nil), on: connection)
        return connection
    }

    @Test(arguments: [
        "! await close\n* fail tls\n", "* fail tls\n", "*? challenge ServerTrust\n* fail tls\n",
        "* challenge ServerTrust -> cancel\n", "! await handshake\n", "! await client-hello\n! close\n* fail tls\n",
        "! await client-hello\n! wait 1ms\n! tls-alert internal_error\n* fail tls\n", "! close\n",
    ])
    func `one greeting is what the lines of a load stand for, and a second is not`(lines: String) throws {
        for attempts in [1, 2] {
            let play = try Rehearsal("# t\norigin web https\nclient GET //web/\n\(lines)")
            for _ in 0..<attempts {
                let connection = greeted(play)
                play.secured(.open(terms), on: connection)
                play.pass(milliseconds: 1)
                play.close(connection)
            }
            #expect(play.end().breaches.map(\.slug) == (attempts == 1 ? [] : [.unexpectedGreeting]), "\(lines)")
        }
    }

    @Test func `a load whose redirect leads to a server that is not trusted has two connections`() throws {
        let play = try Rehearsal(
            """
            # t
            origin web https
            client GET /
            > GET /
            < 302
            < Location: {{//web/}}
            * redirect 302 //web/
            * challenge ServerTrust
            * fail tls

            """)
        play.send("GET /")
        play.close(greeted(play))
        #expect(play.sentences == [])
        let third = greeted(play)
        play.secured(.open(terms), on: third)
        play.close(third)
        #expect(play.end().breaches.map(\.sentence) == ["no line stands for the TLS greeting on connection 3"])
    }

    @Test(arguments: [
        "! await close\n* fail tls\n", "* fail tls\n", "! await client-hello\n! close\n* fail tls\n",
    ])
    func `a handshake that fails once more is noted, and not one with less than before`(lines: String) throws {
        for (versions, verdict) in [
            (["1.3", "1.3"], Verdict.noted), (["1.2", "1.3", "1.3"], .noted), ([nil, "1.2"], .noted),
            (["1.3", "1.2"], .fail), (["1.3", "1.3", "1.0"], .fail),
        ] {
            let play = try Rehearsal("# t\norigin web https\nclient GET //web/\n\(lines)")
            for version in versions {
                let connection = play.connect("web")
                play.secured(.greeted(serverName: nil, version: version), on: connection)
                play.pass(milliseconds: 1)
                play.close(connection)
            }
            let outcome = play.end()
            #expect(outcome.verdict == verdict, "\(lines) \(versions)")
            #expect(outcome.breaches.allSatisfy { $0.slug == .unexpectedGreeting })
        }
    }

    @Test func `handshakes that fail again and again are told in one sentence`() throws {
        let play = try Rehearsal("# t\norigin web https\nclient GET //web/\n* fail tls\n")
        for _ in 1...4 { play.close(greeted(play)) }
        #expect(
            play.end().breaches.map(\.sentence) == [
                "the client tried the handshake 3 times more, on connections 2 to 4"
            ])
    }

    @Test func `a failed handshake that then succeeds, or with another origin, is no repetition`() throws {
        for (name, succeeds) in [("web", true), ("shop", false)] {
            let play = try Rehearsal(
                "# t\norigin web https\norigin shop https\nclient GET //web/\n! await close\n* fail tls\n")
            play.close(greeted(play))
            let connection = play.connect(name)
            play.secured(.greeted(serverName: nil), on: connection)
            if succeeds { play.secured(.open(terms), on: connection) }
            play.close(connection)
            #expect(
                play.end().breaches.map(\.sentence) == ["no line stands for the TLS greeting on connection 2"],
                "\(name)")
        }
    }

    @Test func `a greeting beside the connection of a request is one too many`() throws {
        let play = try Rehearsal("# t\norigin web https\n*? challenge ServerTrust -> trust\n> GET //web/\n< 200\n")
        let connection = greeted(play)
        play.send("GET /", on: connection, host: "127.0.0.1:8001")
        _ = greeted(play)
        #expect(play.end().breaches.map(\.slug) == [.unexpectedGreeting])
    }

    @Test func `a connection to an origin with TLS on which nothing comes is no breach`() throws {
        let play = try Rehearsal("# t\norigin web https\n> GET //web/\n< 200\n")
        play.send("GET /", on: greeted(play), host: "127.0.0.1:8001")
        play.close(play.connect("web"))
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    @Test func `bytes in the clear where TLS is spoken are a breach, whatever is awaited`() throws {
        let play = try Rehearsal("# t\norigin web https\nclient GET //web/\n! await close\n* fail tls\n")
        let connection = play.connect("web")
        play.secured(.unheard(Array("GET / HTTP/1.1\r\n\r\n".utf8)), on: connection)
        play.secured(.failed(SecureFailure("the client speaks plain HTTP where TLS is spoken")), on: connection)
        play.close(connection)
        #expect(play.slugs == [.unexpectedBytes])
        #expect(play.story.contains(#"> {{raw "GET / HTTP/1.1\r\n\r\n"}}"#), "\(play.story)")
    }

    @Test func `the beginning of a greeting is an attempt as a whole one is`() throws {
        for (lines, slug) in [("/\n", Breach.Slug.unexpectedGreeting), ("//web/\n! await close\n", nil)] {
            let play = try Rehearsal("# t\norigin web https\nclient GET \(lines)")
            let connection = play.connect("web")
            play.secured(.unheard([0x16, 3, 1, 2]), on: connection)
            play.close(connection)
            #expect(play.end().breaches.map(\.slug) == (slug.map { [$0] } ?? []))
        }
    }

    @Test func `a load that is answered by a copy needs no connection`() throws {
        let play = try Rehearsal(
            "# t\norigin web https\n> GET /\n< 200\n* response 200\n* finish\n"
                + "client GET //web/\n* response 200\n* finish\n",
            observing: .all)
        play.send("GET /")
        for _ in 0..<2 {
            play.report(.response, "200")
            play.report(.finish)
        }
        play.close(greeted(play))
        #expect(play.end().breaches.map(\.slug) == [.unexpectedGreeting])
    }

    @Test func `what comes with a CONNECT comes too soon`() throws {
        let text = "# t\norigin web https\nproxy gate http\n> CONNECT {{authority web}}\n< 200\n! await client-hello\n"
        let play = try Rehearsal(text + "! await handshake\n> GET //web/\n< 200\n")
        play.holdsBatches = true
        let connection = play.connect("gate")
        play.bytes("CONNECT 127.0.0.1:8001 HTTP/1.1\r\nHost: 127.0.0.1:8001\r\n\r\nhello", on: connection)
        #expect(play.slugs == [.tooSoon], "\(play.sentences)")
        #expect(play.brokenLines == [6])
    }

    @Test func `a tunnel has a handshake of its own`() throws {
        let play = try Rehearsal(
            """
            # t
            origin web https
            proxy gate http
            client GET //web/ via gate
            > CONNECT {{authority web}}
            < 200
            ! await client-hello
            ! await handshake
            > GET //web/
            < 200

            """)
        let connection = play.send("CONNECT 127.0.0.1:8001", origin: "gate", host: "127.0.0.1:8001")
        play.secured(.greeted(serverName: nil), on: connection)
        #expect(play.proceeded == [connection])
        play.secured(.open(terms), on: connection)
        play.send("GET /", on: connection, host: "127.0.0.1:8001")
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    @Test func `an alert that did not come is told with those that did`() throws {
        for (alerts, end) in [
            (["unknown_ca"], ": the client's alert was 'unknown_ca'"),
            (
                ["unknown_ca", "unknown_ca", "decode_error"],
                ": the client's alerts were 'unknown_ca' and 'decode_error'"
            ),
            ([], "before the client ended"),
        ] {
            let play = try Rehearsal(
                "# t\norigin main https certificate=expired\n! await tls-alert certificate_expired\n")
            let connection = play.connect()
            play.secured(.greeted(serverName: nil), on: connection)
            for alert in alerts { play.secured(.alert(alert, by: .client), on: connection) }
            play.close(connection)
            play.end()
            #expect(play.slugs == [.neverCame])
            #expect(play.sentences[0].hasSuffix(end), "\(play.sentences)")
        }
    }

    /// So does asyncio of Python, which closes as soon as it refuses the certificate.
    @Test func `a client that leaves the handshake without an alert is told of with the line that takes it`() throws {
        for (line, end) in [
            (
                "tls-alert",
                ": TLS failed: it left; no alert has come, and '! await close' takes a client that refuses without one"
            ),
            ("tls-alert certificate_expired", "'! await close' takes a client that refuses without one"),
            ("close", nil),
        ] {
            let play = try Rehearsal("# t\norigin main https certificate=expired\n! await \(line)\n")
            let connection = play.connect()
            play.secured(.greeted(serverName: nil), on: connection)
            play.secured(.failed(SecureFailure("it left")), on: connection)
            play.close(connection)
            play.end()
            #expect(play.sentences.count == (end == nil ? 0 : 1))
            if let end { #expect(play.sentences[0].hasSuffix(end), "\(play.sentences)") }
        }
    }

    @Test(arguments: ["close_notify", "user_canceled"])
    func `a closure alert is no refusal, and is awaited by its name`(alert: String) throws {
        for (name, fits) in [("", false), (" bad_certificate", false), (" \(alert)", true)] {
            let play = try Rehearsal("# t\norigin main https certificate=wrong-host\n! await tls-alert\(name)\n")
            let connection = play.connect()
            play.secured(.greeted(serverName: nil), on: connection)
            play.secured(.alert(alert, by: .client), on: connection)
            play.close(connection)
            #expect(play.end().verdict == (fits ? .pass : .fail), "\(name)")
        }
    }

    @Test(arguments: ["", " bad_certificate"])
    func `a client that finishes the handshake and leaves is told of where an alert was awaited`(name: String) throws {
        for alerts in [["close_notify"], []] {
            let play = try Rehearsal("# t\norigin main https certificate=wrong-host\n! await tls-alert\(name)\n")
            let connection = play.connect()
            play.secured(.greeted(serverName: nil), on: connection)
            play.secured(.open(terms), on: connection)
            for alert in alerts { play.secured(.alert(alert, by: .client), on: connection) }
            play.close(connection)
            play.end()
            #expect(
                play.sentences == [
                    "`! await tls-alert\(name)` did not happen before the client ended: the client finished the handshake "
                        + "with certificate=wrong-host\(alerts.isEmpty ? "" : ", and its alert was 'close_notify'"); it "
                        + "accepts that, or refuses it without an error alert, which '! await close' takes as well"
                ])
        }
    }

    @Test func `a request instead of an awaited close is told with the certificate if that is bad`() throws {
        for kind in [" certificate=self-signed", ""] {
            let play = try Rehearsal("# t\norigin main https\(kind)\n! await close\n")
            let connection = play.connect()
            play.secured(.greeted(serverName: nil), on: connection)
            play.secured(.open(terms), on: connection)
            play.send("GET /a", on: connection)
            let accepted = StrangeRequest.Reason.accepted(
                "certificate=self-signed", instead: QuotedLine(3, "! await close"))
            #expect((play.reasons == [accepted]) == !kind.isEmpty)
        }
    }

    @Test(arguments: ["close", "tls-alert", "handshake", "client-hello"])
    func `a client that does not connect is told of as that`(awaited: String) throws {
        let play = try Rehearsal("# t\norigin main https certificate=expired\n! await \(awaited)\n")
        play.end()
        #expect(play.sentences == ["`! await \(awaited)` did not happen before the client ended: no connection came"])
    }

    @Test func `a request instead of an awaited alert is told with the certificate that was accepted`() throws {
        let play = try Rehearsal("# t\norigin main https certificate=expired\n! await tls-alert\n")
        let connection = play.connect()
        play.secured(.greeted(serverName: nil), on: connection)
        play.secured(.open(terms), on: connection)
        play.send("GET /a", on: connection)
        let why = StrangeRequest.Reason.accepted("certificate=expired", instead: QuotedLine(3, "! await tls-alert"))
        #expect(play.differences == [.request(StrangeRequest(RequestWords("GET", "/a"), on: 1, why))])
    }
}
