// SecureFact.swift: what happens on a connection below HTTP, as events have it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainScenario

/// What a side did in TLS.
package enum SecureFact: Sendable, Equatable {
    /// A message of the handshake, by its registered name, with its notable values.
    case message(String)
    /// An alert, by its registered name.
    case alert(String)
    case open(SecureTerms)
}

/// Why TLS could not go on.
package struct SecureFailure: Sendable, Equatable {
    package var sentence: String
    /// The alert with which the client gave up.
    package var alert: String?

    package init(_ sentence: String, alert: String? = nil) {
        self.sentence = sentence
        self.alert = alert
    }
}

/// The outcome of a handshake.
package struct SecureTerms: Sendable, Equatable {
    /// `1.3`
    package var version: String
    /// `TLS_AES_256_GCM_SHA384`
    package var cipher: String
    /// The protocol chosen by ALPN.
    package var alpn: String?
    package var isResumed: Bool
    /// The common name in the client's certificate; nil: it showed none.
    package var client: String?

    package init(version: String, cipher: String, alpn: String?, isResumed: Bool, client: String?) {
        self.version = version
        self.cipher = cipher
        self.alpn = alpn
        self.isResumed = isResumed
        self.client = client
    }

    /// The value that `! await handshake` may name.
    package func value(of field: HandshakeField) -> String {
        switch field {
        case .version: version
        case .alpn: alpn ?? "none"
        case .resumed: isResumed ? "yes" : "no"
        case .clientCertificate: client ?? "none"
        }
    }
}
