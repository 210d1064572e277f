// FrameBytes.swift: frames and fields, and the bytes that they are.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFrames
import QuintainWire

extension Frame {
    var bytes: [UInt8] {
        var output = OutputBytes()
        output.append(self)
        return output.array
    }

    /// HEADERS with these fields as literals; the last frame of its block unless flags say otherwise.
    static func headers(
        _ stream: Int, _ fields: KeyValuePairs<String, String>, _ flags: FrameFlags = [.endHeaders, .endStream]
    ) -> Frame {
        Frame(.headers, flags, stream: stream, payload: block(fields))
    }

    static func get(_ stream: Int, _ path: String = "/") -> Frame { headers(stream, request("GET", path)) }

    static func post(_ stream: Int, _ path: String = "/", _ more: (String, String)...) -> Frame {
        Frame(
            .headers, .endHeaders, stream: stream,
            payload: block(request("POST", path)) + more.flatMap { literal($0.0, $0.1) })
    }

    static func data(_ stream: Int, _ text: String, _ flags: FrameFlags = []) -> Frame {
        Frame(.content, flags, stream: stream, payload: Array(text.utf8))
    }

    static func request(_ method: String, _ path: String) -> KeyValuePairs<String, String> {
        [":method": method, ":scheme": "https", ":authority": "a.test", ":path": path]
    }

    static func block(_ fields: KeyValuePairs<String, String>) -> [UInt8] {
        fields.flatMap { literal($0.key, $0.value) }
    }

    static func literal(_ name: String, _ value: String) -> [UInt8] {
        var output = OutputBytes()
        output.append(literal: HeaderField(name, value))
        return output.array
    }
}

/// `82 86 84` as bytes.
func hex(_ text: String) -> [UInt8] {
    let digits = text.utf8.compactMap { Octet.hexValue($0) }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}
