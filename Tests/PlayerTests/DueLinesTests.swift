// DueLinesTests.swift: at which lines a play stands.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import Testing

@Suite struct `What is due` {
    @Test func `is the request, then what takes its time, then nothing`() throws {
        let play = try Rehearsal("# t\n> GET /\n! wait 200ms\n! hold\n< 200\n")
        #expect(play.player.dueLines == [2])
        play.send("GET /")
        #expect(play.player.dueLines == [3])
        play.pass(milliseconds: 200)
        #expect(play.player.dueLines == [4])
        play.go()
        #expect(play.player.dueLines == [])
        #expect(play.end().verdict == .pass)
    }

    @Test func `is all that may come in any order`() throws {
        let play = try Rehearsal(
            "# t\nclient GET /a lane=a\nclient GET /b lane=b\n>a GET /a\n>b GET /b\n<a 200\n<b 200\n", observing: .all)
        #expect(play.player.dueLines == [4, 5])
        play.send("GET /b")
        #expect(play.player.dueLines == [4])
    }

    @Test func `is a callback that can be observed, and not one that may be left out`() throws {
        let text = "# t\n> GET /\n* created\n*? metrics\n< 200\n"
        let play = try Rehearsal(text, observing: .all)
        play.send("GET /")
        #expect(play.player.dueLines == [3])
        let blind = try Rehearsal(text)
        blind.send("GET /")
        #expect(blind.player.dueLines == [])
    }

    @Test func `is the block where the client chooses`() throws {
        let play = try Rehearsal("# t\neither\n> GET /a\n< 200\nor\n> GET /b\n< 200\nend\n")
        #expect(play.player.dueLines == [2])
        play.send("GET /b")
        #expect(play.player.dueLines == [])
    }

    @Test func `is nothing once the play is over`() throws {
        let play = try Rehearsal("# t\n> GET /\n< 200\n")
        _ = play.end()
        #expect(play.player.dueLines == [])
    }
}
