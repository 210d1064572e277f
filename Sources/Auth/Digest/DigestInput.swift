// DigestInput.swift: all values of a Digest response, and the response itself.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// The input of RFC 7616 section 3.4.1: a client fills it in to answer, a server to compare.
///
/// ```
/// A1 = user ":" realm ":" password                         -sess: H(that) ":" nonce' ":" cnonce'
/// A2 = method ":" uri                                      auth-int: that ":" H(body)
/// response = H( H(A1) ":" nonce ":" nc ":" cnonce ":" qop ":" H(A2) )
///            H( H(A1) ":" nonce ":" H(A2) )                without qop, as in RFC 2069
/// ```
package struct DigestInput: Hashable, Sendable {
    package var algorithm: DigestAlgorithm
    package var user: [UInt8]
    package var realm: [UInt8]
    package var password: [UInt8]
    package var nonce: [UInt8]
    /// nil: no quality of protection, as in RFC 2069.
    package var protection: DigestProtection?
    /// The count in its own spelling: `00000001`.
    package var count: [UInt8] = []
    package var clientNonce: [UInt8] = []
    /// The nonces from which the session's key was made; nil: the nonces above.
    package var session: DigestSession?
    package var method: [UInt8] = []
    package var uri: [UInt8] = []
    /// The body before any transfer coding, which only `auth-int` needs.
    package var body: [UInt8] = []

    package init(
        _ algorithm: DigestAlgorithm, user: [UInt8], realm: [UInt8], password: [UInt8], nonce: [UInt8],
        protection: DigestProtection? = nil
    ) {
        self.algorithm = algorithm
        self.user = user
        self.realm = realm
        self.password = password
        self.nonce = nonce
        self.protection = protection
    }

    /// The `response` of the request.
    package var response: [UInt8] { digest(secondPart: method) }

    /// The `rspauth` of the reply: without the method, and over the reply's body. Section 3.5.
    package var confirmation: [UInt8] { digest(secondPart: []) }

    private func digest(secondPart method: [UInt8]) -> [UInt8] {
        var second = method + colon + uri
        if protection == .authInt { second += colon + algorithm.hex(body) }
        var middle = nonce
        if let protection { middle += colon + count + colon + clientNonce + colon + Array(protection.rawValue.utf8) }
        return algorithm.hex(key + colon + middle + colon + algorithm.hex(second))
    }

    /// H(A1)
    private var key: [UInt8] {
        let secret = algorithm.hex(user + colon + realm + colon + password)
        guard algorithm.isSession else { return secret }
        let session = session ?? DigestSession(nonce: nonce, clientNonce: clientNonce)
        return algorithm.hex(secret + colon + session.nonce + colon + session.clientNonce)
    }
}

/// The nonces of the first request after a challenge: RFC 7616 section 3.4.2 makes the key of a session from them and
/// keeps it for all later requests.
package struct DigestSession: Hashable, Sendable {
    package var nonce: [UInt8]
    package var clientNonce: [UInt8]

    package init(nonce: [UInt8], clientNonce: [UInt8]) {
        self.nonce = nonce
        self.clientNonce = clientNonce
    }
}

private let colon = [UInt8(ascii: ":")]
