// PayloadTests.swift: the number of bytes in a payload, and which of them are kept.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainTranscript
import Testing

@Suite struct `A payload` {
    private static let most = Payload.keepAtMost

    @Test(arguments: [0, 1, most - 1, most, most + 1, 3 * most])
    func `counts all bytes and keeps the first`(count: Int) {
        let bytes = PatternBytes.array(count)
        let payload = Payload(bytes)
        #expect(payload.count == count)
        #expect(payload.kept == Array(bytes.prefix(Self.most)))
        #expect(payload.isWhole == (count <= Self.most))
        #expect(payload.pattern == nil)
    }

    @Test(arguments: [(0, 10), (10, 0), (most - 5, 10), (most, 10), (2 * most, 10), (10, 2 * most)])
    func `takes more behind what it has, up to the bound`(one: Int, other: Int) {
        let bytes = PatternBytes.array(one + other)
        var payload = Payload(Array(bytes[..<one]))
        payload.append(Payload(Array(bytes[one...])))
        #expect(payload.count == one + other)
        #expect(payload.kept == Array(bytes.prefix(Self.most)))
    }

    @Test func `of the known stream knows its place without keeping it`() {
        let payload = Payload(pattern: 400, count: 1 << 20)
        #expect(payload.pattern == 400)
        #expect(payload.count == 1 << 20)
        #expect(payload.kept == PatternBytes.array(Self.most, from: 400))
        #expect(Payload(pattern: 400, count: 0).pattern == nil)
    }

    @Test func `stays the known stream where the next stretch follows on`() {
        var payload = Payload(pattern: 400, count: 600)
        payload.append(Payload(pattern: 1000, count: 24))
        #expect(payload.pattern == 400)
        #expect(payload.kept == PatternBytes.array(624, from: 400))
    }

    @Test func `is the known stream no more after a gap, or other bytes`() {
        var gap = Payload(pattern: 400, count: 600)
        gap.append(Payload(pattern: 1001, count: 24))
        #expect(gap.pattern == nil)
        #expect(gap.kept == PatternBytes.array(600, from: 400) + PatternBytes.array(24, from: 1001))
        var other = Payload(pattern: 0, count: 600)
        other.append(Payload([1]))
        #expect(other.pattern == nil)
        var late = Payload([1])
        late.append(Payload(pattern: 0, count: 600))
        #expect(late.pattern == nil)
    }
}
