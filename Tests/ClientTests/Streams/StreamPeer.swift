// StreamPeer.swift: an HTTP/2 server that sends exactly what a test tells it to.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainTLS
import QuintainTransport
import QuintainWire

@OnLoop
final class StreamPeer {
    let connection: PeerConnection
    let side = ServerSide()

    init(_ connection: PeerConnection) { self.connection = connection }

    /// The client's next event on its streams.
    func hear() async throws -> String {
        while true {
            if let word = side.takeWord() {
                if Self.isOfStream(word) { return word }
            } else if let end = await connection.hearMore() {
                return "\(end)"
            } else {
                side.received(connection.takeHeld())
            }
        }
    }

    func hear(_ count: Int) async throws -> [String] {
        var words: [String] = []
        for _ in 0..<count { words.append(try await hear()) }
        return words
    }

    func say(_ bytes: [UInt8]...) async { for bytes in bytes { _ = await connection.transport.sendAll(bytes) } }
    func say(_ frame: Frame) async { await say(side.frame(frame)) }

    private static func isOfStream(_ word: String) -> Bool {
        !["preface", "settings", "window", "ping"].contains { word.hasPrefix($0) }
    }
}

extension Peer {
    /// The next connection, with HTTP/2 on it and the server's settings sent.
    func acceptStreams(_ context: TLSContext? = nil, allowing settings: Setting...) async throws -> StreamPeer {
        let peer = StreamPeer(try await accept(context))
        if context != nil { try await peer.connection.shakeHands() }
        await peer.say(.settings(settings))
        return peer
    }
}
