// DigestChallenge.swift: a server's challenge with Digest.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainWire

/// A Digest challenge, RFC 7616 section 3.3.
package struct DigestChallenge: Hashable, Sendable {
    package var realm: [UInt8]
    package var nonce: [UInt8]
    /// nil: no algorithm is named, which means MD5.
    package var namedAlgorithm: DigestAlgorithm?
    /// Empty: no quality of protection is offered, as in RFC 2069.
    package var protections: [DigestProtection]
    package var opaque: [UInt8]?
    package var isStale: Bool
    package var takesUserHash: Bool
    package var saysUTF8: Bool
    /// The absolute URLs and paths for which the answer may be used again.
    package var domain: [UInt8]?

    package var algorithm: DigestAlgorithm { namedAlgorithm ?? .md5 }

    package init(realm: [UInt8], nonce: [UInt8], algorithm: DigestAlgorithm?, protections: [DigestProtection]) {
        self.realm = realm
        self.nonce = nonce
        namedAlgorithm = algorithm
        self.protections = protections
        isStale = false
        takesUserHash = false
        saysUTF8 = false
    }

    /// Reads a challenge. nil: it is not Digest, or cannot be answered because realm or nonce is missing or its
    /// algorithm is unknown.
    package init?(_ clause: AuthClause) {
        guard clause.isScheme("Digest"), let realm = clause["realm"], let nonce = clause["nonce"] else { return nil }
        var algorithm: DigestAlgorithm?
        if let named = clause["algorithm"] {
            algorithm = DigestAlgorithm(named: named.value)
            if algorithm == nil { return nil }
        }
        let offered = clause["qop"].map { Self.words($0.value) } ?? []
        let known = DigestProtection.allCases.filter { offered.contains(Array($0.rawValue.utf8)) }
        // RFC 7616 section 3.3: unknown words are ignored; if none is known, the challenge cannot be answered.
        if !offered.isEmpty, known.isEmpty { return nil }
        self.init(realm: realm.value, nonce: nonce.value, algorithm: algorithm, protections: known)
        opaque = clause["opaque"]?.value
        isStale = clause["stale"]?.says("true") ?? false
        takesUserHash = clause["userhash"]?.says("true") ?? false
        saysUTF8 = clause["charset"]?.says("UTF-8") ?? false
        domain = clause["domain"]?.value
    }

    /// The words of `qop="auth, auth-int"`, in lower case.
    static func words(_ value: [UInt8]) -> [[UInt8]] {
        CommaList.members(of: value).map { $0.map(Octet.lowercased) }
    }

    /// The challenge as it is sent, with quotes only where the grammar requires them.
    package var clause: AuthClause {
        var parameters = [AuthParameter("realm", realm), AuthParameter("nonce", nonce)]
        if let domain { parameters.append(AuthParameter("domain", domain)) }
        if !protections.isEmpty {
            parameters.append(AuthParameter("qop", quoted: protections.map(\.rawValue).joined(separator: ", ")))
        }
        if let namedAlgorithm { parameters.append(AuthParameter("algorithm", token: namedAlgorithm.rawValue)) }
        if let opaque { parameters.append(AuthParameter("opaque", opaque)) }
        if saysUTF8 { parameters.append(AuthParameter("charset", token: "UTF-8")) }
        if takesUserHash { parameters.append(AuthParameter("userhash", token: "true")) }
        if isStale { parameters.append(AuthParameter("stale", token: "true")) }
        return AuthClause("Digest", parameters)
    }
}
