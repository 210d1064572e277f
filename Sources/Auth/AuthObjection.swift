// AuthObjection.swift: why credentials are refused, in one sentence.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation

/// A fault of credentials. The sentence is for people, the kind for programs.
package struct AuthObjection: Error, Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        // The form of the credentials.
        case missing, otherScheme, malformed, misquoted
        // Their challenge.
        case unknownNonce, otherPlace, wrongRealm, wrongOpaque, wrongAlgorithm, wrongProtection, unasked
        case userHashNotOffered, userHashMissing
        // Their request.
        case wrongTarget
        // Their user.
        case wrongUser, wrongPassword, wrongResponse
        // Their number, and their time.
        case replayed, wrongCount, stale, notStale
        case bodyTooLong
    }

    package var kind: Kind
    package var sentence: String

    package init(_ kind: Kind, _ sentence: String) {
        self.kind = kind
        self.sentence = sentence
    }

    /// Such as `the user is "bob", not "alice"`.
    static func wrongUser(_ there: [UInt8], not user: String) -> AuthObjection {
        AuthObjection(
            .wrongUser, "the user is \(Quoting.difference(Quoting.quoted(there.prefix(80)), Quoting.quoted(user.utf8)))"
        )
    }

    static func otherScheme(_ there: String, than scheme: String) -> AuthObjection {
        AuthObjection(.otherScheme, "the scheme is \(Quoting.quoted(there.utf8.prefix(40))), not '\(scheme)'")
    }
}

extension AuthClause {
    /// Reads credentials; a fault is thrown with its place.
    package static func reading(_ value: [UInt8]) throws(AuthObjection) -> AuthClause {
        do throws(AuthFault) {
            return try credentials(in: value)
        } catch {
            throw AuthObjection(.malformed, "byte \(error.offset): \(error.sentence)")
        }
    }
}
