// DrivenClient.swift: the built driver, spoken to line by line.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import QuintainRouteHost
import QuintainRoutes
import QuintainScenario
import QuintainSessions
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// `quintain-urlsession`, and the routes that it loads.
@OnLoop
final class DrivenClient {
    let host: RouteHost
    let process: ChildProcess
    let folder: String
    private(set) var greeting = JSONText.null
    private var buffer = ReadBuffer(loop: .shared)
    private var lines: [[UInt8]] = []
    private var rest: [UInt8] = []
    private var cases = 0

    static func run(
        secured authority: TestAuthority? = nil, _ body: @escaping @OnLoop @Sendable (DrivenClient) async throws -> Void
    ) async throws {
        try await OnLoop.run {
            let client = try DrivenClient(authority)
            defer { client.close() }
            client.greeting = try await client.heard()
            try await body(client)
        }
    }

    private init(_ authority: TestAuthority?) throws {
        var name = Array("\(TemporaryFolder.path)/quintain-urlsession-XXXXXX".utf8CString)
        try #require(mkdtemp(&name) != nil)
        folder = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let reading = ScenarioReader.read(Array(Self.routes.utf8), file: "test.routes") { _ in .failure(.missing) }
        let table = RouteTable([try #require(reading.routes, "\(reading.diagnostics)")])
        host = try RouteHost(on: .loopback(), table: table, securedBy: authority)
        host.start()
        var environment = ProcessEnvironment.current
        environment["SWIFT_BACKTRACE"] = "enable=no"
        // A proxy that the driver must ignore.
        environment["http_proxy"] = "http://127.0.0.1:1"
        environment["TMPDIR"] = folder
        process = try ChildProcess(
            Command([try Self.path()], environment: environment, input: .pipe, output: .pipe), loop: .shared)
    }

    private func close() {
        process.input?.close()
        process.output?.close()
        process.send(signal: SIGKILL)
        host.close()
        _ = system("rm -rf '\(folder)'")
    }

    // MARK: Lines

    func say(_ line: String) async throws {
        var bytes = Array("\(line)\n".utf8)[...]
        let input = try #require(process.input)
        while !bytes.isEmpty {
            switch bytes.withUnsafeBytes({ input.send($0) }) {
            case .bytes(let count): bytes.removeFirst(count)
            case .full: _ = await input.wait(for: .writable, until: Self.soon)
            case .reset, .failed, .closed: throw Silence("the driver takes no more lines")
            }
        }
    }

    func heard() async throws -> JSONText {
        let output = try #require(process.output)
        let deadline = Self.soon
        while lines.isEmpty {
            switch output.read(into: &buffer) {
            case .bytes:
                rest += buffer.drain()
                while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    lines.append(Array(rest[..<end]))
                    rest.removeFirst(end + 1)
                }
            case .nothing:
                if await output.wait(for: .readable, until: deadline) == .deadline { throw Silence("nothing is said") }
            case .finished, .reset, .failed, .full, .closed: throw Silence("the driver has ended")
            }
        }
        return try JSONText(parsing: lines.removeFirst())
    }

    // MARK: Cases

    /// Orders a load, and gives each question the answer under its name, or
    /// its default. Gives the reported callbacks, in short form.
    func load(
        _ target: String, _ members: String = "", answers: [String: String] = [:], before: [String] = [],
        acts: [String] = []
    ) async throws -> [String] {
        cases += 1
        try await say(#"{"case": \#(cases), "folder": "\#(folder)"}"#)
        for act in before { try await say(act) }
        let url = target.hasPrefix("/") ? host.url + target : target
        let method = members.contains(#""method""#) ? "" : #", "method": "GET""#
        try await say(#"{"load": 1, "url": "\#(url)"\#(method)\#(members.isEmpty ? "" : ", ")\#(members)}"#)
        for act in acts { try await say(act) }
        var reports: [String] = []
        while true {
            let line = try await heard()
            if line["ended"] != nil { return reports }
            reports.append(try short(line))
            guard let callback = line["callback"]?.text else { continue }
            if let question = line["question"]?.number {
                let answer = answers[callback] ?? #""decision": "\#(Self.defaults[callback] ?? "default")""#
                try await say(#"{"answer": \#(question), \#(answer)}"#)
            }
            if callback == "finish" || callback == "fail" { try await say(#"{"end": \#(cases)}"#) }
        }
    }

    private func short(_ line: JSONText) throws -> String {
        guard let callback = line["callback"]?.text else { return line.description }
        var words = [callback]
        words += (line["subject"]?.list ?? []).compactMap(\.text).map { $0.replacing(host.url, with: "") }
        if let text = line["data"]?.text ?? line["hex"]?.text { words.append(text) }
        if let file = line["file"]?.text { words.append(String(decoding: try Files.read(file), as: UTF8.self)) }
        return words.joined(separator: " ")
    }

    private static let defaults = ["redirect": "default", "response": "default", "need-body": "default"]

    private static var soon: Moment { .now.advanced(milliseconds: 20_000) }

    /// Beside the tests, or where the package is built.
    private static func path() throws -> String {
        let root = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }
        let tests = try Files.realPath(Executable.path)
        let name = "quintain-urlsession"
        let places = [tests[..<tests.lastIndex(of: "/")!] + "/\(name)", "\(root)/.build/debug/\(name)"]
        return try #require(places.first { Files.exists($0) })
    }

    private static let routes = """
        # What the driver loads
        routes

        > GET /text
        < 200
        < Content-Type: text/plain; charset=utf-8
        <
        < fido

        > GET /bytes
        < 200
        < Content-Type: application/octet-stream
        <
        < {{hex ff00}}

        > GET /moved
        < 302
        < Location: /text
        <
        < over there

        > GET /vault
        > Authorization: {{basic alice:secret}}
        < 200
        < Content-Type: text/plain
        <
        < gold

        > GET /vault
        < 401
        < WWW-Authenticate: Basic realm="v"

        > GET /known
        > Cookie: sid=7
        < 200
        <
        < yes

        > GET /known
        < 200
        < Set-Cookie: sid=7
        <
        < no

        > POST /echo
        < 200
        < Content-Type: text/plain
        <
        < {{request.body}}

        > GET /never
        ! wait 60s
        < 200

        > GET /broken
        < 200
        < Content-Length: 10
        <
        < half
        ! reset
        """

    struct Silence: Error {
        var reason: String
        init(_ reason: String) { self.reason = reason }
    }
}
