// DigestAnswer.swift: a client's credentials with Digest.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainWire

/// The credentials of RFC 7616 section 3.4, read and written.
package struct DigestAnswer: Hashable, Sendable {
    package enum Name: Hashable, Sendable {
        /// `username="…"`
        case plain([UInt8])
        /// `username*=UTF-8''…`, decoded.
        case extended([UInt8])
        /// `username="…"` with `userhash=true`.
        case hashed([UInt8])
    }

    package var name: Name
    package var realm: [UInt8]
    package var nonce: [UInt8]
    package var uri: [UInt8]
    package var response: [UInt8]
    package var algorithm: DigestAlgorithm?
    package var protection: DigestProtection?
    /// The count in its own spelling: `00000001`.
    package var count: [UInt8]?
    package var clientNonce: [UInt8]?
    package var opaque: [UInt8]?

    /// The count as a number, if there is one.
    package var number: Int? { count.flatMap { Int(String(decoding: $0, as: UTF8.self), radix: 16) } }

    /// An answer to a challenge, with the algorithm, realm and nonces of the input.
    package init(_ input: DigestInput, to challenge: DigestChallenge, hashesUser: Bool = false) {
        let isPlain = input.user.allSatisfy { 0x20..<0x7F ~= $0 }
        let hashed = input.algorithm.hex(input.user + [UInt8(ascii: ":")] + input.realm)
        name = hashesUser ? .hashed(hashed) : isPlain ? .plain(input.user) : .extended(input.user)
        realm = input.realm
        nonce = input.nonce
        uri = input.uri
        response = input.response
        algorithm = challenge.namedAlgorithm
        protection = input.protection
        count = input.protection == nil ? nil : input.count
        clientNonce = input.protection == nil && !input.algorithm.isSession ? nil : input.clientNonce
        opaque = challenge.opaque
    }

    /// Reads a field's value. RFC 7616 section 3.4 says which parameters are quoted and which are not; some clients
    /// quote all of them, which `anyQuoting` permits.
    package init(reading value: [UInt8], anyQuoting: Bool = false) throws(AuthObjection) {
        let clause = try AuthClause.reading(value)
        guard clause.isScheme("Digest") else { throw .otherScheme(clause.scheme, than: "Digest") }
        if !anyQuoting { try Self.checkQuoting(clause) }
        name = try Self.name(clause)
        realm = try Self.value("realm", clause)
        nonce = try Self.value("nonce", clause)
        uri = try Self.value("uri", clause)
        response = try Self.value("response", clause)
        if let named = clause["algorithm"] {
            guard let known = DigestAlgorithm(named: named.value) else {
                throw AuthObjection(.wrongAlgorithm, "there is no algorithm \(Quoting.quoted(named.value.prefix(40)))")
            }
            algorithm = known
        }
        if let named = clause["qop"] {
            guard let known = DigestProtection.allCases.first(where: { named.says($0.rawValue) }) else {
                throw AuthObjection(
                    .wrongProtection,
                    "qop is \(Quoting.quoted(named.value.prefix(40))), which is neither auth nor auth-int")
            }
            protection = known
        }
        clientNonce = clause["cnonce"]?.value
        opaque = clause["opaque"]?.value
        if let written = clause["nc"]?.value {
            guard written.count == 8, Hexadecimal.isLowerCase(written) else {
                throw AuthObjection(
                    .malformed,
                    "nc is \(Quoting.quoted(written.prefix(40))), and must be eight hexadecimal digits in lower case")
            }
            count = written
        }
        if protection != nil {
            if count == nil { throw .missing("nc") }
            if clientNonce == nil { throw .missing("cnonce") }
        }
    }

    /// The credentials as they are sent.
    package var clause: AuthClause {
        var parameters: [AuthParameter] = []
        switch name {
        case .plain(let user), .hashed(let user): parameters.append(AuthParameter("username", user))
        case .extended(let user):
            let encoded = PercentCoding.encoded(user, allowing: Self.isExtendedCharacter)
            parameters.append(AuthParameter("username*", Array("UTF-8''".utf8) + encoded, isQuoted: false))
        }
        parameters += [AuthParameter("realm", realm), AuthParameter("nonce", nonce), AuthParameter("uri", uri)]
        if let algorithm { parameters.append(AuthParameter("algorithm", token: algorithm.rawValue)) }
        if let count { parameters.append(AuthParameter("nc", count, isQuoted: false)) }
        if let clientNonce { parameters.append(AuthParameter("cnonce", clientNonce)) }
        if let protection { parameters.append(AuthParameter("qop", token: protection.rawValue)) }
        parameters.append(AuthParameter("response", response))
        if let opaque { parameters.append(AuthParameter("opaque", opaque)) }
        if case .hashed = name { parameters.append(AuthParameter("userhash", token: "true")) }
        return AuthClause("Digest", parameters)
    }

    // MARK: Reading

    private static func value(_ name: String, _ clause: AuthClause) throws(AuthObjection) -> [UInt8] {
        guard let parameter = clause[name] else { throw .missing(name) }
        return parameter.value
    }

    private static let remedy = "; 'quoting=any' in the line lets either pass"

    private static func checkQuoting(_ clause: AuthClause) throws(AuthObjection) {
        for parameter in clause.parameters {
            let name = parameter.name.lowercased()
            if quoted.contains(name), !parameter.isQuoted {
                throw AuthObjection(
                    .misquoted,
                    "\(parameter.name) must be quoted (RFC 7616 section 3.4): \(name)=\"\(parameter.text)\"" + remedy)
            }
            if unquoted.contains(name), parameter.isQuoted {
                throw AuthObjection(
                    .misquoted,
                    "\(parameter.name) must not be quoted (RFC 7616 section 3.4): \(name)=\(parameter.text)" + remedy)
            }
        }
    }

    private static func name(_ clause: AuthClause) throws(AuthObjection) -> Name {
        let isHashed = clause["userhash"]?.says("true") ?? false
        guard let extended = clause["username*"] else {
            guard let plain = clause["username"] else { throw .missing("username") }
            return isHashed ? .hashed(plain.value) : .plain(plain.value)
        }
        if clause["username"] != nil {
            throw AuthObjection(.malformed, "username and username* must not both be there")
        }
        if isHashed { throw AuthObjection(.malformed, "username* must not be there with userhash=true") }
        return .extended(try decoded(extended.value))
    }

    /// Decodes an extended value, RFC 8187 section 3.2.1: `UTF-8'language'%4A…`.
    private static func decoded(_ value: [UInt8]) throws(AuthObjection) -> [UInt8] {
        let parts = value.split(separator: UInt8(ascii: "'"), maxSplits: 2, omittingEmptySubsequences: false)
        let shown = Quoting.quoted(value.prefix(80))
        guard parts.count == 3, CaseInsensitive.equals(parts[0], Array("UTF-8".utf8)) else {
            throw AuthObjection(
                .malformed, "username* is \(shown), and must begin with UTF-8'' (RFC 8187 section 3.2.1)")
        }
        let text = Array(parts[2])
        for (index, byte) in text.enumerated() where !isExtendedCharacter(byte) {
            let digits = text[(index + 1)...].prefix(2)
            guard byte == UInt8(ascii: "%"), digits.count == 2, digits.allSatisfy({ Octet.hexValue($0) != nil }) else {
                throw AuthObjection(
                    .malformed, "username* is \(shown), where \(Quoting.quoted([byte])) must be percent-encoded")
            }
        }
        return PercentCoding.decoded(text)
    }

    /// `attr-char` of RFC 8187: a token's character, but not `*`, `'` or `%`.
    private static func isExtendedCharacter(_ byte: UInt8) -> Bool {
        Octet.isToken(byte) && byte != UInt8(ascii: "*") && byte != UInt8(ascii: "'") && byte != UInt8(ascii: "%")
    }

    private static let quoted: Set = ["username", "realm", "nonce", "uri", "response", "cnonce", "opaque"]
    private static let unquoted: Set = ["algorithm", "qop", "nc", "username*"]
}

extension AuthObjection {
    static func missing(_ name: String) -> AuthObjection { AuthObjection(.missing, "\(name) is missing") }
}
