// Peer.swift: a server that says exactly what a test wants said.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import QuintainLoader
import QuintainLoop
import QuintainTLS
import QuintainTransport

struct TestFailure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

/// Longer than any wait of a healthy test.
var soon: Moment { .now.advanced(milliseconds: 60_000) }

/// A port, and the connections that it accepts.
@OnLoop
final class Peer {
    let listener: Listener

    init() throws { listener = try Listener(loop: .shared) }

    var port: Int { Int(listener.address.port) }
    func hop(_ host: String = "localhost", isSecure: Bool = false) -> Hop {
        Hop(isSecure: isSecure, host: host, port: port)
    }
    func route(_ host: String = "localhost", isSecure: Bool = false) -> Route {
        Route(origin: hop(host, isSecure: isSecure))
    }

    /// The next connection, secured if there is a context.
    func accept(_ context: TLSContext? = nil) async throws -> PeerConnection {
        guard let channel = await listener.accept() else { throw TestFailure("the listener is closed") }
        let connection = PeerConnection(channel)
        if let context { connection.transport.secure(context, holds: false) }
        return connection
    }

    func close() { listener.close() }
}

/// The server's end of one connection. Every wait has a limit, so a broken test ends, too.
@OnLoop
final class PeerConnection {
    let transport: Transport
    private(set) var held: [UInt8] = []
    /// A handshake in the background.
    private var handshake: Task<Void, Never>?

    init(_ channel: Channel) { transport = Transport(channel, patience: 60_000) }

    func say(_ text: String) async { _ = await transport.sendAll(Array(text.utf8)) }

    /// Reads up to this text; gives the bytes with it.
    @discardableResult
    func hear(_ mark: String = "\r\n\r\n") async throws -> String {
        let mark = Array(mark.utf8)
        while true {
            if let range = held.firstRange(of: mark) {
                defer { held.removeFirst(range.upperBound) }
                return String(decoding: held[..<range.upperBound], as: UTF8.self)
            }
            if let end = await hearMore() {
                throw TestFailure("\(end) behind '\(String(decoding: held, as: UTF8.self))'")
            }
        }
    }

    /// Reads all bytes until they end with this.
    func hearAll(until mark: String) async throws -> [UInt8] {
        let mark = Array(mark.utf8)
        while !held.suffix(mark.count).elementsEqual(mark) {
            if let end = await hearMore() { throw TestFailure("\(end) behind \(held.count) bytes") }
        }
        defer { held = [] }
        return held
    }

    /// Bytes that have arrived and were not read by the test.
    func takeHeld() -> [UInt8] {
        defer { held = [] }
        return held
    }

    /// How the client's side ended, and the bytes before that.
    func hearEnd() async -> Channel.Read {
        while true { if let end = await hearMore() { return end } }
    }

    /// Waits for more. Nil: bytes came.
    func hearMore() async -> Channel.Read? {
        await handshake?.value
        while true {
            let result = withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 16) { room in
                let result = transport.read(into: room)
                if case .bytes(let count) = result {
                    held.append(contentsOf: UnsafeRawBufferPointer(rebasing: room[..<count]))
                }
                return result
            }
            switch result {
            case .bytes: return nil
            case .nothing: if await transport.wait(for: .readable, until: soon) == .deadline { return .nothing }
            case .finished, .reset, .failed, .full, .closed: return result
            }
        }
    }

    /// Plays the handshake in the background, while the test waits for the client.
    func shakeHandsMeanwhile() {
        handshake = OnLoop.spawn { try? await self.shakeHands() }
    }

    /// Plays the handshake to its end.
    func shakeHands() async throws {
        while true {
            switch transport.shakeHands() {
            case .bytes: return
            case .nothing:
                if await transport.wait(for: .readable, until: soon) == .deadline { throw TestFailure("no handshake") }
            case .finished, .reset, .failed, .full, .closed:
                throw TestFailure(transport.failure?.sentence ?? "the handshake ended")
            }
        }
    }

    func close() { transport.close() }
    func reset() { transport.reset() }
    func closeNotify() { transport.finishSending() }
}

enum TestCertificates {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../certs")

    static func authority() throws -> CertificateAuthority {
        func bytes(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: folder.appending(path: name))) }
        return try CertificateAuthority(
            certificate: bytes("quintain-test-ca.pem"), key: bytes("quintain-test-ca.key"))
    }

    static func mint() throws -> Mint { Mint(try authority()) }

    static func server(
        _ mint: Mint, _ kind: CertificateKind = .signed, hosts: [String] = [],
        _ change: (inout TLSServerSettings) -> Void = { _ in }
    ) throws -> TLSContext {
        var settings = TLSServerSettings(identity: mint.identity(kind, hosts: hosts, at: WallClock.seconds))
        settings.clientAuthorities = mint.anchors
        change(&settings)
        return try TLSContext(server: settings)
    }
}
