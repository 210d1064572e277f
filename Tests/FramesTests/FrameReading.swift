// FrameReading.swift: what one side of a connection says about some input.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFrames
import QuintainWire

/// All events of a connection for one input. Meanwhile its user answers requests and consumes bodies.
struct FrameReading: ~Copyable {
    private(set) var lines: [String] = []
    /// The fault of the connection itself.
    private(set) var fault: String?

    private var connection: HTTP2Connection
    private let streams: Int

    /// - Parameter cut: the sizes of the pieces; the last one is repeated.
    private init(_ setup: Setup, cut: [Int]) {
        connection = HTTP2Connection(setup.role, limits: setup.limits)
        streams = min(setup.limits.streams, 4)
        connection.settingsSent([
            Setting(.maxConcurrentStreams, 4), Setting(.initialWindowSize, 200), Setting(.headerTableSize, 64),
        ])
        if setup.role == .client {
            for (stream, method) in [(1, "GET"), (3, "HEAD"), (5, "CONNECT"), (7, "POST")] {
                connection.requestSent(method, on: stream, isWhole: stream < 5)
            }
        }
        var rest = setup.input[...]
        var sizes = cut[...]
        while !rest.isEmpty {
            let size = sizes.count > 1 ? sizes.removeFirst() : sizes.first!
            connection.append(Array(rest.prefix(size)))
            rest = rest.dropFirst(size)
            while let event = connection.next() { take(event, of: setup.input.count) }
        }
    }

    private mutating func take(_ event: HTTP2Connection.Event, of count: Int) {
        if lines.last?.hasPrefix("! connection") == true { fault = "something was read after \(lines.last!)" }
        lines.append(event.line(connection))
        if connection.role == .server, connection.openStreams > streams { fault = "too many streams are open" }
        if connection.sendable(0) > Int32.max { fault = "a window is too large" }
        if let answer = event.answer {
            var output = OutputBytes()
            output.append(answer)
            var reader = FrameReader()
            reader.append(output.bytes)
            while case .frame = reader.next() {}
            if !reader.rest.isEmpty { fault = "an answer is no frame" }
        }
        switch event {
        case .head(let stream, let isWhole):
            if connection.role == .server, let head = connection.requestHead {
                if head.fields.contains(where: { $0.value.contains { [0, 10, 13].contains($0) } }) {
                    fault = "a value has a control character"
                }
                if head.fields.filter({ $0.isNamed("host") }).count > 1, head.fields[0].name == "Host" {
                    fault = "a head has two hosts"
                }
                var seen: [Field] = []
                connection.requestView?.forEachField {
                    seen.append(Field(String(decoding: $0, as: UTF8.self), Array($1)))
                }
                if seen != head.fields { fault = "a head reads otherwise where it lies" }
                if isWhole, head.framing == .chunked { fault = "a head without a body says that there is one" }
            } else if connection.responseHead == nil {
                fault = "a head is none"
            }
            if stream % 8 == 3 { connection.resetSent(on: stream) }
        case .content(let stream, let bytes, let weight):
            if bytes.count > weight { fault = "content weighs less than its bytes" }
            if let answer = connection.consumed(weight, on: stream) { lines.append("\(answer)") }
        case .dropped(_, let weight): _ = connection.consumed(weight, on: 0)
        case .end(let stream):
            connection.headSent(on: stream, isLast: stream % 8 == 5)
            connection.contentSent(min(10, connection.sendable(stream)), on: stream, isLast: true)
        case .ping(let opaque): if opaque == 7 { connection.goAwaySent(last: connection.lastOfPeer) }
        case .breach(let breach):
            if breach.offset > count { fault = "a breach is behind the input" }
            if connection.isOver != breach.isOfConnection { fault = "\(breach) does not end what it says" }
        case .preface, .settings, .settingsAcknowledged, .informational, .trailers, .refused, .reset, .goAway,
            .pingAcknowledged, .windowUpdate, .priority, .unknown:
            break
        }
    }

    /// What is wrong with the connection, as this input shows; nil: nothing. The fuzz harness checks the same.
    static func fault(in input: [UInt8]) -> String? {
        guard let setup = Setup(input) else { return nil }
        let whole = FrameReading(setup, cut: [.max])
        if let fault = whole.fault { return fault }
        if FrameReading(setup, cut: [1]).lines != whole.lines { return "single bytes read otherwise" }
        // The sizes depend on the input, so a finding can be repeated.
        let sizes = input.prefix(16).map { Int($0) % 23 + 1 }
        if FrameReading(setup, cut: sizes).lines != whole.lines { return "pieces of \(sizes) read otherwise" }
        return nil
    }
}

extension FrameReading {
    /// The meaning of a harness's bytes: a role, limits, and input, either raw or as a sketch of frames.
    private struct Setup {
        var role: HTTP2Connection.Role
        var limits = FrameLimits.standard
        var input: [UInt8]

        init?(_ bytes: [UInt8]) {
            guard let first = bytes.first else { return nil }
            role = first & 1 == 0 ? .server : .client
            if first & 2 != 0 {
                limits.fields.head = 150
                limits.fields.fields = 6
                limits.block = 100
                limits.blockFrames = 3
                limits.streams = 3
                limits.remembered = 2
                limits.settings = 3
                limits.pings = 3
                limits.priorities = 3
                limits.emptyFrames = 3
                limits.resets = 3
            }
            input = first & 4 == 0 ? Self.frames(bytes.dropFirst()) : Array(bytes.dropFirst())
            if first & 8 == 0 {
                input = (role == .server ? HTTP2Preface.bytes : []) + Frame.settings([]).bytes + input
            }
        }

        /// A byte each for type, flags, stream and length, then the payload.
        private static func frames(_ sketch: ArraySlice<UInt8>) -> [UInt8] {
            var rest = sketch
            var input: [UInt8] = []
            while rest.count >= 4 {
                let head = Array(rest.prefix(4))
                rest = rest.dropFirst(4)
                let payload = Array(rest.prefix(Int(head[3])))
                rest = rest.dropFirst(payload.count)
                input +=
                    Frame(
                        FrameKind(rawValue: head[0]), FrameFlags(rawValue: head[1]), stream: Int(head[2]),
                        payload: payload
                    ).bytes
            }
            return input
        }
    }
}
