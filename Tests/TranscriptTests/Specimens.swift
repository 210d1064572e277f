// Specimens.swift: one event of every kind, as docs/transcript.md shows them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainTalk
import QuintainTranscript
import QuintainWire
import QuintainScenario
import QuintainWords

/// An event, the line that the document must give for it, and how it is printed.
struct Specimen {
    var event: Event
    var json: String { TranscriptLines.object(of: event).description }
    var printed: [String] { EventPrinter.lines(of: event) }
    /// The section of the document in which it stands.
    var section: String { event.happening.kind.rawValue }

    init(
        _ number: Int, at microseconds: Int64, on connection: ConnectionNumber? = 1, lane: String? = nil,
        line: Int? = nil,
        _ happening: Happening
    ) {
        event = Event(
            number: number, time: microseconds * 1000, connection: connection, lane: lane,
            line: line.map { LineReference(number: $0, step: $0) }, happening: happening)
    }

    static let all: [Specimen] = [
        Specimen(1, at: 88, on: nil, line: 2, .ordered(.cancel, "client POST /submit as upload")),
        Specimen(2, at: 212, .connectionOpened(origin: "main", peer: "127.0.0.1:50312")),
        Specimen(3, at: 460, line: 4, .received(.start, Payload(Array("POST /submit HTTP/1.1\r\n".utf8)))),
        Specimen(4, at: 460, lane: "b", line: 7, .received(.body, Payload([0xFF, 0x00, 0x0A]))),
        Specimen(5, at: 471, line: 7, .received(.body, Payload(pattern: 400, count: 600))),
        Specimen(6, at: 480, .requestEnded(bodyLength: 9)),
        Specimen(
            7, at: 480,
            .deviation(
                offset: 31, rule: "bare-lf", sentence: "a line ends in LF alone",
                citation: "RFC 9112 section 2.2")),
        Specimen(8, at: 512, line: 9, .sent(.added, Payload(Array("Content-Length: 9\r\n".utf8)))),
        Specimen(9, at: 530, line: 10, .acted("wait 200ms")),
        Specimen(10, at: 610, line: 11, .awaited("await close")),
        Specimen(
            11, at: 640, on: nil, line: 12,
            .reported(
                ToldCallback(
                    ReportedCallback(
                        .redirect, subject: ["302", "/done"], fields: ["method": "GET"], question: 1)))),
        Specimen(12, at: 641, on: nil, line: 12, .answered(.plain(.byDefault), question: 1)),
        Specimen(13, at: 700, on: nil, line: 13, .branched("asks again")),
        Specimen(
            14, at: 720, line: 14, .broken(Breach(.wrongBranch("the method is POST, not GET"), severity: .failure))),
        Specimen(
            18, at: 910, on: nil, line: 16,
            .broken(Breach(.wrongBranch("`> GET /done` did not happen"), severity: .failure), follows: 14)),
        Specimen(15, at: 730, .noted(.remark("the connection carried no byte"))),
        Specimen(16, at: 790, .connectionClosed(by: .server, how: .reset)),
        Specimen(
            17, at: 812, .tls(by: .client, .message("ClientHello sni=web.test versions=1.2,1.3 alpn=h2,http/1.1"))),
        Specimen(
            19, at: 815, on: .init(1, stream: 3),
            .frame(by: .client, FrameReport(.resetStream, [Field("code", "CANCEL")]))),
        Specimen(20001, at: 9_000_000, on: nil, .leftOut(to: 43_210)),
    ]
}
