// Awaiting.swift: `! await`, and the facts of connections that do it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainTranscript

extension Player {
    /// Looks whether something awaited has been seen; `opened` is a connection that has just come. true: it has.
    @discardableResult
    mutating func checkAwaited(opened: ConnectionNumber? = nil) -> Bool {
        let found = find { window, item, index in
            guard case .await(let awaited) = item.kind, item.state == .due, Self.isNextOnWire(window, index),
                isSeen(awaited, item.lane, opened)
            else { return nil }
            return .whole
        }
        guard let found, let index = take(found) else { return false }
        let item = window.items[index]
        window.items[index].state = .done
        if case .await(.connection) = item.kind, let opened { bind(item.lane, to: opened) }
        if case .await(.bytes) = item.kind, let number = connection(of: item.lane) {
            let bytes = connections[number]?.bytesIn ?? 0
            connections[number]?.bytesBeforeMessage = bytes
        }
        if item.isClosing, let number = connection(of: item.lane), let passed = connections[number]?.closedAfterOurs,
            passed < item.reachedAfterOurs
        {
            breach(.tooSoon, item.first, "the client closed connection \(number) before the lines above were done")
        }
        finish(item.first)
        record(
            .awaited(text(of: item.first)), connection: connection(of: item.lane), lane: item.lane,
            line: item.first.reference)
        return true
    }

    private func isSeen(_ awaited: Awaited, _ lane: Lane, _ opened: ConnectionNumber?) -> Bool {
        let connection = connection(of: lane).flatMap { connections[$0] }
        switch awaited {
        case .connection: return opened != nil
        case .bytes(let count): return connection.map { $0.bytesIn - $0.bytesBeforeMessage >= count } ?? false
        case .close: return connection?.closedByClient != nil
        case .fin: return connection?.closedByClient == .fin
        case .reset: return connection?.closedByClient == .reset
        case .clientHello, .tlsAlert, .frame: return false
        }
    }
}

extension Item {
    fileprivate var isClosing: Bool {
        switch kind {
        case .await(.close), .await(.fin), .await(.reset): true
        case .await, .request, .rest, .callback: false
        }
    }
}
