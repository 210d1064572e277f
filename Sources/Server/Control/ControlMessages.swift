// ControlMessages.swift: what the control API is asked, and what it answers.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainWire

struct ControlRequest {
    let head: RequestHead
    /// The segments of the path, decoded.
    let path: [String]
    let query: [String: String]
    let body: [UInt8]

    init(_ head: RequestHead, body: [UInt8]) {
        self.head = head
        self.body = body
        let target = head.targetText
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = parts[0].split(separator: "/").map { Self.decoded($0) }
        var query: [String: String] = [:]
        for pair in parts.count > 1 ? parts[1].split(separator: "&") : [] {
            let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            query[Self.decoded(halves[0])] = halves.count > 1 ? Self.decoded(halves[1]) : ""
        }
        self.query = query
    }

    /// The body as a JSON object; no body is an empty one.
    func object() throws(ControlFault) -> JSONText {
        if body.isEmpty { return .object([]) }
        let value: JSONText
        do throws(JSONFault) {
            value = try JSONText(parsing: body)
        } catch {
            throw ControlFault(400, "bad-json", "the body is no JSON: byte \(error.offset): \(error.message)")
        }
        guard value.members != nil else { throw ControlFault(400, "bad-json", "the body is no JSON object") }
        return value
    }

    func field(_ name: String) -> String? {
        head.values(of: name).first.map { String(decoding: $0, as: UTF8.self) }
    }

    private static func decoded(_ text: Substring) -> String {
        String(decoding: PercentCoding.decoded(Array(text.utf8)), as: UTF8.self)
    }
}

/// Why a request to the control API is refused.
struct ControlFault: Error {
    let status: Int
    let slug: String
    let message: String
    let help: String?

    init(_ status: Int, _ slug: String, _ message: String, help: String? = nil) {
        self.status = status
        self.slug = slug
        self.message = message
        self.help = help
    }
}

struct ControlReply {
    enum Body {
        case whole([UInt8])
        /// The events of a session as they happen, as server-sent events.
        case events(SessionDesk.Entry, after: Int)
    }

    var status = 200
    var type = "application/json"
    var fields: [(String, String)] = []
    var body: Body

    init(_ status: Int = 200, json value: JSONText) {
        self.status = status
        body = .whole(Array((value.description + "\n").utf8))
    }

    init(_ status: Int = 200, type: String, text: String) {
        self.status = status
        self.type = type
        body = .whole(Array(text.utf8))
    }

    init(events entry: SessionDesk.Entry, after: Int) {
        type = "text/event-stream"
        fields = [("Cache-Control", "no-store")]
        body = .events(entry, after: after)
    }

    init(_ fault: ControlFault) {
        var error: [(String, JSONText)] = [("slug", .text(fault.slug)), ("message", .text(fault.message))]
        if let help = fault.help { error.append(("help", .text(help))) }
        self.init(fault.status, json: .object([("error", .object(error))]))
    }

    /// The head, with the body's length or, for a stream, chunked.
    func head(keepsAlive: Bool) -> [UInt8] {
        let reason = ReasonPhrase.phrase(for: status).map(\.description) ?? ""
        var text = "HTTP/1.1 \(status) \(reason)\r\nContent-Type: \(type)\r\n"
        for (name, value) in fields { text += "\(name): \(value)\r\n" }
        switch body {
        case .whole(let bytes): text += "Content-Length: \(bytes.count)\r\n"
        case .events: text += "Transfer-Encoding: chunked\r\n"
        }
        if !keepsAlive { text += "Connection: close\r\n" }
        return Array((text + "\r\n").utf8)
    }
}
