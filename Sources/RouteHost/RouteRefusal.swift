// RouteRefusal.swift: the server's own reply to a request that no route answers.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainReply
import QuintainWire

/// The sentence says why there is no other answer. The reply has a Date, RFC 9110 section 6.6.1, because no author has
/// written its head.
struct RouteRefusal {
    let status: Int
    let sentence: String
    var allowed: [String] = []
    /// False for a reply to HEAD.
    var hasBody = true

    init(_ status: Int, _ sentence: String, allowed: [String] = [], hasBody: Bool = true) {
        self.status = status
        self.sentence = sentence
        self.allowed = allowed
        self.hasBody = hasBody
    }

    /// The reply to bytes that are no HTTP; the connection ends behind it.
    init(_ deviation: Deviation) { self.init(deviation.status ?? 400, "\(deviation.sentence) (\(deviation.citation))") }

    private var text: String { "quintain: \(sentence)\n" }

    private var fields: [(name: String, value: String)] {
        let date = HTTPDate.bytes(secondsSinceEpoch: Int(WallClock.seconds))
        let fields = [
            ("Date", String(decoding: date, as: UTF8.self)), ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Length", "\(text.utf8.count)"),
        ]
        return allowed.isEmpty ? fields : fields + [("Allow", allowed.joined(separator: ", "))]
    }

    /// The reply over HTTP/1.
    func bytes(closes: Bool = false) -> [UInt8] {
        let reason = ReasonPhrase.phrase(for: status).map(\.description) ?? ""
        let head = ["HTTP/1.1 \(status) \(reason)"] + fields.map { "\($0.name): \($0.value)" }
        let lines = head + (closes ? ["Connection: close"] : []) + ["", hasBody ? text : ""]
        return Array(lines.joined(separator: "\r\n").utf8)
    }

    /// The reply on a stream.
    var elements: [Batch.Element] {
        let head =
            [Batch.Element.status(of: Array("\(status)".utf8))]
            + fields.map {
                .field(name: Array($0.name.lowercased().utf8), value: Array($0.value.utf8))
            }
        guard hasBody else { return head + [.strike(.headers(endsStream: true))] }
        return head + [
            .strike(.headers(endsStream: false)), .bytes(Array(text.utf8)), .strike(.data(endsStream: true)),
        ]
    }
}
