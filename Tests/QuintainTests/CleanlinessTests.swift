// CleanlinessTests.swift: plays that are over leave nothing behind.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import Quintain
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.serialized) struct `A play that is over` {
    @Test func `has closed its ports`() async throws {
        let play = try await Play(of: "> GET /\n< 200")
        let url = play.url
        _ = try await play.session().data(from: url)
        try await play.verify()
        await #expect(throws: URLError.self) { _ = try await URLSession(configuration: .ephemeral).data(from: url) }
    }

    @Test func `has closed them too if nobody asked for its verdict`() async throws {
        // Another test may get the port as soon as it is free, but hardly five times.
        for _ in 0..<5 {
            let url = try await unasked()
            // The loop, which may be busy for long, closes one play before it opens another.
            _ = try await unasked()
            do { _ = try await URLSession(configuration: .ephemeral).data(from: url) } catch { return }
        }
        Issue.record("the ports still listen")
    }

    /// A play that nothing holds records an issue, which this test is not about.
    private func unasked() async throws -> URL {
        var url: URL?
        await withKnownIssue { url = try await Play(of: "> GET /\n< 200", for: .other).url }
        return try #require(url)
    }

    @Test func `lets its session go on, to nobody`() async throws {
        var play: Play? = try await Play(of: "> GET /\n< 200")
        let session = try #require(play?.session())
        let url = try #require(play?.url)
        withKnownIssue { play = nil }
        #if canImport(FoundationNetworking)
            await #expect(throws: URLError.self) { _ = try await session.data(from: url) }
        #endif
    }

    #if os(Linux)
        @Test func `leaves no connection`() async throws {
            let url = try await used()
            let port = try #require(url.port)
            for _ in 0..<200 where try Self.sockets(of: port) != 0 { try await Task.sleep(for: .milliseconds(10)) }
            #expect(try Self.sockets(of: port) == 0)
        }

        @Test func `takes its session's descriptors with it`() async throws {
            func open() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
            let before = try open()
            for _ in 0..<40 { _ = try await used() }
            // Other tests go on meanwhile with descriptors of their own; each of these plays has had at least three.
            for _ in 0..<500 where try open() >= before + 100 { try await Task.sleep(for: .milliseconds(10)) }
            #expect(try open() < before + 100)
        }

        private func used() async throws -> URL {
            let play = try await Play(of: "> GET /\n< 200\n* response 200\n* finish")
            let url = play.url
            play.recordingSession().dataTask(with: url).resume()
            try await play.verify()
            return url
        }

        /// How many open sockets of this machine have the port at either end.
        private static func sockets(of port: Int) throws -> Int {
            let digits = String(port, radix: 16, uppercase: true)
            let wanted = ":" + String(repeating: "0", count: 4 - digits.count) + digits
            return try String(contentsOfFile: "/proc/net/tcp", encoding: .utf8).split(separator: "\n").count { line in
                let words = line.split(separator: " ")
                // TIME_WAIT does not count: no process owns such a socket.
                return words.count > 3 && (words[1].hasSuffix(wanted) || words[2].hasSuffix(wanted)) && words[3] != "06"
            }
        }
    #endif
}
