// CertificateShape.swift: the contents of a certificate that is to be signed.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import CQuintainOpenSSL

/// The hash that a certificate's signature uses.
package enum SignatureHash: Hashable, Sendable {
    case sha256
    /// Broken, and refused by all clients of today.
    case sha1
}

struct CertificateShape {
    enum Use {
        case server, client
        /// Signs other certificates.
        case authority
    }

    var commonName: String
    var use: Use
    var hosts: HostNames
    /// Seconds since 1970.
    var notBefore: Int64
    var notAfter: Int64
    var hash = SignatureHash.sha256

    /// Signs the form; without an `authority` the certificate signs itself.
    func signed(for key: PrivateKey, by authority: CertificateAuthority?) -> Certificate {
        guard let pointer = X509_new() else { preconditionFailure("out of memory") }
        let certificate = Certificate(owning: pointer)
        X509_set_version(pointer, Int(X509_VERSION_3))
        setSerial(pointer)
        setTime(notBefore) { X509_set1_notBefore(pointer, $0) }
        setTime(notAfter) { X509_set1_notAfter(pointer, $0) }
        setSubject(pointer)
        X509_set_pubkey(pointer, key.pointer)
        let issuer = authority?.certificate.pointer ?? pointer
        X509_set_issuer_name(pointer, X509_get_subject_name(issuer))

        var extensions = [(NID_subject_key_identifier, "hash")]
        if authority != nil { extensions.append((NID_authority_key_identifier, "keyid:always")) }
        switch use {
        case .authority:
            extensions.append((NID_basic_constraints, "critical,CA:TRUE"))
            extensions.append((NID_key_usage, "critical,keyCertSign,cRLSign"))
        case .server:
            extensions.append((NID_basic_constraints, "critical,CA:FALSE"))
            let usage = key.deciphers ? "digitalSignature,keyEncipherment" : "digitalSignature"
            extensions.append((NID_key_usage, "critical,\(usage)"))
            extensions.append((NID_ext_key_usage, "serverAuth"))
        case .client:
            extensions.append((NID_basic_constraints, "critical,CA:FALSE"))
            extensions.append((NID_key_usage, "critical,digitalSignature"))
            extensions.append((NID_ext_key_usage, "clientAuth"))
        }
        if !hosts.isEmpty { extensions.append((NID_subject_alt_name, hosts.text)) }
        for (kind, value) in extensions { add(kind, value, to: pointer, issuer: issuer) }

        guard X509_sign(pointer, (authority?.key ?? key).pointer, hash == .sha1 ? EVP_sha1() : EVP_sha256()) > 0 else {
            preconditionFailure("OpenSSL does not sign: \(OpenSSLFault.take()?.text ?? "")")
        }
        return certificate
    }

    /// 126 random bits: RFC 5280 section 4.1.2.2 wants them positive and unique.
    private func setSerial(_ certificate: OpaquePointer) {
        var bytes = [UInt8](repeating: 0, count: 16)
        guard RAND_bytes(&bytes, Int32(bytes.count)) == 1 else { preconditionFailure("OpenSSL has no randomness") }
        bytes[0] = bytes[0] & 0x7f | 0x40
        let number = BN_bin2bn(bytes, Int32(bytes.count), nil)
        defer { BN_free(number) }
        BN_to_ASN1_INTEGER(number, X509_get_serialNumber(certificate))
    }

    private func setTime(_ seconds: Int64, _ set: (UnsafePointer<ASN1_TIME>?) -> Int32) {
        let time = ASN1_TIME_set(nil, time_t(seconds))
        defer { ASN1_TIME_free(time) }
        precondition(set(time) == 1, "a time that no certificate can name")
    }

    private func setSubject(_ certificate: OpaquePointer) {
        // RFC 5280 appendix A.1: a common name has at most 64 characters.
        let bytes = Array(String(commonName.prefix(64)).utf8)
        X509_NAME_add_entry_by_NID(
            X509_get_subject_name(certificate), NID_commonName, MBSTRING_UTF8, bytes, Int32(bytes.count), -1, 0)
    }

    private func add(_ kind: Int32, _ value: String, to certificate: OpaquePointer, issuer: OpaquePointer) {
        var context = X509V3_CTX()
        X509V3_set_ctx(&context, issuer, certificate, nil, nil, 0)
        guard let made = X509V3_EXT_conf_nid(nil, &context, kind, value) else {
            preconditionFailure("OpenSSL does not take '\(value)': \(OpenSSLFault.take()?.text ?? "")")
        }
        X509_add_ext(certificate, made, -1)
        X509_EXTENSION_free(made)
    }
}
