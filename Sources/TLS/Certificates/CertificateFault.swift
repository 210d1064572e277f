// CertificateFault.swift: the faults of a certificate file or a key file.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package struct CertificateFault: Error, Sendable, Hashable {
    package enum Kind: Sendable, Hashable, CaseIterable {
        case noCertificate, damagedCertificate
        case noKey, encryptedKey, unusableKey
        /// Certificate and key are each sound, but do not belong together.
        case otherKey
    }

    package enum Part: Sendable, Hashable { case certificate, key }

    package let kind: Kind

    init(_ kind: Kind) { self.kind = kind }

    /// Which of the two files is wrong.
    package var part: Part {
        switch kind {
        case .noCertificate, .damagedCertificate: .certificate
        case .noKey, .encryptedKey, .unusableKey, .otherKey: .key
        }
    }

    /// The predicate of a sentence about the file, as in "'x.pem' holds no certificate".
    package var predicate: String {
        switch kind {
        case .noCertificate: "holds no certificate in PEM form"
        case .damagedCertificate: "holds a certificate that cannot be read"
        case .noKey: "holds no private key in PEM form"
        case .encryptedKey: "holds a key that is encrypted"
        case .unusableKey: "holds a key of a kind that TLS has no use for"
        case .otherKey: "is not the key of the certificate"
        }
    }

    package var help: String {
        switch kind {
        case .noCertificate:
            "it needs a line '-----BEGIN CERTIFICATE-----'; 'openssl x509 -in x.der -out x.pem' makes one"
        case .damagedCertificate: "'openssl x509 -in x.pem -noout -text' shows what is there"
        case .noKey: "it needs a line such as '-----BEGIN PRIVATE KEY-----'"
        case .encryptedKey: "'openssl pkey -in x.key -out plain.key' takes the passphrase off"
        case .unusableKey: "RSA, ECDSA and EdDSA keys can be used"
        case .otherKey: "the key must be that of the first certificate in the file"
        }
    }
}
