// WrongBranchTests.swift: branches that break a line when they are taken.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainScenario
import QuintainWords
import QuintainTranscript
import Testing

@Suite struct `A branch that begins with never` {
    private static let scenario = """
        # An order is not sent twice
        client POST /order
        > POST /order
        ! reset
        either  gives up
        * fail connection-lost
        never  "the order may have been placed twice"
        > POST /order
        < 200
        * response 200
        * finish
        end
        """

    @Test func `is chosen by the line below, and broken by that`() throws {
        let rehearsal = try Rehearsal(Self.scenario, observing: .all)
        rehearsal.send("POST /order")
        rehearsal.send("POST /order")
        #expect(rehearsal.text(on: 2).hasPrefix("HTTP/1.1 200"))
        rehearsal.report(.response, "200")
        rehearsal.report(.finish)
        #expect(rehearsal.end().verdict == .fail)
        #expect(rehearsal.sentences == ["the order may have been placed twice"])
        #expect(rehearsal.slugs == [.wrongBranch])
        #expect(rehearsal.brokenLines == [7])
    }

    @Test func `breaks nothing while another one is taken`() throws {
        let rehearsal = try Rehearsal(Self.scenario, observing: .all)
        rehearsal.send("POST /order")
        rehearsal.report(.fail, "connection-lost")
        #expect(rehearsal.end().verdict == .pass)
    }

    @Test func `is told apart by the wire where no callback is seen`() throws {
        let rehearsal = try Rehearsal(Self.scenario)
        rehearsal.send("POST /order")
        rehearsal.send("POST /order")
        #expect(rehearsal.end().verdict == .fail)
        #expect(rehearsal.brokenLines == [7])

        let other = try Rehearsal(Self.scenario)
        other.send("POST /order")
        #expect(other.end().verdict == .pass)
    }

    /// Two branches for one request: the upper one is wrong.
    private static let password = """
        # The password stays behind
        > GET /a
        < 302
        < Location: /b
        either
        never "the password went along"
        > GET /b
        > Authorization: {{/..*/}}
        < 200
        or     without it
        > GET /b
        > Authorization: {{absent}}
        > Accept: text/html
        < 200
        end
        """

    /// A tie of misfits goes to the branch that is right.
    @Test(arguments: [
        ("Accept: */*", ["Accept is \"*/*\", not \"text/html\""], [13]), ("Accept: text/html", [], []),
        ("Authorization: Basic YQ==", ["the password went along"], [6]),
        ("Authorization: Basic YQ==\nAccept: text/html", ["the password went along"], [6]),
    ])
    func `takes only a request that fits it wholly`(fields: String, sentences: [String], lines: [Int]) throws {
        let play = try Rehearsal(Self.password)
        play.send("GET /a")
        play.send("GET /b\n" + fields)
        #expect(play.text(on: 2).hasPrefix("HTTP/1.1 200"))
        play.end()
        #expect(play.sentences == sentences)
        #expect(play.brokenLines == lines)
    }

    @Test(arguments: ["! quiet 500ms", "> GET /c\n< 200"])
    func `takes no other request where it alone has that request line`(other: String) throws {
        let text = """
            # t
            > GET /a
            < 302
            < Location: /b
            either
            never "the password went along"
            > GET /b
            > Authorization: {{any}}
            or
            \(other)
            end
            """
        let play = try Rehearsal(text)
        play.send("GET /a")
        play.send("GET /b")
        #expect(play.text(on: 2).hasPrefix("HTTP/1.1 500"))
        #expect(play.end().verdict == .fail)
        #expect(play.slugs.first == .unexpectedRequest)
        let why = StrangeRequest.Reason.wrongBranch(QuotedLine(7, "> GET /b"), .field("Authorization", .missing))
        #expect(play.differences.first == .request(StrangeRequest(RequestWords("GET", "/b"), on: 2, why)))
        #expect(!play.sentences.contains("the password went along"))
    }

    @Test func `takes no callback that differs from its own`() throws {
        let text = """
            # t
            client GET /a
            > GET /a
            ! reset
            either
            never "it waited"
            * fail timed-out
            or
            * fail connection-lost
            end
            """
        let play = try Rehearsal(text, observing: .all)
        play.send("GET /a")
        play.report(.fail, "dns")
        play.end()
        #expect(play.sentences == ["\"dns\" was reported, not \"connection-lost\""])
    }

    @Test func `takes no body that differs from its own where another branch has the same head`() throws {
        let text = """
            # t
            either
            never "the old order was sent"
            > POST /order
            >
            > old
            or
            > POST /order
            >
            > new
            end
            < 200
            """
        let play = try Rehearsal(text)
        play.send("POST /order\n\nodd")
        play.end()
        #expect(play.slugs == [.wrongBody])
        #expect(play.brokenLines == [10])
    }

    @Test func `decides about what stands in it, and not about what stands below its end`() throws {
        let text = """
            # t
            > GET /a
            < 200
            either asks first
            > GET /ask
            < 200
            never "it did not ask"
            end
            > GET /b
            > X: 1
            < 200
            """
        let play = try Rehearsal(text)
        play.send("GET /a")
        play.send("GET /b\nX: 2")
        play.end()
        #expect(play.sentences == ["it did not ask", "X is \"2\", not \"1\""])
    }

    /// Where no line of the branch or below it answers the request, the client is told why.
    @Test(arguments: [
        "never \"the cookie went along\"\n> GET /b\nor\n", "or\nnever \"the cookie went along\"\n> GET /b\n",
    ])
    func `answers its request with its reason if no line does`(branches: String) throws {
        let other = "> GET /c\n< 200\n"
        let both = branches.hasPrefix("or") ? other + branches.dropFirst(3) : branches + other
        let text = "# t\n> GET /a\n< 302\n< Location: /b\neither\n\(both)end\n"
        for method in ["GET", "HEAD"] {
            let play = try Rehearsal(text.replacing("GET /b", with: "\(method) /b"), observing: .all)
            play.send("GET /a")
            play.send("\(method) /b")
            #expect(play.text(on: 2).hasPrefix("HTTP/1.1 500 Internal Server Error"))
            #expect(play.text(on: 2).hasSuffix("the cookie went along\n") == (method == "GET"))
            play.report(.response, "500")
            #expect(play.end().verdict == .fail)
            #expect(play.sentences == ["the cookie went along"])
        }
    }

    @Test(arguments: [
        ("< 201\n", "", "HTTP/1.1 201"), ("", "< 202\n", "HTTP/1.1 202"), ("! stall\n", "", ""),
        ("! await close\n", "", ""),
    ])
    func `leaves its request to the lines that answer it`(branch: String, below: String, begins: String) throws {
        let play = try Rehearsal("# t\neither\nnever \"no\"\n> GET /b\n\(branch)or\n> GET /c\nend\n\(below)")
        play.send("GET /b")
        #expect(play.text(on: 1).hasPrefix(begins) && play.text(on: 1).isEmpty == begins.isEmpty)
        play.end()
        #expect(play.sentences.first == "no")
    }

    @Test func `lets the next request of the connection be answered`() throws {
        let play = try Rehearsal(
            "# t\neither\nmay never \"no\"\n> GET /b\nor\n> GET /c\n< 200\nend\n> GET /d\n< 204\n")
        let connection = play.send("GET /b")
        play.send("GET /d", on: connection)
        #expect(play.text(on: connection).contains("HTTP/1.1 204"))
        #expect(play.end().verdict == .noted)
        #expect(play.sentences == ["no"])
    }
}
