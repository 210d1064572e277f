// LoadsOverTests.swift: what is still waited for when every load has ended.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainScenario
import QuintainTranscript
import QuintainWords
import Testing

@Suite struct `A client all of whose loads have ended` {
    @Test func `brings no request any more`() throws {
        let play = try Rehearsal("# t\n> GET /a\n< 302\n< Location: /b\n> GET /b\n< 200\n", observing: .all)
        play.send("GET /a")
        #expect(play.waitsForLoad)
        play.loadsEnded()
        #expect(play.sentences == ["`> GET /b` did not happen before every load had ended"])
        #expect(play.brokenLines == [5] && play.scriptEnded)
    }

    @Test func `brings no callback, and lines under should go by one at a time`() throws {
        let play = try Rehearsal(
            "# t\nlevel should\n> GET /a\n< 200\n* metrics\n* data \"x\"\n* finish\n", observing: .all)
        play.send("GET /a")
        play.loadsEnded()
        #expect(play.brokenLines == [5] && play.waitsForLoad)
        play.loadsEnded()
        play.loadsEnded()
        #expect(play.brokenLines == [5, 6, 7] && play.player.outcome.verdict == .warning)
    }

    @Test func `brings no connection for a line of ours`() throws {
        let play = try Rehearsal(
            "# t\nclient GET /a lane=a\nclient GET /b lane=b\n>a GET /a\n<a 200\n<b 200\n", observing: .all)
        play.send("GET /a")
        play.loadsEnded()
        #expect(play.slugs == [.notSent])
    }

    @Test func `begins no branch`() throws {
        let text = "# t\n> GET /a\n< 200\neither  one\n> GET /b\n< 200\nor  another\n> GET /c\n< 200\nend\n"
        let play = try Rehearsal(text, observing: .all)
        play.send("GET /a")
        play.loadsEnded()
        #expect(play.sentences.first?.hasPrefix("no branch at line 4 began before every load had ended") == true)
    }

    @Test(arguments: [
        "# t\n> GET /a\n< 200\n! await close\n",
        "# t\n> GET /a\n< 200\n! wait 200ms\n< 200\n",
        "# t\n> GET /a\n< 200\n! quiet 200ms\n! close\n",
        "# t\n> GET /a\n< 200\n! hold\n< 200\n",
    ])
    func `may still close its connections, and is waited for where time is what is waited for`(text: String) throws {
        let play = try Rehearsal(text, observing: .all)
        play.send("GET /a")
        #expect(!play.waitsForLoad)
        play.loadsEnded()
        #expect(play.slugs == [] && !play.scriptEnded)
    }

    @Test func `brings no frame any more when it has been silent for a second`() throws {
        let play = try Rehearsal(
            "# t\norigin main http http=2\n> GET /a\n< 200\n* finish\nshould\n! await frame GOAWAY\nend\n",
            observing: .all)
        play.connect()
        play.ask("GET /a", on: .init(1, stream: 1))
        play.pass(milliseconds: 2_000)
        play.report(.finish)
        play.pass(milliseconds: 900)
        play.loadsEnded()
        play.frame("WINDOW_UPDATE increment=1", on: .init(1))
        play.pass(milliseconds: 900)
        play.loadsEnded()
        #expect(play.sentences == [] && !play.scriptEnded)
        play.pass(milliseconds: 100)
        play.loadsEnded()
        #expect(
            play.sentences == [
                "`! await frame GOAWAY` did not happen before every load had ended, nor within 1000 ms of silence behind that"
            ])
        #expect(play.player.outcome.verdict == .warning && play.scriptEnded)
    }

    @Test func `is nothing that a finished play hears of`() throws {
        let play = try Rehearsal("# t\n> GET /a\n< 200\n", observing: .all)
        play.send("GET /a")
        play.loadsEnded()
        #expect(play.end().verdict == .pass)
    }
}
