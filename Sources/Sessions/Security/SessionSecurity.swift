// SessionSecurity.swift: the certificates that the origins of a run show in TLS.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import QuintainPlayer
import QuintainScenario
import QuintainTLS

/// The certificates of a run, made when it begins.
@OnLoop
final class SessionSecurity {
    private var contexts: [String: TLSContext] = [:]
    private var versions: [String: HTTPVersions] = [:]
    private var mint: Mint?
    /// The authority that clients must trust; nil: the run has no TLS.
    private(set) var anchor: AnchorCertificate?
    /// The files of the run, removed with it: each client's certificate by its name, the anchors by the empty name.
    private var files: [String: String] = [:]

    init(_ scenario: Scenario, authority: TestAuthority?, publicName: String?) throws(LoopError) {
        for origin in scenario.origins {
            let owner = origin.at.flatMap { name in scenario.origins.first { $0.name == name } } ?? origin
            versions[origin.name] = owner.versions
        }
        guard scenario.demands.contains(.tls) else { return }
        guard let authority else {
            throw LoopError(
                "no-authority", "there is no test authority to sign certificates",
                help: "set QUINTAIN_CERTS to the folder that holds \(TestAuthority.certificateName)")
        }
        let mint = try authority.mint()
        self.mint = mint
        for origin in scenario.origins where origin.scheme == .https {
            // Origins at one port share its certificate, which has all their names.
            let owner = origin.at.flatMap { name in scenario.origins.first { $0.name == name } } ?? origin
            let names = scenario.origins.filter { $0.name == owner.name || $0.at == owner.name }.map(\.host)
            let settings = try owner.settings(mint, hosts: (names + [publicName]).compactMap { $0 })
            do throws(TLSFailure) {
                contexts[origin.name] = try authority.context(settings)
            } catch {
                throw LoopError("bad-tls-settings", "'\(origin.name)': \(error.sentence)")
            }
        }
        anchor = try authority.anchor()
        // Names for which the test authority may not sign have an authority of this run.
        guard mint.anchors.count > 1 else { return }
        let pem = Array(mint.anchors.map(\.pem).joined().utf8)
        let path = try keep(pem, as: "")
        anchor = AnchorCertificate(path: path, pem: pem, der: mint.anchors.last?.der ?? [])
    }

    /// The TLS context of the origin; nil: it has no TLS.
    subscript(origin: String) -> TLSContext? { contexts[origin] }

    /// The versions of HTTP that the origin speaks.
    func versions(of origin: String) -> HTTPVersions { versions[origin] ?? .one }

    /// The path of a file with the certificate of a client and its key.
    func clientCertificate(_ name: String) throws(LoopError) -> String {
        if let path = files[name] { return path }
        guard let mint else {
            throw LoopError("no-authority", "the scenario has no origin with TLS, so no certificate is made for it")
        }
        let identity = mint.client(name, at: WallClock.seconds)
        let pem = identity.certificates.map(\.pem).joined() + identity.key.pem
        return try keep(Array(pem.utf8), as: name)
    }

    /// Removes the files at the end of the run.
    func close() {
        for path in files.values { Files.remove(path) }
        files = [:]
    }

    private func keep(_ bytes: [UInt8], as name: String) throws(LoopError) -> String {
        let path = Leftovers.newPath(".pem")
        // Some of the files hold a client's key.
        try Files.write(bytes, to: path, isPrivate: true)
        files[name] = path
        return path
    }
}

extension Origin {
    /// The settings that the options of an `origin` line stand for.
    fileprivate func settings(_ mint: Mint, hosts: [String]) throws(LoopError) -> TLSServerSettings {
        let versions = text(of: .tls).map {
            Set($0.split(separator: ",").compactMap { TLSVersion(rawValue: String($0)) })
        }
        let isOld = versions.map { $0.allSatisfy { $0 < .one2 } } ?? false
        var settings = TLSServerSettings(identity: try identity(mint, hosts: hosts, key: isOld ? .rsa : .p256))
        if let versions { settings.versions = versions }
        settings.protocols = self.versions.protocols(asWritten: text(of: .http) != nil)
        if let wanted = text(of: .clientCertificate) {
            settings.clientCertificate = TLSServerSettings.ClientCertificate(rawValue: wanted) ?? .none
            settings.clientAuthorities = mint.anchors
        }
        return settings
    }

    private func identity(_ mint: Mint, hosts: [String], key: PrivateKey.Kind) throws(LoopError) -> TLSIdentity {
        guard let certificate = file(of: .certificate) else {
            let kind = text(of: .certificate).flatMap(CertificateKind.init) ?? .signed
            return mint.identity(kind, hosts: hosts, key: key, at: WallClock.seconds)
        }
        do throws(CertificateFault) {
            return try TLSIdentity(certificates: certificate, key: certificate)
        } catch {
            throw LoopError("bad-certificate", "the \(error.part) of '\(name)' \(error.predicate)", help: error.help)
        }
    }

    private func option(_ option: OriginOption) -> Template? {
        options.last { $0.name == option.rawValue }?.value
    }

    private func text(of option: OriginOption) -> String? {
        self.option(option)?.literal.map { String(decoding: $0, as: UTF8.self) }
    }

    private func file(of option: OriginOption) -> [UInt8]? {
        guard case .file(_, let bytes)? = self.option(option)?.soleValue?.function else { return nil }
        return bytes
    }
}
