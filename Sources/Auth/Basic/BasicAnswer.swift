// BasicAnswer.swift: Basic credentials, RFC 7617, written and judged.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainWire

/// Credentials of the form `Basic`, with `user:password` in base64.
package struct BasicAnswer: Hashable, Sendable {
    package var user: [UInt8]
    package var password: [UInt8]

    package init(user: some Sequence<UInt8>, password: some Sequence<UInt8>) {
        self.user = Array(user)
        self.password = Array(password)
    }

    package init(_ user: String, _ password: String) { self.init(user: user.utf8, password: password.utf8) }

    /// Reads a field's value.
    package init(reading value: [UInt8]) throws(AuthObjection) {
        let clause = try AuthClause.reading(value)
        guard clause.isScheme("Basic") else { throw .otherScheme(clause.scheme, than: "Basic") }
        guard let token = clause.token else {
            throw AuthObjection(.malformed, "'Basic' is followed by one word in base64, and by nothing else")
        }
        guard let pair = Base64.decoded(token) else {
            let bare = token.prefix { $0 != UInt8(ascii: "=") }
            let remedy =
                token.count % 4 == 0
                ? ""
                : ": its length is no multiple of four, "
                    + (bare.count < token.count && token.count > (bare.count + 3) / 4 * 4
                        ? "there is a '=' too many at its end" : "'=' is missing at its end")
            throw AuthObjection(.malformed, "\(Quoting.quoted(token.prefix(80))) is no base64\(remedy)")
        }
        guard let colon = pair.firstIndex(of: UInt8(ascii: ":")) else {
            throw AuthObjection(
                .malformed, "\(Quoting.quoted(pair.prefix(80))) is what the base64 says: it has no ':' for a password")
        }
        if let control = pair.first(where: { $0 < 0x20 || $0 == 0x7F }) {
            throw AuthObjection(
                .malformed,
                "user and password must have no control characters (RFC 7617 section 2), and there is "
                    + Quoting.quoted([control]))
        }
        self.init(user: pair[..<colon], password: pair[(colon + 1)...])
    }

    /// Whether it can be written at all: a user with a colon would be read as another one.
    package var isExpressible: Bool {
        !user.contains(UInt8(ascii: ":")) && (user + password).allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }

    /// The field's value.
    package var clause: AuthClause {
        AuthClause("Basic", token: Base64.encoded(user + [UInt8(ascii: ":")] + password))
    }

    /// Why a field's value is not these credentials; nil if it is.
    ///
    /// Without `charset="UTF-8"` in the challenge the encoding of the text is undefined: RFC 7617 section 2.1.
    package static func objection(
        to value: [UInt8], user: String, password: String, saysUTF8: Bool = true
    ) -> AuthObjection? {
        let answer: BasicAnswer
        do throws(AuthObjection) { answer = try BasicAnswer(reading: value) } catch { return error }
        let forms = [BasicAnswer(user, password)] + BasicAnswer.inLatin1(user, password)
        if forms.prefix(saysUTF8 ? 1 : 2).contains(answer) { return nil }
        if forms.contains(answer) {
            return AuthObjection(
                .wrongUser, "user and password are in ISO-8859-1, and the challenge says charset=\"UTF-8\"")
        }
        if answer.user != forms[0].user, !forms.contains(where: { $0.user == answer.user }) {
            return .wrongUser(answer.user, not: user)
        }
        return AuthObjection(
            .wrongPassword,
            "the password of \(Quoting.quoted(user.utf8)) is "
                + Quoting.difference(Quoting.quoted(answer.password.prefix(80)), Quoting.quoted(password.utf8)))
    }

    private static func inLatin1(_ user: String, _ password: String) -> [BasicAnswer] {
        guard let user = Latin1.bytes(of: user), let password = Latin1.bytes(of: password) else { return [] }
        return [BasicAnswer(user: user, password: password)]
    }
}

enum Latin1 {
    /// Nil if the text has characters beyond ISO-8859-1.
    static func bytes(of text: String) -> [UInt8]? {
        let scalars = text.unicodeScalars
        return scalars.allSatisfy { $0.value < 256 } ? scalars.map { UInt8($0.value) } : nil
    }
}
