// SilenceTests.swift: silences that are over by their time, however late the server looks.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainTranscript
import Testing

@Suite struct `A silence` {
    /// A plain command does by itself what a `client` line says, and lanes have their own.
    @Test(arguments: [
        "client GET /a\n> GET /a\n< 503\n! quiet 400ms\nclient GET /b\n> GET /b\n< 200\n",
        "client GET /a\n> GET /a\n< 503\n! quiet 400ms\nclient GET /b lane=b\n>b GET /b\n<b 200\n",
        "client GET /a\nclient GET /b lane=b\n> GET /a\n< 503\n! quiet 400ms\n>b GET /b\n<b 200\n",
    ])
    func `is judged by its time, however late the server looks`(lines: String) throws {
        for (milliseconds, isRight) in [(399, false), (400, true), (600, true)] {
            for meanwhile in [false, true] {
                let play = try Rehearsal("# t\n\(lines)", looksFirst: true)
                play.looked()
                let first = play.send("GET /a")
                play.looked()
                if meanwhile { play.close(first) }
                play.elapse(milliseconds: milliseconds)
                play.send("GET /b")
                play.looked()
                let outcome = play.end()
                #expect((outcome.verdict == .pass) == isRight, "\(milliseconds): \(play.sentences)")
            }
        }
    }

    @Test func `in which nothing may come is over by its time, however late the server looks`() throws {
        let play = try Rehearsal("# t\n> POST /\n! quiet 300ms\n> {{any}}\n< 200\n")
        let connection = play.send("POST /\nContent-Length: 10")
        play.elapse(milliseconds: 200)
        play.bytes("he", on: connection)
        play.elapse(milliseconds: 299)
        play.bytes("ll", on: connection)
        #expect(play.text() == "")
        play.elapse(milliseconds: 300)
        play.bytes("o", on: connection)
        #expect(play.text().hasPrefix("HTTP/1.1 200"))
    }

    /// The system tells when the bytes came that a late server reads.
    @Test(arguments: [
        ("> GET /a\n< 503\n! quiet 400ms\n> GET /b\n< 200\n", "GET /b"),
        (
            "> GET /a\n< 503\neither\n! quiet 400ms\n> GET /b\n< 200\nnever \"too soon\"\n> GET /b\n< 200\nend\n",
            "GET /b"
        ),
    ])
    func `is broken by what came before its end, however late it is read`(lines: String, request: String) throws {
        for (milliseconds, isRight) in [(399, false), (400, true)] {
            let play = try Rehearsal("# t\n\(lines)")
            let connection = play.send("GET /a")
            play.elapse(milliseconds: 600)
            play.player.inputCame(at: play.now - Instant(600 - milliseconds) * 1_000_000)
            play.send(request, on: connection)
            #expect((play.end().verdict == .pass) == isRight, "\(milliseconds): \(play.sentences)")
            #expect(!play.sentences.contains { $0.contains("had begun 600 ms before") })
        }
    }
}
