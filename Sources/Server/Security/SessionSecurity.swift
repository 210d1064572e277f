// SessionSecurity.swift: what the origins of a run show of themselves in TLS.
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
    /// The certificates that a client has to trust; nil: nothing of the run is secured.
    private(set) var anchor: AnchorCertificate?
    /// The anchors are in a file of our own, which goes with the run.
    private var ownFile: String?

    init(_ scenario: Scenario, authority: TestAuthority?, publicName: String?) throws(LoopError) {
        guard scenario.demands.contains(.tls) else { return }
        guard let authority else {
            throw LoopError(
                "no-authority", "there is no test authority to sign certificates",
                help: "set QUINTAIN_CERTS to the folder that holds \(TestAuthority.certificateName)")
        }
        let mint = try authority.mint()
        for origin in scenario.origins where origin.scheme == .https {
            let settings = try origin.settings(mint, hosts: [origin.host, publicName].compactMap { $0 })
            do throws(TLSFailure) {
                contexts[origin.name] = try TLSContext(server: settings)
            } catch {
                throw LoopError("bad-tls-settings", "'\(origin.name)': \(error.sentence)")
            }
        }
        anchor = try authority.anchor()
        if mint.anchors.count > 1 { try keep(mint.anchors) }
    }

    /// What the origin shows; nil: it is not secured.
    subscript(origin: String) -> TLSContext? { contexts[origin] }

    /// The run is over.
    func close() {
        if let ownFile { Files.remove(ownFile) }
        ownFile = nil
    }

    /// Other names than the test authority may sign for have one of this run.
    private func keep(_ anchors: [Certificate]) throws(LoopError) {
        let path = TemporaryFolder.path + "/quintain-\(String(UInt64.random(in: 0 ... .max), radix: 36)).pem"
        let pem = Array(anchors.map(\.pem).joined().utf8)
        try Files.write(pem, to: path)
        ownFile = path
        anchor = AnchorCertificate(path: path, pem: pem, der: anchors.last?.der ?? [])
    }
}

extension Origin {
    /// The settings that the options of an `origin` line stand for.
    fileprivate func settings(_ mint: Mint, hosts: [String]) throws(LoopError) -> TLSServerSettings {
        var settings = TLSServerSettings(identity: try identity(mint, hosts: hosts))
        if let versions = text(of: .tls) {
            settings.versions = Set(versions.split(separator: ",").compactMap { TLSVersion(rawValue: String($0)) })
        }
        if let protocols = text(of: .alpn) {
            settings.protocols = protocols.split(separator: ",").map(String.init)
        }
        if let wanted = text(of: .clientCertificate) {
            settings.clientCertificate = TLSServerSettings.ClientCertificate(rawValue: wanted) ?? .none
            settings.clientAuthorities = mint.anchors
        }
        return settings
    }

    private func identity(_ mint: Mint, hosts: [String]) throws(LoopError) -> TLSIdentity {
        guard let certificate = file(of: .certificate) else {
            let kind = text(of: .certificate).flatMap(CertificateKind.init) ?? .signed
            return mint.identity(kind, hosts: hosts, at: WallClock.seconds)
        }
        do throws(CertificateFault) {
            return try TLSIdentity(certificates: certificate, key: file(of: .key) ?? certificate)
        } catch {
            throw LoopError("bad-certificate", "'\(name)': \(error.sentence)", help: error.help)
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
