// TLSFailure.swift: why TLS could not go on, in plain words.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package struct TLSFailure: Error, Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        /// What came first is no ClientHello.
        case notTLS
        /// What came first is plain HTTP.
        case plainHTTP
        case noCommonVersion
        case noCommonCipher
        case noCommonProtocol
        /// The peer gave up, and said why.
        case refused(TLSAlert)
        /// The peer's certificate is missing or not trusted.
        case certificate
        /// The stream ended within the handshake.
        case cutOff
        /// Anything else that was wrong with what came.
        case broken
        /// We gave up: an alert was sent by order.
        case gaveUp(TLSAlert)
        /// Settings that OpenSSL does not take.
        case settings
    }

    package var kind: Kind
    /// One sentence, lower case, without a full stop.
    package var sentence: String

    package init(_ kind: Kind, _ sentence: String) {
        self.kind = kind
        self.sentence = sentence
    }
}
