// Witness.swift: turns OpenSSL's callbacks into events.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import CQuintainOpenSSL

/// Records the messages that really pass, and counts the records that are written.
struct Witness {
    private(set) var events: [TLSEvent] = []
    private var passedOver = 0
    /// false: a ClientHello is held back.
    var answers = true
    /// Whether a handshake message has come, so that the peer does speak TLS.
    private(set) var hasHeard = false
    private var newHello = false
    var protection = Protection()

    mutating func note(_ event: TLSEvent) {
        if events.count < Self.most { events.append(event) } else { passedOver += 1 }
    }

    mutating func take() -> [TLSEvent] {
        if passedOver > 0 { events.append(.more(passedOver)) }
        defer { (events, passedOver) = ([], 0) }
        return events
    }

    mutating func passed(_ direction: TLSEvent.Direction, type: Int32, _ bytes: UnsafeRawBufferPointer) {
        switch type {
        case SSL3_RT_HEADER:
            guard let first = bytes.first else { return }
            if direction == .sent {
                protection.wroteRecord(type: first)
            } else if Int32(first) == SSL3_RT_CHANGE_CIPHER_SPEC {
                // OpenSSL reports only those that it sends.
                note(.message(.changeCipherSpec, .received))
            }
        case SSL3_RT_CHANGE_CIPHER_SPEC: note(.message(.changeCipherSpec, direction))
        case SSL3_RT_ALERT:
            guard bytes.count >= 2 else { return }
            note(.alert(TLSAlert(number: bytes[1]), bytes[0] == 1 ? .warning : .fatal, direction))
        case SSL3_RT_HANDSHAKE: handshake(direction, bytes)
        case 0:
            // A ClientHello in the form of SSL 2, which OpenSSL still reads.
            handshake(direction, bytes)
        default: break
        }
    }

    private mutating func handshake(_ direction: TLSEvent.Direction, _ bytes: UnsafeRawBufferPointer) {
        guard let type = bytes.first else { return }
        var message = HandshakeMessage(type: type)
        if message == .serverHello {
            if bytes.dropFirst(6).prefix(32).elementsEqual(Self.retryRandom) { message = .helloRetryRequest }
            protection.isVersion13 = ServerHelloExtensions.has(Extension.supportedVersions, in: bytes)
            protection.usesEncryptThenMAC = ServerHelloExtensions.has(Extension.encryptThenMAC, in: bytes)
        }
        if direction == .received {
            hasHeard = true
            if message == .clientHello { newHello = true }
        } else {
            protection.wroteMessage(message)
        }
        note(.message(message, direction))
    }

    /// Whether the ClientHello may be answered.
    mutating func greeted(_ hello: () -> ClientHello) -> Bool {
        if newHello { note(.clientHello(hello())) }
        newHello = false
        return answers
    }

    /// The most events that are kept; a caller that takes them as they come never reaches this number.
    private static let most = 1_000

    /// RFC 8446 section 4.1.3: SHA-256 of "HelloRetryRequest".
    private static let retryRandom: [UInt8] = [
        0xcf, 0x21, 0xad, 0x74, 0xe5, 0x9a, 0x61, 0x11, 0xbe, 0x1d, 0x8c, 0x02, 0x1e, 0x65, 0xb8, 0x91,
        0xc2, 0xa2, 0x11, 0x16, 0x7a, 0xbb, 0x8c, 0x5e, 0x07, 0x9e, 0x09, 0xe2, 0xc8, 0xa8, 0x33, 0x9c,
    ]
}

/// Numbers of the registry "TLS ExtensionType Values".
enum Extension {
    static let serverName: UInt16 = 0
    static let applicationProtocols: UInt16 = 16
    static let encryptThenMAC: UInt16 = 22
    static let sessionTicket: UInt16 = 35
    static let preSharedKey: UInt16 = 41
    static let supportedVersions: UInt16 = 43
}

/// The extensions of a ServerHello, even if its bytes are cut off.
enum ServerHelloExtensions {
    static func has(_ wanted: UInt16, in message: UnsafeRawBufferPointer) -> Bool {
        var rest = message.dropFirst(38)
        func number(_ count: Int) -> Int? {
            guard rest.count >= count else { return nil }
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count).reduce(0) { $0 << 8 | Int($1) }
        }
        guard let sessionLength = number(1), rest.count >= sessionLength else { return false }
        rest = rest.dropFirst(sessionLength)
        guard number(3) != nil, number(2) != nil else { return false }
        while let type = number(2), let length = number(2), rest.count >= length {
            if type == Int(wanted) { return true }
            rest = rest.dropFirst(length)
        }
        return false
    }
}
