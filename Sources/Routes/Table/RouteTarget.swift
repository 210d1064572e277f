// RouteTarget.swift: the path and query of a request target.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainWire

/// The path and the query of a target. An absolute target is read from its path on.
struct RouteTarget {
    /// The path without its first slash.
    let path: UnsafeRawBufferPointer
    /// The bytes behind `?`; nil: there is no question mark.
    let query: UnsafeRawBufferPointer?

    init(_ target: UnsafeRawBufferPointer) {
        var start = 0
        let slash = UInt8(ascii: "/")
        if target.first != slash {
            // `http://host/path`; anything else, `*` or a CONNECT's authority, is one segment.
            if let colon = target.firstIndex(of: UInt8(ascii: ":")), colon + 2 < target.count,
                target[colon + 1] == slash, target[colon + 2] == slash
            {
                start = colon + 3
                while start < target.count, !Self.endsAuthority(target[start]) { start += 1 }
            }
        }
        if start < target.count, target[start] == slash { start += 1 }
        var end = start
        while end < target.count, target[end] != UInt8(ascii: "?"), target[end] != UInt8(ascii: "#") { end += 1 }
        path = .init(rebasing: target[start..<end])
        if end < target.count, target[end] == UInt8(ascii: "?") {
            let rest = target[(end + 1)...]
            let last = rest.firstIndex(of: UInt8(ascii: "#")) ?? rest.endIndex
            query = .init(rebasing: rest[..<last])
        } else {
            query = nil
        }
    }

    private static func endsAuthority(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }

    /// The end of the segment that begins at `start`.
    func segmentEnd(from start: Int) -> Int {
        var end = start
        while end < path.count, path[end] != UInt8(ascii: "/") { end += 1 }
        return end
    }

    /// The segment with this index, from zero; with `isRest`, all segments from it on.
    func segment(_ number: Int, isRest: Bool) -> UnsafeRawBufferPointer {
        var start = 0
        for _ in 0..<number { start = min(segmentEnd(from: start) + 1, path.count) }
        return .init(rebasing: path[start..<(isRest ? path.count : segmentEnd(from: start))])
    }
}
