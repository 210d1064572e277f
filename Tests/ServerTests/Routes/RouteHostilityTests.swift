// RouteHostilityTests.swift: hostile and broken clients.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainRouteHost
import QuintainServer
import Testing

@Suite struct `A route host under fire` {
    private static let refused: [String: (request: String, status: Int)] = [
        "a blank before a colon": ("GET / HTTP/1.1\r\nHost : x\r\n\r\n", 400),
        "no Host": ("GET /a HTTP/1.1\r\n\r\n", 400),
        "two Hosts": ("GET /a HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n", 400),
        "a Host that is none": ("GET /a HTTP/1.1\r\nHost: a b\r\n\r\n", 400),
        "no version": ("GET /\r\n\r\n", 400),
        "TLS": ("\u{16}\u{3}\u{1}\0\u{5}hello", 400),
        "HTTP/3": ("GET / HTTP/3.0\r\n\r\n", 505),
        "HTTP/2": ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
        "two lengths": ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400),
        "a long target": ("GET /\(String(repeating: "x", count: 20_000)) HTTP/1.1\r\n\r\n", 414),
        "a long field": ("GET / HTTP/1.1\r\nX: \(String(repeating: "x", count: 70_000))\r\n\r\n", 431),
        "a long head": (
            "GET / HTTP/1.1\r\n\(String(repeating: "X: \(String(repeating: "x", count: 1_000))\r\n", count: 300))\r\n",
            431
        ),
        "many fields": ("GET / HTTP/1.1\r\n\(String(repeating: "X: y\r\n", count: 1_001))\r\n", 431),
    ]

    @Test(arguments: refused.keys.sorted())
    func `refuses what is no request, says why and closes`(what: String) async throws {
        let (request, status) = try #require(Self.refused[what])
        try await withRoutes(someRoutes) { (_, client) async throws in
            // Right requests before it are answered all the same.
            await client.say("GET /a HTTP/1.1\r\nHost: x\r\n\r\n" + request)
            #expect(try await client.reply().text == "first")
            let reply = try await client.reply()
            #expect(reply.status == status)
            #expect(reply.text.contains("(RFC 9"))
            #expect(reply["Connection"] == "close")
            #expect(await client.rest().end == .finished)
        }
    }

    @Test(arguments: 1...40)
    func `survives bytes that nobody meant`(seed: UInt64) async throws {
        try await withRoutes(someRoutes) { (host, client) async throws in
            var dice = SeededDice(seed)
            let client = client
            await client.say(dice.request())
            client.channel.finishSending()
            _ = await client.rest()
            let witness = try await TestClient(host.address)
            #expect(try await witness.get("/a").text == "first")
            witness.channel.close()
        }
    }

    @Test func `takes no more from a client that never reads than it can send`() async throws {
        try await withRoutes(someRoutes) { (host, client) async throws in
            let request = Array(String(repeating: "GET /huge HTTP/1.1\r\nHost: x\r\n\r\n", count: 1_000).utf8)
            var sent = 0
            // Until the kernel takes no more, because the server has stopped reading.
            while sent < 32 << 20 {
                if case .bytes(let count) = request.withUnsafeBytes({ client.channel.send($0) }) {
                    sent += count
                } else if await client.channel.wait(for: .writable, until: .now.advanced(milliseconds: 300))
                    == .deadline
                {
                    break
                }
            }
            #expect(sent < 32 << 20)
            #expect(await eventually { host.answered == 1 })
            let witness = try await TestClient(host.address)
            #expect(try await witness.get("/b").text == "second")
            witness.channel.close()
        }
    }

    @Test func `lets go of a client that vanishes in the middle`() async throws {
        try await withRoutes(someRoutes) { (host, _) async throws in
            let large = "GET /large HTTP/1.1\r\nHost: x\r\n\r\n"
            for text in ["", "GET", large, "POST /echo HTTP/1.1\r\nContent-Length: 9\r\n\r\n"] {
                let gone = try await TestClient(host.address)
                await gone.say(text)
                await EventLoop.shared.sleep(for: .milliseconds(20))
                gone.channel.reset()
            }
            #expect(await eventually { host.connectionCount == 1 })
        }
    }

    @Test func `lets others have their turn while one client takes all it can`() async throws {
        try await withRoutes(someRoutes) { (host, greedy) async throws in
            await greedy.say("GET /huge HTTP/1.1\r\nHost: x\r\n\r\n")
            let taking = OnLoop.spawn {
                while true {
                    let result = withUnsafeTemporaryAllocation(byteCount: 1 << 20, alignment: 16) {
                        greedy.channel.read(into: $0)
                    }
                    switch result {
                    case .bytes: await Task.yield()
                    case .nothing: if await greedy.channel.wait(for: .readable) == .closed { return }
                    case .finished, .reset, .failed, .full, .closed: return
                    }
                }
            }
            let client = try await TestClient(host.address)
            for _ in 0..<5 { #expect(try await client.get("/a").text == "first") }
            client.channel.close()
            greedy.channel.close()
            await taking.value
        }
    }
}

/// Random numbers, the same for the same seed: SplitMix64.
struct SeededDice: RandomNumberGenerator {
    private var state: UInt64
    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// Noise, or a request with noise in it.
    mutating func request() -> [UInt8] {
        if Bool.random(using: &self) {
            return (0..<Int.random(in: 1...5_000, using: &self)).map { _ in UInt8.random(in: 0...255, using: &self) }
        }
        let head = "POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
        var request = Array((head + "3\r\nabc\r\n0\r\n\r\n").utf8)
        for _ in 0..<Int.random(in: 1...4, using: &self) {
            request[Int.random(in: request.indices, using: &self)] = UInt8.random(in: 0...255, using: &self)
        }
        return request
    }
}
