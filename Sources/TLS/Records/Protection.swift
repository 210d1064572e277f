// Protection.swift: the keys of our records, and the number of records that were written under them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import CQuintainOpenSSL

/// The keys and the count that are needed to write a record in place of OpenSSL, kept up to date while OpenSSL writes.
///
/// ```
/// TLS 1.3   clear ──ServerHello / first protected record──▶ handshake ──Finished──▶ traffic ──KeyUpdate──▶ traffic
/// earlier   clear ──ChangeCipherSpec──▶ traffic
/// ```
struct Protection {
    enum Stage { case clear, handshake, traffic }

    private(set) var stage = Stage.clear
    /// Records written under the keys of this stage.
    private(set) var sequence: UInt64 = 0
    /// Known from the ServerHello on.
    var isVersion13 = false
    /// TLS 1.3: the secrets behind our keys.
    private var handshakeSecret: [UInt8]?
    private var trafficSecret: [UInt8]?
    /// The number of KeyUpdates since the traffic secret was logged.
    private(set) var updates = 0
    /// RFC 7366: only with ciphers in CBC mode.
    var usesEncryptThenMAC = false

    var isOn: Bool { stage != .clear }
    /// The secret of this stage.
    var secret: [UInt8]? { stage == .traffic ? trafficSecret : handshakeSecret }

    mutating func wroteRecord(type: UInt8) {
        switch Int32(type) {
        case SSL3_RT_CHANGE_CIPHER_SPEC:
            // In TLS 1.3 a ChangeCipherSpec means nothing (RFC 8446 section 5); before 1.3 it begins the protection.
            if !isVersion13 { (stage, sequence) = (.traffic, 0) }
        case SSL3_RT_APPLICATION_DATA where !isOn:
            // The client's first message after the ServerHello.
            (stage, sequence) = (.handshake, 1)
        default:
            if isOn { sequence += 1 }
        }
    }

    /// Notes a sent message, whose last record has been counted.
    mutating func wroteMessage(_ message: HandshakeMessage) {
        guard isVersion13 else { return }
        switch message {
        case .serverHello: (stage, sequence) = (.handshake, 0)
        case .finished: (stage, sequence) = (.traffic, 0)
        case .keyUpdate:
            updates += 1
            sequence = 0
        default: break
        }
    }

    /// Reads a line of NSS's format: `SERVER_TRAFFIC_SECRET_0 CLIENT_RANDOM SECRET`.
    mutating func keyLogged(_ line: String, _ role: TLSContext.Role) {
        let words = line.utf8.split(separator: UInt8(ascii: " "))
        let whose = role == .server ? "SERVER" : "CLIENT"
        guard words.count == 3, let secret = Hex.bytes(words[2]) else { return }
        switch String(decoding: words[0], as: UTF8.self) {
        case "\(whose)_HANDSHAKE_TRAFFIC_SECRET": handshakeSecret = secret
        case "\(whose)_TRAFFIC_SECRET_0": trafficSecret = secret
        default: break
        }
    }
}
