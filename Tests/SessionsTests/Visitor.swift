// Visitor.swift: a small client of a session, which a test controls.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import QuintainPlayer
import QuintainScenario
import QuintainSessions
import QuintainTalk
import Testing
import QuintainWords

/// One connection to an origin of a session, which can also report callbacks.
@OnLoop
final class Visitor {
    private let session: Session
    let channel: Channel
    private var heard: [UInt8] = []
    private static var questions = 0

    init(_ session: Session, origin: String = "main") async throws {
        self.session = session
        let endpoint = try #require(session.endpoints.first { $0.origin == origin })
        let parts = endpoint.authority.split(separator: ":").map(String.init)
        let address = try SocketAddress(parts[0], port: try #require(UInt16(parts[1])))
        channel = try await Channel.connect(to: address, loop: .shared)
    }

    // MARK: The wire

    /// A head without its version, its `Host` and its last line, all of which are added; and a body.
    func ask(_ head: String, body: [UInt8] = []) async {
        var lines = head.split(separator: "\n").map(String.init)
        lines[0] += " HTTP/1.1"
        lines.insert("Host: " + session.endpoints[0].authority, at: 1)
        await say(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)
    }

    func say(_ bytes: [UInt8]) async {
        var rest = bytes[...]
        while !rest.isEmpty {
            switch rest.withUnsafeBytes({ channel.send($0) }) {
            case .bytes(let count): rest = rest.dropFirst(count)
            case .full: _ = await channel.wait(for: .writable, until: soon)
            case .reset, .failed, .closed: return
            }
        }
    }

    /// Reads until this text has come, and drops it and all before it. false: the end came first.
    func hear(_ text: String) async -> Bool {
        let wanted = Array(text.utf8)
        while true {
            if let found = heard.firstRange(of: wanted) {
                heard.removeSubrange(..<found.upperBound)
                return true
            }
            if await read() != nil { return false }
        }
    }

    func hear(count: Int) async -> [UInt8] {
        while heard.count < count, await read() == nil {}
        defer { heard.removeFirst(min(count, heard.count)) }
        return Array(heard.prefix(count))
    }

    /// Whether bytes are there that the test has not asked for.
    var hasMore: Bool {
        takeIn()
        return !heard.isEmpty
    }

    /// Reads to the end, and gives the kind of end.
    func hearEnd() async -> Channel.Read {
        while true {
            if let end = await read() { return end }
        }
    }

    func close() { channel.close() }

    /// Waits for bytes. Not nil: the end came.
    private func read() async -> Channel.Read? {
        switch takeIn() {
        case .bytes: return nil
        case .nothing, .full:
            let wake = await channel.wait(for: .readable, until: soon)
            return wake == .deadline ? .nothing : nil
        case let end: return end
        }
    }

    @discardableResult
    private func takeIn() -> Channel.Read {
        var result = Channel.Read.nothing
        withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 16) { room in
            result = channel.read(into: room)
            if case .bytes(let count) = result { heard += room[..<count] }
        }
        return result
    }

    // MARK: Callbacks

    /// Reports a callback; for a question, gives the name of the decision.
    @discardableResult
    func report(
        _ kind: CallbackKind, _ subject: String..., lane: Lane = .unnamed, fields: [String: String] = [:],
        bytes: [UInt8] = []
    ) async -> String? {
        Self.questions += 1
        let question = kind.isQuestion ? Self.questions : nil
        let callback = ReportedCallback(
            kind, lane: lane, subject: subject, fields: fields, bytes: bytes, question: question)
        return await session.report(callback)?.name
    }

    func report(data: String, lane: Lane = .unnamed) async {
        await report(.data, lane: lane, bytes: Array(data.utf8))
    }

    /// Longer than any healthy machine needs, so that a broken test ends.
    private var soon: Moment { .now.advanced(milliseconds: 60_000) }
}
