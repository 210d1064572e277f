// RecordSealer.swift: writes protected records without OpenSSL.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import CQuintainOpenSSL

/// Writes records in place of OpenSSL, which cannot send an alert on request: RFC 8446 section 5.2, RFC 5246 section
/// 6.2.3.
///
/// It continues OpenSSL's count of records. After its first record OpenSSL must not write any more.
final class RecordSealer {
    enum ContentType: UInt8 { case alert = 21, applicationData = 23 }

    private enum Form {
        /// RFC 8446 section 5.2: the type is encrypted, and the nonce is made from the record number.
        case version13
        /// RFC 5288: part of the nonce is sent along.
        case explicitNonce
        /// RFC 7905: the nonce as in TLS 1.3, the type in the clear.
        case numberedNonce
        /// RFC 5246 section 6.2.3.2, RFC 7366.
        case blocks(digest: OpaquePointer, authenticationKey: [UInt8], macLast: Bool)
    }

    private let version: UInt16
    private let form: Form
    private let cipher: OpaquePointer
    private let key: [UInt8]
    private var vector: [UInt8]
    private var sequence: UInt64

    /// `tail`: the last bytes that OpenSSL wrote. nil: the keys are not known.
    init?(_ ssl: OpaquePointer, _ role: TLSContext.Role, _ protection: Protection, after tail: [UInt8]) {
        guard let used = SSL_get_current_cipher(ssl),
            let cipher = EVP_get_cipherbyname(OBJ_nid2sn(SSL_CIPHER_get_cipher_nid(used)))
        else { return nil }
        version = UInt16(truncatingIfNeeded: SSL_version(ssl))
        sequence = protection.sequence
        self.cipher = cipher
        let keyLength = Int(EVP_CIPHER_get_key_length(cipher))

        if version == TLSVersion.one3.number {
            guard var secret = protection.secret, let digest = SSL_CIPHER_get_handshake_digest(used) else { return nil }
            for _ in 0..<(protection.stage == .traffic ? protection.updates : 0) {
                secret = KeySchedule.expand(secret, "traffic upd", secret.count, digest)
            }
            form = .version13
            key = KeySchedule.expand(secret, "key", keyLength, digest)
            vector = KeySchedule.expand(secret, "iv", 12, digest)
            return
        }

        let isAEAD = SSL_CIPHER_is_aead(used) == 1
        let authentication = isAEAD ? nil : EVP_get_digestbyname(OBJ_nid2sn(SSL_CIPHER_get_digest_nid(used)))
        let macLength = authentication.map { Int(EVP_MD_get_size($0)) } ?? 0
        let isGCM = isAEAD && EVP_CIPHER_get_mode(cipher) == EVP_CIPH_GCM_MODE
        let vectorLength = isAEAD ? (isGCM ? 4 : 12) : 16
        let parts = [macLength, macLength, keyLength, keyLength, vectorLength, vectorLength]
        guard let block = KeySchedule.keyBlock(ssl, parts.reduce(0, +), version: version) else { return nil }
        var start = 0
        let pieces = parts.map { length in
            defer { start += length }
            return Array(block[start..<(start + length)])
        }
        let own = role == .server ? 1 : 0
        key = pieces[2 + own]
        vector = pieces[4 + own]
        if let authentication {
            form = .blocks(
                digest: authentication, authenticationKey: pieces[own], macLast: protection.usesEncryptThenMAC)
            // TLS 1.0 chains to the last block, RFC 2246 section 6.2.3.2.
            let last = tail.dropLast(protection.usesEncryptThenMAC ? macLength : 0).suffix(16)
            if version == TLSVersion.one0.number, last.count == 16 { vector = Array(last) }
        } else {
            form = isGCM ? .explicitNonce : .numberedNonce
        }
    }

    /// A record before anything is protected.
    static func clear(_ type: ContentType, _ content: [UInt8], version: UInt16) -> [UInt8] {
        header(type.rawValue, content.count, version) + content
    }

    /// At most 2^14 bytes.
    func seal(_ type: ContentType, _ content: UnsafeRawBufferPointer) -> [UInt8] {
        defer { sequence += 1 }
        let number = Self.bytes(sequence)
        let numbered = zip(vector, [0, 0, 0, 0] + number).map { $0 ^ $1 }
        switch form {
        case .version13:
            let header = Self.header(ContentType.applicationData.rawValue, content.count + 1 + Self.tagLength, 0x0303)
            return header + sealed(Array(content) + [type.rawValue], nonce: numbered, header)
        case .numberedNonce:
            let known = number + Self.header(type.rawValue, content.count, version)
            return Self.header(type.rawValue, content.count + Self.tagLength, version)
                + sealed(Array(content), nonce: numbered, known)
        case .explicitNonce:
            let sent = Self.random(8)
            let known = number + Self.header(type.rawValue, content.count, version)
            return Self.header(type.rawValue, sent.count + content.count + Self.tagLength, version) + sent
                + sealed(Array(content), nonce: vector + sent, known)
        case .blocks(let digest, let authenticationKey, let macLast):
            return blocks(type.rawValue, Array(content), number, digest, authenticationKey, macLast: macLast)
        }
    }

    // MARK: - AEAD

    private func sealed(_ content: [UInt8], nonce: [UInt8], _ known: [UInt8]) -> [UInt8] {
        encrypting { context in
            var result = [UInt8](repeating: 0, count: content.count + Self.tagLength)
            var count: Int32 = 0
            EVP_EncryptInit_ex(context, cipher, nil, key, nonce)
            EVP_EncryptUpdate(context, nil, &count, known, Int32(known.count))
            EVP_EncryptUpdate(context, &result, &count, content, Int32(content.count))
            result.withUnsafeMutableBytes { result in
                let tag = result.baseAddress! + content.count
                EVP_EncryptFinal_ex(context, tag.assumingMemoryBound(to: UInt8.self), &count)
                _ = EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(Self.tagLength), tag)
            }
            return result
        }
    }

    // MARK: - CBC

    private func blocks(
        _ type: UInt8, _ content: [UInt8], _ number: [UInt8], _ digest: OpaquePointer, _ authenticationKey: [UInt8],
        macLast: Bool
    ) -> [UInt8] {
        func mac(_ bytes: [UInt8]) -> [UInt8] {
            let known = number + Self.header(type, bytes.count, version)
            return KeySchedule.hmac(authenticationKey, known + bytes, digest)
        }
        var plain = macLast ? content : content + mac(content)
        let padding = UInt8(15 - plain.count % 16)
        plain += [UInt8](repeating: padding, count: Int(padding) + 1)
        let chained = version == TLSVersion.one0.number
        let start = chained ? vector : Self.random(16)
        let encrypted: [UInt8] = encrypting { context in
            var result = [UInt8](repeating: 0, count: plain.count + 16)
            var count: Int32 = 0
            EVP_EncryptInit_ex(context, cipher, nil, key, start)
            EVP_CIPHER_CTX_set_padding(context, 0)
            EVP_EncryptUpdate(context, &result, &count, plain, Int32(plain.count))
            return Array(result.prefix(plain.count))
        }
        if chained { vector = Array(encrypted.suffix(16)) }
        var body = (chained ? [] : start) + encrypted
        if macLast { body += mac(body) }
        return Self.header(type, body.count, version) + body
    }

    // MARK: - Details

    private func encrypting(_ body: (OpaquePointer?) -> [UInt8]) -> [UInt8] {
        guard let context = EVP_CIPHER_CTX_new() else { preconditionFailure("out of memory") }
        defer { EVP_CIPHER_CTX_free(context) }
        return body(context)
    }

    private static func header(_ type: UInt8, _ count: Int, _ version: UInt16) -> [UInt8] {
        [
            type, UInt8(version >> 8), UInt8(truncatingIfNeeded: version), UInt8(truncatingIfNeeded: count >> 8),
            UInt8(truncatingIfNeeded: count),
        ]
    }

    private static func bytes(_ number: UInt64) -> [UInt8] {
        stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> UInt64($0)) }
    }

    private static func random(_ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        guard RAND_bytes(&bytes, Int32(count)) == 1 else { preconditionFailure("OpenSSL has no randomness") }
        return bytes
    }

    private static let tagLength = 16
}
