// PortTests.swift: what the server says of its ports.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import Testing

@Suite struct `The server's ports` {
    private static let files = ["some.routes": "# Some routes\n> GET /r\n< 200\n"]

    @Test(arguments: ["--port", "--control-port", "--https-port"])
    func `in use are named`(option: String) async throws {
        let folder = try CommandFolder(Self.files)
        try await OnLoop.run {
            let listener = try Listener(loop: .shared)
            defer { listener.close() }
            let port = "\(listener.address.port)"
            let free = ["--port", "--control-port"].filter { $0 != option }.flatMap { [$0, "0"] }
            let result = try await BuiltCommand.run(["serve", ".", option, port] + free, in: folder.path)
            #expect(result.exit == .code(2))
            #expect(
                result.errors == "quintain serve: port \(port) on 127.0.0.1 is in use\n"
                    + "  help: choose another port, or port 0 for any free one\n")
        }
    }
}

@Suite struct `The ports of a play` {
    private static let files = [
        "one.scenario": "# One\norigin api http at=main host=api.test\n> GET /a\n< 200\n> GET //api/\n< 200\n"
    ]

    @Test func `are those that are asked for`() async throws {
        let folder = try CommandFolder(Self.files)
        // Below the ports that the system gives to others.
        for _ in 0..<40 {
            let port = "\(Int.random(in: 20_000..<32_000))"
            let result = try await BuiltCommand.run(
                ["play", "one.scenario", "--port", port, "--", "true"], in: folder.path)
            if result.errors.contains("is in use") { continue }
            #expect(result.exit == .code(1) && result.output.contains("  main  http://127.0.0.1:\(port)\n"))
            return
        }
        Issue.record("40 ports are in use")
    }

    @Test(arguments: [
        ("web=8080", "one.scenario has no origin 'web'", "one of: main"),
        ("api=8080", "'api' has no port of its own", "it shares that of 'main'"),
        ("eighty", "'--port eighty' names no port", "write '--port 8080', or '--port NAME=8080'"),
        ("65536", "'--port 65536': 65536 is no port", "a port is a number from 1 to 65535, or 0 for any free one"),
    ])
    func `are refused where they cannot be meant`(port: String, says: String, help: String) async throws {
        let folder = try CommandFolder(Self.files)
        let result = try await BuiltCommand.run(
            ["play", "one.scenario", "--port", port, "--", "true"], in: folder.path)
        #expect(result.exit == .code(2))
        #expect(result.errors == "quintain play: \(says)\n  help: \(help)\n")
    }

    @Test func `in use are named`() async throws {
        let folder = try CommandFolder(Self.files)
        try await OnLoop.run {
            let listener = try Listener(loop: .shared)
            defer { listener.close() }
            let port = "\(listener.address.port)"
            let result = try await BuiltCommand.run(
                ["play", "one.scenario", "--port", port, "--", "true"], in: folder.path)
            #expect(result.exit == .code(2))
            #expect(result.errors.hasPrefix("quintain play: port \(port) on 127.0.0.1 is in use\n"))
        }
    }
}
