// CertificateAuthority.swift: a certificate that signs others, with its key.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package struct CertificateAuthority: Sendable {
    package let certificate: Certificate
    let key: PrivateKey

    /// Reads the committed authority: `certs/quintain-test-ca.pem` and `.key`.
    package init(certificate pem: [UInt8], key keyPEM: [UInt8]) throws(CertificateFault) {
        throw CertificateFault(.noCertificate, "")
    }
}
