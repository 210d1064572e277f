// StreamWindowTests.swift: the room that a session gives a client's uploads over HTTP/2.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainPlayer
import QuintainScenario
import QuintainSessions
import QuintainTranscript
import Testing

/// A client may send as many bytes as its windows have room for: RFC 9113 section 6.9.
@Suite struct `The window of an upload` {
    @Test func `is judged as it was when the bytes were sent`() async throws {
        for (count, isRight) in [(65_535, true), (200_000, false)] {
            let outcome = try await Self.play("# t\norigin main http http=2\n> POST /up\n< 200\n") { visitor, _ in
                await visitor.say(Self.data(count, on: 1, isLast: true))
            }
            #expect((outcome.verdict == .pass) == isRight, "\(count): \(outcome.breaches.map(\.sentence))")
        }
    }

    /// The connection gets its room back, and the stream does not.
    @Test(arguments: [("! window off\n", false), ("", true)])
    func `stays closed behind an act above the request`(act: String, isRight: Bool) async throws {
        let text = "# t\norigin main http http=2\n\(act)> POST /up\n! await bytes 66000\n< 200\n"
        let outcome = try await Self.play(text) { visitor, _ in
            await visitor.say(Self.data(65_535, on: 1))
            // WINDOW_UPDATE on the connection.
            #expect(await visitor.hear("\0\0\u{4}\u{8}\0\0\0\0\0"))
            await visitor.say(Self.data(1_000, on: 1, isLast: true))
        }
        #expect((outcome.verdict == .pass) == isRight, "\(outcome.breaches.map(\.sentence))")
    }

    @Test func `stays closed above a second request, too`() async throws {
        let text = "# t\norigin main http http=2\n> POST /up\n< 200\n! window off\n> POST /up\n< 200\n"
        let outcome = try await Self.play(text) { visitor, head in
            await visitor.say(Self.data(40_000, on: 1, isLast: true))
            // The end of the stream of the reply.
            #expect(await visitor.hear("\u{1}\u{5}\0\0\0\u{1}"))
            await visitor.say(head(3) + Self.data(60_000, on: 3))
            #expect(await visitor.hear("\0\0\u{4}\u{8}\0\0\0\0\0"))
            await visitor.say(Self.data(10_000, on: 3, isLast: true))
        }
        #expect(outcome.breaches.map(\.sentence).contains { $0.hasPrefix("connection 1, stream 3, ") })
    }

    /// Plays a client that has sent the head of its request on stream 1; `head` makes that of another.
    private static func play(
        _ text: String, _ client: @escaping @OnLoop (Visitor, (UInt8) -> [UInt8]) async -> Void
    ) async throws -> Outcome {
        let scenario = try Stage.scenario(text)
        return try await OnLoop.run {
            try await Stage.play(scenario, observing: .none) { session in
                let authority = Array(session.endpoints[0].authority.utf8)
                func head(_ stream: UInt8) -> [UInt8] {
                    // :method POST, :scheme http of the static table, :path and :authority as literals.
                    let block = [0x83, 0x86, 0x44, 3] + Array("/up".utf8) + [0x41, UInt8(authority.count)] + authority
                    return [0, 0, UInt8(block.count), 1, 4, 0, 0, 0, stream] + block
                }
                let visitor = try await Visitor(session)
                await visitor.say(
                    Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + [0, 0, 0, 4, 0, 0, 0, 0, 0] + head(1))
                await client(visitor, head)
                await session.decided(within: 5_000)
                visitor.close()
            }
        }
    }

    /// DATA frames of this many bytes in all.
    private static func data(_ count: Int, on stream: UInt8, isLast: Bool = false) -> [UInt8] {
        var frames: [UInt8] = []
        for begin in stride(from: 0, to: count, by: 16_384) {
            let size = min(16_384, count - begin)
            let flags: UInt8 = isLast && begin + size == count ? 1 : 0
            frames += [0, UInt8(size >> 8), UInt8(size & 255), 0, flags, 0, 0, 0, stream]
            frames += [UInt8](repeating: 120, count: size)
        }
        return frames
    }
}
