// TooSoon.swift: requests and callbacks that fit a line further down, and requests that no line takes.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainTranscript
import QuintainWire
import QuintainWords

extension Player {
    /// Handles a request that no line in reach takes: it fits a line further down, or none.
    func comeTooEarlyOrNever(_ number: ConnectionNumber) {
        guard let request = connections[number]?.request else { return }
        let coming = inquiry.coming(request.head, number)
        if request.event == nil { request.wasRecorded(record.writeHead(request.head, number)) }
        if isOnItsWay(number) { return }
        if inquiry.waitsForItsPart(number) {
            record.write(.noted(.waitsForPart(request.head.words)), connection: number)
            request.waitForLine()
            waiting.append(.request(number, nil))
            return
        }
        if phase == .playing, !waiting.isFull, let placed = inquiry.lineAhead(for: coming) {
            let severity = cameTooSoon(
                placed, .request(request.head.words), inquiry.bypass(for: placed, number) ?? inquiry.hint(for: placed, number)
            ).severity
            let tooSoon = Waiting.TooSoon(line: placed.line, counts: severity, since: clock.lived)
            waiting.append(.request(number, tooSoon), for: placed)
            request.waitForLine(severity)
            return
        }
        let nearest = NearestRequest(
            to: coming, among: inquiry.nearestCandidates, values, scope: { inquiry.scope($0) })
        let strange = StrangeRequest(request.head.words, on: number, inquiry.reason(for: coming, nearest))
        let lacking = nearest.flatMap { inquiry.untaken(on: $0.placed.line) }
        var sentence = FindingText.sentence(.request(strange)) + (lacking.map { FindingText.text($0.what) } ?? "")
        if phase == .playing || phase == .scriptEnded {
            let lane = nearest?.placed.line.lane ?? inquiry.lane(of: number)
            let mistake = record.breach(
                .request(strange), nil, untaken: lacking?.what, counting: inquiry.severityDue(in: lane), in: lane,
                from: inquiry.cause(of: coming, in: lane) ?? lacking?.cause, near: nearest?.placed, event: request.event)
            breakSilence(mistake)
            record.wasRefused(request.head.start, mistake)
            record.goAstray(lane, mistake, refusal: .untold(status: "500"))
        } else {
            let late = Note.afterPlay(request.head.words)
            record.write(.noted(late), connection: number)
            // A client that prints it would else tell of this request, and not of what it has missed.
            let failure = outcome.breaches.first { $0.severity == .failure }
            sentence =
                FindingText.sentence(late)
                + (failure.map { ": \($0.line.map { "line \($0.number): " } ?? "")\($0.sentence)" } ?? "")
        }
        refuse(number, status: 500, "quintain: \(scenario.name): \(sentence)\n", close: false)
    }

    /// Reports an input that fits this line while a line above it had not happened.
    ///
    /// - Parameter hint: what to write if it is no mistake.
    func cameTooSoon(_ placed: PlacedLine, _ what: Early, _ hint: Remedy? = nil) -> Trail {
        let mistake = record.breakOrder(
            placed, what, inquiry.whatHoldsUp(before: placed), hint: hint, counting: inquiry.severity(ofTooSoon: placed),
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
        for number in connections.backlogged {
            guard let connection = connections[number], !connection.isFinished else { continue }
            while let arrival = connection.takeFromBacklog() {
                guard case .head(let head, _, _) = arrival else { continue }
                let coming = inquiry.coming(head, number)
                guard inquiry.lineAhead(for: coming) == nil else { continue }
                let lane = inquiry.lane(of: number)
                record.breach(
                    .request(StrangeRequest(head.words, on: number)), nil,
                    counting: inquiry.severityDue(in: lane), in: lane, from: inquiry.cause(of: coming, in: lane))
            }
        }
    }
}
