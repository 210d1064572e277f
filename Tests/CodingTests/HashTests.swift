// HashTests.swift: the digests of the standards' own examples.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainCoding
import Testing

@Suite struct `Hashes` {
    @Test(arguments: [
        // RFC 1321 section A.5.
        (Hash.md5, "", "d41d8cd98f00b204e9800998ecf8427e"),
        (.md5, "message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
        // FIPS 180-4, as its examples show.
        (.sha256, "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        (.sha256, "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (.sha512t256, "abc", "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23"),
    ])
    func `a digest is the standard's`(hash: Hash, text: String, digits: String) {
        #expect(hexDigits(hash.of(text.utf8)) == digits)
        #expect(hexDigits(hash.of(AnySequence(text.utf8))) == digits)
    }

    @Test func `bytes in pieces have the digest of all of them`() {
        let hashing = Hashing(.sha256)
        for piece in ["a", "", "bc"] { Array(piece.utf8).withUnsafeBytes { hashing.update($0) } }
        #expect(hashing.finish() == Hash.sha256.of("abc".utf8))
    }

    private func hexDigits(_ bytes: [UInt8]) -> String {
        bytes.map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }
}
