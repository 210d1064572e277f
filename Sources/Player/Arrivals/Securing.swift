// Securing.swift: what happens on a TLS connection below HTTP.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainReply
import QuintainScenario
package import QuintainTranscript

/// An event of TLS, reported by the connection that carries it out.
package enum SecureEvent: Sendable, Equatable {
    /// The client's greeting has come; it is not answered before ``Effect/proceed(_:)``.
    case greeted(serverName: String?)
    /// These bytes came where a greeting was due; they are none, or only its beginning.
    case unheard([UInt8])
    /// A message of the handshake, by its registered name, with its notable values.
    case message(String, by: Side)
    /// An alert by its registered name.
    case alert(String, by: Side)
    case open(SecureTerms)
    /// TLS ended without close_notify.
    case truncated
    /// TLS cannot go on; the sentence says why.
    case failed(String)
    /// TLS cannot go on, because the bytes behind the greeting are not TLS.
    case garbled(String)
}

/// The outcome of a handshake.
package struct SecureTerms: Sendable, Equatable {
    /// `1.3`
    package var version: String
    /// `TLS_AES_256_GCM_SHA384`
    package var cipher: String
    /// The protocol chosen by ALPN.
    package var alpn: String?
    package var isResumed: Bool
    /// The common name in the client's certificate; nil: it showed none.
    package var client: String?

    package init(version: String, cipher: String, alpn: String?, isResumed: Bool, client: String?) {
        self.version = version
        self.cipher = cipher
        self.alpn = alpn
        self.isResumed = isResumed
        self.client = client
    }

    /// The value that `! await handshake` may name.
    func value(of field: HandshakeField) -> String {
        switch field {
        case .version: version
        case .cipher: cipher
        case .alpn: alpn ?? "none"
        case .resumed: isResumed ? "yes" : "no"
        case .clientCertificate: client ?? "none"
        }
    }

    var description: String {
        let fields = HandshakeField.allCases.map { "\($0.rawValue)=\(value(of: $0))" }
        return "the handshake is done: " + fields.joined(separator: " ")
    }
}

extension Player {
    package mutating func secured(_ event: SecureEvent, on number: ConnectionNumber, at now: Instant) -> [Effect] {
        input(now) { player in
            guard player.connections[number] != nil else { return }
            player.clock.heardClient()
            player.take(event, number)
            player.checkAwaited()
        }
    }

    private mutating func take(_ event: SecureEvent, _ number: ConnectionNumber) {
        switch event {
        case .greeted(let name):
            connections.greet(number, name)
        case .unheard(let bytes): comeInTheClear(bytes, number)
        case .message(let text, let side): record.write(.tls(by: side, text), connection: number)
        case .alert(let name, .server):
            replies.alertLeft(name)
            if let batch = leavingBatch, batch.connection.carrier == number { return }
            tellSentAlerts(number)
        case .alert(let name, let side):
            record.write(.tls(by: side, "alert \(name)"), connection: number)
            connections[number]?.security.complain(name)
        case .open(let terms):
            record.write(.tls(by: .server, terms.description), connection: number)
            connections.agree(terms, on: number)
        case .truncated: record.write(.noted("TLS ended without close_notify"), connection: number)
        case .failed(let sentence):
            connections.securingFailed("TLS failed: \(sentence)")
            record.write(.noted("TLS failed: \(sentence)"), connection: number)
        case .garbled(let sentence):
            take(.failed(sentence), number)
            guard isJudging, connections[number]?.isFinished == false else { return }
            connections[number]?.stray()
            unexpectedBytes(on: number, "no line takes the bytes on connection \(number) that are no TLS: \(sentence)")
        }
    }

    mutating func tellSentAlerts(_ number: ConnectionNumber) {
        for name in replies.takeAlerts() { record.write(.tls(by: .server, "alert \(name)"), connection: number) }
    }

    /// Lets handshakes go on unless lines of ours come before their answer.
    mutating func answerGreetings() {
        for number in connections.greeted where !holdsBack(number) {
            connections.proceed(number)
            guard let connection = connections[number], !connection.isSilent, !connection.isFinished else { continue }
            effects.append(.proceed(number))
        }
    }

    /// `! await client-hello` was played, and the lines of ours below it are not done.
    private func holdsBack(_ number: ConnectionNumber) -> Bool {
        guard phase == .playing, connections[number]?.security.isAwaited == true else { return false }
        switch wait {
        case .time?, .quiet?, .load?, .go?, .batch?, .window?: return true
        case .connection?, nil: return turn.isLooking
        }
    }

    /// Reports the values of a handshake that differ from the line.
    mutating func checkTerms(_ demands: [HandshakeDemand], _ item: Item, _ terms: SecureTerms) {
        let scope = scope(item.lane, item.first.count)
        for demand in demands {
            let value = terms.value(of: demand.field)
            guard !values.matches(demand.value, Array(value.utf8), scope) else { continue }
            let wanted = values.description(of: demand.value, scope, quotes: false)
            record.breach(.wrongField, item.first, "\(demand.field.rawValue) is \(value), not \(wanted)")
        }
    }
}
