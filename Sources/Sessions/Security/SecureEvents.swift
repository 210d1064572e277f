// SecureEvents.swift: the events of TLS in the words of the play.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainTLS
import QuintainTranscript

extension SecureEvent {
    /// Nil: the play need not know the event.
    init?(_ event: TLSEvent) {
        switch event {
        case .message(.clientHello, .received): return nil
        case .message(let message, let direction): self = .message(message.name, by: Side(direction))
        case .clientHello(let hello): self = .message(hello.description, by: .client)
        case .alert(let alert, _, let direction): self = .alert(alert.name, by: Side(direction))
        case .open(let terms): self = .open(SecureTerms(terms))
        case .truncated: self = .truncated
        case .failed(let failure):
            self = failure.kind == .noRecord ? .garbled(failure.sentence) : .failed(SecureFailure(failure))
        case .more(let count): self = .message("\(count) messages more", by: .client)
        case .session: return nil
        }
    }
}

extension SecureEvent {
    /// nil: a greeting is held of which nothing is known.
    init(greeting hello: ClientHello?) {
        self = .greeted(serverName: hello?.serverName, version: hello?.versions.max()?.rawValue)
    }
}

extension SecureFailure {
    fileprivate init(_ failure: TLSFailure) {
        self.init(failure.sentence)
        if case .refused(let alert) = failure.kind { self.alert = alert.name }
    }
}

extension Side {
    fileprivate init(_ direction: TLSEvent.Direction) { self = direction == .sent ? .server : .client }
}

extension ClientHello {
    /// `ClientHello sni=web.test versions=1.3,1.2 alpn=h2,http/1.1`
    fileprivate var description: String {
        var words = ["ClientHello"]
        if let serverName { words.append("sni=\(serverName)") }
        if !versions.isEmpty { words.append("versions=" + versions.map(\.rawValue).joined(separator: ",")) }
        if !protocols.isEmpty { words.append("alpn=" + protocols.joined(separator: ",")) }
        if resumes { words.append("resumes=yes") }
        return words.joined(separator: " ")
    }
}

extension SecureTerms {
    fileprivate init(_ terms: TLSTerms) {
        self.init(
            version: terms.version.rawValue, cipher: terms.cipher, alpn: terms.applicationProtocol,
            isResumed: terms.isResumed, client: terms.peerCertificates.first?.commonName)
    }
}
