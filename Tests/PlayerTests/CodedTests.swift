// CodedTests.swift: coded bodies, sent and compared.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainCoding
import QuintainNotation
import QuintainPlayer
import QuintainScenario
import QuintainWords
import QuintainTranscript
import Testing

@Suite struct `Coded bodies` {
    private static let hello = Array("hello".utf8)

    /// Sends a body in pieces; gives the sentences of its breaches, and the lines.
    private func judge(_ value: String, _ body: [UInt8], cut: Int = .max) throws -> [String] {
        let play = try Rehearsal("# t\nclient POST /\n> POST /\n>\n> \(value)\n< 200\n")
        let connection = play.send("POST /\nContent-Length: \(body.count)")
        var rest = body[...]
        while !rest.isEmpty {
            play.bytes(Array(rest.prefix(cut)), on: connection)
            rest = rest.dropFirst(cut)
        }
        #expect(play.text().hasPrefix("HTTP/1.1 200"))
        #expect(play.brokenLines.allSatisfy { $0 == 5 })
        return play.sentences
    }

    @Test(
        arguments: [1, 3, .max],
        [
            (#"{{"hello" | gzip}}"#, Coding.gzip(level: 1).encoded(hello)),
            (#"{{"hello" | gzip}}"#, Coding.gzip(level: 0, name: Array("n".utf8)).encoded(hello)),
            (#"{{"hellohello" | gzip}}"#, Coding.gzip().encoded(hello) + Coding.gzip().encoded(hello)),
            (#"{{"hello" | deflate}}"#, Coding.deflate(level: 0).encoded(hello)),
            (#"{{"hello" | deflate raw}}"#, Coding.rawDeflate(level: 0).encoded(hello)),
            (#"{{"hello" | br}}"#, Coding.brotli(level: 0).encoded(hello)),
            (#"{{"hello" | zstd}}"#, Coding.zstd(level: 19).encoded(hello)),
            (#"{{"hello" | macbinary}}"#, Coding.macBinary(MacFields(name: [65]), .two).encoded(hello)),
            (#"{{"hello" | binhex type=TEXT}}"#, Coding.binHex(MacFields(type: Array("TEXT".utf8))).encoded(hello)),
            (#"{{"hello" | gzip | br}}"#, Coding.brotli().encoded(Coding.gzip(level: 0).encoded(hello))),
            (#"{{"hello" | gzip | chunks 5}}"#, Coding.gzip(level: 0).encoded(hello)),
            (#"{{bytes 20000 | gzip}}"#, Coding.gzip(level: 1).encoded(PatternBytes.array(20_000))),
            (#"<{{"hello" | gzip}}>"#, Array("<".utf8) + Coding.gzip(level: 0).encoded(hello) + Array(">".utf8)),
            (#"{{"" | gzip}}"#, Coding.gzip(level: 0).encoded([])),
            (#"{{"hello" | base64 | gzip}}"#, Coding.gzip(level: 0).encoded(Array("aGVsbG8=".utf8))),
            (#"{{any}}{{"hello" | gzip}}"#, Array("before".utf8) + Coding.gzip(level: 0).encoded(hello)),
        ] as [(String, [UInt8])])
    func `fit whatever has coded them, however they are cut`(cut: Int, sent: (value: String, body: [UInt8])) throws {
        #expect(try judge(sent.value, sent.body, cut: cut) == [])
    }

    @Test(
        arguments: [1, .max],
        [
            (
                #"{{"hello" | gzip}}"#, Coding.gzip().encoded(Array("hallo".utf8)),
                #"the body, undone from 'gzip', differs at byte 1: "a"#
            ),
            (
                #"{{"hello" | gzip}}"#, Coding.gzip().encoded(Array("hello!".utf8)),
                #"the body, undone from 'gzip', must end after 5 bytes, but there is more: "!""#
            ),
            (
                #"{{"hello" | gzip}}"#, Coding.gzip().encoded(Array("hell".utf8)),
                "the body, undone from 'gzip', ended after 4 of 5 bytes"
            ),
            (
                #"{{"hello" | gzip}}"#, Array(Coding.gzip().encoded(hello).dropLast()),
                "the body ends before its 'gzip' does"
            ),
            (#"{{"hello" | gzip}}"#, [], "the body ends before its 'gzip' does"),
            (#"{{"hello" | gzip}}"#, hello, "the body cannot be undone from 'gzip': it is corrupt at byte"),
            (
                #"{{"hello" | gzip}}"#, Coding.gzip().encoded(hello) + Array("more".utf8),
                #"but there is more: ""#
            ),
            (
                #"{{"hello" | gzip | br}}"#, Coding.brotli().encoded(Coding.gzip().encoded([])),
                "the body, undone from 'br, then gzip', ended after 0 of 5 bytes"
            ),
            (
                #"{{"hello" | binhex type=TEXT}}"#, Coding.binHex().encoded(hello),
                "is a file of another name, type or creator"
            ),
        ] as [(String, [UInt8], String)])
    func `that are wrong are told how, when they are undone`(
        cut: Int, sent: (value: String, body: [UInt8], sentence: String)
    ) throws {
        let sentences = try judge(sent.value, sent.body, cut: cut)
        #expect(sentences.count == 1)
        #expect(sentences.first?.contains(sent.sentence) == true, "\(sentences)")
    }

    @Test func `that are damaged on purpose are compared byte for byte`() throws {
        let coded = Coding.gzip().encoded(Self.hello)
        #expect(try judge(#"{{"hello" | gzip | truncate 12}}"#, Array(coded.prefix(12))) == [])
        #expect(try judge(#"{{"hello" | gzip | truncate 12}}"#, coded) != [])
        var corrupt = coded
        corrupt[4] = ~corrupt[4]
        #expect(try judge(#"{{"hello" | gzip | corrupt at=4}}"#, corrupt) == [])
    }

    @Test func `of a bomb are given up at the first byte too many`() throws {
        let bomb = Coding.gzip().encoded([UInt8](repeating: 0, count: 5_000_000))
        let sentences = try judge(#"{{"\0\0" | gzip}}"#, bomb)
        #expect(sentences.first?.contains("must end after 2 bytes") == true, "\(sentences)")
        // The same in a template that is compared as a whole.
        #expect(try judge(#"{{"\0\0" | gzip}}{{any}}"#, bomb).count == 1)
    }

    @Test func `are what the delegate reports where it is not to undo them`() throws {
        let text = "# t\n> GET /\n< 200\n* data {{\"hello\" | gzip}} \"!\"\n* finish\n"
        let play = try Rehearsal(text, observing: .all)
        play.send("GET /")
        let coded = Coding.gzip(level: 0).encoded(Self.hello)
        play.report(.data, bytes: Array(coded.prefix(7)))
        play.report(.data, bytes: coded.dropFirst(7) + Array("!".utf8))
        play.report(.finish)
        play.end()
        #expect(play.sentences == [])
    }

    @Test func `are told where the delegate reports something else`() throws {
        let text = "# t\n> GET /\n< 200\n* file {{\"hello\" | macbinary type=TEXT}}\n* finish\n"
        let play = try Rehearsal(text, observing: .all)
        play.send("GET /")
        play.report(.file, bytes: Coding.macBinary(MacFields(type: Array("BINA".utf8))).encoded(Self.hello))
        play.report(.finish)
        play.end()
        #expect(play.sentences.first?.contains("is a file of another name, type or creator") == true)
    }

    @Test func `are counted as they are sent`() throws {
        let play = try Rehearsal("# t\n> GET /\n< 200\n< X: {{length}}\n<\n< {{\"hello\" | gzip}}\n")
        play.send("GET /")
        let coded = Coding.gzip().encoded(Self.hello)
        let head = "HTTP/1.1 200 OK\r\nX: \(coded.count)\r\nContent-Length: \(coded.count)\r\n\r\n"
        #expect(play.sent[1] == Array(head.utf8) + coded)
    }

    @Test func `may be made of what has come`() throws {
        let play = try Rehearsal("# t\nrepeat 2\n> POST /\n< 200\n<\n< {{request.body | gzip}}\nend\n")
        for word in ["one", "two"] {
            play.send("POST /\n\n\(word)")
            let body = try #require(play.sent[word == "one" ? 1 : 2]?.suffix(Coding.gzip().encoded([1, 2, 3]).count))
            #expect(try Coding.gzip().decoded(Array(body), limit: 10) == Array(word.utf8))
        }
    }

    @Test func `bodies that are compared as they came are told with their coding`() throws {
        for (line, coding, isTold) in [
            ("{{json {\"a\": 1}}}", "gzip", true), ("hello", "br", true), ("hello", "identity", false),
            ("{{\"other\" | gzip}}", "gzip", false),
        ] {
            let play = try Rehearsal("# t\n> POST /\n>\n> \(line)\n< 200\n")
            let connection = play.connect()
            let body = Coding.gzip().encoded(Self.hello)
            play.bytes(
                "POST / HTTP/1.1\r\nHost: 127.0.0.1:8000\r\nContent-Encoding: \(coding)\r\n"
                    + "Content-Length: \(body.count)\r\n\r\n", on: connection)
            play.bytes(body, on: connection)
            #expect(play.slugs == [.wrongBody])
            let hint = "; its Content-Encoding is \(coding): '{{\"…\" | \(coding)}}' compares what it says"
            #expect(play.sentences[0].hasSuffix(hint) == isTold, "\(play.sentences)")
        }
    }
}
