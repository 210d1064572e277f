// Certificate+Name.swift: whose a certificate is, and its bytes.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import CQuintainOpenSSL

extension Certificate {
    /// As it is sent, RFC 5280 section 4.1.
    package var der: [UInt8] {
        var start: UnsafeMutablePointer<UInt8>?
        let count = i2d_X509(pointer, &start)
        guard count > 0, let start else { return [] }
        defer { quintain_openssl_free(start) }
        return Array(UnsafeBufferPointer(start: start, count: Int(count)))
    }

    /// What the subject is called; nil: it has no common name, or one that is no text.
    package var commonName: String? {
        guard let subject = X509_get_subject_name(pointer) else { return nil }
        let index = X509_NAME_get_index_by_NID(subject, NID_commonName, -1)
        guard index >= 0, let entry = X509_NAME_get_entry(subject, index) else { return nil }
        var text: UnsafeMutablePointer<UInt8>?
        let count = ASN1_STRING_to_UTF8(&text, X509_NAME_ENTRY_get_data(entry))
        guard count >= 0, let text else { return nil }
        defer { quintain_openssl_free(text) }
        return String(decoding: UnsafeBufferPointer(start: text, count: Int(count)), as: UTF8.self)
    }
}
