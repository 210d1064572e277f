// UntoldBranchTests.swift: branches that begin with callbacks, for a client that reports none.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainScenario
import QuintainTranscript
import QuintainWords
import Testing

@Suite struct `A branch of callbacks alone` {
    private static let twoLoads = """
        # A load may be repeated, and another one follows
        client GET /a
        > GET /a
        ! reset
        either gives up
        * fail {{any}}
        or asks again
        > GET /a
        ! reset
        * fail {{any}}
        end
        client GET /b
        > GET /b
        < 204
        """

    @Test func `is told of a plain command by the request of its next load`() throws {
        let play = try Rehearsal(Self.twoLoads)
        play.send("GET /a")
        play.send("GET /b")
        #expect(play.text(on: 2).hasPrefix("HTTP/1.1 204"))
        #expect(play.end().verdict == .pass, "\(play.sentences)")
        #expect(play.story.contains("# gives up\nclient GET /b"))
    }

    @Test func `is left for the one whose request comes`() throws {
        let play = try Rehearsal(Self.twoLoads)
        for target in ["/a", "/a", "/b"] { play.send("GET \(target)") }
        #expect(play.end().verdict == .pass, "\(play.sentences)")
        #expect(play.story.contains("# asks again"))
    }

    @Test func `is left for the other one where the next load has the same request`() throws {
        let play = try Rehearsal(Self.twoLoads.replacing("/b", with: "/a"))
        for _ in 1...3 { play.send("GET /a") }
        #expect(play.text(on: 3).hasPrefix("HTTP/1.1 204"))
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    @Test func `is waited for where the client reports callbacks`() throws {
        let play = try Rehearsal(Self.twoLoads, observing: .all)
        play.send("GET /a")
        play.send("GET /b")
        #expect(play.slugs == [.tooSoon])
    }

    @Test func `may be the way to a load that asks for nothing`() throws {
        let copy = """
            # t
            > GET /a
            < 200
            either
            * finish
            or
            > GET /b
            < 200
            end
            client GET /a
            * finish
            """
        let play = try Rehearsal(copy)
        play.send("GET /a")
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    @Test func `does not lead past a request that is to come before the load`() throws {
        let play = try Rehearsal(Self.twoLoads.replacing("client GET /b", with: "> GET /c\n< 200\nclient GET /b"))
        play.send("GET /a")
        play.send("GET /b")
        #expect(play.slugs == [.tooSoon])
    }
}
