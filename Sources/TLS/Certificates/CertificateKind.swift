// CertificateKind.swift: the kinds of certificates that are made on demand.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Named by the words of the language: `origin web https certificate=expired`.
package enum CertificateKind: String, CaseIterable, Sendable, Hashable {
    /// A certificate without a fault.
    case signed
    case selfSigned = "self-signed"
    case expired
    case notYetValid = "not-yet-valid"
    case wrongHost = "wrong-host"
    /// Signed by a root that is sent along and that no client knows.
    case unknownAuthority = "unknown-authority"
    /// Signed by an intermediate of the authority that is missing in the chain.
    case incompleteChain = "incomplete-chain"
}
