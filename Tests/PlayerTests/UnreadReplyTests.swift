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

    /// What the client of a test does with a reply that it dislikes, one after the other.
    enum Deed { case closes, leaves, tells }

    private static let page = "# t\n> GET /\n< 200\n<\n< page\n* response 200\n* finish\n"

    /// The reset and the report come from two threads, and the bytes leave in a third.
    @Test(arguments: [
        [Deed.closes, .leaves, .tells], [.closes, .tells, .leaves], [.tells, .closes, .leaves],
        [.leaves, .closes, .tells],
        [.leaves, .tells, .closes],
    ])
    func `is the same failure in whichever order its client resets and tells`(order: [Deed]) throws {
        let play = try Rehearsal(Self.page, observing: .all)
        play.holdsBatches = true
        let connection = play.send("GET /")
        var isClosed = false
        for deed in order {
            switch deed {
            case .closes:
                play.close(connection, .reset)
                isClosed = true
            case .leaves: isClosed ? play.flush(only: 30, closing: .reset) : play.flush()
            case .tells: play.report(.fail, subject: ["bad-response"])
            }
        }
        let outcome = play.end()
        #expect(outcome.breaches.map(\.slug) == [.unexpectedCallback], "\(play.sentences)")
        let sentence =
            "no line takes `fail bad-response`: the load failed, and had to go on; line 6, `* response 200`, was next"
        #expect(outcome.breaches.map(\.sentence) == [sentence])
        #expect(outcome.breaches.flatMap(\.follows).map(\.slug) == [.neverCame], "\(play.sentences)")
    }

    @Test func `is a mistake where its load ends well, or is not told to end`() throws {
        for end in [CallbackKind.finish, nil] {
            let play = try Rehearsal(Self.page, observing: .all)
            play.holdsBatches = true
            let connection = play.send("GET /")
            play.close(connection, .reset)
            play.flush(only: 30, closing: .reset)
            if let end { play.report(end) }
            #expect(play.end().breaches.first?.slug == .notSent, "\(play.sentences)")
        }
    }

    @Test func `is a mistake where no line is about its load's end`() throws {
        let play = try Rehearsal("# t\n> GET /\n< 200\n<\n< page\n", observing: .all)
        play.holdsBatches = true
        let connection = play.send("GET /")
        play.close(connection, .reset)
        play.report(.fail, subject: ["bad-response"])
        play.flush(only: 30, closing: .reset)
        #expect(play.slugs == [.notSent], "\(play.sentences)")
    }

    @Test func `explains the line that is waited for in vain`() throws {
        let play = try Rehearsal(Self.page, observing: .all)
        play.holdsBatches = true
        let connection = play.send("GET /")
        play.close(connection, .reset)
        play.flush(only: 30, closing: .reset)
        #expect(play.slugs == [])
        play.pass(milliseconds: 60_000)
        #expect(play.slugs.first == .notSent, "\(play.sentences)")
        #expect(play.end().breaches.map(\.slug) == [.notSent], "\(play.sentences)")
    }

    @Test func `is not told beside what has broken the play off`() throws {
        let play = try Rehearsal(Self.page, observing: .all)
        play.holdsBatches = true
        let connection = play.send("GET /")
        play.close(connection, .reset)
        play.flush(only: 30, closing: .reset)
        play.send("GET /other")
        play.report(.fail, subject: ["bad-response"])
        #expect(play.end().breaches.map(\.slug) == [.unexpectedRequest], "\(play.sentences)")
    }

    /// A client that gives up closes its side, and answers the reply that comes after that by a reset.
    @Test(arguments: [true, false])
    func `that came when its client had given up is the same failure either way`(tellsFirst: Bool) throws {
        let play = try Rehearsal(Self.page, observing: .all)
        play.holdsBatches = true
        let connection = play.send("GET /")
        play.close(connection, .fin)
        if tellsFirst { play.report(.fail, subject: ["timed-out"]) }
        play.flush()
        play.close(connection, .reset)
        if !tellsFirst { play.report(.fail, subject: ["timed-out"]) }
        #expect(play.end().breaches.map(\.slug) == [.unexpectedCallback], "\(play.sentences)")
    }
}
