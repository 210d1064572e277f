// Authentication.swift: a load's answers to challenges for a password.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainAuth
package import QuintainWire

/// A challenge that is put to the app.
package struct AuthQuestion: Hashable, Sendable {
    package var space: ProtectionSpace
    package var challenge: AnswerableChallenge
    /// The last credential, which was wrong.
    package var refused: Credential?
    /// The number of wrong credentials for this space within this load.
    package var failures: Int
}

/// One side of one load: the origin's, or the proxy's. A redirect to another origin begins a new side.
///
/// ```
/// 401 ── challenged ──▶ .answer(space, credential)    send again; tell `sent`
///                  └──▶ .ask(question)                the app chooses; then send again and tell `sent`
///                  └──▶ .handOn                       nothing that could be answered: it is the response
/// anything else ── passed                             what was sent is good, and kept; a 407 tells an origin's side
///                                                     nothing, nor a 200 to a CONNECT
/// ```
package struct Authentication: Sendable {
    package enum Order: Hashable, Sendable {
        case answer(ProtectionSpace, Credential)
        case ask(AuthQuestion)
        case handOn
    }

    package let side: AuthSide
    package var preference: AuthPreference
    /// User and password of the URL: they are tried once, before the app is asked.
    package var own: Credential?

    private struct Attempt: Sendable {
        var space: ProtectionSpace
        var credential: Credential
        var nonce: [UInt8]?
    }

    /// The credential of the latest request.
    private var attempt: Attempt?
    private var staleInARow = 0
    private var failures: [ProtectionSpace: Int] = [:]
    private var refused: [ProtectionSpace: Set<Credential>] = [:]
    /// The spaces that the app has rejected.
    private var rejected: Set<ProtectionSpace> = []

    package init(_ side: AuthSide, own: Credential? = nil, preferring preference: AuthPreference = .serversOrder) {
        self.side = side
        self.own = own
        self.preference = preference
    }

    /// Notes that a request was sent with this reply, or without any.
    package mutating func sent(_ reply: AuthReply?, _ credential: Credential?) {
        guard let reply, let credential else { return attempt = nil }
        if credential == own { own = nil }
        attempt = Attempt(space: reply.space, credential: credential, nonce: reply.digest?.input.nonce)
    }

    /// Takes a 401 or a 407 with these fields; the URL is the request's, or the proxy's own.
    package mutating func challenged(
        _ fields: [Field], at url: HTTPURL, knowsBody: Bool = true, _ store: inout CredentialStore
    ) -> Order {
        let values = fields.values(of: side.challengeField)
        let challenges = AnswerableChallenge.all(in: values, preferring: preference, knowsBody: knowsBody)
        let next = challenges.first { !rejected.contains(ProtectionSpace(url.origin, side, $0)) }
        guard let challenge = next else { return .handOn }
        let space = ProtectionSpace(url.origin, side, challenge)
        defer { attempt = nil }
        let isStale = isStale(challenge, space)
        store.challenged(challenge, space)
        if let attempt, attempt.space == space {
            if isStale {
                staleInARow += 1
                return .answer(space, attempt.credential)
            }
            failures[space, default: 0] += 1
            refused[space, default: []].insert(attempt.credential)
            store.remove(attempt.credential, for: space)
        }
        staleInARow = 0
        if let own {
            self.own = nil
            return .answer(space, own)
        }
        if let known = store.credential(for: space), !refused[space, default: []].contains(known) {
            return .answer(space, known)
        }
        return .ask(
            AuthQuestion(
                space: space, challenge: challenge, refused: attempt?.space == space ? attempt?.credential : nil,
                failures: failures[space] ?? 0))
    }

    /// Notes that the app rejects this space: the same reply must be passed to `challenged` again, for its next
    /// challenge.
    package mutating func reject(_ space: ProtectionSpace) { rejected.insert(space) }

    /// Notes a reply without a challenge: the credential of its request is stored.
    package mutating func passed(at url: HTTPURL, _ store: inout CredentialStore) {
        staleInARow = 0
        guard let attempt else { return }
        store.accepted(attempt.credential, for: attempt.space, at: url)
    }

    /// RFC 7616 section 3.3: the nonce was too old, and the password is right. If a server says that of several nonces
    /// in a row, it is not believed.
    private func isStale(_ challenge: AnswerableChallenge, _ space: ProtectionSpace) -> Bool {
        guard case .digest(let digest) = challenge, let attempt, attempt.space == space else { return false }
        return digest.isStale && digest.nonce != attempt.nonce && staleInARow < Self.staleAtMost
    }

    private static let staleAtMost = 3
}
