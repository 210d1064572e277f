// EarlyTests.swift: requests that are answered before they are whole.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainScenario
import Testing
import QuintainTranscript

@Suite struct `Early answers` {
    private let expects = "> POST /up\n> Expect: 100-continue\n>\n"

    @Test func `what is written of the body must have come`() throws {
        let play = try Rehearsal("# t\n> POST /up\n>\n> hel\n< 200\n> {{any}}\n")
        let connection = play.send("POST /up\nContent-Length: 5")
        play.bytes("he", on: connection)
        #expect(play.text() == "")
        play.bytes("l", on: connection)
        #expect(play.text().hasPrefix("HTTP/1.1 200"))
        play.bytes("lo", on: connection)
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    @Test func `a body that begins wrong is recorded and not waited for`() throws {
        let play = try Rehearsal("# t\n> POST /up\n>\n> hel\n< 200\n> {{any}}\n")
        let connection = play.send("POST /up\nContent-Length: 5")
        play.bytes("hoo", on: connection)
        #expect(play.slugs == [.wrongBody])
        #expect(play.brokenLines == [4])
        #expect(play.sentences == ["the body differs at byte 1: \"oo\" came, not \"el\""])
        #expect(play.text().hasPrefix("HTTP/1.1 200"))
    }

    @Test func `what only matches is waited for as well`() throws {
        let play = try Rehearsal("# t\nclient POST /up\n> POST /up\n>\n> {{/.*l.*/}}\n< 200\n> {{any}}\n")
        let connection = play.send("POST /up\nContent-Length: 5")
        play.bytes("he", on: connection)
        #expect(play.text() == "")
        play.bytes("ll", on: connection)
        #expect(play.text().hasPrefix("HTTP/1.1 200"))
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    @Test func `the bare mark may stand below the reply that the body waits for`() throws {
        let text = "# t\n> POST /up\n> Expect: 100-continue\n< 100\n>\n> hello\n< 201\n"
        let play = try Rehearsal(text)
        let connection = play.send("POST /up\nExpect: 100-continue\nContent-Length: 5")
        #expect(play.text().hasPrefix("HTTP/1.1 100"))
        play.bytes("hello", on: connection)
        #expect(play.end().verdict == .pass, "\(play.sentences)")
        let hasty = try Rehearsal(text)
        hasty.holdsBatches = true
        hasty.send("POST /up\nExpect: 100-continue\n\nhello")
        for _ in 0..<3 { hasty.flush() }
        #expect(hasty.slugs == [.tooSoon], "\(hasty.sentences)")
    }

    @Test(arguments: [("", true), ("hello", true), ("hello!", false)])
    func `any rest may come below a reply, or none`(rest: String, isRight: Bool) throws {
        let play = try Rehearsal("# t\n> POST /up\n> Content-Length: 5\n< 413\n> {{any}}\n")
        let connection = play.send("POST /up\nContent-Length: 5")
        #expect(play.text().hasPrefix("HTTP/1.1 413"))
        play.bytes(rest, on: connection)
        #expect((play.end().verdict == .pass) == isRight, "\(play.sentences)")
    }

    @Test func `the rest is compared where it is written`() throws {
        let text = expects + "< 100\n> hello\n< 200\n"
        for (rest, broken) in [("hello", []), ("hallo", [5])] as [(String, [Int?])] {
            let play = try Rehearsal(text)
            let connection = play.send("POST /up\nExpect: 100-continue\nContent-Length: 5")
            play.bytes(rest, on: connection)
            #expect(play.brokenLines == broken)
            #expect(play.text().hasSuffix("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"))
        }
    }

    @Test func `a rest that ends without a byte begins no branch, and is told`() throws {
        let text = "# t\n> POST /up\n>\neither\n> hello\nor\n! await close\nend\n< 200\n"
        for (length, ends) in [(0, true), (5, false)] {
            let play = try Rehearsal(text)
            play.send("POST /up\nContent-Length: \(length)")
            play.pass(milliseconds: 60_000)
            let sentence = try #require(play.sentences.first)
            #expect(sentence.contains(": waited for `> hello` or `! await close`"))
            #expect(sentence.hasSuffix("; the body of the request ended without another byte") == ends, "\(sentence)")
        }
    }

    @Test func `a rest that ends too soon is broken`() throws {
        let play = try Rehearsal("> POST /up\n>\n< 100\n> hello\n< 200\n")
        let connection = play.send("POST /up\nContent-Length: 3")
        play.bytes("hel", on: connection)
        #expect(play.sentences == ["the body ended after 3 of 5 bytes"])
        #expect(play.brokenLines == [4])
    }

    @Test func `a rest and a request behind it that come at once are both kept`() throws {
        let text = "> POST /up\n>\n< 100\n> hello\n< 200\n> GET /next\n< 204\n"
        let play = try Rehearsal(text)
        play.holdsBatches = true
        let connection = play.send("POST /up\n\nhello")
        play.send("GET /next", on: connection)
        for _ in 0..<4 { play.flush() }
        #expect(play.text().hasSuffix("HTTP/1.1 204 No Content\r\n\r\n"), "\(play.story)")
        #expect(play.slugs == [.tooSoon], "neither waited for its reply: \(play.sentences)")
        #expect(play.follows == [[.tooSoon]])
        #expect(play.brokenLines == [4])
    }

    @Test(arguments: ["", "! wait 200ms\n", "! quiet 200ms\n"])
    func `a rest that comes before the lines above it are done is too soon`(pause: String) throws {
        let play = try Rehearsal(expects + pause + "< 100\n> hello\n< 200\n")
        play.holdsBatches = true
        play.send("POST /up\nExpect: 100-continue\n\nhello")
        play.pass(milliseconds: 300)
        for _ in 0..<3 { play.flush() }
        #expect(play.slugs == [.tooSoon], "\(play.sentences)")
        #expect(play.brokenLines == [pause.isEmpty ? 5 : 6])
        #expect(
            play.sentences == [
                "the rest of the body came too soon: line \(pause.isEmpty ? 4 : 5), `< 100`, was not done; "
                    + "where it may come at any time, it stands above: '> {{up-to}}…'"
            ])
        #expect(play.text().hasSuffix("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"))
        let story = play.story.split(separator: "\n")
        let body = try #require(story.firstIndex(of: "> hello"))
        #expect(body < story.firstIndex(of: "< 100 Continue")!, "\(play.story)")
    }

    /// RFC 9110 section 10.1.1: a client need not wait for the 100.
    @Test(arguments: [true, false])
    func `a body behind '{{up-to}}' may come before the 100 or behind it`(waits: Bool) throws {
        for body in ["hello", "hallo"] {
            let text = "# t\n> POST /up\n> Expect: 100-continue\n>\n> {{up-to}}hello\n< 100\n< 201\n"
            let play = try Rehearsal(text)
            play.holdsBatches = true
            let head = "POST /up\nExpect: 100-continue\nContent-Length: 5"
            let connection = play.send(waits ? head : "\(head)\n\n\(body)")
            if waits {
                play.flush()
                play.bytes(body, on: connection)
            }
            for _ in 0..<3 { play.flush() }
            #expect(play.slugs == (body == "hello" ? [] : [.wrongBody]), "\(play.sentences)")
        }
    }

    @Test func `one byte of a rest that comes too soon is enough`() throws {
        let play = try Rehearsal(expects + "< 100\n> hello\n< 200\n")
        play.holdsBatches = true
        let connection = play.send("POST /up\nExpect: 100-continue\nContent-Length: 5")
        play.bytes("h", on: connection)
        play.flush()
        play.bytes("ello", on: connection)
        #expect(play.slugs == [.tooSoon], "\(play.sentences)")
    }

    @Test func `a rest in several parts has each its time`() throws {
        let text = expects + "< 100\n> one\n< 103\n> two\n< 200\n"
        for (first, second, broken) in [("one", "two", []), ("onet", "wo", [7])] as [(String, String, [Int?])] {
            let play = try Rehearsal(text)
            let connection = play.send("POST /up\nExpect: 100-continue\nContent-Length: 6")
            play.bytes(first, on: connection)
            play.bytes(second, on: connection)
            #expect(play.brokenLines == broken, "\(play.sentences)")
        }
    }

    @Test func `a rest that is not written may come at any time`() throws {
        let play = try Rehearsal(expects + "! wait 200ms\n< 200\n")
        play.send("POST /up\nExpect: 100-continue\n\nhello")
        play.pass(milliseconds: 200)
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    @Test func `a request is whole once in the transcript`() throws {
        let play = try Rehearsal("> POST /up\n>\n< 100\n> hello\n< 200\n")
        let connection = play.send("POST /up\nContent-Length: 5")
        play.bytes("hello", on: connection)
        #expect(play.end().verdict == .pass, "\(play.sentences)")
        #expect(
            play.story.split(separator: "\n").filter { $0.contains("request is whole") } == [
                "# the request is whole, 5 body bytes"
            ])
    }

    @Test func `a rest in a branch that is not taken holds up nothing`() throws {
        let text = """
            > POST /up
            >
            < 200
            either asks again
            > GET /again
            or completes
            ! await bytes 1000
            > hello
            end
            < 204
            """
        let play = try Rehearsal(text)
        let connection = play.send("POST /up\nContent-Length: 0")
        play.send("GET /again", on: connection)
        #expect(play.text().hasSuffix("HTTP/1.1 204 No Content\r\n\r\n"), "\(play.story)")
    }
}
