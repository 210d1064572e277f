// Base64Tests.swift: base64, in both directions.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import Testing

@Suite struct `Text in base64` {
    /// RFC 4648 section 10.
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ])
    func `is as in its document`(text: String, encoded: String) {
        #expect(Base64.encoded(Array(text.utf8)) == Array(encoded.utf8))
        #expect(Base64.decoded(Array(encoded.utf8)) == Array(text.utf8))
    }

    @Test(arguments: ["Z", "Zg", "Zg=", "Zh==", "Zm9=", "=", "====", "Zg==Zg==", "Z=g=", "Zm8 ", "Zm8\n", "Zm-_"])
    func `has one way to write each text`(encoded: String) {
        #expect(Base64.decoded(Array(encoded.utf8)) == nil)
    }
}
