// TLSTerms.swift: the result of a handshake.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import CQuintainOpenSSL

package struct TLSTerms: Sendable, Equatable {
    package var version: TLSVersion
    /// The registered name, such as `TLS_AES_256_GCM_SHA384`.
    package var cipher: String
    /// The application protocol, if one was chosen.
    package var applicationProtocol: String?
    /// The server name that the client asked for.
    package var serverName: String?
    package var isResumed: Bool
    /// The peer's certificates, its own first: from this handshake, or from the one that was resumed.
    package var peerCertificates: [Certificate]
    package var verification: Verification
}

/// The result of the check of the peer's certificates.
package struct Verification: Sendable, Equatable {
    /// OpenSSL's number; 0: the check succeeded, or was not needed.
    package var code: Int
    /// OpenSSL's text, such as `self-signed certificate`.
    package var sentence: String { X509_verify_cert_error_string(code).map { String(cString: $0) } ?? "error \(code)" }

    package var isGood: Bool { code == 0 }
    package var isOfOtherHost: Bool {
        [X509_V_ERR_HOSTNAME_MISMATCH, X509_V_ERR_IP_ADDRESS_MISMATCH].contains { Int($0) == code }
    }
    package var isExpired: Bool { code == Int(X509_V_ERR_CERT_HAS_EXPIRED) }

    init(of ssl: OpaquePointer) { self.init(code: SSL_get_verify_result(ssl)) }

    init(code: Int) { self.code = code }
}

extension TLSTerms {
    init(of ssl: OpaquePointer) {
        version = TLSVersion(number: UInt16(truncatingIfNeeded: SSL_version(ssl))) ?? .one3
        let used = SSL_get_current_cipher(ssl)
        cipher = SSL_CIPHER_standard_name(used).map { String(cString: $0) } ?? ""
        var name: UnsafePointer<UInt8>?
        var count: UInt32 = 0
        SSL_get0_alpn_selected(ssl, &name, &count)
        if let name, count > 0 {
            applicationProtocol = String(decoding: UnsafeBufferPointer(start: name, count: Int(count)), as: UTF8.self)
        }
        serverName = SSL_get_servername(ssl, TLSEXT_NAMETYPE_host_name).map { String(cString: $0) }
        isResumed = SSL_session_reused(ssl) == 1
        peerCertificates = SSL_get1_peer_certificate(ssl).map { [Certificate(owning: $0)] } ?? []
        // OpenSSL's chain includes the peer's own certificate on a client, and leaves it out on a server.
        if let chain = SSL_get_peer_cert_chain(ssl) {
            for index in 0..<max(0, quintain_x509_stack_count(chain)) {
                guard let pointer = quintain_x509_stack_at(chain, index) else { continue }
                let certificate = Certificate(sharing: pointer)
                if !peerCertificates.contains(certificate) { peerCertificates.append(certificate) }
            }
        }
        verification = Verification(of: ssl)
    }
}
