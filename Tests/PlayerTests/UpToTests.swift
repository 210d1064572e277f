// UpToTests.swift: data of which only the beginning has to come.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainTranscript
import Testing
import QuintainWords

@Suite struct `Bytes behind up-to` {
    /// A load that fails after these data.
    private func play(_ line: String, _ data: String..., failing: Bool = true) throws -> Rehearsal {
        let play = try Rehearsal(
            "# t\n> GET /\n< 200\n<\n< roses\n* response 200\n\(line)\n* fail {{any}}\n", observing: .all)
        play.send("GET /")
        play.report(.response, "200")
        for piece in data { play.report(.data, data: piece) }
        play.report(.fail, "connection-lost")
        play.end()
        return play
    }

    @Test func `may end at any of them, however they are cut`() throws {
        for line in ["* data {{up-to}} \"roses\"", "*? data {{up-to}} \"roses\"", "* data \"ro\" {{up-to}} \"ses\""] {
            for count in 2...5 {
                #expect(try play(line, String("roses".prefix(count))).sentences == [], "\(line), \(count)")
            }
            #expect(try play(line, "r", "o", "se").sentences == [], "\(line)")
        }
        #expect(try play("*? data {{up-to}} \"roses\"").sentences == [])
    }

    @Test(
        arguments: [
            (["ro", "sy", "zz"], "byte 3 differs: \"y\" came, not \"es\""),
            (["x"], "byte 0 differs: \"x\" came, not \"roses\""),
            (["roses", "!"], "there is more behind byte 5: \"!\" came"),
        ] as [([String], String)])
    func `are wrong from the first one that differs, which is named once`(data: [String], sentence: String) throws {
        for line in ["* data {{up-to}} \"roses\"", "*? data {{up-to}} \"roses\""] {
            let play = try Rehearsal(
                "# t\n> GET /\n< 200\n<\n< roses\n* response 200\n\(line)\n* fail {{any}}\n", observing: .all)
            play.send("GET /")
            play.report(.response, "200")
            for piece in data { play.report(.data, data: piece) }
            #expect(play.sentences == [sentence], "it is known at once")
            play.report(.fail, "connection-lost")
            play.end()
            #expect(play.sentences == [sentence])
            #expect(play.brokenLines == [7])
        }
    }

    @Test func `must come as far as they stand above it`() throws {
        let play = try play("* data \"ro\" {{up-to}} \"ses\"", "r")
        #expect(play.sentences == ["the data ended after 1 bytes"])
    }

    @Test func `are compared without being made, and with several values in a row`() throws {
        let line = "* data {{up-to}} \"a\" {{bytes 1GB}}"
        #expect(try play(line, "a").sentences == [])
        #expect(try play(line, "ab").sentences.map { $0.prefix(14) } == ["byte 1 differs"])
    }

    @Test(
        arguments: [("ab", nil), ("a", nil), ("b", "X: byte 0 differs: \"b\" came, not \"ab\"")] as [(String, String?)])
    func `stand in fields, too`(value: String, sentence: String?) throws {
        let play = try Rehearsal("# t\n> GET /\n> X: {{up-to}}ab\n< 200\n")
        play.send("GET /\nX: \(value)")
        #expect(play.sentences == (sentence.map { [$0] } ?? []))
    }

    @Test(
        arguments: [
            ("one\nt", nil), ("one\n", nil), ("one\ntwo", nil), ("on", "the body ended after 2 bytes"),
            ("one\ntoo", "the body differs at byte 5: \"oo\" came, not \"wo\""),
        ] as [(String, String?)])
    func `end the body of a request`(body: String, sentence: String?) throws {
        let play = try Rehearsal("# t\nclient POST /\n> POST /\n>\n> one\n> {{up-to}}two\n< 200\n")
        play.send("POST /\nContent-Length: \(body.utf8.count)\n\n\(body)")
        #expect(play.sentences == (sentence.map { [$0] } ?? []))
    }

    @Test(
        arguments: [
            ("", nil), ("ro", nil), ("roses", nil), ("rosy", "the body differs at byte 3: \"y\" came, not \"es\""),
            ("roses are", "the body must end after 5 bytes, but there is more: \" are\""),
        ] as [(String, String?)])
    func `hold for what comes of a body that is not waited for`(body: String, sentence: String?) throws {
        for length in body.isEmpty ? [0] : [0, 1, body.utf8.count] {
            let play = try Rehearsal("# t\n> POST /\n>\n> {{up-to}}roses\n< 413\n")
            let connection = play.send("POST /\nContent-Length: 9\n\n\(body.prefix(length))")
            #expect(play.text().hasPrefix("HTTP/1.1 413"), "nothing of it is waited for")
            play.bytes(String(body.dropFirst(length)), on: connection)
            #expect(play.end().breaches.map(\.sentence) == (sentence.map { [$0] } ?? []))
        }
    }
}
