// DigestConfirmation.swift: a server's proof that it knows the password, too.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// The value of `Authentication-Info` or `Proxy-Authentication-Info`, RFC 7616 section 3.5.
package struct DigestConfirmation: Hashable, Sendable {
    /// The input of the answer that was right.
    package var input: DigestInput
    /// The nonce that the client is to use from now on.
    package var nextNonce: [UInt8]?

    /// `body` is the reply's; without it `auth-int` cannot be confirmed, so `auth` is.
    package init(of input: DigestInput, body: [UInt8]?, nextNonce: [UInt8]? = nil) {
        self.input = input
        self.nextNonce = nextNonce
        self.input.body = body ?? []
        if body == nil, input.protection == .authInt { self.input.protection = .auth }
    }

    /// `rspauth` comes first, so that a scenario can corrupt it at a known offset.
    package var parameters: [AuthParameter] {
        var parameters = [AuthParameter("rspauth", input.confirmation)]
        if let protection = input.protection {
            parameters.append(AuthParameter("qop", token: protection.rawValue))
            parameters.append(AuthParameter("cnonce", input.clientNonce))
            parameters.append(AuthParameter("nc", input.count, isQuoted: false))
        }
        if let nextNonce { parameters.append(AuthParameter("nextnonce", nextNonce)) }
        return parameters
    }

    package var bytes: [UInt8] { Array(parameters.map(\.bytes).joined(separator: Array(", ".utf8))) }
}
