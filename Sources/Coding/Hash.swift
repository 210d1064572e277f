// Hash.swift: the digests for transforms and credentials.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import CQuintainOpenSSL

/// A hash function. MD5 is included because RFC 7616 still names it; nothing relies on it for security.
package enum Hash: Sendable, CaseIterable {
    case md5
    case sha256
    /// Not in RFC 7616, but used by clients of httpbin.
    case sha512
    /// SHA-512/256.
    case sha512t256

    /// The digest of some bytes.
    package func of(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        let hashing = Hashing(self)
        let isDone: Void? = bytes.withContiguousStorageIfAvailable { hashing.update(UnsafeRawBufferPointer($0)) }
        if isDone == nil { Array(bytes).withUnsafeBytes { hashing.update($0) } }
        return hashing.finish()
    }
}

/// A digest of bytes that come piece by piece.
package struct Hashing: ~Copyable {
    private let context: OpaquePointer

    package init(_ hash: Hash) {
        guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex(context, hash.algorithm, nil) == 1 else {
            preconditionFailure("OpenSSL has no \(hash)")
        }
        self.context = context
    }

    deinit { EVP_MD_CTX_free(context) }

    package func update(_ bytes: UnsafeRawBufferPointer) {
        let isDone = EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
        precondition(isDone == 1, "a digest takes any bytes")
    }

    package consuming func finish() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: Int(EVP_MAX_MD_SIZE)) { digest, count in
            var size: UInt32 = 0
            let isDone = EVP_DigestFinal_ex(context, digest.baseAddress, &size)
            precondition(isDone == 1, "a digest can be ended")
            count = Int(size)
        }
    }
}

extension Hash {
    fileprivate var algorithm: OpaquePointer {
        switch self {
        case .md5: EVP_md5()
        case .sha256: EVP_sha256()
        case .sha512: EVP_sha512()
        case .sha512t256: EVP_sha512_256()
        }
    }
}
