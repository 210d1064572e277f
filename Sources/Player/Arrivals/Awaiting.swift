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
        guard course.mayAwait, let found = inquiry.awaited(asItIs: asItIs), let index = take(found) else {
            return false
        }
        let item = course.items[index]
        course.move(index, to: .done)
        guard let connection = inquiry.subject(of: item) else { return true }
        let number = connection.number
        connections.bind(item.lane, to: number)
        switch item.kind {
        case .await(.connection) where connection.openedAfterOurs < item.reachedAfterOurs:
            record.breakOrder(item.first, .connection(number), in: item.lane)
        case .await(.clientHello): connection.security.greetingWasAwaited()
        case .await(.tlsAlert): connection.security.alertsWereAwaited()
        case .await(.handshake(let demands)):
            connection.security.termsWereAwaited()
            let terms = connection.security.terms
            for difference in terms?.differences(from: demands, &values, inquiry.scope(item.first)) ?? [] {
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
            guard let heard = connection.root.takeFrame(where: { inquiry.fits($0, kind, fields, item) }) else { break }
            let scope = inquiry.scope(item.first)
            for field in fields { _ = values.matches(field.value, heard.frame.values.first(field.name) ?? [], scope) }
            guard heard.frame.needsLine, heard.afterOurs < item.reachedAfterOurs else { break }
            record.breakOrder(item.first, .frame(heard.frame.description), in: item.lane)
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
}
