// ControlReply.swift: an answer of the control API.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import QuintainWire

/// The reason why a request to the control API is refused.
struct ControlFault: Error {
    let status: Int
    let slug: String
    let message: String
    let help: String?
    /// The fields that HTTP requires with this status.
    let fields: [(String, String)]
    /// What is wrong with a text.
    var diagnostics: JSONText?

    init(_ status: Int, _ slug: String, _ message: String, help: String? = nil, fields: [(String, String)] = []) {
        self.status = status
        self.slug = slug
        self.message = message
        self.help = help
        self.fields = status == 401 ? [("WWW-Authenticate", "Bearer")] : fields
    }

    /// A text cannot be read.
    init(_ slug: String, _ slips: Slips?) {
        self.init(422, slug, slips?.text ?? "")
        diagnostics = slips?.list
    }
}

struct ControlReply {
    enum Body {
        case whole([UInt8])
        /// Piece by piece, so that a long transcript is never in memory twice; nil ends it.
        case pieces(@OnLoop () async -> [UInt8]?)
        /// The events of a session as they happen, as server-sent events.
        case events(SessionDesk.Entry, after: Int)
        /// The changes of all sessions and fixtures, as server-sent events.
        case changes(ChangeFeed)
    }

    var status = 200
    var type = "application/json"
    var fields: [(String, String)] = []
    var body: Body

    init(_ status: Int = 200, json value: JSONText) {
        self.status = status
        body = .whole(Array((value.description + "\n").utf8))
    }

    init(_ status: Int, text: String) {
        self.init(type: "text/plain; charset=utf-8", text: text)
        self.status = status
    }

    init(type: String, text: String) {
        self.init(type: type, bytes: Array(text.utf8))
    }

    init(type: String, bytes: [UInt8]) {
        self.type = type
        body = .whole(bytes)
    }

    init(type: String, pieces: @escaping @OnLoop () async -> [UInt8]?) {
        self.type = type
        body = .pieces(pieces)
    }

    /// An object whose last member is a list: its items are written one by one, aside, because bodies of clients may be long.
    init<Item: Sendable>(
        _ status: Int, _ members: [(String, JSONText)], list name: String, _ items: [Item],
        _ text: @escaping @Sendable (Item) -> JSONText
    ) {
        var rest = items[...]
        var begin = JSONText.object(members + [(name, .list([]))]).description.dropLast(2).utf8.map(\.self)
        self.init(type: "application/json") {
            if begin.isEmpty, rest.isEmpty { return nil }
            let (piece, left) = await Aside.run { [begin, rest] in
                var (piece, left) = (begin, rest)
                while piece.count < 65_536, let item = left.popFirst() {
                    if left.startIndex > 1 { piece.append(UInt8(ascii: ",")) }
                    piece += text(item).description.utf8
                }
                return (left.isEmpty ? piece + "]}\n".utf8 : piece, left)
            }
            (begin, rest) = ([], left)
            return piece
        }
        self.status = status
    }

    init(events entry: SessionDesk.Entry, after: Int) {
        type = "text/event-stream"
        body = .events(entry, after: after)
    }

    init(changes feed: ChangeFeed) {
        type = "text/event-stream"
        body = .changes(feed)
    }

    init(_ fault: ControlFault) {
        var error: [(String, JSONText)] = [("slug", .text(fault.slug)), ("message", .text(fault.message))]
        if let help = fault.help { error.append(("help", .text(help))) }
        if let diagnostics = fault.diagnostics { error.append(("diagnostics", diagnostics)) }
        self.init(fault.status, json: .object([("error", .object(error))]))
        fields = fault.fields
    }

    /// The head, with the body's length, or chunked, or neither if the end of the connection ends the body.
    func head(keepsAlive: Bool, isChunked: Bool) -> [UInt8] {
        let reason = ReasonPhrase.phrase(for: status).map(\.description) ?? ""
        let date = String(decoding: HTTPDate.bytes(secondsSinceEpoch: Int(WallClock.seconds)), as: UTF8.self)
        var text = "HTTP/1.1 \(status) \(reason)\r\nDate: \(date)\r\nContent-Type: \(type)\r\n"
        // Answers are soon out of date, so they are not stored, and browsers must not guess their types.
        text += "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n"
        for (name, value) in fields { text += "\(name): \(value)\r\n" }
        switch body {
        case .whole(let bytes): text += "Content-Length: \(bytes.count)\r\n"
        case .pieces, .events, .changes: if isChunked { text += "Transfer-Encoding: chunked\r\n" }
        }
        if !keepsAlive { text += "Connection: close\r\n" }
        return Array((text + "\r\n").utf8)
    }
}
