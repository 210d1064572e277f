// ShortageTests.swift: the command with little memory, disk or descriptors.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import QuintainLoop
import QuintainNotation
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite struct `The command in need` {
    private static let scenario = ["plain.scenario": "# Plain\n> GET /\n< 200\n"]

    /// A shell that sets a limit and becomes the command.
    private static func limited(_ limit: String) -> [String] { ["bash", "-c", "ulimit \(limit); exec \"$0\" \"$@\""] }

    @Test(arguments: [4, 7, 8, 10, 16, 63]) func `says how many open files it needs`(count: Int) async throws {
        let folder = try CommandFolder(Self.scenario)
        let result = try await BuiltCommand.run(
            ["lint", "."], in: folder.path, behind: Self.limited("-n \(count)"))
        #expect(result.exit == .code(2))
        #expect(result.errors.contains("quintain: only \(count) open files are allowed, and 64 are needed at least"))
        #expect(result.errors.contains("help: raise the limit with 'ulimit -n 1024'"))
    }

    @Test func `does with as many as it says`() async throws {
        let folder = try CommandFolder(Self.scenario)
        let result = try await BuiltCommand.run(["lint", "."], in: folder.path, behind: Self.limited("-n 64"))
        #expect(result.exit == .code(0), "\(result.errors)")
    }

    #if os(Linux)
        /// With less the system does not even load the program.
        @Test func `says that it needs memory`() async throws {
            let folder = try CommandFolder(Self.scenario)
            var isTold = false
            for megabytes in stride(from: 16, to: 512, by: 8) {
                let result = try await BuiltCommand.run(
                    ["check", "plain.scenario", "--client", "reference"], in: folder.path,
                    behind: Self.limited("-v \(megabytes << 10)"))
                #expect(![.signal(SIGILL), .signal(SIGTRAP)].contains(result.exit), "\(megabytes) MiB")
                let isSaid = result.errors.hasPrefix("quintain: the system gives no 32 MiB of memory\n  help: ")
                if isSaid { #expect(result.exit == .code(2)) }
                isTold = isTold || isSaid
            }
            #expect(isTold)
        }

        /// Another user, since the limit does not hold for root.
        private static let nobody = ["setpriv", "--reuid=65534", "--clear-groups"]
        private static let isRoot = getuid() == 0
        private static let mayBeNobody =
            !isRoot
            || system(
                (nobody + [(try? BuiltCommand.path()) ?? "", "--version >/dev/null 2>&1"]).joined(separator: " ")) == 0

        @Test(.enabled(if: mayBeNobody)) func `says that it needs threads`() async throws {
            let result = try await BuiltCommand.run(
                ["--version"], in: "/", behind: (Self.isRoot ? Self.nobody : []) + Self.limited("-u 1"))
            #expect(result.exit == .code(2))
            #expect(
                result.errors == "quintain: no thread can be started: resource temporarily unavailable\n"
                    + "  help: raise the limit with 'ulimit -u 1024'\n")
        }
    #endif

    @Test func `is never green for what it could not play`() async throws {
        let rows = (1...60).map { "       r\($0) | \($0)" }.joined(separator: "\n")
        let text = "# Rows\ncases  name | n\n\(rows)\n> GET /{{n}}\n< 200\n* response 200\n* finish\n"
        let folder = try CommandFolder(["rows.scenario": text])
        let result = try await BuiltCommand.run(
            ["check", "rows.scenario", "--client", "reference", "--jobs", "60", "--json", "report.json"],
            in: folder.path, behind: Self.limited("-n 64"))
        #expect(result.exit == .code(1), "\(result.output)\(result.errors)")
        let report = try JSONText(parsing: Files.read("\(folder.path)/report.json"))
        let verdicts = Set((report["cases"]?.list ?? []).compactMap { $0["verdict"]?.text })
        #expect(verdicts.contains("not-played") && !verdicts.contains("not-applicable"), "\(verdicts)")
        #expect(result.output.contains("too many open files"))
    }

    /// Whether this user may mount a small disk.
    private static let mayMount = system("unshare -rm mount -t tmpfs -o size=64k quintain /mnt 2>/dev/null") == 0

    @Test(.enabled(if: mayMount)) func `takes a full disk for no failure of the client`() async throws {
        let lines = "< 200\n<\n< {{bytes 1MB}}\n* response 200\n* file {{bytes 1MB}}\n* finish\n"
        let folder = try CommandFolder([
            "large.scenario": "# Large\nclient GET / as download\n> GET /\n\(lines)", "tmp/x": "",
        ])
        let disk = "mount -t tmpfs -o size=256k quintain tmp && TMPDIR=$PWD/tmp exec \"$0\" \"$@\""
        let result = try await BuiltCommand.run(
            ["check", "large.scenario", "--client", "reference", "--way", "delegate"], in: folder.path,
            behind: ["unshare", "-rm", "sh", "-c", disk])
        #expect(result.exit == .code(1), "\(result.errors)")
        #expect(result.output.hasPrefix("not played  reference  large.scenario"), "\(result.output)")
        #expect(result.output.contains("no space left on device; make room, or set TMPDIR"), "\(result.output)")
    }

    /// The system says that there is no such file, too, where one is made in '/proc'.
    @Test(arguments: [
        ("/nowhere", "there is no '/nowhere'"), ("/proc", "could not make a folder in '/proc': read-only file system"),
    ])
    func `names TMPDIR where no file can be made in it`(path: String, sentence: String) async throws {
        let folder = try CommandFolder(Self.scenario)
        let result = try await BuiltCommand.run(
            ["check", "plain.scenario", "--client", "reference"], in: folder.path, ["TMPDIR": path])
        #expect(result.exit == .code(2))
        #expect(
            result.errors == "quintain check: TMPDIR: \(sentence)\n"
                + "  help: let it name a folder in which files can be made, or unset it\n", "\(result.output)")
    }

    @Test(.enabled(if: mayMount), arguments: ["check", "sweep", "shrink"])
    func `says once that no temporary files can be made, and plays nothing`(word: String) async throws {
        let folder = try CommandFolder(Self.scenario)
        // The command itself may lie there. Another user must keep what else the folder's mount forbids.
        let disk = """
            mount --rbind /tmp /tmp
            mount -o remount,bind,ro /tmp 2>&- || mount -o remount,bind,ro,nosuid,nodev /tmp
            exec "$0" "$@"
            """
        let result = try await BuiltCommand.run(
            [word, "plain.scenario", "--client", "reference"], in: folder.path,
            behind: ["unshare", "-rm", "sh", "-c", disk])
        #expect(result.exit == .code(2), "\(result.output)")
        #expect(
            result.errors == "quintain \(word): could not make a folder in '/tmp': read-only file system\n"
                + "  help: set TMPDIR to a folder in which files can be made\n")
    }

    @Test(arguments: [">&-", "<&-", "2>&-", "<&- >&- 2>&-"])
    func `does without standard streams`(closed: String) async throws {
        let routes = ["plain.routes": "# Plain\n> GET /\n< 200\n<\n< here\n"]
        let folder = try CommandFolder(Self.scenario.merging(routes) { $1 })
        let closing = ["sh", "-c", "exec \"$0\" \"$@\" \(closed)"]
        for line in ["--version", "lint .", "check plain.scenario --client reference --json report.json"] {
            let words = line.split(separator: " ").map(String.init)
            let result = try await BuiltCommand.run(words, in: folder.path, behind: closing)
            #expect(result.exit == .code(0), "\(line): \(result.errors)")
        }
        #expect(try JSONText(parsing: Files.read("\(folder.path)/report.json"))["cases"]?.list?.isEmpty == false)
        try await OnLoop.run {
            let command = try BuiltCommand(
                ["serve", ".", "--port", "0", "--control-port", "0", "--ready-file", "ready.json"], in: folder.path,
                behind: closing)
            try await command.said { _ in Files.exists("\(folder.path)/ready.json") }
            let ready = try JSONText(parsing: Files.read("\(folder.path)/ready.json"))
            #expect(try await Self.curl([try #require(ready["url"]?.text)]) == "here")
            command.process.send(signal: SIGTERM)
            #expect(await command.ended().exit == .code(0))
        }
    }

    #if os(Linux)
        @Test(.enabled(if: mayMount)) func `says that /proc is missing`() async throws {
            let folder = try CommandFolder(Self.scenario)
            let disk = "mount -t tmpfs quintain /proc && exec \"$0\" \"$@\""
            let result = try await BuiltCommand.run(
                ["--version"], in: folder.path, behind: ["unshare", "-rm", "sh", "-c", disk])
            #expect(result.exit == .code(2))
            #expect(result.errors.hasPrefix("quintain: the command line cannot be read, because /proc is not mounted"))
            #expect(result.output == "")
        }
    #endif

    #if os(Linux)
        /// A thread pool of the system would open its own poller in the middle of a
        /// run, and crash without a free descriptor.
        @Test func `opens one poller, and that at its start`() async throws {
            let folder = try CommandFolder(Self.scenario)
            let command = try await BuiltCommand(
                ["serve", "plain.scenario", "--port", "0", "--control-port", "0"], in: folder.path)
            try await command.said { $0.contains("is ready") }
            let fds = "/proc/\(command.process.pid)/fd"
            let open = try FileManager.default.contentsOfDirectory(atPath: fds).compactMap {
                try? FileManager.default.destinationOfSymbolicLink(atPath: "\(fds)/\($0)")
            }
            #expect(open.count { $0.contains("eventpoll") } == 1, "\(open)")
            await OnLoop.spawn { command.process.send(signal: SIGTERM) }.value
            #expect(await command.ended().exit == .code(0))
        }
    #endif

    /// A client that holds all connections of the routes cannot block the control port.
    @Test func `answers at the control port when connections to routes wait`() async throws {
        let folder = try CommandFolder([
            "fixtures/plain.scenario": "# Plain\n> GET /\n< 200\n<\n< played\n",
            "fixtures/plain.routes": "# Plain\nroutes\n\n> GET /\n< 200\n<\n< hello\n",
        ])
        try await OnLoop.run {
            let command = try BuiltCommand(
                [
                    "serve", "fixtures", "--port", "0", "--control-port", "0", "--ready-file", "ready.json", "--log",
                    "text",
                ],
                in: folder.path, behind: Self.limited("-n 96"))
            try await command.said { _ in Files.exists("\(folder.path)/ready.json") }
            let ready = try JSONText(parsing: Files.read("\(folder.path)/ready.json"))
            let control = try #require(ready["controlURL"]?.text)
            let routes = try #require(ready["url"]?.text)
            let port = try #require(routes.split(separator: ":").last.flatMap { UInt16($0) })
            var idle: [Channel] = []
            for _ in 0..<120 {
                idle.append(
                    try await Channel.connect(
                        to: SocketAddress("127.0.0.1", port: port), loop: .shared,
                        until: .now.advanced(milliseconds: 20_000)))
            }
            try await command.said { $0.contains("warning descriptors-short url=\"\(routes)\" limit=96") }
            let sessions = "\(control)/sessions"
            let armed = try await Self.curl([sessions, "-d", #"{"scenario": "plain.scenario"}"#])
            let origin = try #require(try JSONText(parsing: Array(armed.utf8))["origins"]?["main"]?.text, "\(armed)")
            #expect(try await Self.curl([origin]) == "played")
            for channel in idle { channel.close() }
            #expect(try await Self.curl([routes]) == "hello")
            try await command.said { $0.contains("info descriptors-free") }
            command.process.send(signal: SIGTERM)
            #expect(await command.ended().exit == .code(0))
        }
    }

    @OnLoop
    private static func curl(_ words: [String]) async throws -> String {
        try await Quintain.output(of: ["curl", "-q", "-s", "--noproxy", "*", "--max-time", "20"] + words).output
    }

    @Test(arguments: ["9223372036854775807", "-9223372036854775808", "-1", "0", "1", "39"])
    func `lays out for any number of columns`(columns: String) async throws {
        let folder = try CommandFolder(Self.scenario)
        let result = try await BuiltCommand.run(
            ["play", "plain.scenario", "--", "true"], in: folder.path, ["COLUMNS": columns])
        #expect(result.exit == .code(1), "\(result.errors)")
        #expect(result.output.contains("fail  plain.scenario"))
    }
}
