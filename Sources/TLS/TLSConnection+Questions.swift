// TLSConnection+Questions.swift: where a client's handshake stops for a decision.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
//
//     ClientHello ──▶        ◀── ServerHello … Certificate ──▶ .judging
//                            ◀── CertificateRequest … Finished ──▶ .identifying
//     Certificate, Finished ──▶                                    .open
//
// The order is OpenSSL's: it checks the server's certificate as soon as that is there, and looks for one of ours when
// the server's flight is over. Nothing of the application leaves before both are answered. A session that is resumed
// brings no certificate and no request: what was said when it was made holds.

internal import CQuintainOpenSSL

/// The questions at which a client's handshake stops. The context decides the others, by its anchors and its identity.
package struct TLSQuestions: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let serverTrust = TLSQuestions(rawValue: 1)
    package static let clientCertificate = TLSQuestions(rawValue: 2)
}

/// The server's certificate, and its verification against the anchors.
package struct ShownCertificate: Sendable, Equatable {
    package var certificate: Certificate
    package var verification: Verification
}

extension TLSConnection {
    /// Decides whether the server's certificate is accepted, whatever the anchors say. If not, an alert is sent and the
    /// connection has failed.
    package func judge(isTrusted: Bool) {
        guard phase == .judging else { return }
        self.isTrusted = isTrusted
        goOn()
    }

    /// Sends this identity to the server, or none.
    package func identify(as identity: TLSIdentity?) {
        guard phase == .identifying else { return }
        if let identity, !install(identity) {
            fail()
            return
        }
        isIdentified = true
        goOn()
    }

    /// The names of the authorities that the server accepts, in the form of RFC 2253; it need not name any.
    package var acceptedAuthorities: [String] {
        guard let names = SSL_get0_peer_CA_list(ssl) else { return [] }
        return (0..<max(0, min(Self.authoritiesAtMost, quintain_name_stack_count(names)))).compactMap { index in
            quintain_name_stack_at(names, index).map { name in
                PEM.written { X509_NAME_print_ex($0, name, 0, quintain_name_as_text) }
            }
        }
    }

    // MARK: - For OpenSSL

    func stopForQuestions() {
        // Asks for the verification even if the context accepts every certificate.
        if questions.contains(.serverTrust) { SSL_set_verify(ssl, SSL_VERIFY_PEER, nil) }
        if questions.contains(.clientCertificate) {
            SSL_set_cert_cb(ssl, { ssl, _ in TLSConnection.certificateWanted(ssl) }, nil)
        }
    }

    /// 1: the handshake continues, or, after `retry`, calls again; 0: the certificate is refused.
    func verify(_ check: OpaquePointer) -> Int32 {
        guard questions.contains(.serverTrust) else { return max(0, X509_verify_cert(check)) }
        guard let isTrusted, let shown else {
            _ = X509_verify_cert(check)
            // OpenSSL would find the error in its queue, and take it for one of the handshake.
            OpenSSLFault.clear()
            guard let own = X509_STORE_CTX_get0_cert(check) else { return 0 }
            let code = Int(X509_STORE_CTX_get_error(check))
            shown = ShownCertificate(certificate: Certificate(sharing: own), verification: Verification(code: code))
            quintain_ssl_retry_verify(ssl)
            return 1
        }
        // OpenSSL stores this code as the result and chooses its alert by it.
        let code = Int32(truncatingIfNeeded: shown.verification.code)
        X509_STORE_CTX_set_error(check, isTrusted || code != 0 ? code : X509_V_ERR_CERT_REJECTED)
        return isTrusted ? 1 : 0
    }

    private func install(_ identity: TLSIdentity) -> Bool {
        func install() -> Bool {
            OpenSSLFault.clear()
            return identity.install { SSL_use_cert_and_key(ssl, $0, $1, $2, 1) }
        }
        if install() { return true }
        // Any certificate of the app's is sent, however weak: the server judges it.
        SSL_set_security_level(ssl, 0)
        return install()
    }

    /// The most authorities that are reported.
    private static let authoritiesAtMost: Int32 = 100
}
