// StyleTests.swift: lines that are limited to the styles of some APIs.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainScenario
import Testing
import QuintainWords

@Suite struct `A line for some API styles` {
    private static let text = """
        # t
        > GET /
        < 200
        * [nsurlconnection] response 200
        * [urlsession] informational 103
        ! wait 10ms
        """

    @Test func `is waited for where it belongs`() throws {
        let play = try Rehearsal(Self.text, observing: .all, style: .nsurlconnection)
        play.send("GET /")
        play.pass(milliseconds: 100)
        #expect(!play.scriptEnded)
        play.report(.response, "200")
        play.pass(milliseconds: 100)
        #expect(play.scriptEnded)
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    @Test(arguments: [nil, APIStyle.urlprotocol])
    func `is passed over, its gate too, in another style and where none is told`(style: APIStyle?) throws {
        let play = try Rehearsal(Self.text, observing: .all, style: style)
        play.send("GET /")
        play.pass(milliseconds: 10)
        #expect(play.scriptEnded)
        #expect(play.end().unobserved == 2)
    }

    @Test func `is not asked of a style that has no such callback`() throws {
        let play = try Rehearsal(
            "# t\n> GET /\n< 200\n* informational 103\n* response 200\n", observing: .all, style: .nsurlconnection)
        play.send("GET /")
        play.report(.response, "200")
        #expect(play.end().unobserved == 1)
        #expect(play.slugs == [])
    }
}
