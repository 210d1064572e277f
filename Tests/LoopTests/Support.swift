// Support.swift: what the tests of the loop share.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

@testable import QuintainLoop

/// Both ends of a TCP connection on loopback.
@OnLoop
func connection(to address: SocketAddress = .loopback()) async throws -> (client: Channel, server: Channel) {
    let listener = try Listener(on: address, loop: .shared)
    defer { listener.close() }
    let client = try await Channel.connect(to: listener.address, loop: .shared)
    guard let server = await listener.accept() else { throw LoopError("test", "the listener was closed") }
    return (client, server)
}

/// Longer than any healthy machine needs, so that a broken test ends.
var soon: Moment { .now.advanced(milliseconds: 60_000) }

extension Channel {
    func say(_ text: StaticString) async -> Flush {
        var buffer = Buffer(loop: loop)
        buffer.append(text)
        return await flush(&buffer, until: soon)
    }

    /// Waits until a read gives something: bytes as text, or the end.
    func hear() async -> (text: String, end: Read?) {
        var buffer = Buffer(loop: loop)
        while true {
            switch read(into: &buffer) {
            case .bytes: return (String(decoding: buffer.drain(), as: UTF8.self), nil)
            case .nothing:
                if await wait(for: .readable, until: soon) == .deadline { return ("", .nothing) }
            case let end: return ("", end)
            }
        }
    }

    /// The first read that is not bytes.
    func hearEnd() async -> Read? {
        while true {
            if let end = await hear().end { return end }
        }
    }
}
