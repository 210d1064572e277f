// Quintain.swift: the built program, run as a user runs it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainCoding
import QuintainLoop
import QuintainNotation

/// The program that was built beside these tests, and the files that it runs on.
enum Quintain {
    struct Result: Sendable {
        var exit: ChildProcess.Exit
        var output: String
    }

    /// Runs it with these words; only a few run at a time.
    static func run(_ words: [String]) async throws -> Result {
        try await OnLoop.run {
            await gate.enter()
            defer { gate.leave() }
            return try await output(of: [try program.get()] + words)
        }
    }

    /// Runs any program with these words.
    static func output(of words: [String]) async throws -> Result {
        try await OnLoop.run {
            let child = try ChildProcess(Command(words, output: .pipe, errors: .null), loop: .shared)
            let output = await child.output?.readAll() ?? []
            child.output?.close()
            return Result(exit: await child.ended(), output: String(decoding: output, as: UTF8.self))
        }
    }

    /// The folder of clients in Python.
    static let clients = root + "/Tests/CommandTests/Curl"

    /// The folder of the bundled fixtures.
    static let fixtures = root + "/fixtures"

    /// A file with the first `count` bytes of the known stream.
    static func body(of count: Int, inGzip isCoded: Bool = false) throws -> String {
        let path = try folder.get() + "/quintain-body-\(count)\(isCoded ? ".gz" : "")"
        if !Files.exists(path) {
            let bytes = PatternBytes.array(count, from: 0)
            // Coded otherwise than by the program.
            try Files.write(isCoded ? Coding.gzip(level: 1, name: Array("body".utf8)).encoded(bytes) : bytes, to: path)
        }
        return path
    }

    private static let root = String(#filePath.dropLast("/Tests/CommandTests/Curl/Quintain.swift".count))

    /// Where this test bundle was built: above the bundle that is running, or that the runner was told to run.
    static let folder: Swift.Result<String, LoopError> = {
        for argument in ["/proc/self/exe"] + CommandLine.arguments where argument.contains("/") {
            guard var path = try? Files.realPath(argument) else { continue }
            while let slash = path.lastIndex(of: "/") {
                path = String(path[..<slash])
                if Files.exists(path + "/quintain"), !Files.isFolder(path + "/quintain") { return .success(path) }
            }
        }
        return .failure(LoopError("no-program", "no program 'quintain' was built beside the tests"))
    }()

    private static let program = folder.map { $0 + "/quintain" }

    /// With so many commands at once there is time left for the tests that use the loop.
    @OnLoop static let gate = Gate(width: 6)
}

/// Lets `width` tasks in at once.
@OnLoop
final class Gate {
    private var room: Int
    private let bell = Bell()

    init(width: Int) { room = width }

    func enter() async {
        while room == 0 { await bell.wait() }
        room -= 1
    }

    func leave() {
        room += 1
        bell.ring()
    }
}

extension Channel {
    /// Reads to the end.
    fileprivate func readAll() async -> [UInt8] {
        var all: [UInt8] = []
        while true {
            var result = Read.nothing
            withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 16) { room in
                result = read(into: room)
                if case .bytes(let count) = result { all += room[..<count] }
            }
            switch result {
            case .bytes: continue
            case .nothing, .full: _ = await wait(for: .readable)
            case .finished, .reset, .failed, .closed: return all
            }
        }
    }
}
