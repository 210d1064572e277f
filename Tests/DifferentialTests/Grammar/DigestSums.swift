// DigestSums.swift: an answer to a Digest challenge, computed as RFC 7616 says.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainCoding

struct DigestSums {
    static let algorithms = ["MD5", "MD5-sess", "SHA-256", "SHA-256-sess", "SHA-512-256", "SHA-512-256-sess"]

    var algorithm: String
    var realm: String
    /// The connection on which the challenge was sent.
    var connection: String
    var method: String
    var uri: String
    var password = "secret"
    var count = 1
    /// nil: the nonce that was sent last.
    var nonce: String?
    var realmSaid: String?
    /// Where the nonce was shown, if it was elsewhere.
    var place: (connection: String, after: String)?

    /// Section 3.4: the response is `KD(H(A1), nonce:nc:cnonce:qop:H(A2))`.
    func field(_ stand: Stand) -> [UInt8] {
        let nonce =
            nonce
            ?? String(
                decoding: stand.seen(
                    on: place?.connection ?? connection, after: place?.after ?? ", nonce=\"", before: "\""),
                as: UTF8.self)
        let cnonce = "c0ffee"
        let nc = String(String(0x1_0000_0000 + count, radix: 16).dropFirst())
        var secret = hash("alice:\(realm):\(password)")
        // Section 3.4.2: the key of a session is computed once.
        if algorithm.hasSuffix("-sess") { secret = hash("\(secret):\(nonce):\(cnonce)") }
        let response = hash("\(secret):\(nonce):\(nc):\(cnonce):auth:\(hash("\(method):\(uri)"))")
        let text =
            "Digest username=\"alice\", realm=\"\(realmSaid ?? realm)\", nonce=\"\(nonce)\", uri=\"\(uri)\", "
            + "algorithm=\(algorithm), response=\"\(response)\", qop=auth, nc=\(nc), cnonce=\"\(cnonce)\""
        return Array(text.utf8)
    }

    private func hash(_ text: String) -> String {
        let hash: Hash =
            switch algorithm.replacing("-sess", with: "") {
            case "MD5": .md5
            case "SHA-256": .sha256
            default: .sha512t256
            }
        return hash.of(Array(text.utf8)).map { String(Int($0) + 256, radix: 16).dropFirst() }.joined()
    }
}
