// PrivateKey.swift: a private key.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import CQuintainOpenSSL

/// A key; never changed once it is made, so that it can be shared.
package final class PrivateKey: @unchecked Sendable {
    let pointer: OpaquePointer

    /// Takes over the reference.
    init(owning pointer: OpaquePointer) { self.pointer = pointer }

    deinit { EVP_PKEY_free(pointer) }

    package enum Kind: Hashable, Sendable {
        /// On the curve P-256: made in microseconds, accepted by every client.
        case p256
        /// Of 2,048 bits, as servers had in the time of TLS 1.0 and 1.1.
        case rsa
        /// Of 1,024 bits: too short for all clients of today.
        case shortRSA
    }

    /// A new key.
    static func make(_ kind: Kind = .p256) -> PrivateKey {
        let made =
            switch kind {
            case .p256: quintain_key_p256()
            case .rsa: quintain_key_rsa(2048)
            case .shortRSA: quintain_key_rsa(1024)
            }
        guard let made else { preconditionFailure("OpenSSL makes no key: \(kind)") }
        return PrivateKey(owning: made)
    }

    package static func read(_ pem: [UInt8]) throws(CertificateFault) -> PrivateKey {
        var isEncrypted = false
        var found: OpaquePointer?
        withUnsafeMutablePointer(to: &isEncrypted) { isEncrypted in
            PEM.reading(pem) { found = Self.read($0, isEncrypted) }
        }
        guard let found else { throw CertificateFault(isEncrypted ? .encryptedKey : .noKey) }
        let key = PrivateKey(owning: found)
        guard key.signs else { throw CertificateFault(.unusableKey) }
        return key
    }

    /// The key as PKCS #8, not encrypted.
    package var pem: String { PEM.written { PEM_write_bio_PKCS8PrivateKey($0, pointer, nil, nil, 0, nil, nil) } }

    func belongs(to certificate: Certificate) -> Bool {
        let belongs = X509_check_private_key(certificate.pointer, pointer) == 1
        OpenSSLFault.clear()
        return belongs
    }

    /// Whether the key can decipher, which the RSA key exchange of TLS 1.2 and earlier needs.
    var deciphers: Bool { EVP_PKEY_get_base_id(pointer) == EVP_PKEY_RSA }

    /// Whether TLS has signatures for this kind of key.
    private var signs: Bool {
        switch EVP_PKEY_get_base_id(pointer) {
        case EVP_PKEY_RSA, EVP_PKEY_RSA_PSS, EVP_PKEY_EC, EVP_PKEY_ED25519, EVP_PKEY_ED448: true
        default: false
        }
    }

    /// Asks for no passphrase: without the closure OpenSSL would ask on the terminal.
    private static func read(_ bio: OpaquePointer, _ isEncrypted: UnsafeMutablePointer<Bool>) -> OpaquePointer? {
        PEM_read_bio_PrivateKey(
            bio, nil,
            { _, _, _, isEncrypted in
                isEncrypted?.assumingMemoryBound(to: Bool.self).pointee = true
                return -1
            }, isEncrypted)
    }
}
