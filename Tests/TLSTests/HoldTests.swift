// HoldTests.swift: what is possible between the ClientHello and its answer, and how many bytes are taken at once.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainTLS
import Testing

@Suite struct `A server that holds` {
    @Test func `says nothing until it is told to`() throws {
        let pair = try Pair(name: "web.localhost", hosts: ["web.localhost"], holds: true)
        pair.carry(cut: 1)
        #expect(pair.server.phase == .held)
        #expect(pair.server.outgoing.isEmpty)
        #expect(pair.hello?.serverName == "web.localhost")
        pair.server.proceed()
        pair.carry(cut: 1)
        #expect(pair.server.phase == .open)
        #expect(pair.serverEvents.filter { if case .clientHello = $0 { true } else { false } }.count == 1)
    }

    @Test func `may show another certificate than the context's`() throws {
        let mint = Authority.mint()
        let pair = try Pair(name: "tunnelled.test", holds: true)
        pair.carry()
        pair.server.proceed(as: mint.identity(hosts: ["tunnelled.test"], at: Authority.now))
        pair.carry()
        #expect(pair.client.phase == .open)
        #expect(pair.client.terms?.peerCertificates.first?.commonName == "tunnelled.test")
    }

    @Test func `can be left by the client`() throws {
        let pair = try Pair(holds: true)
        pair.carry()
        pair.end(.client)
        #expect(pair.server.phase == .held)
        pair.server.proceed()
        #expect(pair.server.failure?.kind == .cutOff)
    }

    @Test func `does not hold a second ClientHello`() throws {
        let pair = try Pair(
            holds: true, server: { $0.groups = ["P-384"] }, client: { $0.groups = ["X25519", "P-384"] })
        pair.carry()
        pair.server.proceed()
        pair.carry()
        #expect(pair.server.phase == .open)
        #expect(
            pair.messagesOfServer.prefix(5) == [
                "> ClientHello", "< HelloRetryRequest", "< ChangeCipherSpec", "> ChangeCipherSpec", "> ClientHello",
            ])
        #expect(pair.serverEvents.filter { if case .clientHello = $0 { true } else { false } }.count == 2)
    }
}

@Suite struct `The flow of plaintext` {
    @Test func `stops where too much is to be sent`() throws {
        let pair = try Pair().carry()
        let much = [UInt8](repeating: 7, count: 1 << 20)
        let taken = much.withUnsafeBytes { pair.server.write($0) }
        #expect(taken < much.count)
        #expect(pair.server.outgoing.count < TLSConnection.outgoingLimit + (1 << 14) + 300)
        #expect(much.withUnsafeBytes { pair.server.write($0) } == 0)
        pair.carry()
        #expect(pair.read.client.count == taken)
        #expect(much.withUnsafeBytes { pair.server.write($0) } > 0)
    }

    @Test func `carries a megabyte in both directions, however it is cut`() throws {
        let bytes = (0..<(1 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        for version in [TLSVersion.one2, .one3] {
            let pair = try Pair(server: { $0.versions = [version] }).carry()
            var sent = (client: 0, server: 0)
            while sent.client < bytes.count || sent.server < bytes.count {
                sent.client += bytes.withUnsafeBytes {
                    pair.client.write(UnsafeRawBufferPointer(rebasing: $0[sent.client...]))
                }
                sent.server += bytes.withUnsafeBytes {
                    pair.server.write(UnsafeRawBufferPointer(rebasing: $0[sent.server...]))
                }
                pair.carry(cut: 10_007)
            }
            #expect(pair.read.client == bytes)
            #expect(pair.read.server == bytes)
        }
    }

    @Test func `waits until somebody reads`() throws {
        let pair = try Pair().carry()
        pair.client.write("hello")
        _ = Pair.move(from: pair.client, to: pair.server, .max)
        #expect(pair.server.unreadCiphertext > 5)
        #expect(pair.server.takeEvents().isEmpty)
        var room = [UInt8](repeating: 0, count: 2)
        #expect(room.withUnsafeMutableBytes { pair.server.read(into: $0) } == .bytes(2))
        #expect(room == Array("he".utf8))
        #expect(Pair.readAll(pair.server).0 == Array("llo".utf8))
        #expect(pair.server.unreadCiphertext == 0)
    }

    @Test func `is nothing before the handshake is done`() throws {
        let pair = try Pair()
        #expect(pair.client.write("early") == 0)
        var room: [UInt8] = [0]
        #expect(room.withUnsafeMutableBytes { pair.client.read(into: $0) } == .needsInput)
    }

    @Test func `goes through a tunnel within a tunnel`() throws {
        let outer = try Pair().carry()
        let inner = try Pair(name: "inner.test", hosts: ["inner.test"])
        for _ in 0..<10 {
            Array(inner.client.outgoing).withUnsafeBytes { inner.client.sent(outer.client.write($0)) }
            Array(inner.server.outgoing).withUnsafeBytes { inner.server.sent(outer.server.write($0)) }
            let before = outer.read
            outer.carry()
            Array(outer.read.server.dropFirst(before.server.count)).withUnsafeBytes { inner.server.received($0) }
            Array(outer.read.client.dropFirst(before.client.count)).withUnsafeBytes { inner.client.received($0) }
            _ = Pair.readAll(inner.client)
        }
        #expect(inner.server.phase == .open)
        #expect(inner.client.phase == .open)
    }
}
