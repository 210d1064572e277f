// FaultyName.swift: host names, each with one fault of TLS.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainTLS

/// A name below ``domain``, the same as at badssl.com if there is one.
package enum FaultyName: String, CaseIterable, Sendable {
    case ecc256, rsa2048
    case tls12 = "tls1-2"
    case tls13 = "tls1-3"
    case expired
    case notYetValid = "not-yet-valid"
    case wrongHost = "wrong-host"
    case selfSigned = "self-signed"
    case untrustedRoot = "untrusted-root"
    case incompleteChain = "incomplete-chain"
    case sha1, rsa1024
    case dh1024, null
    case tls10 = "tls1-0"
    case tls11 = "tls1-1"
    case clientCert = "client-cert"

    /// The right reaction of a client.
    package enum Verdict: String, Sendable {
        case accept, refuse
        /// The server refuses a client that shows no certificate.
        case identify = "show a certificate"
    }

    private struct Traits {
        /// The sentence about what the name shows, without its subject: `a certificate that has expired`.
        var shows: String
        var verdict = Verdict.refuse
        var certificate = CertificateKind.signed
        var key = PrivateKey.Kind.p256
        var hash = SignatureHash.sha256
        var versions: Set<TLSVersion> = [.one2, .one3]
        var weakness: TLSServerSettings.Weakness?
    }

    private var traits: Traits {
        switch self {
        case .ecc256: Traits(shows: "a good certificate, whose key is on the curve P-256", verdict: .accept)
        case .rsa2048: Traits(shows: "a good certificate, whose key is RSA of 2,048 bits", verdict: .accept, key: .rsa)
        case .tls12: Traits(shows: "nothing but TLS 1.2", verdict: .accept, versions: [.one2])
        case .tls13: Traits(shows: "nothing but TLS 1.3", verdict: .accept, versions: [.one3])
        case .expired: Traits(shows: "a certificate that has expired", certificate: .expired)
        case .notYetValid: Traits(shows: "a certificate that is not valid yet", certificate: .notYetValid)
        case .wrongHost: Traits(shows: "a certificate for another name", certificate: .wrongHost)
        case .selfSigned: Traits(shows: "a certificate that signs itself", certificate: .selfSigned)
        case .untrustedRoot:
            Traits(shows: "a certificate of an authority that nobody trusts", certificate: .unknownAuthority)
        case .incompleteChain:
            Traits(shows: "a certificate without the intermediate one above it", certificate: .incompleteChain)
        case .sha1: Traits(shows: "a certificate that is signed with SHA-1", hash: .sha1)
        case .rsa1024: Traits(shows: "a certificate whose key is RSA of 1,024 bits", key: .shortRSA)
        case .dh1024:
            Traits(shows: "a key exchange by DHE of 1,024 bits", key: .rsa, versions: [.one2], weakness: .shortDH)
        case .null: Traits(shows: "ciphers that do not encrypt", versions: [.one2], weakness: .noEncryption)
        case .tls10: Traits(shows: "nothing but TLS 1.0", key: .rsa, versions: [.one0])
        case .tls11: Traits(shows: "nothing but TLS 1.1", key: .rsa, versions: [.one1])
        case .clientCert: Traits(shows: "a wish for the client's certificate", verdict: .identify)
        }
    }

    package var host: String { "\(rawValue).\(Self.domain)" }
    package var shows: String { traits.shows }
    package var verdict: Verdict { traits.verdict }

    /// The settings of TLS for this name.
    func settings(_ mint: Mint, at now: Int64) -> TLSServerSettings {
        let traits = traits
        let identity = mint.identity(traits.certificate, hosts: [host], key: traits.key, hash: traits.hash, at: now)
        var settings = TLSServerSettings(identity: identity)
        settings.versions = traits.versions
        settings.weakness = traits.weakness
        if traits.verdict == .identify {
            settings.clientCertificate = .required
            settings.clientAuthorities = mint.anchors
        }
        return settings
    }

    package static let domain = "badssl.test"
}
