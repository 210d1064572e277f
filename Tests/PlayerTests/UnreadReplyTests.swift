// UnreadReplyTests.swift: replies that their client leaves before the end.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainTranscript
import QuintainWords
import Testing

@Suite struct `A reply that is not read to its end` {
    /// A client that refuses a reply by its head closes the connection before it tells that the load has failed.
    @Test(arguments: [CallbackKind.fail, .finish, nil])
    func `is no mistake where its load fails, as a line says`(end: CallbackKind?) throws {
        let play = try Rehearsal(
            """
            # t
            > GET /
            < 200
            <
            < page
            either reads it
            *? response 200
            * finish
            or fails
            * fail {{any}}
            end

            """, observing: .all)
        play.holdsBatches = true
        let connection = play.send("GET /")
        play.close(connection, .reset)
        play.flush(only: 30, closing: .reset)
        #expect(play.slugs == [])
        if let end { play.report(end, subject: end == .fail ? ["bad-response"] : []) }
        let outcome = play.end()
        #expect((outcome.verdict == .pass) == (end == .fail), "\(play.sentences)")
        #expect((play.slugs.first == .notSent) == (end != .fail), "\(play.sentences)")
    }

    /// It may tell of the failure before the server knows that the connection is closed.
    @Test func `is none either where the failure is told while bytes are on their way`() throws {
        let play = try Rehearsal(
            "# t\n> GET /\n< 200\n<\n< page\neither reads it\n* finish\nor fails\n* fail {{any}}\nend\n",
            observing: .all)
        play.holdsBatches = true
        let connection = play.send("GET /")
        play.report(.fail, subject: ["bad-response"])
        #expect(play.slugs == [])
        play.close(connection, .reset)
        play.flush(only: 30, closing: .reset)
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }
}
