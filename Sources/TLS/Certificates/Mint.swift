// Mint.swift: makes certificates on first use, and keeps them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Makes the certificates of a session or a server. Belongs to one task; what it makes can be shared.
package final class Mint {
    /// `authority`: the test authority of `certs/`.
    package init(_ authority: CertificateAuthority) {}

    /// A server's identity for these host names, `localhost` and the loopback addresses. Names that the test
    /// authority may not sign for are signed by one that is made for this mint, see ``anchors``.
    package func identity(_ kind: CertificateKind = .signed, hosts: [String] = [], at now: Int64) -> TLSIdentity {
        preconditionFailure()
    }

    /// A client's identity: its name is the subject's common name.
    package func client(_ name: String, at now: Int64) -> TLSIdentity { preconditionFailure() }

    /// Whom a client has to trust: the test authority, and this mint's own once it has signed something.
    package var anchors: [Certificate] { [] }
}
