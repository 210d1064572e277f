// MildestWayTests.swift: late requests are judged by the way that asks least of a client.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainScenario
import QuintainTranscript
import QuintainWords
import Testing

@Suite struct `Where there are several ways` {
    /// `sends` are requests on one connection; after them the client waits, or leaves.
    private func verdict(of body: String, _ sends: [String], isPatient: Bool) throws -> (Verdict, [String]) {
        let play = try Rehearsal("# t\n\(body)")
        let connection = play.connect()
        for target in sends { play.request("GET \(target)", on: connection) }
        if isPatient { play.pass(milliseconds: 60_000) }
        return (play.end().verdict, play.sentences)
    }

    @Test(
        arguments: [
            ("either\n> GET /opt\n< 200\nor\nend\n", "should", Verdict.warning),
            ("repeat 0..2\n> GET /opt\n< 200\nend\n", "should", .warning),
            ("repeat 0..2\n> GET /opt\n< 200\nend\n", "may", .noted),
            ("repeat 0..2\n> GET /opt\n< 200\nend\n", "must", .fail),
        ], [true, false])
    func `a block that need not be played is left out, and what stands below it counts`(
        given: (block: String, level: String, verdict: Verdict), isPatient: Bool
    ) throws {
        let body = "> GET /a\n< 200\n\(given.block)\(given.level)\n> GET /b\n< 200\nend\n"
        let (verdict, sentences) = try verdict(of: body, ["/a"], isPatient: isPatient)
        #expect(verdict == given.verdict, "\(sentences)")
    }

    @Test(arguments: ["either\n> GET /opt\n< 200\nor\nend\n", "repeat 0..2\n> GET /opt\n< 200\nend\n"], [true, false])
    func `what comes too soon behind such a block is no worse than what is late`(block: String, isPatient: Bool) throws
    {
        let body = "\(block)should\n> GET /soft\n< 200\nend\n> GET /b\n< 200\n"
        for (sends, right) in [(["/b"], Verdict.warning), (["/soft", "/b"], .pass), (["/soft"], .fail), ([], .fail)] {
            let (verdict, sentences) = try verdict(of: body, sends, isPatient: isPatient)
            #expect(verdict == right, "\(sends): \(sentences)")
        }
    }

    @Test(arguments: [true, false])
    func `a request that is left out above a branch names the branch`(isPatient: Bool) throws {
        let soft = "should\n> GET /soft\n< 200\nend\n> GET /x\n< 200\n"
        let firm = "> GET /y\n< 200\n"
        for body in ["either\n\(soft)or\n\(firm)end\n", "either\n\(firm)or\n\(soft)end\n"] {
            for (sends, right) in [
                (["/x"], Verdict.warning), (["/y"], .pass), (["/soft", "/x"], .pass), (["/soft"], .fail),
            ] {
                let (verdict, sentences) = try verdict(of: body, sends, isPatient: isPatient)
                #expect(verdict == right, "\(sends): \(sentences)")
            }
        }
    }

    @Test(arguments: [["/y", "/x"], ["/x", "/y"], ["/x", "/soft", "/y"], ["/soft", "/y", "/x"]], [true, false])
    func `and one in any order its part`(sends: [String], isPatient: Bool) throws {
        let soft = "should\n> GET /soft\n< 200\nend\n> GET /y\n< 200\n"
        let firm = "> GET /x\n< 200\n"
        for body in ["any-order\n\(firm)or\n\(soft)end\n", "any-order\n\(soft)or\n\(firm)end\n"] {
            let (verdict, sentences) = try verdict(of: body, sends, isPatient: isPatient)
            // A client that leaves before the answer owes the lines below it.
            let owes = sends == ["/y", "/x"] && !isPatient
            #expect(verdict == (owes ? .fail : sends.contains("/soft") ? .pass : .warning), "\(sentences)")
        }
    }

    @Test func `whose client is answered, and goes on with the others`() throws {
        let play = try Rehearsal(
            "# t\nany-order\n> GET /x\n< 200\nor\nshould\n> GET /soft\n< 200\nend\n> GET /y\n< 204\nend\n"
        )
        let connection = play.connect()
        play.request("GET /y", on: connection)
        play.pass(milliseconds: 5_500)
        #expect(play.text().hasPrefix("HTTP/1.1 204"), "\(play.sentences)")
        play.request("GET /x", on: connection)
        #expect(play.end().verdict == .warning, "\(play.sentences)")
    }

    @Test(
        arguments: [("must", "should", Verdict.warning), ("must", "may", .noted), ("must", "must", .fail)],
        [true, false])
    func `of branches of which none came the one counts that counts least`(
        given: (one: String, other: String, verdict: Verdict), isPatient: Bool
    ) throws {
        for (one, other) in [(given.one, given.other), (given.other, given.one)] {
            let body = "either\n\(one) > GET /x\n< 200\nor\n\(other) > GET /y\n< 200\nend\n"
            let (verdict, sentences) = try verdict(of: "> GET /a\n< 200\n\(body)", ["/a"], isPatient: isPatient)
            #expect(verdict == given.verdict, "\(sentences)")
        }
    }

    @Test(arguments: ["should", "may"], [true, false])
    func `input where nothing need come any more is a failure`(level: String, isPatient: Bool) throws {
        for block in ["repeat 1..3\n> GET /a\n< 200\nend\n", "> GET /a\n< 200\neither\n> GET /b\n< 200\nor\nend\n"] {
            for (sends, right) in [(["/a", "/x"], Verdict.fail), (["/a"], .pass)] {
                let (verdict, sentences) = try verdict(of: "level \(level)\n\(block)", sends, isPatient: isPatient)
                #expect(verdict == right, "\(block) \(sends): \(sentences)")
            }
        }
    }

    @Test(arguments: [true, false])
    func `another round goes back up, and what is late there counts`(isPatient: Bool) throws {
        let body = "repeat 1..3\nshould\n> GET /soft\n< 200\nend\n> GET /b\n< 200\nend\n"
        for (sends, right) in [
            (["/soft", "/b", "/b"], Verdict.warning), (["/soft", "/b", "/soft", "/b"], .pass), (["/b"], .warning),
            (["/soft", "/b", "/soft"], .fail),
        ] {
            let (verdict, sentences) = try verdict(of: body, sends, isPatient: isPatient)
            #expect(verdict == right, "\(sends): \(sentences)")
        }
    }

    /// Each any-order part counts for itself, also if the client ends after a request for a line below.
    @Test(
        arguments: [
            "may > GET /b\n< 200\nor\n> GET /c\n< 200\n",
            "> GET /c\n< 200\nor\nmay > GET /b\n< 200\n",
            "should > GET /b\n< 200\nor\n> GET /c\n< 200\n",
        ], [true, false])
    func `a soft part hides no other where the client goes on below`(parts: String, isPatient: Bool) throws {
        let body = "any-order\n\(parts)end\nmay > GET /d\n< 200\n"
        for sends in [["/d"], ["/b", "/d"], ["/b"], []] {
            let (verdict, sentences) = try verdict(of: body, sends, isPatient: isPatient)
            #expect(verdict == .fail, "\(sends): \(sentences)")
        }
        let (verdict, sentences) = try verdict(of: body, ["/c", "/d"], isPatient: isPatient)
        #expect(verdict != .fail, "\(sentences)")
    }
}
