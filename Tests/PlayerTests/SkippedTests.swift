// SkippedTests.swift: what a line that never came, and may be left out, makes of those below it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainScenario
import QuintainTranscript
import QuintainWords
import Testing

/// `of`, `but`, `and`: each goes on where the one above ends.
@Suite struct `Behind what is skipped` {
    @Test(arguments: ["may", "should", "convention"], [true, false])
    func `the request below stands for itself`(level: String, isPatient: Bool) throws {
        let play = try Rehearsal("# t\n\(level)\n> GET /opt\n< 200\nend\n> POST /pay\n< 200\n")
        play.connect()
        if isPatient { play.pass(milliseconds: 10_000) }
        #expect(play.end().verdict == .fail, "\(play.sentences)")
        #expect(play.slugs == [.neverCame, .neverCame])
        #expect(play.brokenLines == [3, 6])
    }

    @Test(arguments: [
        "< 302\n< Location: /pay\n", "< 401\n< WWW-Authenticate: Basic realm=\"x\"\n", "< 200\n! reset\n",
    ])
    func `but not where the reply would have led to it`(reply: String) throws {
        let play = try Rehearsal.heard("should\n> GET /opt\nend\n\(reply)> GET /pay\n< 200\n")
        #expect(play.end().verdict == .warning, "\(play.sentences)")
    }

    @Test(arguments: [
        ("> A: 1\n", "A: 1", Verdict.warning), ("> A: 1\n", "A: 2", .fail), ("> A: 1\n", "B: 1", .fail),
        ("> {{exactly}}\n> Host: {{any}}\n", "A: 2", .fail), (">\n> hi\n", "Content-Length: 2\n\nhi", .warning),
        (">\n> hi\n", "Content-Length: 2\n\nho", .fail),
    ])
    func `what came too soon is compared when its client has ended`(
        lines: String, fields: String, verdict: Verdict
    ) throws {
        let play = try Rehearsal(
            "# t\nshould\n> GET /opt\n< 200\nend\n> POST /b\n\(lines)< 200\n")
        play.send("POST /b\n\(fields)")
        #expect(play.end().verdict == verdict, "\(play.sentences)")
    }

    @Test func `and what is behind it on its connection needs a line`() throws {
        let text = "# t\nshould\n> GET /opt\n< 200\nend\n> GET /b\n< 200\n"
        let (right, wrong) = (try Rehearsal(text), try Rehearsal(text))
        right.send("GET /b")
        #expect(right.end().verdict == .warning)
        wrong.send("DELETE /x", on: wrong.send("GET /b"))
        #expect(wrong.end().verdict == .fail, "\(wrong.sentences)")
    }

    @Test(arguments: [("< 200\n", Verdict.fail), ("< 302\n< Location: /c\n", .warning)])
    func `and leaves the next one by its own level, as far as it stands for itself`(
        reply: String, verdict: Verdict
    ) throws {
        let play = try Rehearsal(
            "# t\nshould\n> GET /opt\n< 200\nend\n> GET /b\n\(reply)> GET /c\n< 200\n")
        play.send("GET /b")
        #expect(play.end().verdict == verdict, "\(play.sentences)")
    }

    @Test(
        arguments: [
            "either\n> GET /x\n< 200\nor\n> GET /y\n< 200\nend\n",
            "either\neither\n> GET /x\n< 200\nor\n> GET /y\n< 200\nend\nor\n> GET /z\n< 200\nend\n",
            "any-order\n> GET /x\n< 200\nor\n> GET /y\n< 200\nend\n",
            "repeat 2..3\n> GET /x\n< 200\nend\n",
            "> GET /opt\n< 200\neither\n> GET /x\n< 200\nor\n> GET /y\n< 200\nend\n",
        ], [true, false])
    func `so does the one below a block of which nothing came`(block: String, isPatient: Bool) throws {
        let text = "should\n\(block)end\n> POST /pay\n> A: 1\n< 200\n"
        let silent = try Rehearsal.heard(text)
        if isPatient { silent.pass(milliseconds: 60_000) }
        #expect(silent.end().verdict == .fail, "\(silent.sentences)")

        let leading = try Rehearsal.heard(text.replacing("GET /x\n< 200", with: "GET /x\n< 302\n< Location: /pay"))
        #expect(leading.end().verdict == .warning, "the block would have led to it: \(leading.sentences)")

        for (field, verdict) in [("A: 1", Verdict.warning), ("A: 2", .fail)] {
            let soon = try Rehearsal("# t\n" + text)
            soon.send("POST /pay\n\(field)")
            if isPatient { soon.pass(milliseconds: 60_000) }
            #expect(soon.end().verdict == verdict, "\(field): \(soon.sentences)")
        }
    }

    @Test(
        arguments: [
            ("> GET /a\n< 200\n", "> GET /b\n< 200\n", Verdict.fail), ("> GET /a\n< 302\n", "> GET /b\n< 200\n", .fail),
            ("> GET /a\n< 302\nmust > GET /led\n< 200\n", "may > GET /b\n< 200\n", .noted),
            ("> GET /a\n< 200\nmust > GET /x\n< 200\n", "may > GET /b\n< 200\n", .fail),
        ], [true, false])
    func `each part in any order counts for itself`(
        parts: (soft: String, other: String, verdict: Verdict), isPatient: Bool
    ) throws {
        for isSoftFirst in [true, false] {
            let soft = "may\n\(parts.soft)end\n"
            let both = isSoftFirst ? "\(soft)or\n\(parts.other)" : "\(parts.other)or\n\(soft)"
            let play = try Rehearsal.heard("any-order\n\(both)end\n")
            if isPatient { play.pass(milliseconds: 60_000) }
            #expect(play.end().verdict == parts.verdict, "\(isSoftFirst): \(play.sentences)")
        }
    }

    @Test(arguments: [["/a", "/a2", "/b"], ["/b", "/a", "/a2"], ["/a2", "/b"], ["/b", "/a2"]])
    func `of a part in any order no more is skipped than what is left out`(targets: [String]) throws {
        let play = try Rehearsal(
            """
            # t
            any-order
            may
            > GET /a
            < 200
            > GET /a1
            < 200
            end
            > GET /a2
            < 200
            or
            > GET /b
            < 200
            end

            """)
        let connection = play.connect()
        for target in targets {
            play.request("GET \(target)", on: connection)
            play.pass(milliseconds: 3_000)
        }
        #expect(play.end().verdict == .noted, "\(play.sentences)")
    }

    @Test(arguments: [("< 200\n", Verdict.fail), ("< 302\n< Location: /b\n", .warning)])
    func `half a request is answered, and hides nothing below`(reply: String, verdict: Verdict) throws {
        let play = try Rehearsal("# t\nshould\n> POST /a\n\(reply)end\n> GET /b\n< 200\n")
        play.send("POST /a\nContent-Length: 5\n\nhel")
        play.pass(milliseconds: 10_000)
        #expect(play.end().verdict == verdict, "\(play.sentences)")
    }

    @Test func `what a skipped redirect led to hides nothing behind it`() throws {
        let text = "# t\nmay\n> GET /a\n< 302\nend\n> GET /b\n< 200\n> GET /c\n< 200\n"
        let idle = try Rehearsal(text)
        idle.connect()
        #expect(idle.end().verdict == .fail)
        for isPatient in [true, false] {
            let right = try Rehearsal(text)
            let connection = right.connect()
            if isPatient { right.pass(milliseconds: 10_000) }
            right.request("GET /c", on: connection)
            right.pass(milliseconds: 10_000)
            #expect(right.end().verdict == .noted, "\(right.sentences)")
        }
    }

    @Test(arguments: ["either", "any-order"])
    func `what no line takes counts as the worst that was due`(block: String) throws {
        let other = "or"
        let play = try Rehearsal(
            "# t\n\(block)\nmay > GET /a\n< 200\n\(other)\n> GET /b\n< 200\nend\n")
        play.send("GET /x")
        #expect(play.player.outcome.verdict == .fail, "\(play.sentences)")
    }

    @Test(arguments: [0, 300])
    func `what comes sooner counts no less`(milliseconds: Int) throws {
        let play = try Rehearsal(
            "# t\n> GET /a\nmay\n! wait 200ms\nend\n! wait 200ms\n< 200\n> GET /b\n< 200\n")
        let connection = play.send("GET /a")
        play.pass(milliseconds: milliseconds)
        play.send("GET /b", on: connection)
        #expect(play.player.outcome.verdict == .fail, "\(play.sentences)")
    }

    @Test(arguments: ["either\n> GET /b\n< 200\nor\nend\n", "repeat 0..2\n> GET /b\n< 200\nend\n"])
    func `a block that may be left out asks for nothing`(block: String) throws {
        let play = try Rehearsal.heard("should\n> GET /opt\n< 200\nend\n\(block)")
        #expect(play.end().verdict == .warning, "\(play.sentences)")
        #expect(play.brokenLines == [5])
    }

    @Test(.timeLimit(.minutes(10))) func `a million that are left out are not passed one by one`() throws {
        let play = try Rehearsal(
            "# t\nmay\nrepeat 1000000\n> GET /a\n< 200\nend\nend\n> GET /b\n> A: 1\n< 200\n")
        play.send("GET /b")
        #expect(play.end().breaches.count < 1_000)
    }

    @Test(arguments: [true, false])
    func `nor where it was the way into a tunnel`(isPatient: Bool) throws {
        let play = try Rehearsal(
            """
            # t
            origin web https
            proxy gate http
            client GET //web/ via gate
            should
            > CONNECT {{authority web}}
            < 200
            end
            > GET //web/
            < 200

            """)
        play.connect("gate")
        if isPatient { play.pass(milliseconds: 10_000) }
        // The client has sent nothing, which is a failure; what follows from that counts as the tunnel.
        #expect(play.end().breaches.flatMap(\.follows).map(\.severity).max() == .warning, "\(play.sentences)")
    }

    @Test func `nor where it has come, too soon`() throws {
        let play = try Rehearsal("# t\nshould\n> GET /opt\nend\n< 200\n> GET /pay\n< 200\n")
        play.send("GET /pay")
        #expect(play.end().verdict == .warning, "\(play.sentences)")
    }
}
