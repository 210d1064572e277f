// ChallengeKind.swift: what a client can be asked for.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// The word behind `challenge`. A client may report any other kind, which is compared as text.
package enum ChallengeKind: String, WordSet {
    case basic = "Basic"
    case digest = "Digest"
    case serverTrust = "ServerTrust"
    case clientCertificate = "ClientCertificate"

    /// What satisfies a challenge.
    package enum Proof: Sendable {
        case password, trust, certificate
    }

    package var proof: Proof {
        switch self {
        case .basic, .digest: .password
        case .serverTrust: .trust
        case .clientCertificate: .certificate
        }
    }
}
