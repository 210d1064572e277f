// Awaiting.swift: lines `! await`, and how each is found to have happened.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainTranscript
import QuintainWire

extension Player {
    /// Marks the next awaited line whose fact has been seen. true: there was one.
    ///
    /// - Parameter asItIs: what several branches await alike chooses the upper one; else the client's next event
    ///   chooses, and the fact is still seen then.
    @discardableResult
    func checkAwaited(asItIs: Bool = false) -> Bool {
        guard mayAwait else { return false }
        let found = asItIs ? course.find(fitOfAwaited) : course.findDecided(fitOfAwaited)
        guard let found, let index = take(found) else { return false }
        let item = course.items[index]
        course.move(index, to: .done)
        guard let number = subject(of: item), let connection = connections[number] else { return true }
        connections.bind(item.lane, to: number)
        switch item.kind {
        case .await(.connection) where connection.openedAfterOurs < item.reachedAfterOurs:
            record.breakOrder(item.first, .connection(number), in: item.lane)
        case .await(.clientHello): connection.security.greetingWasAwaited()
        case .await(.tlsAlert): connection.security.alertsWereAwaited()
        case .await(.handshake(let demands)):
            connection.security.termsWereAwaited()
            let terms = connection.security.terms
            for difference in terms?.differences(from: demands, &values, scope(item.first)) ?? [] {
                record.breach(difference, item.first)
            }
        case .await(.bytes(let count)):
            guard let afterOurs = connections.progress(of: item.lane)?.afterOurs(count),
                afterOurs < item.reachedAfterOurs
            else {
                break
            }
            record.breakOrder(item.first, .bodyBytes(count), in: item.lane)
        case .await(.frame(let kind, let fields)):
            if let carrier = connections[number.carrier] { takeFrame(kind, fields, item, on: carrier) }
        case .await(.close), .await(.fin), .await(.reset):
            connection.awaitClosing()
            guard connection.closedAfterOurs < item.reachedAfterOurs, !connection.readsOn else { break }
            let how: Closing = connection.closedByClient == .reset ? .reset : .fin
            record.breakOrder(item.first, .leaving(number, how), in: item.lane)
        case .await, .request, .rest, .callback: break
        }
        record.finish(item.first)
        record.write(
            .awaited(scenario.text(of: item.first)), connection: number, lane: item.lane, line: item.first.reference)
        return true
    }

    /// Whether several branches await what has been seen, and nothing has chosen one of them yet.
    var awaitsUndecided: Bool { mayAwait && course.findAll(fitOfAwaited).areUndecided }

    private func fitOfAwaited(_ window: Window, _ item: Item, _ index: Int) -> Fit? {
        guard case .await(let awaited) = item.kind, item.state == .due, window.isNextOnWire(index),
            let number = subject(of: item), let connection = connections[number], isSeen(awaited, connection, item)
        else { return nil }
        return .whole
    }

    /// A quick test, because most scenarios await nothing and every turn asks; a choice may have such a line in a
    /// branch.
    private var mayAwait: Bool {
        if case .choice = course.stop { return true }
        return course.items.contains { $0.state == .due && $0.isAwait }
    }

    /// The connection to which an item's `! await` refers.
    private func subject(of item: Item) -> ConnectionNumber? {
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
    private func agreed(_ lane: Lane) -> ConnectionNumber? {
        let own = connections.number(of: lane)
        return connections.all.first { number, connection in
            connection.security.terms != nil && !connection.security.isJudged
                && connection.requests == connection.security.requestsBefore
                && (number == own || connection.lane == nil)
        }?.number
    }

    /// The connection whose TLS greeting no line has taken yet.
    private func greeted(_ lane: Lane) -> ConnectionNumber? {
        let own = connections.number(of: lane)
        return connections.greeted.first { number in
            guard let connection = connections[number], !connection.security.isAwaited else { return false }
            return number == own || connection.lane == nil
        }
    }

    private func isNamed(_ name: Template?, _ connection: Connection, _ item: Item) -> Bool {
        guard let name else { return true }
        if name.isAbsent { return connection.security.serverName == nil }
        var trial = values
        return trial.matches(
            name, Array((connection.security.serverName ?? "").utf8), scope(item.first))
    }

    private func fits(_ heard: FrameInbox.Heard, _ kind: FrameKind, _ fields: [NamedValue], _ item: Item) -> Bool {
        heard.fits(kind, fields, on: connections.number(of: item.lane), values, scope(item.first))
    }

    /// Takes the frame for its line.
    private func takeFrame(
        _ kind: FrameKind, _ fields: [NamedValue], _ item: Item, on connection: Connection
    ) {
        guard let heard = connection.takeFrame(where: { fits($0, kind, fields, item) }) else { return }
        let scope = scope(item.first)
        for field in fields { _ = values.matches(field.value, heard.frame.values.first(field.name) ?? [], scope) }
        guard heard.frame.needsLine, heard.afterOurs < item.reachedAfterOurs else { return }
        record.breakOrder(item.first, .frame(heard.frame.description), in: item.lane)
    }

    private func isSeen(_ awaited: Awaited, _ connection: Connection, _ item: Item) -> Bool {
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
}
