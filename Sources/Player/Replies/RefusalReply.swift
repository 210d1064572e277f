// RefusalReply.swift: the reply to a request that no line takes.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainReply
import QuintainTranscript
import QuintainWire

/// A short reply that says why the request is refused, as it leaves on a connection or on a stream.
struct RefusalReply {
    let elements: [Batch.Element]
    /// The connection is closed behind it.
    let closes: Bool
    /// The frame of HTTP/2 that it begins with, and that is part of no message.
    private(set) var frame: FrameReport?

    init(status: Int, _ text: String, answersHead: Bool, close: Bool, on number: ConnectionNumber) {
        let body = Array((answersHead ? "" : text).utf8)
        let fields = [("Content-Type", "text/plain; charset=utf-8"), ("Content-Length", "\(text.utf8.count)")]
        guard number.syntax.hasText else {
            closes = false
            let head = [(":status", "\(status)")] + fields.map { ($0.0.lowercased(), $0.1) }
            elements =
                head.map { .field(name: Array($0.0.utf8), value: Array($0.1.utf8)) }
                + [.strike(.headers(endsStream: body.isEmpty))]
                + (body.isEmpty ? [] : [.bytes(body), .strike(.data(endsStream: true))])
            return
        }
        closes = close
        let reason =
            status == 500
            ? "Internal Server Error"
            : status == 400 ? "Bad Request" : status == 505 ? "HTTP Version Not Supported" : "Refused"
        var head = "HTTP/1.1 \(status) \(reason)\r\n"
        for (name, value) in fields + (close ? [("Connection", "close")] : []) { head += "\(name): \(value)\r\n" }
        elements = [.bytes(Array((head + "\r\n").utf8) + body), .strike(close ? .close : .noTunnel)]
    }

    /// The end of a connection that carries streams: GOAWAY, and the close.
    static let farewell = RefusalReply(
        elements: [.strike(.goAway(.noError, last: nil)), .strike(.close)], closes: true,
        frame: FrameReport(.goAway, [Field("code", "NO_ERROR")]))

    private init(elements: [Batch.Element], closes: Bool, frame: FrameReport) {
        self.elements = elements
        self.closes = closes
        self.frame = frame
    }

    /// The reply as a transcript has it.
    var text: [UInt8] {
        elements.flatMap { (element: Batch.Element) -> [UInt8] in
            if case .strike(.headers) = element { [13, 10] } else { element.bytes ?? element.fieldLine }
        }
    }
}
