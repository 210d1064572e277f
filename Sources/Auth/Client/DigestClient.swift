// DigestClient.swift: a client's side of Digest: answers with their counts, and the server's confirmations.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWire

/// An answer to send, and the values that are needed to check the reply to it.
package struct DigestReply: Hashable, Sendable {
    package var answer: DigestAnswer
    package var input: DigestInput

    /// The value of `Authorization` or `Proxy-Authorization`.
    package var value: [UInt8] { answer.clause.bytes }
}

/// The meaning of `Authentication-Info`.
package enum DigestProof: Hashable, Sendable {
    /// The server knows the password.
    case right
    case wrong(AuthObjection)
    /// The field has no proof of that.
    case absent
    /// The proof covers the body of the reply, which is not known here.
    case awaitsBody
}

/// A client's state for one challenge. Randomness is passed in.
///
/// ```
/// DigestClient(challenge) ── answer(…) ──▶ nc=1 ── answer(…) ──▶ nc=2 …
///                              heard(nextnonce) ──▶ nc=1 with another nonce, and the key of the session
/// ```
package struct DigestClient: Hashable, Sendable {
    package private(set) var challenge: DigestChallenge
    /// The number of times that the nonce was used.
    package private(set) var count: UInt32 = 0
    private var session: DigestSession?

    package init(_ challenge: DigestChallenge) { self.challenge = challenge }

    /// The quality of protection: `auth` rather than `auth-int`, which needs the whole body before the first byte is
    /// sent.
    package var protection: DigestProtection? {
        challenge.protections.contains(.auth) ? .auth : challenge.protections.first
    }

    /// An answer for the target of the request line. nil: the answer must cover a body that is not known, or the
    /// nonce's count has reached its limit.
    package mutating func answer(
        user: String, password: String, to request: DigestRequest, clientNonce: [UInt8]
    ) -> DigestReply? {
        guard count < .max, protection != .authInt || request.body != nil else { return nil }
        count += 1
        var input = DigestInput(
            challenge.algorithm, user: Array(user.utf8), realm: challenge.realm, password: Array(password.utf8),
            nonce: challenge.nonce, protection: protection)
        input.count = Hexadecimal.digits((0..<4).map { UInt8(truncatingIfNeeded: count >> (24 - 8 * UInt32($0))) })
        input.clientNonce = clientNonce
        input.method = request.method
        input.uri = request.target
        input.body = request.body ?? []
        if challenge.algorithm.isSession {
            session = session ?? DigestSession(nonce: challenge.nonce, clientNonce: clientNonce)
            input.session = session
        }
        let answer = DigestAnswer(input, to: challenge, hashesUser: challenge.takesUserHash)
        return DigestReply(answer: answer, input: input)
    }

    /// Reads `Authentication-Info` in the reply to an answer. The nonce that it names is used from now on, unless its
    /// proof of the password is wrong.
    package mutating func heard(_ value: [UInt8], to reply: DigestReply, body: [UInt8]?) -> DigestProof {
        guard let parameters = try? AuthParameter.list(in: value) else { return .absent }
        let proof = Self.proof(parameters, of: reply.input, body: body)
        if case .wrong = proof { return proof }
        if let next = parameters.first(where: { $0.isNamed("nextnonce") })?.value, next != challenge.nonce,
            reply.input.nonce == challenge.nonce
        {
            challenge.nonce = next
            challenge.isStale = false
            count = 0
        }
        return proof
    }

    /// Checks the proof, RFC 7616 section 3.5.
    private static func proof(_ parameters: [AuthParameter], of input: DigestInput, body: [UInt8]?) -> DigestProof {
        func value(_ name: String) -> AuthParameter? { parameters.first { $0.isNamed(name) } }
        guard let said = value("rspauth")?.value else { return .absent }
        var input = input
        if input.protection != nil {
            if let count = value("nc"), count.value.map(Octet.lowercased) != input.count {
                return .wrong(AuthObjection(.wrongCount, "nc is not that of the request"))
            }
            if let clientNonce = value("cnonce"), clientNonce.value != input.clientNonce {
                return .wrong(AuthObjection(.unknownNonce, "cnonce is not that of the request"))
            }
            if let named = value("qop") {
                guard let known = DigestProtection.allCases.first(where: { named.says($0.rawValue) }) else {
                    return .wrong(AuthObjection(.wrongProtection, "qop is neither auth nor auth-int"))
                }
                input.protection = known
            }
        }
        if input.protection == .authInt {
            guard let body else { return .awaitsBody }
            input.body = body
        }
        guard CaseInsensitive.equals(said, input.confirmation) else {
            return .wrong(AuthObjection(.wrongResponse, "rspauth is not made with the password"))
        }
        return .right
    }
}
