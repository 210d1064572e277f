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
            return connections[item.lane].map { .left($0.number, $0.closedByClient) }
        case .await(.tlsAlert(let name)): return insteadOfAlert(name)
        case .await: return nil
        default:
            if item.state == .taken { return .requestUnderWay(connections[item.lane]?.request?.missingPart) }
            if connections.seen == 0 { return .noConnection }
            if let number = connections.refusedBehindGoAway { return .refusedBehindGoAway(number) }
            if connections.areClosed { return failure ?? .allClosed }
            return clientThatWaits(before: item)
        }
    }

    /// What a client did instead of sending an alert. That it has finished the handshake and left does not tell whether
    /// it accepts the certificate: curl looks at the host's name only then, and goes without an error alert.
    private func insteadOfAlert(_ name: String?) -> Instead? {
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

    /// The client that waits itself: for its part, for the end of its connection, because before its last line a scenario
    /// closes nothing by itself, or for a reply that is sent only below its next request.
    private func clientThatWaits(before item: Item) -> Instead? {
        for case let request? in waiting.requests.map({ connections[$0]?.request }) where request.cameTooSoon == nil {
            return .waitsForPart(request.head.words)
        }
        let all = connections.all
        if let connection = all.first(where: awaitsEnd) { return .waitsForEnd(connection.number) }
        guard case .request = item.kind else { return nil }
        let waits = all.first { $0.closedByClient == nil && !$0.isFinished && isOwed(on: $0) }
        return waits.map { .waitsForReply($0.number) }
    }

    /// Whether the client of a connection has its reply, and waits for the end that it asked for: RFC 9112 section 9.6.
    func awaitsEnd(_ connection: Connection) -> Bool {
        connection.root === connection && connection.persistence.clientAwaitsEnd && connection.request == nil
            && connection.closedByClient == nil && !connection.isFinished && !isOwed(on: connection)
    }

    /// A request on the connection waits for the first byte of its reply.
    func isOwed(on connection: Connection) -> Bool {
        connections.lanes(on: connection.number).contains(where: replies.isOwed)
    }
}

extension RequestInProgress {
    /// How much of its body has come, and whether the client may be waiting itself.
    fileprivate var missingPart: Instead.BodyPart? {
        guard !isRaw, case .length(let length) = head.framing else { return nil }
        return Instead.BodyPart(came: progress.count, of: length, awaitsContinue: awaitsContinue)
    }
}
