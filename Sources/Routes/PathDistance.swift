// PathDistance.swift: how much a path differs from a route's path.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainScenario
internal import QuintainWire

enum PathDistance {
    /// The number of letters to change, and ten for every segment too many or too few, but one for a slash at the end;
    /// nil: more than `most`.
    static func between(_ there: [[UInt8]], _ written: [PathSegment], atMost most: Int) -> Int? {
        var cost = 0
        for (index, segment) in written.enumerated() {
            switch segment {
            case .literal(let bytes):
                if index >= there.count {
                    cost += bytes.isEmpty ? 1 : 10
                } else {
                    let letters = distance(there[index], bytes)
                    // A segment with nothing in common is worse than one too many.
                    let isOther = letters > 1 && letters == max(there[index].count, bytes.count)
                    cost += isOther ? max(letters, 11) : letters
                }
            case .named: if index >= there.count || there[index].isEmpty { cost += 10 }
            case .rest: return cost <= most ? cost : nil
            }
            if cost > most { return nil }
        }
        for part in there.dropFirst(written.count) { cost += part.isEmpty ? 1 : 10 }
        return cost <= most ? cost : nil
    }

    /// The first segment that differs.
    static func difference(_ there: [[UInt8]], _ written: [PathSegment]) -> RouteDifference {
        for (one, other) in zip(there, written) {
            guard case .literal(let bytes) = other, one != bytes else { continue }
            return .segment(
                there: String(decoding: one, as: UTF8.self), written: String(decoding: bytes, as: UTF8.self))
        }
        let (more, less) = (there.dropFirst(written.count), written.dropFirst(there.count))
        if less.isEmpty, more.elementsEqual([[]]) { return .slash(isWritten: false) }
        if more.isEmpty, less.elementsEqual([.literal([])]) { return .slash(isWritten: true) }
        return .path
    }

    /// The number of bytes between the common beginning and the common end. This is cruder than counting edits, and
    /// cheap enough for a hundred thousand routes.
    private static func distance(_ one: [UInt8], _ other: [UInt8]) -> Int {
        let shorter = min(one.count, other.count)
        var front = 0
        while front < shorter, one[front] == other[front] { front += 1 }
        var back = 0
        while back < shorter - front, one[one.count - 1 - back] == other[other.count - 1 - back] { back += 1 }
        return max(one.count, other.count) - front - back
    }
}
