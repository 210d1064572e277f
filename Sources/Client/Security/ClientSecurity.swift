// ClientSecurity.swift: the authorities that a client trusts, and the TLS sessions that it keeps.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoader
package import QuintainLoop
package import QuintainTLS

@OnLoop
package final class ClientSecurity {
    private var anchors: [Certificate] = []
    /// The fingerprints of `anchors`: the key of the contexts that are made with them.
    private var key = ""
    /// This client's contexts, by the protocols that they offer.
    private var made: [[String]: TLSContext] = [:]
    private var sessions: [Hop: [Kept]] = [:]

    /// A session, with the questions that were answered by hand when it was made. It is resumed only if the same
    /// questions would be asked, because nobody else has accepted the server.
    private struct Kept {
        var session: TLSSession
        var answered: TLSQuestions
    }

    package init() {}

    /// Makes later handshakes trust these authorities, too.
    package func trust(_ certificates: [Certificate]) {
        for certificate in certificates where !anchors.contains(certificate) {
            anchors.append(certificate)
            key += certificate.fingerprint
            made = [:]
        }
    }

    /// The context for a handshake; made again when anchors were added.
    func context(offering protocols: [String]) throws(TLSFailure) -> TLSContext {
        if let made = made[protocols] { return made }
        let key = ([key] + protocols).joined(separator: " ")
        if let shared = Self.contexts[key] {
            made[protocols] = shared
            return shared
        }
        var settings = TLSClientSettings()
        settings.anchors = anchors
        settings.protocols = protocols
        // A client is never ordered to send an alert.
        settings.sendsAlerts = false
        let context = try TLSContext(client: settings)
        if Self.contexts.count >= Self.contextsAtMost { Self.contexts = [:] }
        Self.contexts[key] = context
        made[protocols] = context
        return context
    }

    /// Takes out a session to resume, so that it is used once: RFC 8446 appendix C.4.
    func takeSession(for hop: Hop, asking questions: TLSQuestions) -> TLSSession? {
        guard let index = sessions[hop]?.lastIndex(where: { questions.isSuperset(of: $0.answered) }) else { return nil }
        return sessions[hop]?.remove(at: index).session
    }

    func keep(_ session: TLSSession, for hop: Hop, answered: TLSQuestions) {
        if sessions.count >= Self.hopsAtMost { sessions = [:] }
        var kept = sessions[hop] ?? []
        if kept.count >= Self.sessionsAtMost { kept.removeFirst() }
        kept.append(Kept(session: session, answered: answered))
        sessions[hop] = kept
    }

    /// Reads a certificate and its key from one file, like `curl --cert`.
    static func identity(_ path: String) throws(LoopError) -> TLSIdentity {
        let pem = try Files.read(path, limit: fileSizeAtMost)
        do throws(CertificateFault) {
            return try TLSIdentity(certificates: pem, key: pem)
        } catch {
            throw LoopError("bad-certificate", "'\(path)' \(error.predicate)", help: error.help)
        }
    }

    static func certificates(_ path: String) throws(LoopError) -> [Certificate] {
        let pem = try Files.read(path, limit: fileSizeAtMost)
        if let known = read[pem] { return known }
        do throws(CertificateFault) {
            let certificates = try Certificate.read(pem)
            if read.count >= contextsAtMost { read = [:] }
            read[pem] = certificates
            return certificates
        } catch {
            throw LoopError("bad-certificate", "'\(path)' \(error.predicate)", help: error.help)
        }
    }

    /// Contexts by anchors and protocols, shared by all clients: making one costs as much as a handshake, and clients
    /// that come and go trust the same anchors. Sessions are not shared.
    private static var contexts: [String: TLSContext] = [:]
    /// Certificates that were read, by the bytes of their files.
    private static var read: [[UInt8]: [Certificate]] = [:]

    private static let contextsAtMost = 16
    private static let sessionsAtMost = 4
    private static let hopsAtMost = 256
    nonisolated private static let fileSizeAtMost = 1 << 20
}
