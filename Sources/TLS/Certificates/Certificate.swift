// Certificate.swift: one X.509 certificate.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import CQuintainOpenSSL

/// A certificate; never changed once it is made, so that it can be shared.
package final class Certificate: @unchecked Sendable {
    let pointer: OpaquePointer

    /// Takes over the reference.
    init(owning pointer: OpaquePointer) { self.pointer = pointer }

    /// Takes a reference of its own.
    convenience init(sharing pointer: OpaquePointer) {
        X509_up_ref(pointer)
        self.init(owning: pointer)
    }

    deinit { X509_free(pointer) }

    /// All certificates of a file in PEM form, in their order. Text around them is skipped.
    package static func read(_ pem: [UInt8]) throws(CertificateFault) -> [Certificate] {
        var found: [Certificate] = []
        var fault: OpenSSLFault?
        PEM.reading(pem) { bio in
            while found.count < most, let pointer = PEM_read_bio_X509(bio, nil, nil, nil) {
                found.append(Certificate(owning: pointer))
            }
            fault = OpenSSLFault.take()
        }
        // A sound file ends with the error that no start line follows; any other error means damage.
        let isDamaged = fault.map { $0.library != ERR_LIB_PEM || $0.reason != PEM_R_NO_START_LINE } ?? false
        if isDamaged { throw CertificateFault(.damagedCertificate) }
        if found.isEmpty { throw CertificateFault(.noCertificate) }
        return found
    }

    /// The subject, such as `CN=alice`, as RFC 2253 writes names.
    package var subject: String {
        PEM.written { X509_NAME_print_ex($0, X509_get_subject_name(pointer), 0, quintain_name_as_text) }
    }

    /// The subject of its issuer.
    package var issuer: String {
        PEM.written { X509_NAME_print_ex($0, X509_get_issuer_name(pointer), 0, quintain_name_as_text) }
    }

    /// The subject's common name, by which scenarios call a client certificate.
    package var commonName: String? {
        guard let name = X509_get_subject_name(pointer) else { return nil }
        let index = X509_NAME_get_index_by_NID(name, NID_commonName, -1)
        guard index >= 0, let value = X509_NAME_ENTRY_get_data(X509_NAME_get_entry(name, index)) else { return nil }
        var text: UnsafeMutablePointer<UInt8>?
        let count = ASN1_STRING_to_UTF8(&text, value)
        guard count >= 0, let text else { return nil }
        defer { CRYPTO_free(text, nil, 0) }
        return String(decoding: UnsafeBufferPointer(start: text, count: Int(count)), as: UTF8.self)
    }

    /// SHA-256 of the certificate, in 64 lower-case hexadecimal digits.
    package var fingerprint: String {
        var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var count: UInt32 = 0
        guard X509_digest(pointer, EVP_sha256(), &digest, &count) == 1 else { return "" }
        return Hex.text(digest.prefix(Int(count)))
    }

    /// The certificate in DER, as it is sent, RFC 5280 section 4.1.
    package var der: [UInt8] {
        var start: UnsafeMutablePointer<UInt8>?
        let count = i2d_X509(pointer, &start)
        guard count > 0, let start else { return [] }
        defer { CRYPTO_free(start, nil, 0) }
        return Array(UnsafeBufferPointer(start: start, count: Int(count)))
    }

    package var pem: String { PEM.written { PEM_write_bio_X509($0, pointer) } }

    /// The most certificates that are read from a file; no client takes as many.
    private static let most = 1_000
}

extension Certificate: Hashable {
    package static func == (one: Certificate, other: Certificate) -> Bool { X509_cmp(one.pointer, other.pointer) == 0 }

    package func hash(into hasher: inout Hasher) { hasher.combine(X509_subject_name_hash(pointer)) }
}
