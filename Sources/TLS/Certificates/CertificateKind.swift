// CertificateKind.swift: the kinds of certificates that are made on demand.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// By the words of the language: `origin web https certificate=expired`.
package enum CertificateKind: String, CaseIterable, Sendable, Hashable {
    /// All is well with it.
    case signed
    case selfSigned = "self-signed"
    case expired
    case notYetValid = "not-yet-valid"
    case wrongHost = "wrong-host"
    /// The root that signed it is shown, and nobody knows it.
    case unknownAuthority = "unknown-authority"
    /// Who signed it is signed by the authority, and is not shown.
    case incompleteChain = "incomplete-chain"
}
