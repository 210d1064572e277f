// AnswerableChallenge.swift: the challenge that a client chooses to answer.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWire

/// A Basic challenge, RFC 7617 section 2.
package struct BasicChallenge: Hashable, Sendable {
    package var realm: [UInt8]
    /// Whether the challenge names an encoding. This client always uses UTF-8: RFC 7617 section 2.1 leaves the choice
    /// open.
    package var saysUTF8: Bool

    package init(realm: [UInt8], saysUTF8: Bool = false) {
        self.realm = realm
        self.saysUTF8 = saysUTF8
    }

    /// nil: the scheme is not Basic, or the required realm is missing.
    package init?(_ clause: AuthClause) {
        guard clause.isScheme("Basic"), let realm = clause["realm"] else { return nil }
        self.init(realm: realm.value, saysUTF8: clause["charset"]?.says("UTF-8") ?? false)
    }
}

/// The choice among several Digest challenges.
package enum AuthPreference: Hashable, Sendable, CaseIterable {
    /// RFC 7616 section 3.7: the server's favourite comes first.
    case serversOrder
    /// SHA-512-256, SHA-256, MD5: the client's order instead of the server's.
    case strongest
}

/// A challenge that a client knows how to answer.
package enum AnswerableChallenge: Hashable, Sendable {
    case basic(BasicChallenge)
    case digest(DigestChallenge)

    package var realm: [UInt8] {
        switch self {
        case .basic(let challenge): challenge.realm
        case .digest(let challenge): challenge.realm
        }
    }

    /// The challenges in all fields of one name that can be answered, the best first: Digest before Basic, which sends
    /// the password readable (RFC 7616 section 5.1). Unknown schemes are ignored.
    ///
    /// If the body is not known, challenges whose answer must cover it are left out.
    package static func all(
        in values: [[UInt8]], preferring preference: AuthPreference = .serversOrder, knowsBody: Bool = true
    ) -> [AnswerableChallenge] {
        let known = AuthClause.challenges(in: values).compactMap { clause in
            DigestChallenge(clause).map(AnswerableChallenge.digest) ?? BasicChallenge(clause).map(Self.basic)
        }
        let ranked = known.enumerated().filter { knowsBody || !$1.coversBodyOnly }.map { place, challenge in
            (challenge.rank(preference), place, challenge)
        }
        return ranked.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
    }

    private var coversBodyOnly: Bool {
        guard case .digest(let challenge) = self else { return false }
        return challenge.protections == [.authInt]
    }

    /// The rank of the challenge; the lowest goes first.
    private func rank(_ preference: AuthPreference) -> Int {
        guard case .digest(let challenge) = self else { return 3 }
        guard preference == .strongest else { return 0 }
        switch challenge.algorithm {
        case .sha512, .sha512Session: return 0
        case .sha256, .sha256Session: return 1
        case .md5, .md5Session: return 2
        }
    }
}
