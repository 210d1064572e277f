// ScalarSet.swift: the characters that one place of a regular expression takes.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Characters by their numbers in Unicode, as stretches in order that do not touch.
struct ScalarSet: Hashable, Sendable {
    private(set) var ranges: [ClosedRange<UInt32>] = []

    init(_ ranges: ClosedRange<UInt32>...) { self.init(ranges) }

    init(_ unordered: [ClosedRange<UInt32>]) {
        for range in unordered.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = ranges.last, range.lowerBound <= last.upperBound + 1 {
                ranges[ranges.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                ranges.append(range)
            }
        }
    }

    var complement: ScalarSet {
        var result: [ClosedRange<UInt32>] = []
        var next: UInt32 = 0
        for range in ranges {
            if range.lowerBound > next { result.append(next...(range.lowerBound - 1)) }
            next = range.upperBound + 1
        }
        if next <= Self.last { result.append(next...Self.last) }
        return ScalarSet(result)
    }

    /// The set with the letters of ASCII in either case.
    var inEitherCase: ScalarSet {
        var result = ranges
        for range in ranges {
            if range.overlaps(Self.small) {
                let part = range.clamped(to: Self.small)
                result.append((part.lowerBound - 32)...(part.upperBound - 32))
            }
            if range.overlaps(Self.capital) {
                let part = range.clamped(to: Self.capital)
                result.append((part.lowerBound + 32)...(part.upperBound + 32))
            }
        }
        return ScalarSet(result)
    }

    static let all = ScalarSet(0...last)
    static let digits = ScalarSet(0x30...0x39)
    static let wordCharacters = ScalarSet(0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A)
    /// Tab, line feed, vertical tab, form feed, carriage return and blank.
    static let blanks = ScalarSet(0x09...0x0D, 0x20...0x20)
    static let lineEnds = ScalarSet(0x0A...0x0A, 0x0D...0x0D)

    static let last: UInt32 = 0x10_FFFF
    private static let small: ClosedRange<UInt32> = 0x61...0x7A
    private static let capital: ClosedRange<UInt32> = 0x41...0x5A
}
