// AlterationTests.swift: replies that leave in other pieces than their lines say.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import QuintainPlayer
import QuintainScenario
import QuintainSessions
import QuintainTranscript
import Testing

@Suite struct `A reply that is altered` {
    @Test func `has chunks of the sizes given, in each run of lines`() async throws {
        let text = "# t\n> GET /a\n< 200\n< Transfer-Encoding: chunked\n<\n< hello\n! wait 1ms\n< you\n"
        let pieces = [ChunkShape(size: 1, extensions: ";a=b"), ChunkShape(size: 2)]
        let outcome = try await Self.play(text, .pieces(pieces)) { visitor, _ in
            await visitor.ask("GET /a")
            #expect(
                await visitor.hear("\r\n\r\n1;a=b\r\nh\r\n2\r\nel\r\n2\r\nlo\r\n1;a=b\r\ny\r\n2\r\nou\r\n0\r\n\r\n"))
        }
        #expect(outcome.verdict == .pass, "\(outcome.breaches.map(\.sentence))")
    }

    @Test(
        arguments: [
            (.pieces([ChunkShape(size: 1)]), "", ["\0\0\u{1}\0\0\0\0\0\u{1}h", "\0\0\u{4}\0\u{1}\0\0\0\u{1}ello"]),
            // PADDED, five bytes of it, and END_STREAM.
            (.padding, "", ["\0\0\u{B}\0\u{9}\0\0\0\u{1}\u{5}hello\0\0\0\0\0"]),
            // An empty frame does not wait for the window, so it has no padding, which would count against it.
            (
                .padding, "! wait 1ms\n< {{\"\"}}\n",
                ["\0\0\u{B}\0\u{8}\0\0\0\u{1}\u{5}hello\0\0\0\0\0\0\0\0\0\u{1}\0\0\0\u{1}"]
            ),
            // HEADERS, CONTINUATION, and CONTINUATION that ends the head.
            (
                .continuation, "",
                [
                    "\u{1}\0\0\0\0\u{1}", "\u{9}\0\0\0\0\u{1}", "\u{9}\u{4}\0\0\0\u{1}",
                    "\0\0\u{5}\0\u{1}\0\0\0\u{1}hello",
                ]
            ),
        ] as [(Alteration, String, [String])])
    func `has other frames over HTTP-2`(alteration: Alteration, order: String, heard: [String]) async throws {
        let text =
            "# t\norigin main http http=2\n> GET /a\n< 200\n< X-Long: a value of several frames\n<\n< hello\n" + order
        _ = try await Self.play(text, alteration) { visitor, authority in
            // :method GET, :scheme http of the static table, :path and :authority as literals.
            let block = [0x82, 0x86, 0x44, 2] + Array("/a".utf8) + [0x41, UInt8(authority.count)] + authority
            await visitor.say(
                Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + [0, 0, 0, 4, 0, 0, 0, 0, 0]
                    + [0, 0, UInt8(block.count), 1, 5, 0, 0, 0, 1] + block)
            for text in heard { #expect(await visitor.hear(text), "\(text.debugDescription)") }
        }
    }

    private static func play(
        _ text: String, _ alteration: Alteration, _ client: @escaping @OnLoop (Visitor, [UInt8]) async -> Void
    ) async throws -> Outcome {
        var scenario = try Stage.scenario(text)
        let start = try #require(text.split(separator: "\n").firstIndex(of: "< 200"))
        scenario.alterations = [start + 1: alteration]
        let altered = scenario
        return try await OnLoop.run {
            try await Stage.play(altered, observing: .none) { session in
                let visitor = try await Visitor(session)
                await client(visitor, Array(session.endpoints[0].authority.utf8))
                await session.decided(within: 5_000)
                visitor.close()
            }
        }
    }
}
