// LeftBehindTests.swift: what remains when a program or a crowd of clients has gone.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite struct `What is left behind` {
    #if os(Linux)
        private static let ways = ["", "setsid ", "setsid setsid -f "]
    #else
        private static let ways = [""]
    #endif

    /// A process in a session of its own gets no signal that is sent to the client's group.
    @Test(arguments: [["play", "quiet.scenario", "--"], ["check", "quiet.scenario", "--exit", "0", "--"]], ways)
    func `by a command is nothing that runs`(words: [String], way: String) async throws {
        let folder = try CommandFolder(["quiet.scenario": "# Quiet\nclient GET /\n> GET /\n< 200\n* finish\n"])
        try await OnLoop.run {
            // It ends what it was started by before it writes its number.
            let leaving =
                "\(way)sh -c 'echo $$ >\(folder.path)/part; mv \(folder.path)/part \(folder.path)/process; exec sleep 1000' & "
                + "while ! test -e \(folder.path)/process; do sleep 0.01; done; curl -s $0"
            let url = words[0] == "play" ? "{{origin}}/" : "{{url}}"
            let result = try await BuiltCommand.run(words + ["sh", "-c", leaving, url], in: folder.path)
            #expect(result.exit == .code(0), "\(result.output)\(result.errors)")
            let text = String(decoding: try Files.read("\(folder.path)/process"), as: UTF8.self)
            let process = try #require(Int32(text.prefix { $0.isNumber }))
            // A killed process exists until the system has reaped it.
            let deadline = Moment.now.advanced(milliseconds: 20_000)
            while kill(process, 0) == 0 {
                try #require(Moment.now < deadline, "\(process) runs on")
                await EventLoop.shared.sleep(until: .now.advanced(milliseconds: 5))
            }
        }
    }

    #if os(Linux)
        /// Each client of the crowd has sent half of a long head.
        @Test func `by a crowd is no memory`() async throws {
            let folder = try CommandFolder(["fixtures/plain.routes": "# Plain\nroutes\n\n> GET /\n< 200\n"])
            try await OnLoop.run {
                let command = try BuiltCommand(
                    ["serve", "fixtures", "--port", "0", "--control-port", "0", "--ready-file", "ready.json"],
                    in: folder.path)
                try await command.said { _ in Files.exists("\(folder.path)/ready.json") }
                let ready = try JSONText(parsing: Files.read("\(folder.path)/ready.json"))
                let port = try #require(ready["port"]?.number.flatMap { UInt16(exactly: $0) })
                let calm = try Self.memory(command)
                let head = Array("GET / HTTP/1.1\r\nX: \(String(repeating: "x", count: 40_000))".utf8)
                var crowd: [Channel] = []
                for _ in 0..<Self.crowd {
                    let channel = try await Channel.connect(
                        to: SocketAddress("127.0.0.1", port: port), loop: .shared,
                        until: .now.advanced(milliseconds: 20_000))
                    crowd.append(channel)
                    _ = head.withUnsafeBytes { channel.send($0) }
                }
                let crowded = try await Self.settled(command) { $0 > calm + Self.crowd * 32 }
                for channel in crowd { channel.close() }
                let after = try await Self.settled(command) { $0 < calm + (crowded - calm) / 4 }
                #expect(after < calm + (crowded - calm) / 4, "\(calm), \(crowded), \(after) KB")
                command.process.send(signal: SIGTERM)
                #expect(await command.ended().exit == .code(0))
            }
        }

        private static let crowd = 400

        /// The process's resident memory in KB, once it fits; or when the wait is over.
        @OnLoop
        private static func settled(_ command: BuiltCommand, _ fits: (Int) -> Bool) async throws -> Int {
            let deadline = Moment.now.advanced(milliseconds: 20_000)
            while true {
                let memory = try memory(command)
                if fits(memory) || deadline < .now { return memory }
                await EventLoop.shared.sleep(until: .now.advanced(milliseconds: 5))
            }
        }

        @OnLoop
        private static func memory(_ command: BuiltCommand) throws -> Int {
            let status = String(
                decoding: try Files.read("/proc/\(command.process.pid)/status", limit: 65_536), as: UTF8.self)
            let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
            return try #require(Int(line.filter(\.isNumber)))
        }
    #endif
}
