// Mutant+Streams.swift: wrong use of streams and frames of HTTP/2.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFrames
import QuintainLoader
import QuintainWire

extension Mutant {
    static let ofStreams: [Mutant] = [
        Mutant(
            "gives-up-a-refused-stream", "fails where a stream was refused", breaks: "RFC 9113 section 8.7",
            in: "http2",
            sabotage: .happened { input, _ in
                guard case .lost(var fault) = input else { return nil }
                fault.refusal = nil
                return [.input(.lost(fault))]
            }),
        Mutant(
            "repeats-what-goaway-names", "sends a POST again that a GOAWAY says is processed",
            breaks: "RFC 9113 section 6.8", in: "http2",
            sabotage: .happened { input, scene in
                guard case .lost(var fault) = input, fault.isBeforeReply, scene.method == "POST" else { return nil }
                fault.refusal = .request
                return [.input(.lost(fault))]
            }),
        Mutant(
            "stays-behind-goaway", "opens streams behind a GOAWAY", breaks: "RFC 9113 section 6.8", in: "http2",
            sabotage: .came { frame, _ in frame.kind == .goAway ? [] : nil }),
        Mutant(
            "drops-all-at-goaway", "gives up streams that a GOAWAY names", breaks: "RFC 9113 section 6.8", in: "http2",
            sabotage: .came { frame, _ in frame.kind == .goAway ? [.goAway(last: 0, .noError)] : nil }),
        Mutant(
            "ignores-resets", "waits on for a stream that was reset", breaks: "RFC 9113 section 5.1", in: "http2",
            sabotage: .came { frame, _ in frame.kind == .resetStream ? [] : nil }),
        Mutant(
            "leaves-with-a-stream", "gives up the connection where a stream was reset",
            breaks: "RFC 9113 section 5.4.2",
            in: "http2",
            sabotage: .came { frame, scene in
                guard frame.kind == .resetStream else { return nil }
                return [frame, .goAway(last: scene.lastStream, .noError)]
            }),
        Mutant(
            "cancels-in-silence", "does not reset the stream of a load that was cancelled",
            breaks: "RFC 9113 section 5.4.2", in: "http2",
            sabotage: .leaves { frame, _ in frame.kind == .resetStream ? [] : nil }),
        Mutant(
            "opens-too-many-streams", "opens more streams than the server allows", breaks: "RFC 9113 section 5.1.2",
            in: "http2", sabotage: .came { frame, _ in frame.without(.maxConcurrentStreams) }),
        Mutant(
            "takes-a-reset-for-the-end", "takes a body for whole whose stream was reset",
            breaks: "RFC 9113 section 5.4.2", in: "http2",
            sabotage: .happened { input, scene in
                guard case .lost(let fault) = input, scene.isDelivering, fault.cut == .streamReset else { return nil }
                return [.input(.arrived(.end))]
            }),
        Mutant(
            "takes-a-malformed-reply", "takes a reply for whole that breaks the rules of HTTP/2",
            breaks: "RFC 9113 section 8.1.1", in: "http2",
            sabotage: .happened { input, scene in
                guard case .lost(let fault) = input, fault.kind == .badResponse else { return nil }
                let head = scene.isDelivering ? [] : [LoadStep.input(.arrived(.head(ResponseHead(status: 200))))]
                return head + [.input(.arrived(.end))]
            }),
    ]

    static let ofFrames: [Mutant] = [
        Mutant(
            "answers-no-ping", "does not answer a ping", breaks: "RFC 9113 section 6.7", in: "http2",
            sabotage: .leaves { frame, _ in frame.kind == .ping ? [] : nil }),
        Mutant(
            "acknowledges-no-settings", "does not acknowledge settings", breaks: "RFC 9113 section 6.5.3", in: "http2",
            sabotage: .leaves { frame, _ in frame.kind == .settings && frame.flags.contains(.ack) ? [] : nil }),
        Mutant(
            "takes-padding-for-data", "takes the padding of a frame for data", breaks: "RFC 9113 section 6.1",
            in: "http2",
            sabotage: .came { frame, _ in
                guard frame.kind == .content, frame.flags.contains(.padded) else { return nil }
                var frame = frame
                frame.flags.remove(.padded)
                return [frame]
            }),
        Mutant(
            "takes-the-first-frame-for-the-head", "takes the first frame of a head for all of it",
            breaks: "RFC 9113 section 6.10", in: "http2",
            sabotage: .came { frame, _ in
                if frame.kind == .continuation { return [] }
                guard frame.kind == .headers else { return nil }
                var frame = frame
                frame.flags.insert(.endHeaders)
                return [frame]
            }),
        Mutant(
            "overruns-the-window", "sends more of a body than the server has room for",
            breaks: "RFC 9113 section 6.9.1",
            in: "http2", sabotage: .came { frame, _ in frame.without(.initialWindowSize) }),
        Mutant(
            "gives-no-room", "never gives the server room for more of a body", breaks: "RFC 9113 section 6.9",
            in: "http2", sabotage: .leaves { frame, _ in frame.kind == .windowUpdate ? [] : nil }),
        Mutant(
            "speaks-of-the-connection", "sends Connection over HTTP/2", breaks: "RFC 9113 section 8.2.2", in: "http2",
            sabotage: .leaves { frame, _ in frame.adding("connection", "keep-alive") }),
        Mutant(
            "writes-upper-case", "sends a field name in upper case", breaks: "RFC 9113 section 8.2.1", in: "http2",
            sabotage: .leaves { frame, _ in frame.adding("X-Trace", "1") }),
        Mutant(
            "names-no-authority", "sends a Host that is not what :authority says", breaks: "RFC 9113 section 8.3.1",
            in: "http2", sabotage: .leaves { frame, _ in frame.adding("host", "other.test") }),
        Mutant(
            "ends-no-request", "does not end the stream's own side", breaks: "RFC 9113 section 8.1", in: "http2",
            sabotage: .leaves { frame, _ in
                guard frame.kind == .headers || frame.kind == .content else { return nil }
                var frame = frame
                frame.flags.remove(.endStream)
                return [frame]
            }),
        Mutant(
            "stops-at-unknown-frames", "takes a frame of an unknown type for an error", breaks: "RFC 9113 section 5.5",
            in: "http2",
            sabotage: .came { frame, _ in frame.kind.name == nil ? [Frame(.ping)] : nil }),
    ]
}

extension Frame {
    /// SETTINGS without this setting; nil: another frame.
    fileprivate func without(_ name: SettingName) -> [Frame]? {
        guard kind == .settings else { return nil }
        var frame = self
        frame.payload = []
        for start in stride(from: 0, to: payload.count, by: 6) {
            let number = UInt16(payload[start]) << 8 | UInt16(payload[start + 1])
            if number != name.rawValue { frame.payload += payload[start..<start + 6] }
        }
        return [frame]
    }

    /// A request's HEADERS with one more field, which is in no table; nil: another frame.
    fileprivate func adding(_ name: String, _ value: String) -> [Frame]? {
        guard kind == .headers, flags.contains(.endHeaders) else { return nil }
        var block = OutputBytes()
        block.append(literal: HeaderField(name, value))
        var frame = self
        frame.payload += block.array
        return [frame]
    }
}
