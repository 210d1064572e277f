// Instead.swift: what is known of a client that did not do what was waited for.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainTranscript
import QuintainWire

extension Inquiry {
    /// What is known of a client for which an item never came.
    func instead(of item: Item) -> Instead? {
        let failure = connections.secureFailure.map { Instead.tlsFailed($0) }
        switch item.kind {
        case .await(.connection): return nil
        case .await where connections.seen == 0: return .noConnection
        case .await(.handshake): return failure
        case .await(.close), .await(.fin), .await(.reset):
            return connections.number(of: item.lane).flatMap { number in
                connections[number].map { .left(number, $0.closedByClient) }
            }
        case .await(.tlsAlert(let name)): return insteadOfAlert(name)
        case .await: return nil
        default:
            if item.state == .taken { return .requestUnderWay(missingPart(in: item.lane)) }
            if connections.seen == 0 { return .noConnection }
            if let number = connections.refusedBehindGoAway { return .refusedBehindGoAway(number) }
            if connections.areClosed { return failure ?? .allClosed }
            return partThatWaits ?? clientThatWaits ?? replyThatIsAwaited(before: item)
        }
    }

    /// What a client did instead of sending an alert. That it has finished the handshake and left does not tell whether
    /// it accepts the certificate: curl looks at the host's name only then, and goes without an error alert.
    func insteadOfAlert(_ name: String?) -> Instead? {
        let isRefusal = name.map { !SecureState.closures.contains($0) } ?? true
        let alerts = connections.alerts
        if isRefusal, alerts.allSatisfy(SecureState.closures.contains),
            let certificate = connections.acceptance.flatMap(certificate)
        {
            return .accepted(certificate, alerts: alerts)
        }
        if !alerts.isEmpty { return .alerts(alerts) }
        return connections.secureFailure.map { .tlsFailed($0, lacksAlert: true) }
    }

    /// How much of the body of the lane's request has come, and whether the client may be waiting itself.
    func missingPart(in lane: Lane) -> Instead.BodyPart? {
        guard let request = connections.number(of: lane).flatMap({ connections[$0]?.request }), !request.isRaw,
            case .length(let length) = request.head.framing
        else { return nil }
        return Instead.BodyPart(
            came: request.progress.count, of: length, awaitsContinue: request.awaitsContinue)
    }

    /// The request that waits until the part in any order that is being played may be left.
    var partThatWaits: Instead? {
        for number in waiting.requests {
            guard let request = connections[number]?.request, request.cameTooSoon == nil else { continue }
            return .waitsForPart(request.head.words)
        }
        return nil
    }

    /// The client that asked for the end of its connection, and may wait for it: before its last line a scenario closes
    /// nothing by itself.
    var clientThatWaits: Instead? {
        connections.all.first { awaitsEnd($1, $0) }.map { .waitsForEnd($0.number) }
    }

    /// Whether the client of a connection has its reply, and waits for the end that it asked for: RFC 9112 section 9.6.
    func awaitsEnd(_ connection: Connection, _ number: ConnectionNumber) -> Bool {
        connection.persistence.clientAwaitsEnd && connection.request == nil
            && connection.closedByClient == nil && !connection.isFinished
            && !connections.lanes(on: number).contains(where: replies.isOwed)
    }

    /// The client that makes one request after the other, and waits for a reply that is sent only below the next one.
    func replyThatIsAwaited(before item: Item) -> Instead? {
        guard case .request = item.kind else { return nil }
        return connections.all.first { number, connection in
            connection.closedByClient == nil && !connection.isFinished
                && connections.lanes(on: number).contains(where: replies.isOwed)
        }.map { .waitsForReply($0.number) }
    }
}
