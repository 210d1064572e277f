// Pair.swift: a client and a server that talk over memory.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import QuintainTLS

enum Authority {
    /// 15 June 2025.
    static let now: Int64 = 1_750_000_000

    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../certs")

    static func bytes(_ name: String) -> [UInt8] {
        [UInt8]((try? Data(contentsOf: folder.appending(path: name))) ?? Data())
    }

    static let committed: CertificateAuthority = {
        do throws(CertificateFault) {
            return try CertificateAuthority(
                certificate: bytes("quintain-test-ca.pem"), key: bytes("quintain-test-ca.key"))
        } catch {
            fatalError("certs/ \(error.predicate)")
        }
    }()

    static func mint() -> Mint { Mint(committed) }
}

/// Two machines, and the bytes between them.
final class Pair {
    enum End { case client, server }

    let client: TLSConnection
    let server: TLSConnection
    private(set) var clientEvents: [TLSEvent] = []
    private(set) var serverEvents: [TLSEvent] = []
    /// The bytes that were carried in each direction.
    private(set) var carried: (toServer: [UInt8], toClient: [UInt8]) = ([], [])

    init(
        server serverContext: TLSContext, client clientContext: TLSContext, name: String? = "localhost",
        resuming session: TLSSession? = nil, holds: Bool = false, asking questions: TLSQuestions = [],
        at now: Int64 = Authority.now
    ) {
        server = TLSConnection(serverContext, holds: holds, at: now)
        client = TLSConnection(clientContext, serverName: name, resuming: session, asking: questions, at: now)
    }

    /// A server with a good certificate, and a client that trusts it.
    convenience init(
        name: String? = "localhost", kind: CertificateKind = .signed, hosts: [String] = [], holds: Bool = false,
        server change: (inout TLSServerSettings) -> Void = { _ in },
        client changeClient: (inout TLSClientSettings) -> Void = { _ in }
    ) throws {
        let mint = Authority.mint()
        var settings = TLSServerSettings(identity: mint.identity(kind, hosts: hosts, at: Authority.now))
        change(&settings)
        var clientSettings = TLSClientSettings()
        clientSettings.anchors = mint.anchors
        changeClient(&clientSettings)
        self.init(
            server: try TLSContext(server: settings), client: try TLSContext(client: clientSettings), name: name,
            holds: holds)
    }

    /// Carries bytes in both directions until none are left, at most `cut` at a time, and lets both machines read.
    @discardableResult
    func carry(cut: Int = .max) -> Pair {
        while !client.outgoing.isEmpty || !server.outgoing.isEmpty {
            carried.toServer += Self.move(from: client, to: server, cut)
            note()
            carried.toClient += Self.move(from: server, to: client, cut)
            note()
        }
        note()
        return self
    }

    private(set) var read: (client: [UInt8], server: [UInt8]) = ([], [])
    private(set) var last: (client: TLSConnection.ReadResult, server: TLSConnection.ReadResult) = (
        .needsInput, .needsInput
    )

    private func note() {
        (read.client, last.client) = Self.readAll(client, read.client)
        (read.server, last.server) = Self.readAll(server, read.server)
        clientEvents += client.takeEvents()
        serverEvents += server.takeEvents()
    }

    func end(_ end: End) {
        switch end {
        case .client: server.receivedEnd()
        case .server: client.receivedEnd()
        }
        note()
    }

    static func readAll(_ connection: TLSConnection, _ before: [UInt8] = []) -> ([UInt8], TLSConnection.ReadResult) {
        var all = before
        var room = [UInt8](repeating: 0, count: 4096)
        while true {
            let result = room.withUnsafeMutableBytes { connection.read(into: $0) }
            guard case .bytes(let count) = result else { return (all, result) }
            all += room.prefix(count)
        }
    }

    static func move(from one: TLSConnection, to other: TLSConnection, _ cut: Int) -> [UInt8] {
        var moved: [UInt8] = []
        while !one.outgoing.isEmpty {
            let piece = Array(one.outgoing.prefix(cut))
            one.sent(piece.count)
            moved += piece
            piece.withUnsafeBytes { other.received($0) }
        }
        return moved
    }

    var messagesOfServer: [String] { Self.messages(serverEvents) }

    /// `> ClientHello` is from the client. Only messages that the server saw.
    static func messages(_ events: [TLSEvent]) -> [String] {
        events.compactMap { event in
            switch event {
            case .message(let message, .received): "> \(message.name)"
            case .message(let message, .sent): "< \(message.name)"
            case .alert(let alert, let level, let direction):
                "\(direction == .received ? ">" : "<") alert \(level) \(alert.name)"
            case .open: "open"
            case .truncated: "truncated"
            case .failed: "failed"
            case .clientHello, .session, .more: nil
            }
        }
    }

    var session: TLSSession? {
        clientEvents.reversed().lazy.compactMap { if case .session(let session) = $0 { session } else { nil } }.first
    }

    var hello: ClientHello? {
        serverEvents.lazy.compactMap { if case .clientHello(let hello) = $0 { hello } else { nil } }.first
    }
}

extension TLSConnection {
    /// Takes all bytes, even if `outgoing` holds others.
    @discardableResult
    func write(_ text: String) -> Int { Array(text.utf8).withUnsafeBytes { write($0) } }
}
