// HeadTests.swift: what is said of a request's version, of the spelling of fields, and of a head as a whole.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import Testing
import QuintainTranscript

@Suite struct `A head as a whole` {
    private func judge(_ lines: String, _ request: String) throws -> Rehearsal {
        let play = try Rehearsal("# t\nclient GET /\n\(lines)\n< 200\n")
        play.send(request)
        #expect(play.text().hasPrefix("HTTP/1.1 200"), "a wrong head does not end the play")
        _ = play.end()
        return play
    }

    @Test(
        arguments: [
            ("> GET /", "GET / HTTP/1.0", nil), ("> GET /", "GET / HTTP/1.1", nil),
            ("> GET / HTTP/1.1", "GET / HTTP/1.1", nil), ("> GET / HTTP/1.0", "GET / HTTP/1.0", nil),
            ("> GET / HTTP/1.0", "GET / HTTP/1.1", "the version is HTTP/1.1, not HTTP/1.0"),
            ("> GET / HTTP/1.1", "GET / HTTP/1.0", "the version is HTTP/1.0, not HTTP/1.1"),
        ] as [(String, String, String?)])
    func `a version behind the target is that of the request`(line: String, request: String, sentence: String?) throws {
        let play = try judge(line, request)
        #expect(play.sentences == (sentence.map { [$0] } ?? []))
        #expect(play.slugs == (sentence == nil ? [] : [.wrongVersion]))
        #expect(play.brokenLines == (sentence == nil ? [] : [3]))
    }

    /// The host of the origin, the Host of a client that has the name in its code, and who gives the URL.
    @Test(arguments: [
        ("api.example.test", "api.example.test", false, true), ("api.example.test", "API.example.test", false, true),
        ("api.example.test", "api.example.test:8000", false, true),
        ("api.example.test", "api.example.test", true, false),
        ("api.example.test", "api.example.test:8001", false, false), ("api.example.test", "example.test", false, false),
        ("a.localhost", "a.localhost", false, false), ("LOCALHOST", "localhost", false, false),
        ("127.0.0.2", "127.0.0.2", false, false),
    ])
    func `a name that clients have in their code is sent without a port`(
        name: String, host: String, takesOrders: Bool, isRight: Bool
    ) throws {
        let play = try Rehearsal("# t\norigin main http host=\(name)\n> GET /\n< 200\n", takesOrders: takesOrders)
        play.send("GET /", host: host)
        _ = play.end()
        #expect(play.slugs == (isRight ? [] : [.wrongField]), "\(play.sentences)")
    }

    @Test func `of two requests the one with the version that came is taken`() throws {
        let play = try Rehearsal(
            """
            # t
            client GET /
            either
            > GET / HTTP/1.1
            < 201
            or
            > GET / HTTP/1.0
            < 202
            end
            """)
        play.send("GET / HTTP/1.0")
        #expect(play.text().hasPrefix("HTTP/1.1 202"))
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    @Test(
        arguments: [
            (#"> {{"X-One"}}: 1"#, "X-One: 1", nil), ("> X-One: 1", "x-one: 1", nil),
            (#"> {{"X-One"}}: 1"#, "x-one: 1", #"X-One is spelled "x-one""#),
            (#"> {{"x-one"}}: 1"#, "X-One: 1", #"x-one is spelled "X-One""#),
            (#"> {{"X-One"}}: 1"#, "A: 1", "X-One is missing"),
            (#"> {{"X-One"}}: 1"#, "X-One: 1\nx-one: 1", "X-One is there twice, not once"),
            (#"> {{"X-One"}}: {{absent}}"#, "x-one: 1", nil),
            (#"> {{"X-One"}}: {{absent}}"#, "x-one: 1\nX-One: 2", #"X-One must be absent, but is "2""#),
        ] as [(String, String, String?)])
    func `a name in a string must come in these letters`(line: String, fields: String, sentence: String?) throws {
        let play = try judge("> GET /\n\(line)", "GET /\n\(fields)")
        #expect(play.sentences == (sentence.map { [$0] } ?? []))
        #expect(play.brokenLines == (sentence == nil ? [] : [4]))
    }

    @Test(
        arguments: [
            ("> Host: {{any}}\n> A: 1", "A: 1", nil),
            ("> host: {{any}}\n> a: {{any}}", "A: 1", nil),
            ("> Host: {{any}}\n> A: 1\n> B: {{absent}}", "A: 1", nil),
            ("> Host: {{any}}\n> A: 1", "A: 1\nB: 2", "the head has fields that are not written: B"),
            ("> Host: {{any}}\n> A: 1", "C: 3\nA: 1\nB: 2", "the head has fields that are not written: C, B"),
            ("> A: 1", "A: 1", "the head has fields that are not written: Host"),
        ] as [(String, String, String?)])
    func `a head may have the fields that are written, and no others`(
        lines: String, fields: String, sentence: String?
    ) throws {
        let play = try judge("> GET /\n> {{exactly}}\n\(lines)", "GET /\n\(fields)")
        #expect(play.sentences == (sentence.map { [$0] } ?? []))
        #expect(play.slugs == (sentence == nil ? [] : [.wrongField]))
        #expect(play.brokenLines == (sentence == nil ? [] : [4]))
    }

    @Test(
        arguments: [
            ("> Host: {{any}}\n> A: 1\n> B: 2", "B: 2\nA: 1", "B came before A, which is written above it"),
            ("> Host: {{any}}\n> A: 1\n> B: 2\n> A: 3", "A: 1\nB: 2\nA: 3", nil),
            (
                "> Host: {{any}}\n> A: 1\n> B: 2\n> A: 3", "A: 1\nA: 3\nB: 2",
                "A came before B, which is written above it"
            ),
            ("> Host: {{any}}\n> A: 1\n> C: {{absent}}\n> B: 2", "A: 1\nB: 2", nil),
            ("> Host: {{any}}\n> A: 1", "A: 1", nil),
            ("> A: 1\n> Host: {{any}}", "A: 1", "Host came before A, which is written above it"),
        ] as [(String, String, String?)])
    func `the fields of an exact head come in their order`(
        lines: String, fields: String, sentence: String?
    ) throws {
        let play = try judge("> GET /\n\(lines)\n> {{exactly}}", "GET /\n\(fields)")
        #expect(play.sentences == (sentence.map { [$0] } ?? []))
        #expect(play.brokenLines == (sentence == nil ? [] : [4 + lines.split(separator: "\n").count]))
    }

    @Test func `what is said of a head counts by its own level`() throws {
        let play = try judge("> GET /\nshould\n> {{exactly}}\nend", "GET /")
        #expect(play.player.outcome.verdict == .warning)
    }
}
