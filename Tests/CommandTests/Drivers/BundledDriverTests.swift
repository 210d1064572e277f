// BundledDriverTests.swift: the bundled drivers keep to the protocol.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite struct `The bundled drivers` {
    @Test(arguments: try Self.folders())
    func `keep to the protocol`(folder: String) async throws {
        let result = try await Self.run(["python3", "\(Self.here)/conversation.py", "\(Self.drivers)/\(folder)"])
        #expect(result.exit == .code(0), "\(result.errors)")
    }

    @Test func `are right in their own trial`() async throws {
        let driver = "\(Self.drivers)/python-httpclient/driver.py"
        let result = try await BuiltCommand.run(["driver-test", "--", "python3", driver], in: Self.drivers)
        #expect(
            result.exit == .code(0) && result.output.contains("31 passed, 9 not applicable"), "\(result.output)"
        )
    }

    /// A command that is not in `PATH` is noticed before it is run.
    @Test func `say that a module is missing, and end with a status of their own`() async throws {
        // Without its packages: `-S` leaves them out.
        let result = try await Self.run(["/usr/bin/python3", "-S", "\(Self.drivers)/pycurl/driver.py"])
        #expect(result.exit == .code(69))
        #expect(result.errors == "there is no module 'pycurl' for this Python\n")
    }

    /// A call with an argument that its client does not know has nothing to do with the load.
    @Test(arguments: [
        ("driver", ".", 70), ("client", #""subject": ["other"]"#, 0), ("cancelled", #"["cancelled"]"#, 0),
    ])
    func `end at a mistake of their own, and tell what their client raises as its failure`(
        way: String, said: String, status: Int32
    ) async throws {
        let words = ["sh", "-c", "python3 $0/mistaken.py $1 $2 >&2", Self.here, Self.drivers, way]
        let result = try await Self.run(words)
        #expect(result.exit == .code(status), "\(result.errors)")
        #expect(result.errors.contains(said))
        #expect(result.errors.contains("TypeError") == (way == "driver"))
        #expect(!result.errors.contains(#""callback": "fail""#) == (way == "driver"))
    }

    @Test func `are those of the list`() throws {
        let list = try Files.read("\(Self.drivers)/README.md", limit: 1 << 20)
        for folder in try Self.folders() {
            #expect(String(decoding: list, as: UTF8.self).contains("| [\(folder)](\(folder)/README.md) |"))
        }
    }

    private static let root = String(#filePath.dropLast("/Tests/CommandTests/Drivers/BundledDriverTests.swift".count))
    private static let here = root + "/Tests/CommandTests/Drivers"
    private static let drivers = root + "/drivers"

    private static func folders() throws -> [String] {
        let files = try Files.walk(drivers).filter { $0.hasSuffix("/driver.json") }
        return files.map { String($0.dropLast("/driver.json".count)) }.sorted()
    }

    /// Runs it with no input, and waits for its end.
    private static func run(_ words: [String]) async throws -> (exit: ChildProcess.Exit, errors: String) {
        try await OnLoop.run {
            // The driver for URLSession is built beside the tests.
            let path = "PATH=\(try Quintain.folder.get()):\(String(cString: getenv("PATH")))"
            let command = Command(["env", path] + words, input: .null, output: .null, errors: .pipe)
            let child = try ChildProcess(command, loop: .shared)
            let timer = EventLoop.shared.schedule(at: .now.advanced(milliseconds: 240_000)) {
                child.send(signal: SIGKILL)
            }
            defer { timer.cancel() }
            var buffer = ReadBuffer(loop: .shared)
            var errors: [UInt8] = []
            reading: while let channel = child.errors {
                switch channel.read(into: &buffer) {
                case .bytes: errors += buffer.drain()
                case .nothing: _ = await channel.wait(for: .readable)
                case .finished, .reset, .failed, .full, .closed: break reading
                }
            }
            child.errors?.close()
            return (await child.ended(), String(decoding: errors, as: UTF8.self))
        }
    }
}
