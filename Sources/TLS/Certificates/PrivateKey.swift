// PrivateKey.swift: a private key.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import CQuintainOpenSSL

/// A key; never changed once it is made, so that it can be shared.
package final class PrivateKey: @unchecked Sendable {
    let pointer: OpaquePointer

    /// Takes the reference over.
    init(owning pointer: OpaquePointer) { self.pointer = pointer }

    deinit { EVP_PKEY_free(pointer) }

    /// PKCS #8, not encrypted.
    package var pem: String { "" }
}
