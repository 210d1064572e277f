// ForgottenReplyTests.swift: requests for which a file has no reply, and clients that wait for one.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainTranscript
import Testing

@Suite struct `A reply that the file does not have` {
    private static let sentence =
        "`> GET /a` has no reply, for which connection 1 has waited since the last line; "
        + "write it below, such as '< 200', or '! stall' if none is to come"

    @Test(arguments: ["> GET /a", "> GET /a\n< 103\n< Link: </x>", "within 1s\n> GET /a\n! flush"])
    func `is a failure once its client has waited, and is answered`(text: String) throws {
        let play = try Rehearsal("# t\n\(text)\n")
        let connection = play.send("GET /a")
        let time = text.hasPrefix("within") ? 500 : 2_500
        play.pass(milliseconds: time - 1)
        #expect(play.sentences.isEmpty)
        play.pass(milliseconds: 1)
        #expect(play.sentences == [Self.sentence])
        #expect(play.slugs == [.notSent])
        #expect(play.text(on: connection).contains("HTTP/1.1 500 "))
        #expect(play.end().verdict == .fail)
    }

    @Test func `is none where the file says so, or its client has given up`() throws {
        let stalled = try Rehearsal("# t\n> GET /a\n! stall\n")
        stalled.send("GET /a")
        stalled.pass(milliseconds: 60_000)
        #expect(stalled.end().verdict == .pass, "\(stalled.sentences)")
        let hasty = try Rehearsal("# t\n> GET /a\n")
        let connection = hasty.send("GET /a")
        hasty.pass(milliseconds: 2_400)
        hasty.close(connection)
        hasty.pass(milliseconds: 60_000)
        #expect(hasty.end().verdict == .pass, "\(hasty.sentences)")
        let answered = try Rehearsal("# t\n> GET /a\n< 204\n")
        answered.send("GET /a")
        answered.pass(milliseconds: 60_000)
        #expect(answered.end().verdict == .pass, "\(answered.sentences)")
    }

    /// One that reports nothing is taken to have ended once it is silent, and this one waits.
    @Test(arguments: [(ClientEnd.idle(200), 1), (.told, 0), (.closed, 0), (.deadline, 0)])
    func `is missed by a client that is silent`(end: ClientEnd, count: Int) throws {
        let play = try Rehearsal("# t\n> GET /a\n")
        play.send("GET /a")
        play.pass(milliseconds: 200)
        #expect(play.end(end).verdict == (count > 0 ? .fail : .pass))
        #expect(play.sentences.count == count, "\(play.sentences)")
    }

    @Test func `counts as its request does`() throws {
        let play = try Rehearsal("# t\nlevel should\n> GET /a\n")
        play.send("GET /a")
        play.pass(milliseconds: 2_500)
        #expect(play.end().verdict == .warning)
    }

    @Test func `is missed on each connection`() throws {
        let text = "# t\nclient GET /a lane=a\nclient HEAD /b lane=b\n>a GET /a\n>b HEAD /b\n"
        let play = try Rehearsal(text)
        let (one, two) = (play.send("GET /a"), play.send("HEAD /b"))
        play.pass(milliseconds: 2_500)
        #expect(play.slugs == [.notSent, .notSent], "\(play.sentences)")
        #expect(play.text(on: one).hasSuffix("`>a GET /a` has no reply\n"))
        #expect(play.text(on: two).hasSuffix("\r\n\r\n"))
    }

    @Test func `is not waited for where nobody lives`() throws {
        let play = try Rehearsal("# t\n> GET /a\n")
        play.send("GET /a")
        play.standStill(milliseconds: 60_000)
        #expect(play.sentences.isEmpty)
        play.pass(milliseconds: 2_500)
        #expect(play.sentences == [Self.sentence])
    }
}
