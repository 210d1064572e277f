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

    private func fitOfAwaited(_ window: Window, _ item: Item, _ index: Int) -> Fit? {
        guard case .await(let awaited) = item.kind, item.state == .due, window.isNextOnWire(index),
            let connection = subject(of: item), isSeen(awaited, connection, item)
        else { return nil }
        return .whole
    }

    private func isSeen(_ awaited: Awaited, _ connection: Connection, _ item: Item) -> Bool {
        switch awaited {
        case .connection: return true
        case .bytes(let count): return (connections.progress(of: item.lane)?.count ?? 0) >= count
        case .close: return connection.closedByClient != nil
        case .fin: return connection.closedByClient == .fin
        case .reset: return connection.closedByClient == .reset
        case .clientHello(let name):
            let security = connection.security
            guard security.isHeld, !security.isAwaited else { return false }
            guard let name else { return true }
            if name.isAbsent { return security.serverName == nil }
            var trial = values
            return trial.matches(name, Array((security.serverName ?? "").utf8), scope(item.first))
        case .tlsAlert(let name):
            return name.map { connection.security.alerts.contains($0) } ?? !connection.security.refusals.isEmpty
        case .handshake: return connection.security.terms != nil
        case .frame(let kind, let fields):
            return connection.root.frames.first { fits($0, kind, fields, item) } != nil
        }
    }

    func fits(_ heard: FrameInbox.Heard, _ kind: FrameKind, _ fields: [NamedValue], _ item: Item) -> Bool {
        heard.fits(kind, fields, on: connections.number(of: item.lane), values, scope(item.first))
    }

    /// The connection to which an item's `! await` refers: that of its lane, or one that no lane uses yet.
    func subject(of item: Item) -> Connection? {
        guard case .await(let awaited) = item.kind else { return nil }
        let own = connections[item.lane]
        switch awaited {
        case .connection: return connections.idle()
        case .close, .fin, .reset: return own ?? connections.idle { $0.closedByClient != nil }
        case .clientHello:
            // One whose greeting no line has taken yet.
            let greeted = connections.those(with: .greeting)
            return greeted.first { !$0.security.isAwaited && ($0 === own || $0.lane == nil) } ?? own
        case .handshake:
            // One whose handshake is done, and behind which no request has come yet.
            return connections.all.first { connection in
                let security = connection.security
                return security.terms != nil && !security.isJudged && connection.requests == security.requestsBefore
                    && (connection === own || connection.lane == nil)
            }
        case .bytes: return own
        case .tlsAlert, .frame: return own ?? connections.idle()
        }
    }
}
