// BuiltCommand.swift: the built command, run as a user runs it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// `quintain …` in a folder.
@OnLoop
final class BuiltCommand {
    struct Result: Sendable {
        let exit: ChildProcess.Exit
        let output: String
        let errors: String
    }

    let process: ChildProcess
    private(set) var output = ""
    private(set) var errors = ""
    private var readers: [Task<Void, Never>] = []

    /// `prefix`: a program that starts the command, with its words.
    init(
        _ words: [String], in folder: String, _ environment: [String: String] = [:], input: Command.Stream = .null,
        behind prefix: [String] = []
    ) throws {
        let path = String(cString: getenv("PATH"))
        let command = Command(
            prefix + [try Self.path()] + words,
            environment: ["PATH": path, "SWIFT_BACKTRACE": "enable=no"].merging(environment) { $1 }, folder: folder,
            input: input, output: .pipe, errors: .pipe)
        process = try ChildProcess(command, loop: .shared)
        readers.append(read(process.output) { [weak self] in self?.output += $0 })
        readers.append(read(process.errors) { [weak self] in self?.errors += $0 })
    }

    /// Runs it to its end; only a few run at a time. From any task.
    nonisolated static func run(
        _ words: [String], in folder: String, _ environment: [String: String] = [:], behind prefix: [String] = []
    ) async throws -> Result {
        try await OnLoop.run {
            await Quintain.gate.enter()
            defer { Quintain.gate.leave() }
            return try await BuiltCommand(words, in: folder, environment, behind: prefix).hasEnded()
        }
    }

    /// Checks a plain command with these files, in a folder of their own. From any task.
    nonisolated static func check(
        _ files: [String: String], _ options: [String] = [], _ words: [String]
    ) async throws -> Result {
        let folder = try CommandFolder(files)
        // It is removed with its last holder.
        defer { withExtendedLifetime(folder) {} }
        return try await run(
            ["check"] + files.keys.sorted() + ["--colour", "never"] + options + ["--"] + words, in: folder.path)
    }

    /// Runs it to its end with a text on its standard input. From any task.
    nonisolated static func run(_ words: [String], in folder: String, reading text: String) async throws -> Result {
        try await OnLoop.run {
            let command = try BuiltCommand(words, in: folder, input: .pipe)
            var bytes = WriteBuffer(loop: .shared)
            bytes.append(Array(text.utf8))
            _ = await command.process.input?.flush(&bytes)
            command.process.input?.close()
            return await command.ended()
        }
    }

    /// Waits for its end; kills it when the end does not come. From any task.
    nonisolated func ended() async -> Result {
        await Task(executorPreference: EventLoop.shared) { await self.hasEnded() }.value
    }

    private func hasEnded() async -> Result {
        let timer = EventLoop.shared.schedule(at: .now.advanced(milliseconds: 60_000)) { [process] in
            process.send(signal: SIGKILL)
        }
        let exit = await process.ended()
        timer.cancel()
        for reader in readers { await reader.value }
        return Result(exit: exit, output: output, errors: errors)
    }

    /// Waits until its output, or its errors, meet the condition. From any task.
    nonisolated func said(_ condition: @escaping @Sendable (String) -> Bool) async throws {
        try await OnLoop.run { try await self.hasSaid(condition) }
    }

    private func hasSaid(_ condition: (String) -> Bool) async throws {
        let deadline = Moment.now.advanced(milliseconds: 30_000)
        while !condition(output + errors) {
            try #require(Moment.now < deadline && process.exit == nil, "\(output)\(errors)")
            await EventLoop.shared.sleep(until: .now.advanced(milliseconds: 5))
        }
    }

    private func read(_ channel: Channel?, _ take: @escaping @OnLoop (String) -> Void) -> Task<Void, Never> {
        OnLoop.spawn {
            guard let channel else { return }
            var buffer = ReadBuffer(loop: .shared)
            defer { channel.close() }
            while true {
                switch channel.read(into: &buffer) {
                case .bytes: take(String(decoding: buffer.drain(), as: UTF8.self))
                case .nothing: if await channel.wait(for: .readable) == .closed { return }
                case .finished, .reset, .failed, .full, .closed: return
                }
            }
        }
    }

    /// Looks beside the tests, or where the package is built.
    nonisolated static func path() throws -> String {
        let root = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }
        let tests = try Files.realPath(Executable.path)
        let places = [tests[..<tests.lastIndex(of: "/")!] + "/quintain", "\(root)/.build/debug/quintain"]
        return try #require(places.first { Files.exists($0) })
    }
}

/// A folder with these files; it is removed with its owner.
final class CommandFolder: Sendable {
    let path: String

    init(_ files: [String: String]) throws {
        var name = Array("/tmp/quintain-command-XXXXXX".utf8CString)
        try #require(mkdtemp(&name) != nil)
        path = try Files.realPath(String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
        for (name, text) in files {
            if let slash = name.lastIndex(of: "/") { try Folders.makeAll("\(path)/\(name[..<slash])") }
            if !text.isEmpty { try Files.write(Array(text.utf8), to: "\(path)/\(name)") }
        }
    }

    deinit { _ = system("rm -rf '\(path)'") }
}
