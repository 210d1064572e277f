// KeyLogTests.swift: TLS secrets in the file that SSLKEYLOGFILE names.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite struct `SSLKEYLOGFILE` {
    private static let files = ["a.scenario": "# A page\norigin web https\n> GET //web/\n< 200\n"]
    // curl honours the variable, too.
    private static let words =
        ["play", "--quiet", "a.scenario", "--", "env", "-u", "SSLKEYLOGFILE"]
        + ["curl", "-s", "--cacert", "{{ca}}", "{{//web}}/"]

    @Test func `gets the secrets of each connection`() async throws {
        let folder = try CommandFolder(Self.files)
        let path = folder.path + "/keys"
        try await OnLoop.run {
            for count in 1...2 {
                let played = try await BuiltCommand.run(Self.words, in: folder.path, ["SSLKEYLOGFILE": "keys"])
                #expect(played.exit == .code(0), "\(played.output)\(played.errors)")
                let lines = String(decoding: try Files.read(path, limit: 65_536), as: UTF8.self).split(separator: "\n")
                #expect(lines.count { $0.hasPrefix("CLIENT_TRAFFIC_SECRET_0 ") } == count)
                #expect(lines.allSatisfy { $0.split(separator: " ").count == 3 })
            }
        }
        var status = stat()
        try #require(stat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
    }

    @Test func `that cannot be opened is told before anything is played`() async throws {
        let folder = try CommandFolder(Self.files)
        try await OnLoop.run {
            let played = try await BuiltCommand.run(Self.words, in: folder.path, ["SSLKEYLOGFILE": "nowhere/keys"])
            #expect(played.exit == .code(2))
            #expect(played.errors.contains("SSLKEYLOGFILE: "))
            #expect(played.errors.contains("'nowhere/keys'"))
        }
    }

    @Test func `that is not set costs no file`() async throws {
        let folder = try CommandFolder(Self.files)
        try await OnLoop.run {
            let played = try await BuiltCommand.run(Self.words, in: folder.path, ["SSLKEYLOGFILE": ""])
            #expect(played.exit == .code(0), "\(played.output)\(played.errors)")
            #expect(try Files.walk(folder.path) == ["a.scenario"])
        }
    }
}
