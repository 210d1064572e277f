// EventReply.swift: a stream of events that counts.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainWire

extension Generator {
    /// `{{events query.count over=query.duration after=query.delay}}`: so many events of the type `ping`, with ids from
    /// 0, and pauses between them, so that all take that long.
    ///
    /// `Last-Event-ID` continues the stream behind that event. Behind the last event the reply is 204, which tells an
    /// event source to stop.
    mutating func events(_ call: GeneratorCall) throws(GeneratorRefusal) -> GeneratedReply {
        let count = min(try number(call.operands[0]) ?? 10, Bounds.pieces)
        guard count > 0 else { throw GeneratorRefusal(400, "number of events must be positive") }
        let duration = try milliseconds(call, "over") ?? 5_000
        let delay = min(try milliseconds(call, "after") ?? 0, Bounds.delay)
        let last = occasion.field("last-event-id").flatMap { Numbers.whole($0.utf8) } ?? -1
        guard last < count - 1 else { return GeneratedReply(204, body: []) }
        let first = max(last, -1) + 1
        var body: [GeneratedReply.Part] = []
        for id in first..<count {
            let pause = Self.due(id, of: count, duration) - Self.due(id - 1, of: count, duration)
            if id > first, pause > 0 { body.append(.wait(pause)) }
            body.append(.bytes(Array("event: ping\nid: \(id)\ndata: {\"id\":\(id)}\n\n".utf8)))
        }
        let fields = [
            Field("Content-Type", "text/event-stream"), Field("Cache-Control", "no-cache"),
            Field("Transfer-Encoding", "chunked"),
        ]
        return GeneratedReply(200, fields, body: body, after: delay)
    }

    /// The milliseconds from the first event, which comes at once, to this one.
    private static func due(_ id: Int, of count: Int, _ duration: Int) -> Int {
        count > 1 ? duration * max(id, 0) / (count - 1) : 0
    }
}
