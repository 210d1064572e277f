// TestClient.swift: a client that sends exactly what a test tells it to.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import QuintainScenario
import QuintainSessions
import QuintainTLS
import QuintainTransport
import Testing

@testable import QuintainServer

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// One connection. Every wait has a limit, so a broken test ends, too.
@OnLoop
final class TestClient {
    let channel: Channel
    private let transport: Transport
    private var held: [UInt8] = []

    /// With an authority to trust, the connection uses TLS.
    init(
        _ address: SocketAddress, trusting authority: TestAuthority? = nil, offering protocols: [String] = []
    ) async throws {
        channel = try await Channel.connect(to: address, loop: .shared, until: Self.soon)
        transport = Transport(channel, patience: 20_000)
        guard let authority else { return }
        var settings = TLSClientSettings()
        settings.anchors = [try authority.load().certificate]
        settings.protocols = protocols
        transport.secure(try TLSContext(client: settings), calling: "localhost", resuming: nil, asking: [])
        while true {
            guard case .nothing = read() else { throw TestFailure("the handshake failed") }
            if transport.takeEvents().contains(where: { if case .open = $0 { true } else { false } }) { return }
            if await transport.wait(for: .readable, until: Self.soon) == .deadline {
                throw TestFailure("the handshake takes too long")
            }
        }
    }

    private func read() -> Channel.Read {
        withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 16) { room in
            let result = transport.read(into: room)
            if case .bytes(let count) = result {
                held.append(contentsOf: UnsafeRawBufferPointer(rebasing: room[..<count]))
            }
            return result
        }
    }

    static var soon: Moment { .now.advanced(milliseconds: 20_000) }

    // MARK: Saying

    func say(_ text: String) async { await say(Array(text.utf8)) }

    func say(_ bytes: [UInt8]) async {
        _ = await transport.sendAll(bytes)
    }

    /// Sends nothing more, and goes on reading.
    func finish() { transport.finishSending() }

    /// Sends close_notify, and keeps the connection open.
    func takeLeave() { #expect(transport.alert("close_notify")) }

    func get(_ target: String, _ fields: String...) async throws -> TestReply {
        try await ask("GET", target, fields)
    }

    func ask(_ method: String, _ target: String, _ fields: [String] = [], body: String? = nil) async throws -> TestReply
    {
        let length = body.map { ["Content-Length: \($0.utf8.count)"] } ?? []
        let host = fields.contains { $0.hasPrefix("Host:") } ? [] : ["Host: \(channel.peer!)"]
        let head = ["\(method) \(target) HTTP/1.1"] + host + fields + length
        await say(head.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? ""))
        return try await reply(toHead: method == "HEAD")
    }

    // MARK: Hearing

    /// The next reply, by its own framing.
    func reply(toHead: Bool = false) async throws -> TestReply {
        var reply = TestReply(head: try await line(until: "\r\n\r\n"))
        if toHead || reply.status < 200 || reply.status == 204 || reply.status == 304 { return reply }
        if reply["Transfer-Encoding"] == "chunked" {
            while let chunk = try await self.chunk() { reply.body += chunk }
        } else if let length = reply["Content-Length"].flatMap({ Int($0) }) {
            try await hear(length)
            reply.body = Array(held.prefix(length))
            held.removeFirst(length)
        } else {
            reply.body = await rest().bytes
        }
        return reply
    }

    /// The next chunk; nil: it was the last.
    func chunk() async throws -> [UInt8]? {
        let size = try #require(Int(try await line(until: "\r\n"), radix: 16))
        try await hear(size + 2)
        let chunk = Array(held.prefix(size))
        held.removeFirst(size + 2)
        return size == 0 ? nil : chunk
    }

    func line(until mark: String) async throws -> String {
        let mark = Array(mark.utf8)
        while true {
            if let range = held.firstRange(of: mark) {
                defer { held.removeFirst(range.upperBound) }
                return String(decoding: held[..<range.lowerBound], as: UTF8.self)
            }
            if let end = await hear() {
                throw TestFailure("the connection ended with \(end) after \(held.count) bytes of a line or head")
            }
        }
    }

    /// The remaining bytes, and how the connection ended.
    func rest() async -> (bytes: [UInt8], end: Channel.Read) {
        while true {
            if let end = await hear() {
                defer { held = [] }
                return (held, end)
            }
        }
    }

    /// Whether the server has sent close_notify: RFC 8446 section 6.1.
    var wasToldTheEnd: Bool {
        alerts.contains(.closeNotify)
    }

    /// The alerts that have come.
    var alerts: [TLSAlert] {
        transport.takeEvents().compactMap { if case .alert(let alert, _, .received) = $0 { alert } else { nil } }
    }

    private func hear(_ count: Int) async throws {
        while held.count < count {
            if let end = await hear() { throw TestFailure("the connection ended with \(end) in a body") }
        }
    }

    /// Waits for a read; nil: it was bytes.
    private func hear() async -> Channel.Read? {
        while true {
            let result = read()
            switch result {
            case .bytes: return nil
            case .nothing:
                if await transport.wait(for: .readable, until: Self.soon) == .deadline { return .nothing }
            case .finished, .reset, .failed, .full, .closed: return result
            }
        }
    }
}

struct TestReply {
    let status: Int
    let fields: [(name: String, value: String)]
    var body: [UInt8] = []

    init(head: String) {
        // In Swift, CR and LF may be one character.
        let lines = head.replacing("\r\n", with: "\n").split(separator: "\n").map(String.init)
        status = Int(lines[0].split(separator: " ")[1]) ?? 0
        fields = lines.dropFirst().map { line in
            let halves = line.split(separator: ":", maxSplits: 1)
            return (String(halves[0]), halves.count > 1 ? String(halves[1].drop { $0 == " " }) : "")
        }
    }

    var text: String { String(decoding: body, as: UTF8.self) }

    subscript(name: String) -> String? { fields.first { $0.name.lowercased() == name.lowercased() }?.value }

    /// The body as JSON, and its members.
    var json: JSONText { (try? JSONText(parsing: body)) ?? .null }
    var slug: String? { json["error"]?["slug"]?.text }
}

struct TestFailure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

/// Waits until it holds, or until the time is over.
@OnLoop
func eventually(_ condition: @OnLoop () -> Bool) async -> Bool {
    let deadline = TestClient.soon
    while !condition() {
        if deadline < .now { return false }
        await EventLoop.shared.sleep(until: .now.advanced(milliseconds: 2))
    }
    return true
}

/// An empty folder, which is removed with its owner.
final class TestFolder: Sendable {
    let path: String

    init() throws {
        var name = Array("/tmp/quintain-server-XXXXXX".utf8CString)
        guard mkdtemp(&name) != nil else { throw TestFailure("no scratch folder") }
        path = try Files.realPath(String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }

    deinit { _ = system("chmod -R u+rwx '\(path)'; rm -rf '\(path)'") }

    func write(_ name: String, _ text: String) throws {
        if let slash = name.lastIndex(of: "/") { _ = system("mkdir -p '\(path)/\(name[..<slash])'") }
        try Files.write(Array(text.utf8), to: "\(path)/\(name)")
    }

    func run(_ command: String) { _ = system("cd '\(path)' && \(command)") }
}
