// DigestChallenge.swift: what a server asks for with Digest.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainWire

/// RFC 7616 section 3.3.
package struct DigestChallenge: Hashable, Sendable {
    package var realm: [UInt8]
    package var nonce: [UInt8]
    /// nil: none is said, which means MD5.
    package var namedAlgorithm: DigestAlgorithm?
    /// Empty: none is offered, as in RFC 2069.
    package var protections: [DigestProtection]
    package var opaque: [UInt8]?
    package var isStale: Bool
    package var takesUserHash: Bool
    package var saysUTF8: Bool
    /// Where the answer may be used again, absolute URLs and paths.
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

    /// A challenge as it was written. Nil if it is not of Digest, or cannot be answered: without a realm or a nonce, or
    /// with an unknown algorithm.
    package init?(_ clause: AuthClause) {
        guard clause.isScheme("Digest"), let realm = clause["realm"], let nonce = clause["nonce"] else { return nil }
        var algorithm: DigestAlgorithm?
        if let named = clause["algorithm"] {
            algorithm = DigestAlgorithm(named: named.value)
            if algorithm == nil { return nil }
        }
        let offered = clause["qop"].map { Self.words($0.value) } ?? []
        let known = DigestProtection.allCases.filter { offered.contains(Array($0.rawValue.utf8)) }
        // RFC 7616 section 3.3: unrecognised ones are ignored; with none left it cannot be answered.
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

    /// As it is sent: what the grammar wants quoted is quoted, and nothing else is.
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
