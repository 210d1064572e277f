// HostileBytes.swift: TLS machines that are fed with anything, and the laws that they keep.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainTLS

/// The fuzz harness and the tests check the same laws.
enum HostileBytes {
    /// nil: all is well. The bits of the first byte say what the rest is and how it is cut: bytes for a machine that
    /// waits for its peer, or changes to the bytes between two that talk.
    static func fault(in input: [UInt8]) -> String? {
        guard let first = input.first else { return nil }
        let cut = [1, 3, 100, Int.max][Int(first >> 2 & 3)]
        let rest = Array(input.dropFirst())
        if first & 16 != 0 { return talk(old: first & 1 != 0, cut, changes: rest) }
        return feed(server: first & 1 == 0, holds: first & 2 != 0, cut, rest)
    }

    // MARK: - Fed from nowhere

    private static func feed(server: Bool, holds: Bool, _ cut: Int, _ input: [UInt8]) -> String? {
        let connection = TLSConnection(
            server ? Machines.server : Machines.client, serverName: server ? nil : "localhost", holds: holds,
            at: Machines.now)
        var rest = input[...]
        while !rest.isEmpty {
            let piece = Array(rest.prefix(cut))
            rest = rest.dropFirst(piece.count)
            piece.withUnsafeBytes { connection.received($0) }
            if let fault = fault(of: connection, after: input.count) { return fault }
            if connection.phase == .held { connection.proceed() }
        }
        connection.receivedEnd()
        if connection.phase == .held { connection.proceed() }
        if let fault = fault(of: connection, after: input.count) { return fault }
        if connection.phase != .ended { return "the end was not heard" }
        return nil
    }

    private static func fault(of connection: TLSConnection, after count: Int) -> String? {
        var room = [UInt8](repeating: 0, count: 256)
        let result = room.withUnsafeMutableBytes { connection.read(into: $0) }
        if connection.phase == .open { return "a handshake is done that nobody shook" }
        if case .bytes = result { return "plaintext out of nothing" }
        if connection.outgoing.count > 16_384 + 8 * count { return "\(connection.outgoing.count) bytes of answer" }
        if connection.unreadCiphertext > count { return "more unread than there was" }
        if connection.takeEvents().count > 1_001 { return "events without end" }
        if connection.phase == .ended, connection.failure == nil { return "an end without a reason" }
        return nil
    }

    // MARK: - Changed on the way

    /// Four bytes for each change: the place (two bytes, counted from the previous place), the kind, and a value.
    private static func talk(old: Bool, _ cut: Int, changes: [UInt8]) -> String? {
        let server = TLSConnection(old ? Machines.oldServer : Machines.server, at: Machines.now)
        let client = TLSConnection(Machines.client, serverName: "localhost", at: Machines.now)
        let said = [UInt8](repeating: 42, count: 300)
        var changes = changes[...]
        var left = Int.max
        next(&changes, &left)
        var heard: [UInt8] = []
        // Whatever is changed, two machines may not answer each other without end.
        for _ in 0..<100 {
            for (one, other) in [(client, server), (server, client)] {
                if one.phase == .open { _ = said.withUnsafeBytes { one.write($0) } }
                let bytes = Array(one.outgoing)
                one.sent(bytes.count)
                var changed: [UInt8] = []
                for byte in bytes {
                    guard left == 0 else {
                        changed.append(byte)
                        left -= 1
                        continue
                    }
                    change(byte, &changes, &changed)
                    next(&changes, &left)
                }
                var rest = changed[...]
                while !rest.isEmpty {
                    let piece = Array(rest.prefix(cut))
                    rest = rest.dropFirst(piece.count)
                    piece.withUnsafeBytes { other.received($0) }
                }
                var room = [UInt8](repeating: 0, count: 512)
                while case .bytes(let count) = room.withUnsafeMutableBytes({ other.read(into: $0) }) {
                    heard += room.prefix(count)
                }
                if other.phase == .ended, other.failure == nil { return "an end without a reason" }
                if other.takeEvents().count > 1_001 { return "events without end" }
            }
            if heard.count > 1_000 { break }
        }
        return heard.allSatisfy { $0 == 42 } ? nil : "plaintext that nobody said"
    }

    private static func next(_ changes: inout ArraySlice<UInt8>, _ left: inout Int) {
        guard changes.count >= 4 else {
            left = .max
            return
        }
        left = Int(changes.removeFirst()) << 8 | Int(changes.removeFirst())
    }

    private static func change(_ byte: UInt8, _ changes: inout ArraySlice<UInt8>, _ changed: inout [UInt8]) {
        guard changes.count >= 2 else { return }
        let what = changes.removeFirst()
        let value = changes.removeFirst()
        switch what & 7 {
        case 0: changed.append(byte ^ value)
        case 1: changed.append(value)
        case 2: break
        case 3: changed += [byte, byte]
        case 4: changed += [byte] + [UInt8](repeating: value, count: Int(what >> 3))
        // A record of its own: whole records in between find more.
        case 5: changed += [20 + value & 7, 3, 3, 0, 2, what, value, byte]
        case 6: changed += [21, 3, 3, 0, 2, 1, value, byte]
        default: changed += [23, 3, 3, 0, 0, byte]
        }
    }
}

/// Contexts are made once; each input is one connection.
enum Machines {
    static let now: Int64 = 1_750_000_000

    static let server = server(versions: Set(TLSVersion.allCases))
    static let oldServer = server(versions: [.one2])

    static let client: TLSContext = {
        do throws(TLSFailure) {
            var settings = TLSClientSettings()
            settings.verifies = false
            settings.protocols = ["h2", "http/1.1"]
            settings.versions = Set(TLSVersion.allCases)
            return try TLSContext(client: settings)
        } catch {
            fatalError(error.sentence)
        }
    }()

    private static func server(versions: Set<TLSVersion>) -> TLSContext {
        let mint = Mint(.made("Authority of a test", at: now))
        var settings = TLSServerSettings(identity: mint.identity(at: now))
        settings.protocols = ["h2", "http/1.1"]
        settings.clientCertificate = .requested
        settings.clientAuthorities = mint.anchors
        settings.versions = versions
        do throws(TLSFailure) {
            return try TLSContext(server: settings)
        } catch {
            fatalError(error.sentence)
        }
    }
}
