// ProtectionSpace.swift: a protection space, and a credential for it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainAuth
package import QuintainWire

/// The space that one user and password open: RFC 9110 section 11.5.
package struct ProtectionSpace: Hashable, Sendable {
    package enum Scheme: String, Hashable, Sendable, CaseIterable {
        case basic = "Basic"
        case digest = "Digest"
    }

    /// The origin or the proxy that sent the challenge.
    package var origin: URLOrigin
    package var side: AuthSide
    package var scheme: Scheme
    /// The realm without quotes and escapes.
    package var realm: [UInt8]

    package init(_ origin: URLOrigin, _ side: AuthSide = .origin, _ scheme: Scheme, realm: [UInt8]) {
        self.origin = origin
        self.side = side
        self.scheme = scheme
        self.realm = realm
    }

    package init(_ origin: URLOrigin, _ side: AuthSide, _ challenge: AnswerableChallenge) {
        let scheme =
            switch challenge {
            case .basic: Scheme.basic
            case .digest: Scheme.digest
            }
        self.init(origin, side, scheme, realm: challenge.realm)
    }

    package var realmText: String { String(decoding: realm, as: UTF8.self) }
}

package struct Credential: Hashable, Sendable {
    package enum Persistence: Hashable, Sendable, CaseIterable {
        /// For the load that it was given for.
        case none
        /// Kept as long as its store.
        case session
    }

    package var user: String
    package var password: String
    package var persistence: Persistence

    package init(_ user: String, _ password: String, persistence: Persistence = .session) {
        self.user = user
        self.password = password
        self.persistence = persistence
    }
}
