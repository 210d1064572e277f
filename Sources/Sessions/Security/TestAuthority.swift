// TestAuthority.swift: the authority that signs the certificates of origins.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainLoop
import QuintainPlayer
package import QuintainScenario
package import QuintainTLS

/// The authority of `certs/`, read when it is first needed: a run without TLS does not read it.
@OnLoop
package final class TestAuthority {
    /// The path of its certificate, for a client's own option; never for a system's store.
    nonisolated package let path: String
    private let folder: String
    private let keyLog: KeyLog?
    private var loaded: CertificateAuthority?
    private let stock = MintStock()
    private var contexts: [TLSServerSettings: TLSContext] = [:]

    /// The folder holds the certificate and the key.
    nonisolated package init(folder: String, keyLog: KeyLog? = nil) {
        self.folder = folder
        self.keyLog = keyLog
        path = folder + "/" + Self.certificateName
    }

    /// The authority's certificate, for a run in which no certificate is made.
    func anchor() throws(LoopError) -> AnchorCertificate {
        let certificate = try load().certificate
        return AnchorCertificate(path: path, pem: Array(certificate.pem.utf8), der: certificate.der)
    }

    /// A mint of certificates that it signs.
    package func mint() throws(LoopError) -> Mint { Mint(try load(), stock: stock) }

    /// The TLS context of a port that has the loopback's names, and this one if there is one. One that can send alerts
    /// makes each handshake dearer, by 20 µs.
    package func context(
        for name: String?, speaking versions: HTTPVersions = .one, sendingAlerts: Bool
    ) throws(LoopError) -> TLSContext {
        let identity = try mint().identity(hosts: [name].compactMap { $0 }, at: WallClock.seconds)
        var settings = TLSServerSettings(identity: identity)
        settings.sendsAlerts = sendingAlerts
        settings.protocols = versions.protocols()
        do throws(TLSFailure) {
            return try context(settings)
        } catch {
            throw LoopError("bad-tls-settings", error.sentence)
        }
    }

    /// A context for these settings. OpenSSL takes as long to make one as for half a handshake, and a server's runs
    /// need few different ones, so they are shared; the TLS sessions are not.
    package func context(_ settings: TLSServerSettings) throws(TLSFailure) -> TLSContext {
        if let made = contexts[settings] { return TLSContext(sharing: made) }
        let context = try TLSContext(server: settings, tellingSecrets: keyLog.map { log in { log.append($0) } })
        if contexts.count >= Self.contextsAtMost { contexts = [:] }
        contexts[settings] = context
        return TLSContext(sharing: context)
    }

    package func load() throws(LoopError) -> CertificateAuthority {
        if let loaded { return loaded }
        let certificate = try Files.read(path, limit: Self.sizeAtMost)
        let key = try Files.read(folder + "/" + Self.keyName, limit: Self.sizeAtMost)
        for name in [Self.certificateName, Self.keyName] { Files.noteInput(folder + "/" + name) }
        do throws(CertificateFault) {
            let authority = try CertificateAuthority(certificate: certificate, key: key)
            loaded = authority
            return authority
        } catch {
            throw LoopError(
                "bad-authority",
                "'\(folder)/\(error.part == .key ? Self.keyName : Self.certificateName)' \(error.predicate)",
                help: error.help)
        }
    }

    nonisolated package static let certificateName = "quintain-test-ca.pem"
    nonisolated package static let keyName = "quintain-test-ca.key"
    nonisolated private static let sizeAtMost = 1 << 20
    private static let contextsAtMost = 64
}
