// ClientSecurity.swift: whom a client trusts, and what it remembers of handshakes.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoader
package import QuintainLoop
package import QuintainTLS

@OnLoop
package final class ClientSecurity {
    private var anchors: [Certificate] = []
    /// Of `anchors`: which context they make.
    private var key = ""
    /// By the protocols that are offered.
    private var made: [[String]: TLSContext] = [:]
    private var sessions: [Hop: [Kept]] = [:]

    /// A session, and which questions were answered by hand when it was made: it may only be resumed where they would
    /// be put again, for nobody else has said that it is all right.
    private struct Kept {
        var session: TLSSession
        var answered: TLSQuestions
    }

    package init() {}

    /// Handshakes from now on trust these as well.
    package func trust(_ certificates: [Certificate]) {
        for certificate in certificates where !anchors.contains(certificate) {
            anchors.append(certificate)
            key += certificate.fingerprint
            made = [:]
        }
    }

    /// Made anew when anchors have come.
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
        // No client orders an alert.
        settings.sendsAlerts = false
        let context = try TLSContext(client: settings)
        if Self.contexts.count >= Self.contextsAtMost { Self.contexts = [:] }
        Self.contexts[key] = context
        made[protocols] = context
        return context
    }

    /// A session to resume, which is not given twice: RFC 8446 appendix C.4.
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

    /// A certificate and its key from one file, as `curl --cert` reads it.
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

    /// To make one costs as much as a handshake, and clients that come and go trust the same anchors. They share
    /// nothing else: sessions are kept above.
    private static var contexts: [String: TLSContext] = [:]
    /// By the bytes of their files.
    private static var read: [[UInt8]: [Certificate]] = [:]

    private static let contextsAtMost = 16
    private static let sessionsAtMost = 4
    private static let hopsAtMost = 256
    nonisolated private static let fileSizeAtMost = 1 << 20
}
