// HostileTests.swift: bytes in place of a handshake, and in the middle of one.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import CQuintainOpenSSL
import Foundation
import Testing

@testable import QuintainTLS

@Suite struct `Bytes that are no TLS` {
    private func failure(of bytes: [UInt8], end: Bool = false) -> TLSFailure? {
        let server = TLSConnection(Machines.server, at: Machines.now)
        bytes.withUnsafeBytes { server.received($0) }
        if end { server.receivedEnd() }
        return server.failure
    }

    @Test(arguments: ["GET / HTTP/1.1\r\n\r\n", "POST / HTTP/1.1\r\n\r\n", "HEAD /x HTTP/1.0\r\n"])
    func `are told as plain HTTP where they are`(text: String) {
        #expect(
            failure(of: Array(text.utf8))
                == TLSFailure(.plainHTTP, "the client speaks plain HTTP where TLS is spoken"))
    }

    @Test func `are told as such`() {
        for bytes in [
            Array("SSH-2.0-OpenSSH\r\n".utf8), [UInt8](repeating: 0, count: 64), [22, 9, 9, 0, 4, 1, 2, 3, 4],
        ] {
            #expect(failure(of: bytes)?.kind == .notTLS)
        }
    }

    @Test func `are bounded: no record has more than RFC 8446 section 5 allows`() {
        let server = TLSConnection(Machines.server, at: Machines.now)
        [22, 3, 1, 0xff, 0xff].withUnsafeBytes { server.received($0) }
        #expect(server.phase == .ended)
        // A ClientHello that announces 16 MiB is given up long before they have come.
        let long = TLSConnection(Machines.server, at: Machines.now)
        var sent = 0
        let record: [UInt8] = [22, 3, 1, 0x40, 0] + [1, 0xff, 0xff, 0xff] + [UInt8](repeating: 0, count: 16_380)
        while long.phase == .handshake, sent < 64 {
            record.withUnsafeBytes {
                long.received($0); sent += 1
            }
        }
        #expect(sent < 16)
        #expect(long.failure?.kind != nil)
    }

    @Test func `are not listened to once the handshake has failed`() {
        let server = TLSConnection(Machines.server, at: Machines.now)
        for _ in 0..<100 { [UInt8](repeating: 65, count: 10_000).withUnsafeBytes { server.received($0) } }
        #expect(server.unreadCiphertext <= 10_000)
    }

    @Test func `empty records without end are given up`() {
        let server = TLSConnection(Machines.server, at: Machines.now)
        for _ in 0..<1_000 { [22, 3, 1, 0, 0].withUnsafeBytes { server.received($0) } }
        #expect(server.phase == .ended)
    }

    @Test func `are told of the server as well`() {
        let client = TLSConnection(Machines.client, serverName: "localhost", at: Machines.now)
        Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8).withUnsafeBytes { client.received($0) }
        #expect(client.failure?.kind == .notTLS)
    }
}

@Suite struct `A hostile peer` {
    /// `QUINTAIN_STRESS=1`: a hundred times as often.
    static let rounds = ProcessInfo.processInfo.environment["QUINTAIN_STRESS"] == nil ? 1 : 100

    @Test func `breaks no handshake but its own, whatever it changes on the way`() {
        var random = SplitMix(state: 1)
        for _ in 0..<(300 * Self.rounds) {
            var input: [UInt8] = [UInt8(truncatingIfNeeded: random.next()) & 0b1101 | 0b1_0000]
            // Most of it happens in the first 3,000 bytes.
            for _ in 0..<(1 + random.next() % 4) {
                input += [UInt8(random.next() % 8), UInt8(truncatingIfNeeded: random.next())]
                input += [UInt8(truncatingIfNeeded: random.next()), UInt8(truncatingIfNeeded: random.next())]
            }
            #expect(HostileBytes.fault(in: input) == nil, "\(input)")
        }
    }

    @Test func `gets nowhere with a recorded handshake that is changed`() throws {
        var random = SplitMix(state: 2)
        for version in [TLSVersion.one2, .one3] {
            let pair = try Pair(server: { $0.versions = [version] }).carry()
            for (bits, recorded) in [(UInt8(0), pair.carried.toServer), (1, pair.carried.toClient)] {
                for _ in 0..<(100 * Self.rounds) {
                    var bytes = recorded
                    for _ in 0..<(random.next() % 8) {
                        let at = Int(random.next() % UInt64(bytes.count))
                        switch random.next() % 4 {
                        case 0: bytes[at] ^= UInt8(1) << UInt8(random.next() % 8)
                        case 1: bytes.remove(at: at)
                        case 2: bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: at)
                        default: bytes.removeSubrange(at...)
                        }
                        if bytes.isEmpty { break }
                    }
                    let input = [bits | UInt8(random.next() % 8) << 1 & 0b1110] + bytes
                    #expect(HostileBytes.fault(in: input) == nil, "\(input)")
                }
            }
        }
    }

    @Test func `is the one that the fuzzer was, once more`() throws {
        let fuzz = Authority.folder.appending(path: "../Fuzz")
        let inputs = try ["seeds", "found"].flatMap { folder in
            try FileManager.default.contentsOfDirectory(
                at: fuzz.appending(path: "\(folder)/tls-connection"), includingPropertiesForKeys: nil,
                options: .skipsHiddenFiles)
        }
        #expect(inputs.count > 10)
        for input in inputs {
            #expect(HostileBytes.fault(in: Array(try Data(contentsOf: input))) == nil, "\(input.lastPathComponent)")
        }
    }

    @Test func `cannot renegotiate, however often it asks`() throws {
        let pair = try Pair(server: { $0.versions = [.one2] }).carry()
        for _ in 0..<3 {
            _ = SSL_renegotiate(pair.client.ssl)
            _ = SSL_do_handshake(pair.client.ssl)
            ERR_clear_error()
            pair.carry()
        }
        #expect(pair.messagesOfServer.filter { $0 == "< ServerHello" }.count == 1)
        #expect(pair.messagesOfServer.contains("< alert warning no_renegotiation"))
    }

    /// In a process of its own, where nothing else allocates memory.
    @Test func `leaves no memory behind`() async {
        await #expect(processExitsWith: .success) {
            let count = HandshakesInARow.rounds
            let grown = try HandshakesInARow.growth(count)
            // One kilobyte kept for each would be ten times as much.
            precondition(grown < 1_000_000 + count * 100, "\(grown) bytes more after \(count) handshakes")
        }
    }
}

enum HandshakesInARow {
    /// `QUINTAIN_STRESS=1`: ten thousand.
    static let rounds = ProcessInfo.processInfo.environment["QUINTAIN_STRESS"] == nil ? 500 : 10_000

    /// How much memory the process gained in so many connections of all kinds.
    static func growth(_ count: Int) throws -> Int {
        let mint = Authority.mint()
        var settings = TLSServerSettings(identity: mint.identity(at: Authority.now))
        settings.clientCertificate = .requested
        settings.clientAuthorities = mint.anchors
        var clientSettings = TLSClientSettings()
        clientSettings.anchors = mint.anchors
        clientSettings.identity = mint.client("alice", at: Authority.now)
        let server = try TLSContext(server: settings)
        let client = try TLSContext(client: clientSettings)
        var last: TLSSession?
        func once(_ round: Int) {
            let pair = Pair(server: server, client: client, resuming: round % 2 == 0 ? last : nil)
            if round % 5 == 1 { pair.server.receivedEnd() }
            pair.carry()
            pair.client.write("x")
            if round % 3 == 0 { _ = pair.server.sendAlert(TLSAlert("access_denied")!) }
            pair.carry()
            last = pair.session
        }
        for round in 0..<200 { once(round) }
        let before = residentBytes
        for round in 0..<count { once(round) }
        return residentBytes - before
    }

    private static var residentBytes: Int {
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return 0 }
        let words = text.split(separator: " ")
        return words.count > 1 ? (Int(words[1]) ?? 0) * 4_096 : 0
    }
}

/// Numbers in a fixed order, so that a finding can be repeated.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
        return mixed ^ mixed >> 31
    }
}
