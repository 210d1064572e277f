// ClientConnection+Making.swift: makes a connection: names, addresses, handshakes.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainLoader
import QuintainLoop
import QuintainTLS
import QuintainTransport
import QuintainWire

/// A handshake, with the facts that decide who may resume its session.
struct Handshake {
    let hop: Hop
    /// The questions that the user is asked.
    let questions: TLSQuestions
    /// The questions that the user has answered: the session may be resumed only by loads that would be asked them,
    /// too.
    var answered: TLSQuestions = []
    let resumed: TLSSession?
}

extension ClientConnection {
    // MARK: Connecting

    /// Tries one address after the other; if all fail, the first fault is reported.
    func connect() async -> Result<Transport, NetworkFault> {
        let hop = route.first
        let addresses: [SocketAddress]
        if let known = pool.hosts.known(hop) {
            addresses = known
        } else {
            do throws(LoopError) {
                addresses = try await HostLookup.addresses(of: hop.host, port: UInt16(truncatingIfNeeded: hop.port))
            } catch { return .failure(NetworkFault(.hostNotFound, error.message)) }
        }
        var fault: NetworkFault?
        for address in addresses where stage == .connecting {
            do throws(LoopError) {
                let channel = try Channel.connecting(to: address, loop: .shared)
                self.channel = channel
                try await channel.connected()
                let transport = Transport(channel)
                if stage == .connecting { self.transport = transport } else { channel.close() }
                return .success(transport)
            } catch {
                fault = fault ?? NetworkFault(.cannotConnect, error.message)
            }
        }
        return .failure(fault ?? NetworkFault(.cannotConnect, "there is no address to connect to"))
    }

    // MARK: TLS

    /// Starts TLS on the connection, inside the tunnel if there is one.
    package func secure(_ hop: Hop, _ questions: SecureQuestions) {
        guard stage == .standing || stage == .exchanging, let transport else { return }
        var asked: TLSQuestions = []
        if questions.serverTrust { asked.insert(.serverTrust) }
        if questions.clientCertificate { asked.insert(.clientCertificate) }
        do throws(TLSFailure) {
            let context = try pool.security.context(offering: route.protocols(for: hop))
            let session = pool.security.takeSession(for: hop, asking: asked)
            handshake = Handshake(hop: hop, questions: asked, resumed: session)
            transport.secure(
                context, calling: hop.host, resuming: session, asking: asked, having: reader.takeRest())
        } catch {
            refusal = NetworkFault(.tls, error.sentence)
        }
        stage = .securing
        poke()
    }

    package func judge(isTrusted: Bool) {
        guard stage == .asking else { return }
        handshake?.answered.insert(.serverTrust)
        transport?.judge(isTrusted: isTrusted)
        stage = .securing
        poke()
    }

    /// Answers with the certificate and key of a PEM file, or with none.
    package func identify(_ path: String?) {
        guard stage == .asking else { return }
        handshake?.answered.insert(.clientCertificate)
        do throws(LoopError) {
            transport?.identify(as: try path.map { path throws(LoopError) in try ClientSecurity.identity(path) })
        } catch {
            refusal = NetworkFault(.tls, error.message)
        }
        stage = .securing
        poke()
    }

    /// Continues the handshake as far as possible. false: the server must speak next.
    func shakeHands(_ transport: Transport) -> Bool {
        guard let handshake else { return false }
        switch transport.shakeHands() {
        case .bytes:
            keepSessions()
            // A ticket of TLS 1.2 can be used many times.
            if let resumed = handshake.resumed, let terms = transport.security?.terms, terms.isResumed,
                terms.version < .one3
            {
                pool.security.keep(resumed, for: handshake.hop, answered: handshake.answered)
            }
            stage = .standing
            let chosen = transport.security?.terms?.applicationProtocol
            if route.shares(having: chosen, with: handshake.hop) {
                share(then: .secured)
            } else {
                user?.heard(.secured, from: self)
            }
        case .nothing: return ask(transport, handshake.hop)
        case .finished, .full, .reset, .failed, .closed:
            let sentence = transport.failure?.sentence ?? "the connection was reset within the handshake"
            lose(NetworkFault(.tls, sentence))
        }
        return true
    }

    private func ask(_ transport: Transport, _ hop: Hop) -> Bool {
        guard let security = transport.security else { return false }
        switch security.phase {
        case .judging:
            guard let shown = security.shown else { return false }
            stage = .asking
            let isTrusted = shown.verification.isGood
            let trust = ServerTrust(
                hop: hop, isTrusted: isTrusted, objection: ServerTrust.Objection(shown.verification),
                sentence: isTrusted ? "" : shown.verification.sentence, subject: shown.certificate.subject,
                certificate: shown.certificate.der)
            user?.heard(.trustAsked(trust), from: self)
            return true
        case .identifying:
            stage = .asking
            user?.heard(.identityAsked(hop), from: self)
            return true
        case .handshake, .held, .open, .ended: return false
        }
    }

    /// Stores the server's session tickets for later handshakes.
    func keepSessions() {
        guard let handshake, let security = transport?.security else { return }
        for case .session(let session) in security.takeEvents() {
            pool.security.keep(session, for: handshake.hop, answered: handshake.answered)
        }
    }
}

extension ServerTrust.Objection {
    fileprivate init?(_ verification: Verification) {
        if verification.isOfOtherHost {
            self = .otherHost
        } else if verification.isExpired {
            self = .expired
        } else {
            return nil
        }
    }
}
