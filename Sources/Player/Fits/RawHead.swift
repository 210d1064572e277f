// RawHead.swift: raw lines of a head, compared with its bytes as they came.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainTranscript
import QuintainWire

/// Consecutive raw lines are one stretch of bytes. It begins where a line of the head begins, behind what the line
/// above it took, and ends where one ends; unwritten fields may stand before it.
struct RawHead {
    /// The breaches, each with the index of its line.
    private(set) var breaches: [(line: Int, difference: RawHeadDifference)] = []
    /// The bytes that the last stretch has beyond the head: the body begins with them.
    private(set) var rest: [UInt8] = []

    private let bytes: [UInt8]
    /// The offsets where lines begin, and where the head ends.
    private let starts: [Int]

    init(_ head: RequestHead, _ item: Item, _ expected: ExpectedRequest, _ texts: [[UInt8]]) {
        let bytes = head.raw
        self.bytes = bytes
        guard head.version.syntax.hasText else {
            starts = []
            breaches = expected.raws.map { ($0.line, .overHTTP2) }
            return
        }
        starts = [0] + bytes.indices.filter { bytes[$0] == 10 }.map { $0 + 1 }
        let ends = FieldEnds(head, item, expected)
        var position = 0
        var index = 0
        while index < expected.raws.count {
            let line = expected.raws[index].line
            var needle = texts[index]
            index += 1
            while index < expected.raws.count, expected.raws[index].line == expected.raws[index - 1].line + 1 {
                needle += texts[index]
                index += 1
            }
            position = max(position, line == 0 ? 0 : ends[line - 1])
            hold(needle, line, isFirst: line == 0, &position)
        }
    }

    private mutating func hold(_ needle: [UInt8], _ line: Int, isFirst: Bool, _ position: inout Int) {
        guard !needle.isEmpty else { return }
        let places = isFirst ? [0] : starts.filter { $0 >= position && $0 < bytes.count }
        for start in places where fits(needle, at: start) {
            let end = start + needle.count
            rest = Array(needle.dropFirst(bytes.count - start))
            position = min(end, bytes.count)
            if end < bytes.count, !starts.contains(end) {
                let more = bytes[end...].prefix { $0 != 10 }.prefix(40)
                breaches.append((line, .goesOn(Array(more), behind: needle.suffix(40))))
            }
            return
        }
        breaches.append((line, isFirst ? .noBeginning(Snippet(needle)) : .noLine(Snippet(needle))))
    }

    private func fits(_ needle: [UInt8], at start: Int) -> Bool {
        let there = bytes[start...]
        return needle.count <= there.count ? there.starts(with: needle) : needle.starts(with: there)
    }
}

/// The offset in the head at which each line's field ends.
private struct FieldEnds {
    private var ends: [Int: Int] = [:]
    private let startEnd: Int

    init(_ head: RequestHead, _ item: Item, _ expected: ExpectedRequest) {
        let text = head.text
        startEnd = text.start.endIndex
        var used: [String: Int] = [:]
        for field in expected.fields where !field.value.isAbsent {
            let name = field.name.lowercased()
            let from = used[name] ?? 0
            guard let index = head.fields[from...].firstIndex(where: { $0.isNamed(name) }) else { continue }
            used[name] = index + 1
            ends[field.line] = text.fields[index].endIndex
        }
    }

    /// The end for a line; a line that took no field, such as `! new-connection`, has the end of the start line.
    subscript(line: Int) -> Int { ends[line] ?? startEnd }
}
