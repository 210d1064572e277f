// StreamPeer.swift: a server that says over HTTP/2 exactly what a test wants said.
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

    /// The next thing that the client says of its streams.
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
    /// The next connection, on which HTTP/2 is spoken, and the server has said its settings.
    func acceptStreams(_ context: TLSContext? = nil, allowing settings: Setting...) async throws -> StreamPeer {
        let peer = StreamPeer(try await accept(context))
        if context != nil { try await peer.connection.shakeHands() }
        await peer.say(.settings(settings))
        return peer
    }
}
