// AwaitedFacts.swift: which facts that lines await have been seen, and on which connection.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainTranscript
import QuintainWire

extension Inquiry {
    /// The next awaited line whose fact has been seen.
    ///
    /// - Parameter asItIs: what several branches await alike chooses the upper one.
    func awaited(asItIs: Bool) -> FoundLine? { asItIs ? course.find(fitOfAwaited) : course.findDecided(fitOfAwaited) }

    /// Whether several branches await what has been seen, and nothing has chosen one of them yet.
    var awaitsUndecided: Bool { course.mayAwait && course.findAll(fitOfAwaited).areUndecided }

    func fitOfAwaited(_ window: Window, _ item: Item, _ index: Int) -> Fit? {
        guard case .await(let awaited) = item.kind, item.state == .due, window.isNextOnWire(index),
            let number = subject(of: item), let connection = connections[number], isSeen(awaited, connection, item)
        else { return nil }
        return .whole
    }

    func isSeen(_ awaited: Awaited, _ connection: Connection, _ item: Item) -> Bool {
        switch awaited {
        case .connection: true
        case .bytes(let count): (connections.progress(of: item.lane)?.count ?? 0) >= count
        case .close: connection.closedByClient != nil
        case .fin: connection.closedByClient == .fin
        case .reset: connection.closedByClient == .reset
        case .clientHello(let name):
            connection.security.isHeld && !connection.security.isAwaited && isNamed(name, connection, item)
        case .tlsAlert(let name):
            name.map { connection.security.alerts.contains($0) } ?? !connection.security.refusals.isEmpty
        case .handshake: connection.security.terms != nil
        case .frame(let kind, let fields):
            subject(of: item).flatMap { connections[$0.carrier]?.frames.first { fits($0, kind, fields, item) } } != nil
        }
    }

    /// The connection to which an item's `! await` refers.
    func subject(of item: Item) -> ConnectionNumber? {
        guard case .await(let awaited) = item.kind else { return nil }
        switch awaited {
        case .connection: return connections.idle()
        case .close, .fin, .reset:
            return connections.number(of: item.lane) ?? connections.idle { $0.closedByClient != nil }
        case .clientHello:
            return greeted(item.lane) ?? connections.number(of: item.lane)
        case .handshake: return agreed(item.lane)
        case .bytes: return connections.number(of: item.lane)
        case .tlsAlert, .frame: return connections.number(of: item.lane) ?? connections.idle()
        }
    }

    /// The connection whose handshake is done and behind which no request has come yet.
    func agreed(_ lane: Lane) -> ConnectionNumber? {
        let own = connections.number(of: lane)
        return connections.all.first { number, connection in
            connection.security.terms != nil && !connection.security.isJudged
                && connection.requests == connection.security.requestsBefore
                && (number == own || connection.lane == nil)
        }?.number
    }

    /// The connection whose TLS greeting no line has taken yet.
    func greeted(_ lane: Lane) -> ConnectionNumber? {
        let own = connections.number(of: lane)
        return connections.greeted.first { number in
            guard let connection = connections[number], !connection.security.isAwaited else { return false }
            return number == own || connection.lane == nil
        }
    }

    func isNamed(_ name: Template?, _ connection: Connection, _ item: Item) -> Bool {
        guard let name else { return true }
        if name.isAbsent { return connection.security.serverName == nil }
        var trial = values
        return trial.matches(
            name, Array((connection.security.serverName ?? "").utf8), scope(item.first))
    }

    func fits(_ heard: FrameInbox.Heard, _ kind: FrameKind, _ fields: [NamedValue], _ item: Item) -> Bool {
        heard.fits(kind, fields, on: connections.number(of: item.lane), values, scope(item.first))
    }
}
