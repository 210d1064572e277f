// BufferTests.swift: bytes in and out, and the memory that holds them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import QuintainLoop

@Suite struct `A buffer` {
    @Test func `gives out what came in, in order, whatever the pieces`() async throws {
        let isSame = try await OnLoop.run {
            var buffer = Buffer(loop: .shared)
            var expected: [UInt8] = []
            var received: [UInt8] = []
            for step in 0..<400 {
                let piece = (0..<(step * 7 % 97)).map { UInt8(truncatingIfNeeded: $0 &+ step) }
                buffer.append(piece)
                expected += piece
                let taken = buffer.count * (step % 5) / 5
                received += buffer.withUnsafeBytes { Array($0.prefix(taken)) }
                buffer.consume(taken)
            }
            received += buffer.drain()
            return received == expected && buffer.isEmpty
        }
        #expect(isSame)
    }

    @Test func `takes text, static text, single bytes and room that is filled in place`() async throws {
        let text = try await OnLoop.run {
            var buffer = Buffer(loop: .shared)
            buffer.append("static ")
            buffer.append("text \(1 + 1)" as String)
            buffer.append(UInt8(ascii: "!"))
            let written = buffer.append(room: 3) { room in
                room.copyBytes(from: [0x3f, 0x3f])
                return 2
            }
            #expect(written == 2)
            return String(decoding: buffer.drain(), as: UTF8.self)
        }
        #expect(text == "static text 2!??")
    }

    @Test func `stops reading at its limit and goes on once something is consumed`() async throws {
        let (first, full, rest) = try await OnLoop.run {
            let (one, two) = try Channel.pair(loop: .shared)
            var outgoing = Buffer(loop: .shared)
            outgoing.append([UInt8](repeating: 1, count: 5000))
            _ = await two.flush(&outgoing)
            var buffer = Buffer(loop: .shared, limit: 2000)
            _ = await one.wait(for: .readable, until: soon)
            let first = one.read(into: &buffer)
            let full = one.read(into: &buffer)
            buffer.removeAll()
            var rest = 0
            while case .bytes(let count) = one.read(into: &buffer) {
                rest += count
                buffer.removeAll()
            }
            one.close()
            two.close()
            return (first, full, rest)
        }
        #expect(first == .bytes(2048))
        #expect(full == .full)
        #expect(rest == 2952)
    }

    @Test func `gives its block back when it rests empty, and keeps it while it holds something`() async throws {
        let (same, kept) = try await OnLoop.run {
            var first = Buffer(loop: .shared)
            first.append(UInt8(1))
            let block = first.bytes.baseAddress
            first.rest()
            let kept = first.count == 1 && first.bytes.baseAddress == block
            first.consume(1)
            first.rest()
            var second = Buffer(loop: .shared)
            second.append(UInt8(2))
            return (second.bytes.baseAddress == block && first.bytes.baseAddress == nil, kept)
        }
        #expect(same)
        #expect(kept)
    }
}
