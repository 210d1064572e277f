// TooSoon.swift: requests and callbacks that fit a line further down, and requests that no line takes.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainTranscript
import QuintainWire
import QuintainWords

extension Player {
    /// Handles a request that no line in reach takes: it fits a line further down, or none.
    func comeTooEarlyOrNever(_ connection: Connection) {
        guard let request = connection.request else { return }
        let (number, words) = (connection.number, request.head.words)
        let coming = inquiry.coming(request.head, connection)
        request.writeDown { record.writeHead($0, number) }
        if isOnItsWay(request, connection) { return }
        if inquiry.waitsForItsPart(connection) {
            record.write(.noted(.waitsForPart(words)), connection: number)
            request.waitForLine()
            return waiting.append(.request(number, nil))
        }
        if phase == .playing, !waiting.isFull, let placed = inquiry.lineAhead(for: coming) {
            let hint = inquiry.bypass(for: placed, connection) ?? inquiry.hint(for: placed, number)
            let severity = cameTooSoon(placed, .request(words), hint).severity
            let tooSoon = Waiting.TooSoon(line: placed.line, counts: severity, since: clock.lived)
            waiting.append(.request(number, tooSoon), for: placed)
            return request.waitForLine(severity)
        }
        guard inquiry.isJudging else {
            let late = Note.afterPlay(words)
            record.write(.noted(late), connection: number)
            // A client that prints it would else tell of this request, and not of what it has missed.
            let failure = outcome.breaches.first { $0.severity == .failure }
            return refuse(connection, status: 500, .late(late, failure), close: false)
        }
        let (strange, nearest) = inquiry.strangeness(of: coming)
        let lacking = nearest.flatMap { inquiry.untaken(on: $0.line) }
        let lane = nearest?.line.lane ?? inquiry.lane(of: number)
        let mistake = record.breach(
            .request(strange), nil, untaken: lacking?.what, counting: inquiry.severityDue(in: lane), in: lane,
            from: inquiry.cause(of: coming, in: lane) ?? lacking?.cause, near: nearest, event: request.event)
        breakSilence(mistake)
        record.wasRefused(request.head.start, mistake)
        record.goAstray(lane, mistake, refusal: .untold(status: "500"))
        refuse(connection, status: 500, .strange(strange, lacking?.what), close: false)
    }

    /// Reports an input that fits this line while a line above it had not happened.
    ///
    /// - Parameter hint: what to write if it is no mistake.
    func cameTooSoon(_ placed: PlacedLine, _ what: Early, _ hint: Remedy? = nil) -> Trail {
        let mistake = record.breakOrder(
            placed, what, inquiry.whatHoldsUp(before: placed), hint: hint,
            counting: inquiry.severity(ofTooSoon: placed),
            in: placed.line.lane)
        breakSilence(mistake)
        return mistake
    }

    /// Breaks the `! quiet` that is being played: another silence does not make it good.
    private func breakSilence(_ mistake: Trail) {
        if let (_, placed) = wait?.silence { record.mark(placed, .broken(mistake.severity)) }
    }

    /// Reports the requests behind one that is not answered, if no line is left for them.
    func judgeBacklogs() {
        for connection in connections.those(with: .backlog) where !connection.isFinished {
            while let arrival = connection.takeFromBacklog() {
                guard case .head(let head, _, _) = arrival else { continue }
                let coming = inquiry.coming(head, connection)
                guard inquiry.lineAhead(for: coming) == nil else { continue }
                let lane = inquiry.lane(of: connection.number)
                record.breach(
                    .request(StrangeRequest(head.words, on: connection.number)), nil,
                    counting: inquiry.severityDue(in: lane), in: lane, from: inquiry.cause(of: coming, in: lane))
            }
        }
    }
}
