// BranchTests.swift: either, or, and how a branch is chosen.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainReply
import QuintainScenario
import QuintainWords
import Testing
import QuintainTranscript

@Suite struct `Branches` {
    private let cache = """
        # t
        client GET /c
        either asks again
        > GET /c
        < 200
        or uses its copy
        end
        * response 200
        * finish
        """

    @Test func `a request chooses`() throws {
        let play = try Rehearsal(cache, observing: .all)
        play.send("GET /c")
        play.report(.response, "200")
        play.report(.finish)
        #expect(play.end().verdict == .pass, "\(play.sentences)")
        #expect(play.story.contains("# asks again"))
    }

    @Test func `an empty branch is chosen by what follows the end`() throws {
        let first = "client GET /c\n> GET /c\n< 200\n* response 200\n* finish\n"
        let play = try Rehearsal(cache.replacing("# t\n", with: "# t\n\(first)"), observing: .all)
        play.send("GET /c")
        for _ in 1...2 {
            play.report(.response, "200")
            play.report(.finish)
        }
        #expect(play.end().verdict == .pass, "\(play.sentences)")
        #expect(play.story.contains("# uses its copy"))
    }

    @Test func `what fits no branch is broken`() throws {
        let play = try Rehearsal(cache, observing: .all)
        play.send("GET /d")
        #expect(play.slugs == [.unexpectedRequest])
        play.report(.response, "200")
        play.send("GET /c")
        #expect(play.slugs == [.unexpectedRequest, .unexpectedRequest], "the other branch is closed")
    }

    @Test func `silence chooses`() throws {
        let text = "# t\n> GET /\n< 200\neither\n> GET /again\n< 204\nor waits\n! quiet 500ms\nend\n! wait 1ms\n"
        let play = try Rehearsal(text)
        let connection = play.send("GET /")
        play.pass(milliseconds: 499)
        #expect(!play.scriptEnded)
        play.pass(milliseconds: 2)
        #expect(play.scriptEnded)
        #expect(play.story.contains("# waits"))
        play.send("GET /again", on: connection)
        #expect(play.slugs == [.unexpectedRequest])

        let other = try Rehearsal(text)
        let again = other.send("GET /")
        other.pass(milliseconds: 400)
        other.send("GET /again", on: again)
        other.pass(milliseconds: 1)
        #expect(other.scriptEnded)
        #expect(other.end().verdict == .pass)
    }

    @Test func `the upper one is chosen if both fit`() throws {
        let play = try Rehearsal("# t\neither one\n> GET /\n< 201\nor two\n> GET /\n< 202\nend\n")
        play.send("GET /")
        #expect(play.text().hasPrefix("HTTP/1.1 201"))
    }

    @Test func `fields tell branches apart`() throws {
        let play = try Rehearsal("# t\neither one\n> GET /\n> A: 1\n< 201\nor two\n> GET /\n> A: 2\n< 202\nend\n")
        play.send("GET /\nA: 2")
        #expect(play.text().hasPrefix("HTTP/1.1 202"))
        #expect(play.end().verdict == .pass)
    }

    @Test func `a head goes before what another branch has further down`() throws {
        let text = """
            > POST /up
            >
            < 200
            either completes
            > {{bytes 100}}
            * response 200
            or closes
            * response 200
            ! await close
            end
            """
        let play = try Rehearsal(text, observing: .all)
        let connection = play.send("POST /up\nContent-Length: 100")
        play.report(.response, "200")
        play.close(connection)
        #expect(play.end().verdict == .pass, "\(play.sentences) \(play.story)")
    }

    @Test func `the other witness may be first`() throws {
        let text = "# t\n> GET /a\n< 200\neither\n> GET /b\n* finish\nor\n> GET /c\nend\n< 204\n"
        let play = try Rehearsal(text, observing: .all)
        play.send("GET /a")
        play.report(.finish)
        play.send("GET /b")
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    @Test(arguments: [("must", Verdict.fail), ("should", .warning), ("may", .noted)])
    func `to arrive in a wrong branch breaks its line`(level: String, verdict: Verdict) throws {
        let text = "# t\neither\n> GET /a\n< 200\n\(level) never \"asked for b\"\n> GET /b\n< 200\nend\n"
        for (path, expected) in [("/a", Verdict.pass), ("/b", verdict)] {
            let play = try Rehearsal(text)
            play.send("GET \(path)")
            #expect(play.text().hasPrefix("HTTP/1.1 200"))
            #expect(play.end().verdict == expected)
            #expect(play.sentences == (expected == .pass ? [] : ["asked for b"]))
            #expect(play.brokenLines == (expected == .pass ? [] : [5]))
        }
    }

    @Test func `branches nest`() throws {
        let text = """
            # t
            either
            either
            > GET /a
            or
            > GET /b
            end
            < 201
            or
            > GET /c
            < 202
            end
            """
        for (path, status) in [("/a", "201"), ("/b", "201"), ("/c", "202")] {
            let play = try Rehearsal(text)
            play.send("GET \(path)")
            #expect(play.text().hasPrefix("HTTP/1.1 \(status)"))
            #expect(play.end().verdict == .pass)
        }
    }

    @Test func `branches that are not observed are passed over`() throws {
        let play = try Rehearsal("# t\n> GET /\n< 200\neither\n* finish\nor\n* fail tls\nend\n> GET /b\n< 204\n")
        play.send("GET /")
        play.send("GET /b")
        let outcome = play.end()
        #expect(outcome.verdict == .pass, "\(play.sentences)")
        #expect(outcome.unobserved == 2)
    }

    @Test func `heads that are not observed leave the upper branch`() throws {
        let play = try Rehearsal("# t\n> GET /\neither\n* sent 1/1\n< 201\nor\n* created\n< 202\nend\n")
        play.send("GET /")
        #expect(play.text().hasPrefix("HTTP/1.1 201"))
        #expect(play.end().verdict == .pass)
    }

    @Test func `no branch in time is broken`() throws {
        let play = try Rehearsal("# t\nwithin 1s\n> GET /\n< 200\neither\n> GET /a\nor\n> GET /b\nend\n< 200\n")
        play.send("GET /")
        play.pass(milliseconds: 999)
        #expect(play.slugs == [])
        play.pass(milliseconds: 1)
        #expect(play.slugs == [.neverCame])
        #expect(
            play.sentences == ["no branch at line 5 began within 1000 ms: waited for `> GET /a` or `> GET /b`"])
        #expect(play.scriptEnded)
    }

    @Test func `branches that begin alike are told once`() throws {
        let text = "# t\nwithin 1s\n> GET /\n< 200\neither\n> GET /a\n> X: 1\nor\n> GET /a\nend\n< 200\n"
        let play = try Rehearsal(text)
        play.send("GET /")
        play.pass(milliseconds: 1000)
        #expect(play.sentences == ["no branch at line 5 began within 1000 ms: waited for `> GET /a`"])
    }

    @Test func `nothing in time chooses the branch that asks for nothing`() throws {
        let play = try Rehearsal("# t\nwithin 1s\n> GET /\n< 200\neither\n> GET /a\nor\nend\n! close\n")
        play.send("GET /")
        play.pass(milliseconds: 1000)
        #expect(play.scriptEnded)
        #expect(play.acts == [.close])
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    @Test func `the end of the client chooses the branch that asks for nothing`() throws {
        let nested = "# t\n> GET /\n< 200\neither\n> GET /a\nor\neither\n> GET /b\nor\n*? finish\nend\nend\n"
        let play = try Rehearsal(nested, observing: .all)
        play.send("GET /")
        #expect(play.end().verdict == .pass, "\(play.sentences)")
        let strict = try Rehearsal("# t\n> GET /\n< 200\neither\n> GET /a\nor\n> GET /b\nend\n")
        strict.send("GET /")
        #expect(strict.end().verdict == .fail)
        #expect(strict.sentences == ["no branch at line 4 had begun when the client ended"])
    }
}
