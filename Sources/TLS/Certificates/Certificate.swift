// Certificate.swift: one X.509 certificate.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import CQuintainOpenSSL

/// A certificate; never changed once it is made, so that it can be shared.
package final class Certificate: @unchecked Sendable, Equatable {
    package static func == (one: Certificate, other: Certificate) -> Bool { X509_cmp(one.pointer, other.pointer) == 0 }

    let pointer: OpaquePointer

    /// Takes the reference over.
    init(owning pointer: OpaquePointer) { self.pointer = pointer }

    deinit { X509_free(pointer) }

    /// `CN=alice`
    package var subject: String { "" }
    /// SHA-256 of the certificate, as `openssl x509 -fingerprint` writes it without the colons, in small letters.
    package var fingerprint: String { "" }
    package var pem: String { "" }
}
