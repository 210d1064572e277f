// PortTests.swift: what the server says of its ports.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import Testing

@Suite struct `The server's ports` {
    private static let files = ["some.routes": "# Some routes\n> GET /r\n< 200\n"]

    @Test(arguments: ["--port", "--control-port", "--https-port"])
    func `in use are named, with their option`(option: String) async throws {
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
                    + "  help: write '\(option) PORT' for another, or '\(option) 0' for any free one\n")
        }
    }

    @Test(arguments: [
        ("--port 9999 --control-port 9999", "'--port' and '--control-port' are both 9999"),
        ("--port 8081", "'--port' and '--control-port' are both 8081"),
        ("--port 0 --https-port 8081", "'--https-port' and '--control-port' are both 8081"),
    ])
    func `are no two of the same number`(options: String, says: String) async throws {
        let folder = try CommandFolder(Self.files)
        let result = try await BuiltCommand.run(
            ["serve", "."] + options.split(separator: " ").map(String.init), in: folder.path)
        #expect(result.exit == .code(2))
        #expect(
            result.errors == "quintain serve: \(says)\n"
                + "  help: choose another number for one of them, or 0 for any free port\n")
    }
}
