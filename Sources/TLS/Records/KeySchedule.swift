// KeySchedule.swift: derives the keys of records from secrets.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import CQuintainOpenSSL

enum KeySchedule {
    /// HKDF-Expand-Label with no context, RFC 8446 section 7.1; no longer than one digest.
    static func expand(_ secret: [UInt8], _ label: String, _ count: Int, _ digest: OpaquePointer) -> [UInt8] {
        let label = Array("tls13 \(label)".utf8)
        let text = [0, UInt8(count), UInt8(label.count)] + label + [0, 1]
        return Array(hmac(secret, text, digest).prefix(count))
    }

    /// The key block of TLS 1.2 and earlier, RFC 5246 section 6.3; nil: there is no session yet.
    static func keyBlock(_ ssl: OpaquePointer, _ count: Int, version: UInt16) -> [UInt8]? {
        guard let session = SSL_get_session(ssl), let used = SSL_get_current_cipher(ssl) else { return nil }
        var secret = [UInt8](repeating: 0, count: SSL_SESSION_get_master_key(session, nil, 0))
        guard SSL_SESSION_get_master_key(session, &secret, secret.count) == secret.count, !secret.isEmpty else {
            return nil
        }
        var client = [UInt8](repeating: 0, count: 32)
        var server = client
        guard SSL_get_client_random(ssl, &client, 32) == 32, SSL_get_server_random(ssl, &server, 32) == 32 else {
            return nil
        }
        let seed = Array("key expansion".utf8) + server + client
        if version >= TLSVersion.one2.number {
            // RFC 5246 section 5: SHA-256 for ciphers that name no other hash.
            guard let own = SSL_CIPHER_get_handshake_digest(used), let sha256 = EVP_sha256() else { return nil }
            return expand(secret, seed, count, EVP_MD_get_type(own) == NID_md5_sha1 ? sha256 : own)
        }
        // RFC 2246 section 5: each hash gets one half of the secret; the halves share a byte if its length is odd.
        guard let md5 = EVP_md5(), let sha1 = EVP_sha1() else { return nil }
        let half = (secret.count + 1) / 2
        let one = expand(Array(secret.prefix(half)), seed, count, md5)
        let other = expand(Array(secret.suffix(half)), seed, count, sha1)
        return zip(one, other).map { $0 ^ $1 }
    }

    /// P_hash, RFC 5246 section 5.
    private static func expand(_ secret: [UInt8], _ seed: [UInt8], _ count: Int, _ digest: OpaquePointer) -> [UInt8] {
        var result: [UInt8] = []
        var chain = seed
        while result.count < count {
            chain = hmac(secret, chain, digest)
            result += hmac(secret, chain + seed, digest)
        }
        return Array(result.prefix(count))
    }

    static func hmac(_ key: [UInt8], _ text: [UInt8], _ digest: OpaquePointer) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var count: UInt32 = 0
        HMAC(digest, key, Int32(key.count), text, text.count, &result, &count)
        return Array(result.prefix(Int(count)))
    }
}
