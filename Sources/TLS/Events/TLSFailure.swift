// TLSFailure.swift: the reason why TLS failed, in plain words.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import CQuintainOpenSSL

package struct TLSFailure: Error, Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        /// The first bytes are not a ClientHello.
        case notTLS
        /// The first bytes are plain HTTP.
        case plainHTTP
        case noCommonVersion
        case noCommonCipher
        case noCommonProtocol
        /// The peer gave up with this alert.
        case refused(TLSAlert)
        /// The peer's certificate is missing or not trusted.
        case certificate
        /// The stream ended within the handshake.
        case cutOff
        /// Bytes that are no TLS record came behind the peer's first message, or an unreadable record came behind the
        /// handshake.
        case noRecord
        /// The peer's bytes are wrong in another way.
        case broken
        /// We gave up: an alert was sent on request.
        case gaveUp(TLSAlert)
        /// OpenSSL does not accept the settings.
        case settings
    }

    package var kind: Kind
    /// One sentence, lower case, without a full stop.
    package var sentence: String

    package init(_ kind: Kind, _ sentence: String) {
        self.kind = kind
        self.sentence = sentence
    }
}

extension TLSFailure {
    /// Made from OpenSSL's error and the events before it.
    ///
    /// - Parameter isRecord: whether the latest bytes begin like a record. A record of another version than agreed on
    ///   is not clear text, and may hold an alert about that.
    init(_ fault: OpenSSLFault?, _ ssl: OpaquePointer, _ witness: Witness, peer: String, isRecord: Bool) {
        guard let fault, fault.library == ERR_LIB_SSL else {
            self.init(.broken, "the \(peer)'s bytes are wrong: \(fault?.text ?? "OpenSSL does not say why")")
            return
        }
        if fault.reason > SSL_AD_REASON_OFFSET, let number = UInt8(exactly: fault.reason - SSL_AD_REASON_OFFSET) {
            let alert = TLSAlert(number: number)
            self.init(.refused(alert), "the \(peer) gave up with the alert \(alert.name)")
            return
        }
        switch fault.reason {
        case SSL_R_HTTP_REQUEST, SSL_R_HTTPS_PROXY_REQUEST:
            self.init(.plainHTTP, "the \(peer) speaks plain HTTP where TLS is spoken")
        case SSL_R_UNSUPPORTED_PROTOCOL, SSL_R_VERSION_TOO_LOW, SSL_R_VERSION_TOO_HIGH,
            SSL_R_WRONG_SSL_VERSION, SSL_R_NO_PROTOCOLS_AVAILABLE:
            self.init(.noCommonVersion, "no version of TLS is common to both sides")
        case SSL_R_NO_SHARED_CIPHER, SSL_R_NO_SUITABLE_SIGNATURE_ALGORITHM, SSL_R_NO_SUITABLE_KEY_SHARE,
            SSL_R_NO_SHARED_SIGNATURE_ALGORITHMS, SSL_R_NO_SHARED_GROUPS:
            self.init(.noCommonCipher, "no cipher, group or signature is common to both sides")
        case SSL_R_NO_APPLICATION_PROTOCOL:
            self.init(.noCommonProtocol, "no application protocol is common to both sides")
        case SSL_R_PEER_DID_NOT_RETURN_A_CERTIFICATE:
            self.init(.certificate, "the \(peer) shows no certificate")
        case SSL_R_CERTIFICATE_VERIFY_FAILED:
            self.init(.certificate, "the \(peer)'s certificate is not trusted: \(Verification(of: ssl).sentence)")
        case SSL_R_WRONG_VERSION_NUMBER where witness.hasHeard && !isRecord:
            self.init(.noRecord, "the \(peer)'s bytes are no record of TLS")
        case _ where !witness.hasHeard:
            self.init(.notTLS, "the \(peer) does not speak TLS: \(fault.text)")
        default:
            self.init(.broken, "the \(peer)'s bytes are wrong: \(fault.text)")
        }
    }
}
