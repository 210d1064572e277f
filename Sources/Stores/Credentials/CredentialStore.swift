// CredentialStore.swift: the passwords of a client, and the state of its Digest challenges.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainAuth
package import QuintainWire

/// The value of `Authorization`, and the state that is needed to check the reply to it.
package struct AuthReply: Hashable, Sendable {
    package var space: ProtectionSpace
    package var field: Field
    /// nil: the scheme is Basic.
    package var digest: DigestReply?
}

/// Credentials by protection space, and the state of Digest beside them.
///
/// ``Authentication`` decides which credential is used; a proxy's space is under the proxy's own URL, with the path
/// `/`.
package struct CredentialStore: Sendable {
    private struct Shelf: Sendable {
        /// The default credential comes first.
        var credentials: [Credential] = []
        var digest: DigestClient?
        /// Folders in which Basic was accepted: each path ends in `/`.
        var folders: Set<String> = []
        var lastUse: UInt64
    }

    private var shelves: [ProtectionSpace: Shelf] = [:]
    private var uses: UInt64 = 0

    package init() {}

    // MARK: By hand

    package var spaces: [ProtectionSpace] { shelves.filter { !$1.credentials.isEmpty }.map(\.key) }

    /// The default credential comes first.
    package func credentials(for space: ProtectionSpace) -> [Credential] { shelves[space]?.credentials ?? [] }

    package func credential(for space: ProtectionSpace) -> Credential? { credentials(for: space).first }

    /// Stores a credential in place of one of the same user, unless it is for its load alone.
    package mutating func set(_ credential: Credential, for space: ProtectionSpace, isDefault: Bool = true) {
        guard credential.persistence == .session else { return }
        change(space) { shelf in
            shelf.credentials.removeAll { $0.user == credential.user }
            shelf.credentials.insert(credential, at: isDefault ? 0 : shelf.credentials.count)
            shelf.credentials.removeLast(max(0, shelf.credentials.count - Self.credentialsAtMost))
        }
    }

    package mutating func remove(_ credential: Credential, for space: ProtectionSpace) {
        shelves[space]?.credentials.removeAll { $0 == credential }
    }

    package mutating func removeAll() { shelves = [:] }

    // MARK: What is heard

    /// Takes a Digest challenge: the count starts again at 1, unless its nonce is already in use.
    package mutating func challenged(_ challenge: AnswerableChallenge, _ space: ProtectionSpace) {
        guard case .digest(let challenge) = challenge else { return }
        change(space) { shelf in
            let isKnown = shelf.digest.map { $0.challenge.nonce == challenge.nonce && $0.isLike(challenge) } ?? false
            if !isKnown { shelf.digest = DigestClient(challenge) }
        }
    }

    /// Stores a credential that was accepted, with the folder of the URL for Basic.
    package mutating func accepted(_ credential: Credential, for space: ProtectionSpace, at url: HTTPURL) {
        set(credential, for: space, isDefault: true)
        guard space.scheme == .basic, let slash = url.path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return }
        change(space) { shelf in
            guard shelf.folders.count < Self.foldersAtMost else { return }
            shelf.folders.insert(String(url.path[...slash]))
        }
    }

    /// Reads the server's proof in the fields of a reply; only Digest has one.
    package mutating func confirmed(_ fields: [Field], of reply: AuthReply, body: [UInt8]?) -> DigestProof {
        let field = reply.space.side.confirmationField
        guard let digest = reply.digest, let value = fields.first(field), var client = shelves[reply.space]?.digest
        else { return .absent }
        let proof = client.heard(value, to: digest, body: body)
        shelves[reply.space]?.digest = client
        return proof
    }

    // MARK: What goes

    /// The credential that a request may carry without a challenge: RFC 7617 section 2.2, RFC 7616 section 3.3.
    package func unasked(for url: HTTPURL, _ side: AuthSide) -> (space: ProtectionSpace, credential: Credential)? {
        var best: (depth: Int, lastUse: UInt64, ProtectionSpace, Credential)?
        for (space, shelf) in shelves where space.side == side {
            guard let credential = shelf.credentials.first, let depth = Self.depth(space, shelf, url) else {
                continue
            }
            if let best, (best.depth, best.lastUse) > (depth, shelf.lastUse) { continue }
            best = (depth, shelf.lastUse, space, credential)
        }
        return best.map { ($0.2, $0.3) }
    }

    /// nil: there is no answer. Basic cannot write a user with a colon; for Digest see ``DigestClient``.
    package mutating func reply(
        _ space: ProtectionSpace, with credential: Credential, to request: DigestRequest, clientNonce: [UInt8]
    ) -> AuthReply? {
        let name = space.side.credentialsField
        switch space.scheme {
        case .basic:
            let answer = BasicAnswer(credential.user, credential.password)
            guard answer.isExpressible else { return nil }
            return AuthReply(space: space, field: Field(name, answer.clause.bytes), digest: nil)
        case .digest:
            guard var client = shelves[space]?.digest else { return nil }
            let reply = client.answer(
                user: credential.user, password: credential.password, to: request, clientNonce: clientNonce)
            shelves[space]?.digest = client
            return reply.map { AuthReply(space: space, field: Field(name, $0.value), digest: $0) }
        }
    }

    /// The depth of a URL within the space; nil if it is outside.
    private static func depth(_ space: ProtectionSpace, _ shelf: Shelf, _ url: HTTPURL) -> Int? {
        if space.side == .proxy { return space.origin == url.origin && !needsChallenge(space, shelf) ? 1 : nil }
        switch space.scheme {
        case .basic:
            guard space.origin == url.origin else { return nil }
            return shelf.folders.filter { url.path.utf8.starts(with: $0.utf8) }.map(\.utf8.count).max()
        case .digest:
            guard let client = shelf.digest else { return nil }
            guard let domain = client.challenge.domain, !domain.isEmpty else {
                return space.origin == url.origin ? 1 : nil
            }
            return DigestDomain(domain, of: space.origin).depth(of: url)
        }
    }

    private static func needsChallenge(_ space: ProtectionSpace, _ shelf: Shelf) -> Bool {
        space.scheme == .digest && shelf.digest == nil
    }

    private mutating func change(_ space: ProtectionSpace, _ change: (inout Shelf) -> Void) {
        uses += 1
        change(&shelves[space, default: Shelf(lastUse: uses)])
        shelves[space]?.lastUse = uses
        guard shelves.count > Self.spacesAtMost else { return }
        // Spaces without a password go first.
        let rank = { (shelf: Shelf) in (shelf.credentials.isEmpty ? 0 : 1, shelf.lastUse) }
        let others = shelves.filter { $0.key != space }
        if let oldest = others.min(by: { rank($0.value) < rank($1.value) }) { shelves[oldest.key] = nil }
    }

    private static let spacesAtMost = 256
    private static let credentialsAtMost = 16
    private static let foldersAtMost = 64
}

extension DigestClient {
    /// Whether an answer to the other challenge would have the same parameters.
    fileprivate func isLike(_ other: DigestChallenge) -> Bool {
        challenge.algorithm == other.algorithm && challenge.protections == other.protections
            && challenge.opaque == other.opaque && challenge.takesUserHash == other.takesUserHash
    }
}
