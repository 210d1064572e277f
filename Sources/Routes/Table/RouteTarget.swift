// RouteTarget.swift: a request target as routes see it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainWire

/// The path and the query of a target. An absolute target is looked at from its path on.
struct RouteTarget {
    /// Without the slash it begins with.
    let path: UnsafeRawBufferPointer
    /// What stands behind `?`; nil: there is no question mark.
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

    /// Where the segment ends that begins at `start`.
    func segmentEnd(from start: Int) -> Int {
        var end = start
        while end < path.count, path[end] != UInt8(ascii: "/") { end += 1 }
        return end
    }

    /// The segment of this number, counted from zero; for `rest`, it and all behind it.
    func segment(_ number: Int, isRest: Bool) -> UnsafeRawBufferPointer {
        var start = 0
        for _ in 0..<number { start = min(segmentEnd(from: start) + 1, path.count) }
        return .init(rebasing: path[start..<(isRest ? path.count : segmentEnd(from: start))])
    }
}
