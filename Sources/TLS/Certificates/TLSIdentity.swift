// TLSIdentity.swift: a chain of certificates and the key of the first.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import CQuintainOpenSSL

/// The certificates with which a server or a client identifies itself, and their key.
package struct TLSIdentity: Sendable {
    /// The own certificate first, then its issuers, in the order in which they are sent.
    package let certificates: [Certificate]
    package let key: PrivateKey

    init(certificates: [Certificate], key: PrivateKey) {
        self.certificates = certificates
        self.key = key
    }

    /// Reads certificates and key from PEM.
    package init(certificates pem: [UInt8], key keyPEM: [UInt8]) throws(CertificateFault) {
        certificates = try Certificate.read(pem)
        key = try PrivateKey.read(keyPEM)
        guard key.belongs(to: certificates[0]) else { throw CertificateFault(.otherKey) }
    }

    /// The certificates in PEM, as they stand in a file.
    package var pem: String { certificates.map(\.pem).joined() }

    /// Passes certificate, key and the rest of the chain to `body`, in the form that OpenSSL takes.
    func install(_ body: (_ own: OpaquePointer, _ key: OpaquePointer, _ chain: OpaquePointer?) -> Int32) -> Bool {
        guard let own = certificates.first else { return false }
        let chain = quintain_x509_stack_new()
        defer { quintain_x509_stack_free(chain) }
        for certificate in certificates.dropFirst() { _ = quintain_x509_stack_push(chain, certificate.pointer) }
        return body(own.pointer, key.pointer, chain) == 1
    }
}

/// Compares the certificates alone: the key belongs to the first of them.
extension TLSIdentity: Hashable {
    package static func == (one: TLSIdentity, other: TLSIdentity) -> Bool { one.certificates == other.certificates }

    package func hash(into hasher: inout Hasher) { hasher.combine(certificates) }
}
