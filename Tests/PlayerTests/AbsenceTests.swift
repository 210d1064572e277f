// AbsenceTests.swift: a client that opens no connection, or says nothing on it, has failed.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainWords
import Testing
import QuintainTranscript

@Suite struct `A client that does nothing` {
    @Test(arguments: [
        "level may\n> GET /a\n< 200", "level should\n> GET /a\n< 200\n> GET /b\n< 200",
        "repeat 0..1\n> GET /a\n< 200\nend", "level convention\neither\n> GET /a\n< 200\nor\n> GET /b\n< 200\nend",
        "level may\n> GET /a\n! close\n* fail connection-lost", "level may\n> GET /a\nclient cancel\n* fail cancelled",
        "level may\n! await connection\n! wait 20ms\n> GET /a\n< 200",
        "origin gone http refused\nlevel may\n> GET /a\n< 302\n< Location: {{//gone/b}}\n* fail cannot-connect",
    ])
    func `fails, and its other findings follow from that`(lines: String) throws {
        for connects in [false, true] {
            let play = try Rehearsal("# t\n\(lines)\n")
            if connects { play.connect() }
            #expect(play.end().verdict == .fail, "\(lines)")
            #expect(
                play.sentences == ["the client \(connects ? "sent nothing on its connection" : "opened no connection")"]
            )
            #expect(play.slugs == [.neverCame])
            #expect(play.brokenLines.first ?? nil != nil)
            #expect(play.follows[0].isEmpty == lines.hasPrefix("repeat"), "\(play.story)")
        }
    }

    @Test(arguments: [
        "client GET /a\n* fail cannot-connect", "origin gone http refused\nclient GET //gone/", "! quiet 10ms",
        "client GET /a\nclient cancel\nmay\n> GET /a\n< 200\nend",
        "either\n> GET /a\n< 200\nor\n! quiet 10ms\nend", "repeat 0..1\n> GET /a\n< 200\nend\n! quiet 10ms",
    ])
    func `may be right where a load may fail, or a silence is asked for`(lines: String) throws {
        let play = try Rehearsal("# t\n\(lines)\n")
        #expect(play.end().verdict != .fail, "\(play.sentences)")
    }

    @Test func `fails by the line that it left out, if that alone is a failure`() throws {
        let play = try Rehearsal("# t\n> GET /a\n< 200\n")
        #expect(play.end().verdict == .fail)
        #expect(play.sentences == ["`> GET /a` did not happen before the client ended: no connection came"])
    }
}
