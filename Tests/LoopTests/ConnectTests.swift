// ConnectTests.swift: connecting to a peer, and looking up its address.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import QuintainLoop

@Suite struct `Going out` {
    /// The kernel may need a while to hand over what was sent, and the loop does not turn meanwhile.
    @OnLoop
    private func sees(_ channel: Channel) -> Bool {
        let limit = soon
        while !channel.look() { if limit < .now { return false } }
        return true
    }

    @Test func `can be given up`() async throws {
        let slug = try await OnLoop.run {
            let listener = try Listener(loop: .shared)
            defer { listener.close() }
            let channel = try Channel.connecting(to: listener.address, loop: .shared)
            channel.close()
            do throws(LoopError) {
                try await channel.connected()
                return "connected"
            } catch { return error.slug }
        }
        #expect(slug == "connect-failure")
    }

    @Test func `sees what the poller has not told yet`() async throws {
        let (before, bytes, end, after) = try await OnLoop.run {
            let (client, server) = try await connection()
            let before = client.look()
            // The loop does not turn between these lines.
            Array("x".utf8).withUnsafeBytes { _ = server.send($0) }
            let bytes = sees(client)
            var buffer = Buffer(loop: .shared)
            _ = client.read(into: &buffer)
            _ = client.read(into: &buffer)
            server.close()
            let end = sees(client)
            let after = client.read(into: &buffer)
            client.close()
            return (before, bytes, end, after)
        }
        #expect(!before && bytes && end)
        #expect(after == .finished)
    }

    @Test func `sees a reset that the poller has not told yet`() async throws {
        let (saw, read, again) = try await OnLoop.run {
            let (client, server) = try await connection()
            server.reset()
            let saw = sees(client)
            var buffer = Buffer(loop: .shared)
            let read = client.read(into: &buffer)
            defer { client.close() }
            return (saw, read, client.look())
        }
        #expect(saw && again)
        #expect(read == .reset)
    }

    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1:80"), ("::1", "[::1]:80"), ("localhost", "127.0.0.1:80"),
        ("web.localhost", "127.0.0.1:80"),
    ])
    func `needs no lookup for what is known`(host: String, first: String) async throws {
        let known = try await OnLoop.run { HostLookup.known(host, port: 80) }
        #expect(known?.first?.description == first)
    }

    @Test func `finds no address for a name that cannot be`() async throws {
        let slug = try await OnLoop.run { () async throws -> String in
            do throws(LoopError) {
                _ = try await HostLookup.addresses(of: "no such host", port: 80)
                return "found"
            } catch { return error.slug }
        }
        #expect(slug == "no-such-host")
    }

    @Test func `asks the system for other names`() throws {
        // Every system's resolver knows numeric addresses.
        let found = SocketAddress.found(for: "127.0.0.2", port: 7)
        #expect(found.first?.description == "127.0.0.2:7")
        #expect(SocketAddress.found(for: "::1", port: 7).first?.description == "[::1]:7")
    }

    @Test func `asks for many names at once, a few at a time`() async throws {
        let slugs = try await OnLoop.run { () async throws -> Int in
            var ended = 0
            let bell = Bell()
            for number in 0..<40 {
                OnLoop.spawn {
                    if (try? await HostLookup.addresses(of: "no such host \(number)", port: 1)) == nil { ended += 1 }
                    bell.ring()
                }
            }
            while ended < 40 { await bell.wait() }
            return ended
        }
        #expect(slugs == 40)
    }
}

@Suite struct `A file that is written piece by piece` {
    private func path() -> String {
        TemporaryFolder.path + "/quintain-output-\(String(UInt64.random(in: 0 ... .max), radix: 36))"
    }

    @Test func `holds what was appended`() throws {
        let path = path()
        defer { Files.remove(path) }
        let file = try OutputFile(path)
        try file.append(Array("one".utf8))
        try file.append(Array("two".utf8))
        file.close()
        #expect(try Files.read(path) == Array("onetwo".utf8))
        let anew = try OutputFile(path)
        try anew.append(Array("3".utf8))
        anew.close()
        #expect(try Files.read(path) == Array("3".utf8))
    }

    @Test func `goes on behind an offset, and nothing of what stood there stays`() throws {
        let path = path()
        defer { Files.remove(path) }
        try Files.write(Array("0123456789".utf8), to: path)
        let file = try OutputFile(path, at: 4)
        try file.append(Array("x".utf8))
        file.close()
        #expect(try Files.read(path) == Array("0123x".utf8))
    }

    @Test func `says why it cannot be made`() {
        #expect(throws: LoopError("no-such-file", "there is no '/no such folder/file'")) {
            try OutputFile("/no such folder/file")
        }
    }
}
