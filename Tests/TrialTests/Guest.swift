// Guest.swift: one connection of a client that errs.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainTLS
import QuintainTransport

/// Sends what it is told to and no more, and reads replies by their own framing. Every wait has a limit.
@OnLoop
final class Guest {
    let origin: String
    let authority: String
    private let channel: Channel
    private let transport: Transport
    /// The bytes that have arrived and were not asked for yet, and all bytes.
    private var heard: [UInt8] = []
    private(set) var story: [UInt8] = []
    private var isGreeting = false
    private(set) var isGone = false

    init(to address: SocketAddress, origin: String, authority: String) async throws {
        self.origin = origin
        self.authority = authority
        channel = try await Channel.connect(to: address, loop: .shared, until: Self.soon)
        transport = Transport(channel)
    }

    /// Longer than any healthy machine needs, so that a broken test ends.
    static var soon: Moment { .now.advanced(milliseconds: 20_000) }

    /// All bytes that were sent have reached the server, or never will.
    var isDelivered: Bool { isGone || channel.isClosed || channel.isBroken || channel.unacknowledged == 0 }

    // MARK: Saying

    /// Sends in this turn of the loop, so that no other task runs in between.
    ///
    /// - Parameter inTheClear: below TLS.
    func say(_ bytes: [UInt8], inTheClear: Bool = false) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            switch rest.withUnsafeBytes({ inTheClear ? channel.send($0) : transport.send($0) }) {
            case .bytes(let count): rest = rest.dropFirst(count)
            case .full: throw Unable("the kernel takes no more: send less")
            // A client that errs may be cut off.
            case .reset, .failed, .closed: return
            }
        }
    }

    func finishSending() { transport.finishSending() }

    func close() {
        isGone = true
        transport.close()
    }

    func reset() {
        isGone = true
        transport.reset()
    }

    // MARK: TLS

    func greet(_ greeting: Step.Greeting, trusting anchors: [Certificate]) throws {
        guard !isGreeting else { return }
        isGreeting = true
        var settings = TLSClientSettings()
        settings.anchors = anchors
        settings.verifies = greeting.trusts
        settings.protocols = greeting.protocols
        if let version = greeting.version {
            guard let version = TLSVersion(rawValue: version) else { throw Unable("TLS has no version '\(version)'") }
            settings.versions = [version]
        }
        transport.secure(
            try TLSContext(client: settings), calling: greeting.serverName ?? "localhost", resuming: nil, asking: [],
            having: heard)
        heard = []
    }

    /// Plays the handshake to its end. nil: it is done; otherwise the reason.
    func shakeHands() async -> String? {
        isGreeting = false
        while true {
            switch transport.shakeHands() {
            case .bytes: return nil
            case .nothing:
                if await transport.wait(for: .readable, until: Self.soon) == .deadline { return "nothing came" }
            case .finished: return transport.failure?.sentence ?? "the server closed"
            case .reset, .failed, .full, .closed: return "the server reset the connection"
            }
        }
    }

    // MARK: Hearing

    /// The status of the next reply, which is read whole.
    func reply(onlyHead: Bool) async throws -> Int {
        let head = String(decoding: try await take(through: "\r\n\r\n"), as: UTF8.self).replacing("\r\n", with: "\n")
        let lines = head.split(separator: "\n")
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count > 1, words[0].hasPrefix("HTTP/"), let status = Int(words[1]) else {
            throw Unable("what came is no reply: \(lines.first ?? "")")
        }
        if onlyHead || status < 200 || status == 204 || status == 304 { return status }
        let fields = lines.dropFirst().map { $0.lowercased().split(separator: ":", maxSplits: 1).map { $0.trimmed } }
        if fields.contains(["transfer-encoding", "chunked"]) {
            while true {
                let line = String(decoding: try await take(through: "\r\n").dropLast(2), as: UTF8.self)
                guard let size = Int(line.prefix { $0.isHexDigit }, radix: 16) else {
                    throw Unable("'\(line)' is no size of a chunk")
                }
                if size == 0 { break }
                _ = try await take(size + 2)
            }
            while try await take(through: "\r\n").count > 2 {}
        } else if let field = fields.first(where: { $0.first == "content-length" }), let count = Int(field[1]) {
            _ = try await take(count)
        } else {
            _ = await end()
        }
        return status
    }

    /// Reads up to this mark; gives the bytes with it.
    func take(through mark: String) async throws -> [UInt8] { try await take(through: Array(mark.utf8)) }

    func take(through mark: [UInt8]) async throws -> [UInt8] {
        while true {
            if let range = heard.firstRange(of: mark) { return cut(range.upperBound) }
            try await more()
        }
    }

    private func take(_ count: Int) async throws -> [UInt8] {
        while heard.count < count { try await more() }
        return cut(count)
    }

    private func cut(_ count: Int) -> [UInt8] {
        defer { heard.removeFirst(count) }
        return Array(heard[..<count])
    }

    /// Reads to the end, and gives the kind of end.
    func end() async -> Channel.Read {
        while true {
            if let end = await hear() {
                heard = []
                return end
            }
        }
    }

    private func more() async throws {
        guard let end = await hear() else { return }
        throw Unable("\(end == .nothing ? "nothing more came" : "the connection ended") after \(Self.shown(heard))")
    }

    static func shown(_ bytes: [UInt8]) -> String {
        bytes.isEmpty ? "no byte" : String(String(decoding: bytes, as: UTF8.self).debugDescription.prefix(300))
    }

    /// Waits for a read; nil: it was bytes.
    private func hear() async -> Channel.Read? {
        while true {
            let result = withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 16) { room in
                let result = transport.read(into: room)
                if case .bytes(let count) = result {
                    heard.append(contentsOf: UnsafeRawBufferPointer(rebasing: room[..<count]))
                    story.append(contentsOf: UnsafeRawBufferPointer(rebasing: room[..<count]))
                }
                return result
            }
            switch result {
            case .bytes: return nil
            case .nothing:
                if await transport.wait(for: .readable, until: Self.soon) == .deadline { return .nothing }
            case .finished, .reset, .failed, .full, .closed: return result
            }
        }
    }
}

/// What a client was unable to do.
struct Unable: Error {
    let reason: String
    init(_ reason: String) { self.reason = reason }
}
