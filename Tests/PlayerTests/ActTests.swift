// ActTests.swift: each act that can be written is performed.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainScenario
import QuintainTranscript
import QuintainWire
import Testing

@Suite struct `Acts` {
    /// What stands below a request, by act: the act is its first line.
    static let replies: [ActWord: String] = [
        .wait: "! wait 1ms", .rate: "! rate 1MB/s", .segment: "! segment 9", .hold: "! hold", .quiet: "! quiet 1ms",
        .flush: "! flush", .close: "! close", .halfClose: "! half-close",
        .reset: "! reset", .stall: "! stall", .closeNotify: "! close-notify off", .tlsAlert: "! tls-alert close_notify",
        .resetStream: "! rst-stream CANCEL", .goAway: "! goaway NO_ERROR",
        .settings: "! settings MAX_FRAME_SIZE=16384", .ping: "! ping", .window: "! window off",
        .frame: "! frame PING {{hex \"0000000000000000\"}}",
    ]

    /// Those that stand elsewhere, and those that speak of the client.
    static let others: Set<ActWord> = [.trailers, .newConnection, .sameConnection, .connection, .await]

    /// Those of HTTP/2 alone.
    static let ofStreams: Set<ActWord> = [.resetStream, .goAway, .settings, .ping, .window, .frame]

    @Test func `have a reply here, each of them`() {
        #expect(Set(Self.replies.keys).union(Self.others) == Set(ActWord.allCases))
    }

    @Test(arguments: replies.keys.sorted { $0.rawValue < $1.rawValue })
    func `are performed where they stand`(word: ActWord) throws {
        let act = try #require(Self.replies[word])
        let isOfStream = Self.ofStreams.contains(word)
        let play = try Rehearsal("\(isOfStream ? "origin main http http=2\n" : "")> GET /a\n\(act)\n< 200\n")
        if isOfStream {
            play.connect()
            play.ask("GET /a", on: .init(1, stream: 1))
        } else {
            play.send("GET /a")
        }
        play.pass(milliseconds: 1)
        play.go()
        let line = isOfStream ? 3 : 2
        let step = try #require(play.end().steps.first { $0.line == line })
        #expect(step.state == .done)
    }
}
