// CertificateAuthority.swift: a certificate that signs others, with its key.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import CQuintainOpenSSL

package struct CertificateAuthority: Sendable {
    package let certificate: Certificate
    let key: PrivateKey

    /// Reads the committed authority: `certs/quintain-test-ca.pem` and `.key`.
    package init(certificate pem: [UInt8], key keyPEM: [UInt8]) throws(CertificateFault) {
        let identity = try TLSIdentity(certificates: pem, key: keyPEM)
        certificate = identity.certificates[0]
        key = identity.key
    }

    private init(certificate: Certificate, key: PrivateKey) {
        self.certificate = certificate
        self.key = key
    }

    /// A new authority without constraints, signed by `parent` or by itself; valid for ten years.
    package static func made(
        _ name: String, by parent: CertificateAuthority? = nil, at now: Int64
    ) -> CertificateAuthority {
        let key = PrivateKey.make()
        let form = CertificateShape(
            commonName: name, use: .authority, hosts: HostNames(), notBefore: now - 86_400,
            notAfter: now + 10 * 365 * 86_400)
        return CertificateAuthority(certificate: form.signed(for: key, by: parent), key: key)
    }

    /// A certificate for that host, even if the authority's constraints forbid it; tests need such a breach.
    package func signedRegardless(_ host: String, at now: Int64) -> TLSIdentity {
        let key = PrivateKey.make()
        let form = CertificateShape(
            commonName: host, use: .server, hosts: HostNames([host]), notBefore: now - 86_400,
            notAfter: now + 86_400)
        return TLSIdentity(certificates: [form.signed(for: key, by: self)], key: key)
    }

    /// Whether its name constraints, RFC 5280 section 4.2.1.10, allow that certificate's names.
    func maySign(_ other: Certificate) -> Bool {
        guard let constraints = X509_get_ext_d2i(certificate.pointer, NID_name_constraints, nil, nil) else {
            return true
        }
        let typed = constraints.assumingMemoryBound(to: NAME_CONSTRAINTS.self)
        defer { NAME_CONSTRAINTS_free(typed) }
        // Makes OpenSSL read the other's extensions, which it does lazily: without them it finds no names to check.
        X509_check_purpose(other.pointer, -1, 0)
        return NAME_CONSTRAINTS_check(other.pointer, typed) == X509_V_OK
    }
}
