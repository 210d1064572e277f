// NoRequestTests.swift: scenarios that expect no request.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainScenario
import QuintainWords
import Testing
import QuintainTranscript

@Suite struct `No request at all` {
    @Test func `silence is all that is asked for`() throws {
        let play = try Rehearsal("# t\n! quiet 1s\n")
        #expect(!play.scriptEnded)
        play.pass(milliseconds: 1000)
        #expect(play.scriptEnded)
        #expect(play.end().verdict == .pass)
    }

    @Test func `a request breaks it, within the silence and behind it`() throws {
        for wait in [0, 1000] {
            let play = try Rehearsal("# t\n! quiet 1s\n")
            play.pass(milliseconds: wait)
            play.send("GET /")
            #expect(play.slugs == [.unexpectedRequest])
            #expect(play.text().hasPrefix("HTTP/1.1 500"))
            #expect(play.end().verdict == .fail)
        }
    }

    @Test func `a load that must not cause one`() throws {
        for isAsked in [false, true] {
            let play = try Rehearsal("# t\nclient GET / cache=only\n* fail {{any}}\n", observing: .all)
            if isAsked { play.send("GET /") }
            play.report(.fail, "other")
            #expect(play.end().verdict == (isAsked ? .fail : .pass), "\(play.sentences)")
        }
    }

    @Test func `a connection may be all that is awaited`() throws {
        let play = try Rehearsal("# t\n! await connection\n< {{raw \"hello\"}}\n! close\n")
        play.connect()
        #expect(play.text() == "hello")
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }
}
