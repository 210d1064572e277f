// ChallengeKind.swift: what a client can be asked for.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// The word behind `challenge`.
package enum ChallengeKind: String, WordSet {
    case basic = "Basic"
    case digest = "Digest"
    case ntlm = "NTLM"
    case negotiate = "Negotiate"
    case form = "Form"
    case serverTrust = "ServerTrust"
    case clientCertificate = "ClientCertificate"

    /// What satisfies a challenge.
    package enum Proof: Sendable {
        case password, trust, certificate
    }

    private struct Traits {
        var proof = Proof.password
        /// URLSession asks the session's delegate; the other challenges go to the task's delegate.
        var isAskedOfSession = false
    }

    private static let table: WordTable<ChallengeKind, Traits> = [
        .basic: Traits(),
        .digest: Traits(),
        .ntlm: Traits(isAskedOfSession: true),
        .negotiate: Traits(isAskedOfSession: true),
        .form: Traits(),
        .serverTrust: Traits(proof: .trust, isAskedOfSession: true),
        .clientCertificate: Traits(proof: .certificate, isAskedOfSession: true),
    ]

    package var proof: Proof { Self.table[self].proof }

    /// Whether URLSession asks the session's delegate.
    package var isAskedOfSession: Bool { Self.table[self].isAskedOfSession }
}
