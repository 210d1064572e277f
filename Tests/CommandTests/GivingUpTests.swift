// GivingUpTests.swift: Ctrl-C while `quintain check` plays.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite struct `Ctrl-C while cases are played` {
    /// This driver cannot do the first case, hangs in the second, and has a child process.
    private static let driver = """
        trap '' TERM
        echo '{"driver": 1, "name": "stubborn", "version": "1", "again": true}'
        while read -r line; do
            case "$line" in
                '{"case"'*) count=$((count + 1)) ;;
                '{"load"'*)
                    if [ $count = 1 ]; then
                        echo '{"unable": "it is too early"}'
                    else
                        sleep 1000 &
                        echo "$$ $!" >processes.part
                        mv processes.part processes
                    fi ;;
                '{"end"'*) echo "{\\"ended\\": $count}" ;;
            esac
        done
        """

    private static func scenario(_ name: String) -> String { "# \(name)\n> GET /\(name)\n< 200\n" }

    private let files = [
        "one.scenario": scenario("one"), "two.scenario": scenario("two"), "three.scenario": scenario("three"),
        "driver.sh": driver,
    ]
    private let words = [
        "check", "one.scenario", "two.scenario", "three.scenario", "--jobs", "1", "--patience", "60s", "--json",
        "report.json", "--colour", "never", "--", "sh", "driver.sh",
    ]

    @Test func `ends the drivers, and reports what was played`() async throws {
        let folder = try CommandFolder(files)
        try await OnLoop.run {
            let command = try BuiltCommand(words, in: folder.path)
            let processes = try await Self.processes(folder.path)
            command.process.send(signal: SIGINT)
            let result = await command.ended()
            #expect(result.exit == .code(130))
            #expect(result.errors == "giving up: drivers are ended (again, and they are killed)\n")
            #expect(
                result.output
                    == "error  the run was given up: 1 of 3 cases were played, and under way was two.scenario\nnot applicable  1 case: it is too early\n1 not applicable\n"
            )
            try await Self.areGone(processes)
            let report = try JSONText(parsing: Files.read(folder.path + "/report.json", limit: 1 << 20))
            #expect(report["givenUp"]?.bool == true && report["asExpected"]?.bool == false)
            #expect(report["cases"]?.list?.count == 1)
        }
    }

    @Test func `and again, ends all at once`() async throws {
        // With a driver that ends as it should, the run would be over before the second signal arrives.
        let files = files.merging(["driver.sh": Self.driver + "\nsleep 1000\n"]) { $1 }
        let folder = try CommandFolder(files.merging(["tmp/": ""]) { $1 })
        try await OnLoop.run {
            let command = try BuiltCommand(words, in: folder.path, ["TMPDIR": "\(folder.path)/tmp"])
            let processes = try await Self.processes(folder.path)
            // Two pending signals of one kind are delivered as one.
            command.process.send(signal: SIGINT)
            command.process.send(signal: SIGTERM)
            let result = await command.ended()
            #expect(result.exit == .code(130))
            #expect(!Files.exists(folder.path + "/report.json"))
            #expect(Self.names(in: "\(folder.path)/tmp") == [])
            try await Self.areGone(processes)
        }
    }

    /// The second signal comes while folders are being made and removed on other threads.
    @Test func `twice at once leaves no folder behind`() async throws {
        let rows = (1...256).map { "       r\($0) | \($0)" }.joined(separator: "\n")
        let scenario = "# Rows\ncases  name | n\n\(rows)\n> GET /{{n}}\n< 200\n"
        for _ in 0..<8 {
            let folder = try CommandFolder(["rows.scenario": scenario, "tmp/": ""])
            let temporary = "\(folder.path)/tmp"
            try await OnLoop.run {
                let command = try BuiltCommand(
                    ["check", "rows.scenario", "--jobs", "256", "--", "sleep", "1", "{{url}}"], in: folder.path,
                    ["TMPDIR": temporary])
                try await command.said { _ in Self.names(in: temporary)?.count ?? 0 > 1 }
                command.process.send(signal: SIGINT)
                command.process.send(signal: SIGTERM)
                #expect(await command.ended().exit == .code(130))
                #expect(Self.names(in: temporary) == [])
            }
        }
    }

    @Test(arguments: [SIGHUP, SIGQUIT, SIGTERM])
    func `is as good as another signal, and nothing stays`(signal: Int32) async throws {
        let folder = try CommandFolder(files.merging(["tmp/": ""]) { $1 })
        try await OnLoop.run {
            let command = try BuiltCommand(words, in: folder.path, ["TMPDIR": "\(folder.path)/tmp"])
            let processes = try await Self.processes(folder.path)
            command.process.send(signal: signal)
            #expect(await command.ended().exit == .code(130))
            #expect(Self.names(in: "\(folder.path)/tmp") == [])
            try await Self.areGone(processes)
        }
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
    func `ends a trial of a driver as well`(signal: Int32) async throws {
        let folder = try CommandFolder(files.merging(["tmp/": ""]) { $1 })
        try await OnLoop.run {
            let command = try BuiltCommand(
                ["driver-test", "--", "sh", "driver.sh"], in: folder.path, ["TMPDIR": "\(folder.path)/tmp"])
            let processes = try await Self.processes(folder.path)
            command.process.send(signal: signal)
            #expect(await command.ended().exit == .code(130))
            #expect(Self.names(in: "\(folder.path)/tmp") == [])
            try await Self.areGone(processes)
        }
    }

    /// It would be taken for that of this run.
    @Test func `has no report of an earlier run, even if the command is killed`() async throws {
        let folder = try CommandFolder(files.merging(["report.json": #"{"report":1}"#]) { $1 })
        try await OnLoop.run {
            let command = try BuiltCommand(words, in: folder.path)
            let processes = try await Self.processes(folder.path)
            command.process.send(signal: SIGKILL)
            _ = await command.ended()
            for process in processes { kill(process, SIGKILL) }
            try await Self.areGone(processes)
        }
        #expect(!Files.exists("\(folder.path)/report.json"))
    }

    @Test(arguments: [["play", "one.scenario"], ["play", "one.scenario", "--", "sleep", "1000"]])
    func `over and over ends a play as once does`(words: [String]) async throws {
        let folder = try CommandFolder(files)
        try await OnLoop.run {
            let command = try BuiltCommand(words, in: folder.path)
            try await command.said { $0.contains("playing") }
            while command.process.exit == nil {
                command.process.send(signal: SIGTERM)
                command.process.send(signal: SIGINT)
                await EventLoop.shared.sleep(until: .now.advanced(milliseconds: 1))
            }
            let ended = await command.ended()
            #expect(ended.exit == .code(130), "\(ended.exit): \(ended.output)\(ended.errors)")
        }
    }

    /// A command that has just been started may be in the group to which the signal is sent.
    @Test func `ends a play whose command it ends as well`() async throws {
        let folder = try CommandFolder(files)
        for _ in 0..<20 {
            let result = try await BuiltCommand.run(
                ["play", "one.scenario", "--", "sh", "-c", "kill -TERM $PPID $$"], in: folder.path)
            #expect(result.exit == .code(130), "\(result.exit): \(result.output)\(result.errors)")
        }
    }

    /// The names of all files in a folder, hidden ones as well.
    private static func names(in folder: String) -> [String]? {
        guard let stream = opendir(folder) else { return nil }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                names.append(String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self))
            }
        }
        return names.filter { $0 != "." && $0 != ".." }
    }

    /// The process ids of the driver and its child, once the second case has begun.
    private static func processes(_ folder: String) async throws -> [Int32] {
        let deadline = Moment.now.advanced(milliseconds: 30_000)
        while !Files.exists(folder + "/processes") {
            try #require(Moment.now < deadline)
            await EventLoop.shared.sleep(until: .now.advanced(milliseconds: 5))
        }
        let text = String(decoding: try Files.read(folder + "/processes", limit: 100), as: UTF8.self)
        return text.split(whereSeparator: \.isWhitespace).compactMap { Int32($0) }
    }

    /// An orphaned process exists until the system has reaped it.
    private static func areGone(_ processes: [Int32]) async throws {
        let deadline = Moment.now.advanced(milliseconds: 20_000)
        while processes.contains(where: { kill($0, 0) == 0 }) {
            try #require(Moment.now < deadline)
            await EventLoop.shared.sleep(until: .now.advanced(milliseconds: 5))
        }
    }
}
