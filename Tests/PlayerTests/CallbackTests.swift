// CallbackTests.swift: callbacks that a delegate reports, and the decisions that it gets.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainScenario
import QuintainTalk
import QuintainTranscript
import Testing
import QuintainWords

@Suite struct `Callbacks` {
    /// A play in which `lines` stand below a reply.
    private func play(_ lines: String, options: String = "") throws -> Rehearsal {
        let play = try Rehearsal("# t\norigin other http\n> GET /\n< 200\n\(lines)\n", observing: .all)
        play.send("GET /")
        return play
    }

    /// It counts as the line does, and whether it comes before the play is over is chance.
    @Test(arguments: [true, false])
    func `that come when their line was given up follow from that`(comes: Bool) throws {
        let play = try play("* response 200\nshould\n* finish\nend")
        play.report(.response, subject: ["200"])
        play.pass(milliseconds: 60_000)
        #expect(play.slugs == [.neverCame])
        if comes { play.report(.finish) }
        let outcome = play.end()
        #expect(outcome.verdict == .warning, "\(play.sentences)")
        #expect(outcome.breaches.map(\.slug) == [.neverCame])
    }

    @Test func `of a kind that the file does not name are told to be missing there`() throws {
        let play = try play("* finish")
        play.report(.response, subject: ["200"])
        let sentence =
            "no line takes `response 200`; line 5, `* finish`, was next; a file with a '*' line has one for each 'response'"
        #expect(play.sentences == [sentence])
    }

    @Test(
        arguments: [
            ("canonical /x", .canonical, ["http://127.0.0.1:8000/x"], nil),
            (
                "canonical /x", .canonical, ["http://127.0.0.1:8000/y"],
                "the URL is http://127.0.0.1:8000/y, not http://127.0.0.1:8000/x"
            ),
            ("redirect 302 //other/x", .redirect, ["302", "http://127.0.0.1:8001/x"], nil),
            (
                "redirect 302 /x", .redirect, ["302", "/x"], "the URL is /x, not http://127.0.0.1:8000/x"
            ),
            ("redirect 302 {{/.*/x/}}", .redirect, ["302", "/x"], "the URL is /x, not absolute"),
            ("redirect 302 /x", .redirect, ["301", "/x"], "\"301\" was reported, not \"302\""),
            ("redirect 302 {{/.*/x/}}", .redirect, ["302", "http://h/x"], nil),
            (
                "redirect 302 {{/.*/x/}}", .redirect, ["302", "http://h/y"],
                "the URL is http://h/y, not {{/.*/x/}}"
            ),
            ("challenge Basic", .challenge, ["Digest"], "\"Digest\" was reported, not \"Basic\""),
            ("response 200 text/plain", .response, ["200", "text/plain"], nil),
            ("response 200 text/plain", .response, ["200"], "\"text/plain\" was not reported"),
            ("response 200", .response, ["200", "text/plain"], nil),
            ("sent 10/10", .sent, ["10/10"], nil),
            ("sent 10/10", .sent, ["12/12"], "the total is 12, not 10"),
            ("sent 10/10", .sent, ["many"], "no amount was reported"),
            ("sent 10/10", .sent, ["99/10"], "99 of 10 was reported"),
            ("sent 10/10", .sent, ["10"], "the total, 10, was not reported"),
            ("sent 10/10", .sent, ["10/ten"], "no amount was reported"),
            ("sent 10/10", .sent, ["10/"], "no amount was reported"),
            ("sent 10/10", .sent, ["+10/10"], "no amount was reported"),
            ("progress 10/10", .progress, ["10"], "the total, 10, was not reported"),
            ("progress 10/{{any}}", .progress, ["10"], nil),
            ("progress 10/{{any}}", .progress, ["10/20"], nil),
            ("progress 10/{{any}}", .progress, ["20/10"], "20 of 10 was reported"),
            ("resumed 10/{{any}}", .resumed, ["9"], "9 was reported, not 10"),
            ("resumed 10/20", .resumed, ["10"], "the total, 20, was not reported"),
            ("resumed 400/1000", .resumed, ["400/1000"], nil),
            ("resumed 400/1000", .resumed, ["0/1000"], "0 was reported, not 400"),
            ("decode application/macbinary", .decode, ["application/macbinary"], nil),
            ("destination x.bin", .destination, ["y.bin"], "\"y.bin\" was reported, not \"x.bin\""),
            ("fail timed-out", .fail, ["timed-out"], nil),
            ("fail timed-out", .fail, ["tls"], "\"tls\" was reported, not \"timed-out\""),
        ] as [(String, CallbackKind, [String], String?)])
    func `a subject is compared as its kind has it`(
        line: String, kind: CallbackKind, subject: [String], sentence: String?
    ) throws {
        let play = try play("* \(line)\n! wait 1ms")
        play.report(kind, subject: subject)
        #expect(play.sentences == (sentence.map { [$0] } ?? []))
        #expect(play.brokenLines == (sentence == nil ? [] : [5]))
        play.pass(milliseconds: 1)
        #expect(play.scriptEnded, "play goes on")
    }

    @Test(
        arguments: [
            (["realm": "b", "failures": "0"], []), (["realm": "b"], ["failures was not reported"]),
            (["realm": "c", "failures": "1"], ["realm is \"c\", not \"b\"", "failures is \"1\", not \"0\""]),
            (["realm": "b", "failures": "0", "host": "x"], []),
        ] as [([String: String], [String])])
    func `fields that are written are compared`(fields: [String: String], sentences: [String]) throws {
        let play = try play("* challenge Basic realm=\"b\" failures=0")
        play.report(.challenge, "Basic", fields: fields)
        #expect(play.sentences == sentences)
    }

    @Test func `header fields below the line are compared`() throws {
        for (value, sentences) in [("1", []), ("2", ["A is \"2\", not \"1\""])] as [(String, [String])] {
            let play = try play("* redirect 302 /x\n  A: 1\n  B: {{absent}}")
            play.report(.redirect, "302", "http://127.0.0.1:8000/x", header: [("a", value)])
            #expect(play.sentences == sentences)
        }
    }

    @Test(
        arguments: [
            ("200", "page", []), ("404", "page", ["\"404\" was reported, not \"200\""]),
            ("200", "rage", ["byte 0 differs: \"rage\" came, not \"page\""]),
        ] as [(String, String, [String])])
    func `of shorthand are judged one by one, at its line`(status: String, data: String, sentences: [String]) throws {
        let play = try Rehearsal("# t\n>> GET /\n< 200\n<\n< page\n* ok\n", observing: .all)
        play.send("GET /")
        play.report(.response, status)
        play.report(.data, bytes: Array(data.utf8))
        play.report(.finish)
        #expect(play.end().verdict == (sentences.isEmpty ? .pass : .fail))
        #expect(play.sentences == sentences)
        #expect(play.brokenLines == sentences.map { _ in 6 })
    }

    @Test func `pieces of data that come too soon are one, however many there are`() throws {
        let text = String(repeating: "ab", count: 50)
        let play = try play("may\n* response 200\n* data \"\(text)\"\n* finish\nend")
        for byte in text.utf8 { play.report(.data, bytes: [byte]) }
        play.report(.response, "200")
        play.report(.finish)
        #expect(play.slugs == [.tooSoon])
        #expect(play.end().verdict == .noted)
    }

    // MARK: Amounts

    @Test func `smaller amounts are part of the line`() throws {
        let play = try play("* progress 400/1000\n* finish")
        for amount in [0, 100, 399] { play.report(.progress, "\(amount)/1000") }
        play.report(.finish)
        #expect(play.slugs == [.tooSoon], "the line is not done yet")
        play.report(.progress, "512/1000")
        #expect(play.scriptEnded)
        #expect(play.slugs == [.tooSoon])
    }

    @Test func `smaller amounts of any total are part of the line`() throws {
        let play = try play("* progress 400/{{any}}\n* finish")
        for amount in ["0", "100/1000", "399"] { play.report(.progress, amount) }
        play.report(.progress, "512")
        play.report(.finish)
        #expect(play.scriptEnded)
        #expect(play.slugs == [])
    }

    @Test func `an amount that is less than a line below asks for is not too soon`() throws {
        let play = try play("! wait 100ms\n* sent 10/10")
        play.report(.sent, "5/10")
        #expect(play.slugs == [])
        play.report(.sent, "10/10")
        #expect(play.slugs == [.tooSoon])
        #expect(play.brokenLines == [6])
    }

    @Test(
        arguments: [
            ([("X-Colour", "red, green, blue")], true), ([("x-colour", "red, green"), ("X-Colour", "blue")], true),
            ([("X-Colour", "blue"), ("X-Colour", "red, green")], false),
        ] as [([(String, String)], Bool)])
    func `a list may come as several fields, in its order`(header: [(String, String)], fits: Bool) throws {
        let play = try play("* response 200\n       X-Colour: red, green, blue")
        play.report(.response, "200", header: header)
        #expect(play.slugs.isEmpty == fits, "\(play.sentences)")
    }

    @Test(arguments: [
        ("http://127.0.0.1:8000", true), ("http://127.0.0.1:8000/", true), ("http://127.0.0.1:8000/a", false),
    ])
    func `a URL without a path is that of the root`(url: String, fits: Bool) throws {
        let play = try play("* response 200 url=/")
        play.report(.response, "200", fields: ["url": url])
        #expect(play.slugs.isEmpty == fits, "\(play.sentences)")
    }

    @Test func `what a client never tells is compared with nothing`() throws {
        let play = try play("* response 200 filename=a.txt encoding=utf-8")
        var callback = ReportedCallback(.response, subject: ["200"], fields: ["encoding": "latin1"])
        callback.untold = ["filename"]
        play.report(callback)
        #expect(play.sentences == ["encoding is \"latin1\", not \"utf-8\""])
    }

    @Test(arguments: [("utf-8", true), ("UTF-8", true), ("latin1", false)])
    func `the case of a text encoding means nothing`(encoding: String, fits: Bool) throws {
        let play = try play("* response 200 encoding=utf-8")
        play.report(.response, "200", fields: ["encoding": encoding])
        #expect(play.slugs.isEmpty == fits, "\(play.sentences)")
    }

    // MARK: Bytes

    @Test func `any bytes are at least one, and all of a run`() throws {
        let play = try play("* data\n< {{raw \"x\"}}\n* finish")
        play.report(.data, data: "")
        #expect(!play.text().hasSuffix("x"))
        play.report(.data, data: "a")
        #expect(play.text().hasSuffix("x"))
        play.report(.data, data: "b")
        play.report(.finish)
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    @Test func `bytes after the line below are too much`() throws {
        let play = try play("* data\n* finish")
        play.report(.data, data: "a")
        play.report(.finish)
        play.report(.data, data: "b")
        #expect(play.slugs == [.afterEnd])
        #expect(play.sentences == ["`data \"b\"` came when the load had ended"])
    }

    @Test func `an amount may be reported again, until a line below is taken`() throws {
        let play = try play("* sent 1/1\n* response 200\n* finish")
        for _ in 1...3 { play.report(.sent, "1/1") }
        play.report(.response, "200")
        #expect(play.slugs == [])
        play.report(.sent, "1/1")
        #expect(play.slugs == [.unexpectedCallback])
    }

    @Test func `a run of bytes may only match`() throws {
        let play = try play("* data {{/.*lo.*/}}\n* finish")
        play.report(.data, data: "hel")
        play.report(.data, data: "lo")
        play.report(.data, data: " world")
        play.report(.finish)
        #expect(play.end().verdict == .pass, "\(play.sentences)")
        let wrong = try self.play("* data {{/.*lo.*/}}\n* finish")
        wrong.report(.data, data: "help")
        wrong.report(.finish)
        #expect(wrong.sentences == ["the data does not fit: \"help\" came"])
        #expect(wrong.end().verdict == .fail)
        #expect(wrong.brokenLines == [5])
    }

    @Test(
        arguments: [
            ["abc123"], ["abc", "123"], ["a", "b", "c123"], ["abc1", "2", "3"],
        ],
        [
            ("data {{/[a-z]+/}}", false), ("data {{/[a-z0-9]+/}}", true),
            ("data {{/a.*3/}}", true),
            ("data {{/abc/}}", false), ("data {{/.*c1.*/}}", true), ("data {{any}}", true),
            ("*? data {{/[a-z]+/}}", false), ("*? data {{/[a-z0-9]+/}}", true),
            ("data {{/[a-z]+/}}\n* data {{/[0-9]+/}}", false), ("data\n* data \"123\"", false),
            ("*? data \"abc1234\"", false), ("data \"abc\"\n* data \"123\"", true),
        ])
    func `how data is cut decides nothing`(pieces: [String], line: (String, Bool)) throws {
        let play = try play((line.0.hasPrefix("*") ? "" : "* ") + line.0 + "\n* finish")
        for piece in pieces { play.report(.data, data: piece) }
        play.report(.finish)
        #expect(play.end().verdict == (line.1 ? .pass : .fail), "\(play.sentences)")
    }

    @Test func `a line that fits so far lets lines of ours go on, and is judged in the end`() throws {
        let play = try play("* data {{/[a-z]+/}}\n< {{raw \"x\"}}\n* finish")
        play.report(.data, data: "abc")
        #expect(play.text().hasSuffix("x"))
        play.report(.data, data: "1")
        #expect(play.slugs == [])
        play.report(.finish)
        #expect(play.sentences == ["the data does not fit: \"abc1\" came"])
        #expect(play.scriptEnded)
    }

    @Test(arguments: [["one"], ["o", "ne"], ["", "one"]])
    func `a file may be told in pieces`(pieces: [String]) throws {
        for line in ["file \"one\"", "file {{/o.e/}}", "file"] {
            let play = try play("* \(line)\n* finish")
            for piece in pieces { play.report(.file, data: piece) }
            play.report(.finish)
            #expect(play.end().verdict == .pass, "\(line): \(play.sentences)")
        }
    }

    @Test func `a host that names an origin is that origin's`() throws {
        for (host, fits) in [("127.0.0.1", true), ("other", false)] {
            let play = try play("* challenge Basic host=other")
            play.report(.challenge, "Basic", fields: ["host": host])
            #expect(play.slugs.isEmpty == fits, "\(play.sentences)")
        }
    }

    @Test func `wrong bytes are said once`() throws {
        let play = try play("* data \"hello\"\n* finish")
        for piece in ["he", "xx", "o!"] { play.report(.data, data: piece) }
        play.report(.finish)
        #expect(play.sentences == ["byte 2 differs: \"xx\" came, not \"llo\""])
        #expect(play.scriptEnded)
    }

    @Test(
        arguments: [
            ("one", nil), ("on", "the file ended after 2 of 3 bytes"),
            ("onex", "no line takes `file \"x\"`; line 6, `* finish`, was next"),
        ] as [(String, String?)])
    func `a file is whole`(bytes: String, sentence: String?) throws {
        let play = try play("* file \"one\"\n* finish")
        play.report(.file, data: bytes)
        play.report(.finish)
        #expect(play.sentences == (sentence.map { [$0] } ?? []))
    }

    // MARK: Who takes it

    @Test func `lines for other styles are passed over`() throws {
        let play = try play("* [nsurlconnection] sent 1/1\n* finish")
        play.report(.finish)
        let outcome = play.end()
        #expect(outcome.verdict == .pass)
        #expect(outcome.unobserved == 1)
    }

    @Test func `a kind that the client cannot report is passed over, gates included`() throws {
        let play = try Rehearsal("# t\n> GET /\n* sent 1/1\n< 200\n* finish\n", observing: .only([.finish]))
        play.send("GET /")
        #expect(play.text().hasPrefix("HTTP/1.1 200"))
        play.report(.finish)
        #expect(play.end().verdict == .pass)
    }

    @Test(arguments: [["", "hello"], ["hel", "", "lo"], ["hello", ""]])
    func `a piece of data without bytes is none, wherever it comes`(pieces: [String]) throws {
        let play = try Rehearsal(
            "# t\n> GET /\n< 200\n<\n< hello\n* response 200\n* data \"hello\"\n* finish\n", observing: .all)
        play.send("GET /")
        play.report(.response, "200")
        for piece in pieces { play.report(.data, data: piece) }
        play.report(.finish)
        #expect(play.end().verdict == .pass, "\(play.sentences)")
    }

    @Test(arguments: CallbackKind.allCases)
    func `an unwritten callback passes by only if its kind does`(kind: CallbackKind) throws {
        let other = kind == .sent ? "redirect 302 /a" : "sent 1/1"
        let play = try play("! wait 1ms\n* \(other)")
        let question = play.report(kind, data: kind == .data ? "a" : "")
        #expect(play.slugs == (kind.isAlwaysCounted ? [.unexpectedCallback] : []))
        #expect((play.answers[question] != nil) == kind.isQuestion, "no question is left open")
    }

    @Test(arguments: CallbackKind.allCases)
    func `where none is written all pass by`(kind: CallbackKind) throws {
        let play = try play("! wait 1ms")
        let question = play.report(kind)
        #expect(play.slugs == [])
        #expect((play.answers[question] != nil) == kind.isQuestion, "no question is left open")
    }

    @Test func `a kind that the file names does not pass by`() throws {
        let play = try play("* resumed 1/1\n* finish")
        play.report(.resumed, "1/1")
        play.report(.resumed, "1/1")
        #expect(play.slugs == [.unexpectedCallback])
    }

    @Test func `time since the line above`() throws {
        for (waited, sentences) in [
            (900, []), (1500, []),
            (
                899,
                [
                    "it came after 899 ms, not after 900 to 1500 ms; the client's limit counts from the start of its load, "
                        + "which is before the line above"
                ]
            ),
            (1501, ["it came after 1501 ms, not after 900 to 1500 ms"]),
        ] as [(Int, [String])] {
            let play = try play("! stall\n* fail timed-out after=900ms..1500ms")
            play.pass(milliseconds: waited)
            play.report(.fail, "timed-out")
            #expect(play.sentences == sentences)
            #expect(play.slugs == sentences.map { _ in .wrongTime })
        }
    }

    /// The client's own clock may go on during the standstill, or not.
    @Test func `a standstill makes no callback too soon, and none too late`() throws {
        for (ran, slugs) in [(100, []), (1500, []), (1501, [.wrongTime])] as [(Int, [Breach.Slug])] {
            let play = try play("! stall\n* fail timed-out after=900ms..1500ms")
            play.standStill(milliseconds: 800)
            play.pass(milliseconds: ran)
            play.report(.fail, "timed-out")
            #expect(play.slugs == slugs, "\(ran)")
        }
    }
}
