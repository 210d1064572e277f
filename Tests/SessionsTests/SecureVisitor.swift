// SecureVisitor.swift: a client over TLS that looks at records before it opens them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainPlayer
import QuintainSessions
import QuintainTLS
import QuintainTransport
import Testing

/// One connection to the first origin of a session. After the handshake its ciphertext is read here, record by record.
@OnLoop
final class SecureVisitor {
    struct Heard: Sendable {
        /// The content of each record, without TLS's own messages.
        fileprivate(set) var records: [[UInt8]] = []
        /// The beginning of a record that is not complete.
        fileprivate(set) var rest: [UInt8] = []
        /// How the bytes of the connection ended, and what TLS made of it.
        fileprivate(set) var end: (wire: Channel.Read, tls: TLSConnection.ReadResult)?

        var texts: [String] { records.map { String(decoding: $0, as: UTF8.self) } }
        /// The whole length of the incomplete record, by its header; nil: the header has not come.
        var announced: Int? { rest.count < 5 ? nil : 5 + Int(rest[3]) << 8 + Int(rest[4]) }
    }

    private(set) var heard = Heard()
    private let authority: String
    private let transport: Transport
    private let tls: TLSConnection

    init(_ session: Session) async throws {
        authority = session.endpoints[0].authority
        let parts = authority.split(separator: ":").map(String.init)
        let address = try SocketAddress(parts[0], port: try #require(UInt16(parts[1])))
        transport = Transport(try await Channel.connect(to: address, loop: .shared))
        var settings = TLSClientSettings()
        settings.versions = Set(TLSVersion.allCases)
        settings.verifies = false
        transport.secure(try TLSContext(client: settings), calling: "localhost", resuming: nil, asking: [])
        tls = try #require(transport.security)
        while transport.shakeHands() == .nothing {
            try #require(await transport.wait(for: .readable, until: soon) == .readable)
        }
        try #require(tls.phase == .open)
    }

    /// Requests `/`.
    func ask() async {
        #expect(await transport.sendAll(Array("GET / HTTP/1.1\r\nHost: \(authority)\r\n\r\n".utf8)))
    }

    /// Reads until this holds, or to the end.
    func hear(until isHeard: (Heard) -> Bool = { _ in false }) async {
        while heard.end == nil, !isHeard(heard) {
            let result = read()
            switch result {
            case .bytes: openRecords()
            case .nothing, .full:
                guard await transport.channel.wait(for: .readable, until: soon) != .deadline else { return }
            case .finished, .reset, .failed, .closed:
                tls.receivedEnd()
                heard.end = (result, open().result)
            }
        }
    }

    /// Sends close_notify, and keeps the connection open.
    func takeLeave() { #expect(transport.alert("close_notify")) }

    func close() { transport.close() }

    private func read() -> Channel.Read {
        withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 16) { room in
            let result = transport.channel.read(into: room)
            if case .bytes(let count) = result { heard.rest += room[..<count] }
            return result
        }
    }

    private func openRecords() {
        while let size = heard.announced, size <= heard.rest.count {
            heard.rest[..<size].withUnsafeBytes { tls.received($0) }
            heard.rest.removeFirst(size)
            let plain = open().plain
            if !plain.isEmpty { heard.records.append(plain) }
        }
    }

    private func open() -> (plain: [UInt8], result: TLSConnection.ReadResult) {
        var plain: [UInt8] = []
        while true {
            let result = withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 16) { room in
                let result = tls.read(into: room)
                if case .bytes(let count) = result { plain += room[..<count] }
                return result
            }
            if case .bytes = result { continue }
            return (plain, result)
        }
    }

    /// Longer than any healthy machine needs, so that a broken test ends.
    private var soon: Moment { .now.advanced(milliseconds: 60_000) }
}
