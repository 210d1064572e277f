// TestAuthority.swift: who signs the certificates that the server shows.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainLoop
import QuintainTLS

/// The authority of `certs/`, read once.
package struct TestAuthority: Sendable {
    /// Its certificate, for a client's own option; never for a system's store.
    package let path: String
    let authority: CertificateAuthority

    /// Reads the certificate and the key of the folder.
    package init(folder: String) throws(LoopError) {
        path = folder + "/" + Self.certificateName
        let certificate = try Files.read(path, limit: Self.sizeAtMost)
        let key = try Files.read(folder + "/" + Self.keyName, limit: Self.sizeAtMost)
        do throws(CertificateFault) {
            authority = try CertificateAuthority(certificate: certificate, key: key)
        } catch {
            throw LoopError("bad-authority", "'\(folder)' holds no authority: \(error.sentence)", help: error.help)
        }
    }

    /// What a port shows that goes by the loopback's names, and by this one if it has one.
    func context(for name: String?) throws(LoopError) -> TLSContext {
        let mint = Mint(authority)
        let identity = mint.identity(hosts: [name].compactMap { $0 }, at: WallClock.seconds)
        do throws(TLSFailure) {
            return try TLSContext(server: TLSServerSettings(identity: identity))
        } catch {
            throw LoopError("bad-tls-settings", error.sentence)
        }
    }

    package static let certificateName = "quintain-test-ca.pem"
    package static let keyName = "quintain-test-ca.key"
    private static let sizeAtMost = 1 << 20
}
