// FrameTests.swift: a reader that tells frames loses nothing of a request.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWire
import Testing

@Suite struct `Frames of chunks` {
    private let request = """
        POST / HTTP/1.1\r\nTransfer-Encoding:  chunked \r\nX-Folded: a\r\n b\r\n\r\n\
        004;a=1\r\nfido\r\n2 ;b\n\n!\r\n0\r\nX-Sum:1\r\nX-Other: \r\n\r\nGET /next HTTP/1.1\r\nHost: x\r\n\r\n
        """

    @Test(arguments: [1, 2, 3, 5, 7, 1_000])
    func `are told as they came, however they are cut`(size: Int) {
        var reader = RequestReader(tellsFrames: true)
        var told: [UInt8] = []
        var deviations = 0
        var rest = Array(request.utf8)[...]
        while !rest.isEmpty {
            reader.append(Array(rest.prefix(size)))
            rest = rest.dropFirst(size)
            while let event = reader.next() {
                switch event {
                case .head(let head):
                    let text = head.text
                    #expect(Array(text.start) + text.fields.joined() + text.end == head.raw)
                    told += head.raw
                case .frame(let bytes), .body(let bytes), .trailerText(let bytes): told += bytes
                case .deviation: deviations += 1
                case .chunk, .end: break
                case .malformed(let deviation, _): Issue.record("\(deviation)")
                }
            }
        }
        #expect(String(decoding: told, as: UTF8.self) == request)
        #expect(deviations == 4, "the fold, the blank, the line feed, and the extension or not")
    }

    @Test func `that cannot be read are kept whole`() {
        var reader = RequestReader(tellsFrames: true)
        let rubbish = "5\r\nhello\r\nxyz\r\n" + String(repeating: "z", count: 5_000)
        let head = "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"
        reader.append(Array((head + rubbish).utf8))
        var told: [UInt8] = []
        while let event = reader.next() {
            switch event {
            case .frame(let bytes), .body(let bytes): told += bytes
            case .malformed: told += reader.unreadable
            case .head, .chunk, .trailerText, .end, .deviation: break
            }
        }
        #expect(String(decoding: told, as: UTF8.self) == rubbish)
    }
}
