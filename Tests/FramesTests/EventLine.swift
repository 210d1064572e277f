// EventLine.swift: events in a short form that can be compared.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFrames
import QuintainWire

extension HTTP2Connection.Event {
    /// For example `request 1 GET /` or `rst-stream 1 PROTOCOL_ERROR: field-name`.
    func line(_ connection: borrowing HTTP2Connection) -> String {
        switch self {
        case .preface: return "preface"
        case .settings(let list): return (["settings"] + list.map(\.description)).joined(separator: " ")
        case .settingsAcknowledged: return "settings acknowledged"
        case .head(let stream, _):
            if let head = connection.requestHead { return "request \(stream) \(head.method) \(head.targetText)" }
            return "response \(stream) \(connection.responseHead.map { String($0.status) } ?? "?")"
        case .informational(let stream):
            return "informational \(stream) \(connection.responseHead.map { String($0.status) } ?? "?")"
        case .content(let stream, let bytes, let weight):
            let text = bytes.count > 20 ? "\(bytes.count) bytes" : String(decoding: bytes, as: UTF8.self)
            return "content \(stream) \(text)" + (weight == bytes.count ? "" : " weighs \(weight)")
        case .trailers(let stream):
            let fields = (connection.trailers ?? []).map { "\($0.name): \($0.text)" }
            return "trailers \(stream) " + fields.joined(separator: ", ")
        case .end(let stream): return "end \(stream)"
        case .dropped(let stream, let weight): return "dropped \(stream) \(weight)"
        case .refused(let stream): return "refused \(stream)"
        case .reset(let stream, let code): return "reset \(stream) \(code)"
        case .goAway(let last, let code, let debug):
            return "goaway \(last) \(code) " + String(decoding: debug, as: UTF8.self)
        case .ping(let opaque): return "ping \(opaque)"
        case .pingAcknowledged(let opaque): return "ping acknowledged \(opaque)"
        case .windowUpdate(let stream, let increment): return "window \(stream) +\(increment)"
        case .priority(let stream, let priority):
            return "priority \(stream) on \(priority.dependency) weight \(priority.weight)"
                + (priority.isExclusive ? " exclusive" : "")
        case .unknown(let head): return "unknown \(head.kind) on \(head.stream), \(head.length) bytes"
        case .breach(let breach):
            let end = breach.isOfConnection ? "! connection" : "! stream \(breach.stream)"
            return "\(end) \(breach.code) \(breach.slug)"
        }
    }
}
