// SharedPortTests.swift: several origins at one port, distinguished by the requested name.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainScenario
import Testing
import QuintainTranscript

@Suite struct `Several names at one port` {
    private let text = """
        # t
        origin main http host=a.localhost
        origin other http host=b.localhost at=main
        client GET /
        > GET /
        < 201
        > GET //other/
        < 202
        """

    @Test func `a request is for the origin that its Host names, on one connection as well`() throws {
        let play = try Rehearsal(text)
        let connection = play.send("GET /", host: "a.localhost:8000")
        play.send("GET /", on: connection, host: "b.localhost:8000")
        #expect(play.text().contains("HTTP/1.1 201") && play.text().contains("HTTP/1.1 202"))
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    @Test func `the wrong name is told`() throws {
        let play = try Rehearsal(text)
        play.send("GET /", host: "b.localhost:8000")
        #expect(play.slugs == [.tooSoon])
        let other = try Rehearsal(text)
        let connection = other.send("GET /", host: "a.localhost:8000")
        other.send("GET /", on: connection, host: "a.localhost:8000")
        #expect(other.slugs == [.unexpectedRequest])
        #expect(other.sentences[0].hasSuffix("its Host names 'main', not 'other'"), "\(other.sentences)")
    }

    @Test func `what names neither is for the port's own, and its Host is wrong`() throws {
        let play = try Rehearsal(text)
        play.send("GET /", host: "c.localhost:8000")
        #expect(play.slugs.first == .wrongField)
        #expect(play.sentences[0].hasPrefix("Host is \"c.localhost:8000\", not \"a.localhost:8000\"; "))
    }

    @Test func `a name at the port that is an address`() throws {
        let play = try Rehearsal(
            "# t\norigin other http host=b.localhost at=main\nclient GET /\n> GET //other/\n< 200\n> GET /\n< 200\n")
        let connection = play.send("GET /", host: "B.localhost:8000")
        play.send("GET /", on: connection, host: "localhost:8000")
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    @Test func `a tunnel leads to the name that CONNECT asks for`() throws {
        let text = """
            # t
            origin main http host=a.localhost
            origin other http host=b.localhost at=main
            proxy  gate http
            client GET //other/ via gate
            > CONNECT {{authority other}}
            < 200
            > GET //other/
            < 200
            """
        let play = try Rehearsal(text)
        let connection = play.connect("gate")
        play.send("CONNECT b.localhost:8000", on: connection, host: "b.localhost:8000")
        play.send("GET /", on: connection, host: "b.localhost:8000")
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }
}
