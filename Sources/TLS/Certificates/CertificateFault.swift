// CertificateFault.swift: what is wrong with a file of certificates or with a key.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package struct CertificateFault: Error, Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        case noCertificate, noKey, encryptedKey, otherKey
    }

    package var kind: Kind
    /// One sentence, lower case, without a full stop.
    package var sentence: String
    package var help: String?

    init(_ kind: Kind, _ sentence: String, help: String? = nil) {
        self.kind = kind
        self.sentence = sentence
        self.help = help
    }
}
