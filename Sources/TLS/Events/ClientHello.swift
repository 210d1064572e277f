// ClientHello.swift: the contents of a ClientHello.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import CQuintainOpenSSL

package struct ClientHello: Sendable, Equatable {
    /// The host name of the extension server_name, RFC 6066 section 3; nil: there is none.
    package var serverName: String?
    /// The versions in the extension supported_versions, else the one version of the message. Unknown ones are left
    /// out.
    package var versions: [TLSVersion] = []
    /// The application protocols offered, RFC 7301.
    package var protocols: [String] = []
    package var cipherCount = 0
    /// Whether a session or ticket is offered for resumption.
    package var resumes = false
}

extension ClientHello {
    /// May be called only within OpenSSL's callback. Wrong lengths are cut here, and OpenSSL refuses them.
    init(of ssl: OpaquePointer) {
        if let bytes = Self.bytes(Extension.serverName, ssl) { serverName = Self.name(in: bytes) }
        if let bytes = Self.bytes(Extension.applicationProtocols, ssl) { protocols = Self.protocols(in: bytes) }
        if let bytes = Self.bytes(Extension.supportedVersions, ssl) {
            let numbers = bytes.dropFirst().prefix(Self.most * 2)
            versions = zip(numbers.enumerated(), numbers.dropFirst()).compactMap { first, second in
                first.offset.isMultiple(of: 2) ? TLSVersion(number: UInt16(first.element) << 8 | UInt16(second)) : nil
            }
        } else {
            versions =
                TLSVersion(number: UInt16(truncatingIfNeeded: SSL_client_hello_get0_legacy_version(ssl)))
                .map { [$0] } ?? []
            var identifier: UnsafePointer<UInt8>?
            resumes = SSL_client_hello_get0_session_id(ssl, &identifier) > 0
        }
        if Self.bytes(Extension.preSharedKey, ssl) != nil { resumes = true }
        if let ticket = Self.bytes(Extension.sessionTicket, ssl), !ticket.isEmpty { resumes = true }
        var ciphers: UnsafePointer<UInt8>?
        let count = SSL_client_hello_get0_ciphers(ssl, &ciphers)
        cipherCount = count / (SSL_client_hello_isv2(ssl) == 1 ? 3 : 2)
    }

    /// The first entry, if its type is host_name: RFC 6066 section 3.
    private static func name(in bytes: UnsafeBufferPointer<UInt8>) -> String? {
        guard bytes.count > 5, bytes[2] == 0 else { return nil }
        let length = Int(bytes[3]) << 8 | Int(bytes[4])
        return String(decoding: bytes.dropFirst(5).prefix(min(length, longestName)), as: UTF8.self)
    }

    private static func protocols(in bytes: UnsafeBufferPointer<UInt8>) -> [String] {
        var rest = bytes.dropFirst(2)
        var names: [String] = []
        while let length = rest.first, names.count < most {
            rest = rest.dropFirst()
            names.append(String(decoding: rest.prefix(Int(length)), as: UTF8.self))
            rest = rest.dropFirst(Int(length))
        }
        return names
    }

    private static func bytes(_ type: UInt16, _ ssl: OpaquePointer) -> UnsafeBufferPointer<UInt8>? {
        var start: UnsafePointer<UInt8>?
        var count = 0
        guard SSL_client_hello_get0_ext(ssl, UInt32(type), &start, &count) == 1 else { return nil }
        return UnsafeBufferPointer(start: start, count: count)
    }

    /// The most versions or protocols that are reported.
    private static let most = 64
    private static let longestName = 255
}
