// SecureEndTests.swift: how a run's TLS connection ends when TLS fails.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainSessions
import QuintainTLS
import QuintainTransport
import Testing

@Suite struct `A session's TLS connection` {
    /// A client that speaks plain HTTP gets no alert, because it could not read one.
    @Test(arguments: [("GET / HTTP/1.1\r\n\r\n", nil), ("\u{16}\u{3}\u{1}\u{0}\u{5}hello", 21)])
    func `is closed when what comes is no TLS`(junk: String, answer: UInt8?) async throws {
        try await OnLoop.run {
            let scenario = try testScenario("# Secure\norigin main https\n> GET /\n< 200\n")
            let session = try Session(scenario, authority: .bundled)
            defer { session.close() }
            session.start()
            let client = try await TestClient(try #require(session.address))
            await client.say(junk)
            let (bytes, end) = await client.rest()
            // An alert, RFC 8446 section 6, then the end.
            #expect(bytes.first == answer)
            #expect(end == .finished)
        }
    }

    /// Otherwise the owner would be told at once and for ever that the socket is writable.
    @Test func `does not wait to send what the kernel takes no more`() async throws {
        try await OnLoop.run {
            let listener = try Listener(loop: .shared)
            defer { listener.close() }
            let channel = try await Channel.connect(to: listener.address, loop: .shared, until: TestClient.soon)
            defer { channel.close() }
            channel.finishSending()
            let transport = Transport(channel)
            // The client's greeting.
            transport.secure(
                try TLSContext(client: TLSClientSettings()), calling: "localhost", resuming: nil, asking: [])
            #expect(!transport.hasBacklog)
            #expect(await transport.wait(for: .readable, until: .now.advanced(milliseconds: 1)) == .deadline)
        }
    }
}
