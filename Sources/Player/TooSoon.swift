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
        let coming = coming(request.head, number)
        let what = coming.short
        if request.event == nil { request.wasRecorded(record.writeHead(request.head, number)) }
        if isOnItsWay(number) { return }
        if waitsForItsPart(number) {
            record.write(
                .noted("\(what) waits: another of the requests in any order is being played"), connection: number)
            request.waitForLine()
            waiting.append(.request(number, nil))
            return
        }
        if phase == .playing, !waiting.isFull, let placed = lineAhead(for: coming) {
            let severity = cameTooSoon(placed, what, bypass(for: placed, number) ?? hint(for: placed, number)).severity
            let tooSoon = Waiting.TooSoon(line: placed.line, counts: severity, since: clock.lived)
            waiting.append(.request(number, tooSoon), for: placed)
            request.waitForLine(severity)
            return
        }
        let nearest = NearestRequest(
            to: coming, among: nearestCandidates, values, scope: { scope($0) })
        var sentence = "no line takes \(what) on connection \(number)"
        let line = nearest.map { "line \($0.placed.line.place.line), `\(scenario.sourceLine($0.placed))`" }
        let past = phase == .scriptEnded ? "the last line had happened" : silence
        // A request that comes once more is no misspelling of the next one.
        if let accepted = acceptedCertificate(number) {
            sentence += ": \(accepted)"
        } else if let refusal = refusalsByWrongBranches(coming).first {
            sentence +=
                "; line \(refusal.placed.line.place.line), `\(scenario.sourceLine(refusal.placed))`, begins a branch that "
                + "says '! wrong', and takes only what fits it: \(refusal.difference)"
        } else if let taker = lineThatTook(coming, instead: nearest) {
            sentence += ": \(taker)" + ((line.map { "\($0), was to come" } ?? past).map { ", and \($0)" } ?? "")
        } else if let nearest, let line {
            sentence += "; the nearest is \(line): \(nearest.difference)"
        } else if let past {
            sentence += "; \(past)"
        }
        let lacking = nearest.flatMap { self.untaken(on: $0.placed.line) }
        sentence += lacking?.sentence ?? ""
        if phase == .playing || phase == .scriptEnded {
            let lane = nearest?.placed.line.lane ?? lane(of: number)
            let mistake = record.breach(
                .unexpectedRequest, nil, sentence, counting: severityDue(in: lane), in: lane,
                from: cause(of: coming, in: lane) ?? lacking?.cause, near: nearest?.placed, event: request.event)
            breakSilence(mistake)
            record.wasRefused(request.head.start, mistake)
            record.goAstray(lane, mistake, refusal: .untold(status: "500"))
        } else {
            let late = "\(what) came after the play had ended"
            record.write(.noted(late), connection: number)
            // A client that prints it would else tell of this request, and not of what it has missed.
            let failure = outcome.breaches.first { $0.severity == .failure }
            sentence = late + (failure.map { ": \($0.line.map { "line \($0.number): " } ?? "")\($0.sentence)" } ?? "")
        }
        refuse(number, status: 500, "quintain: \(scenario.name): \(sentence)\n", close: false)
    }

    /// What the client has accepted though a line awaits that it refuses it, as a part of a sentence; nil: none does.
    private func acceptedCertificate(_ number: ConnectionNumber) -> String? {
        let alert = course.items.first {
            if $0.state == .due, case .await(let awaited) = $0.kind { isRefusal(awaited, number) } else { false }
        }
        guard let alert, let certificate = connections.passage(number).flatMap(certificate) else { return nil }
        return
            "the client has accepted \(certificate), and line \(alert.first.line.place.line), `\(scenario.sourceLine(alert.first))`, was to come"
    }

    /// The certificate of the origin at the end of this passage, as its line says; nil: it shows none.
    func certificate(at passage: Passage) -> String? {
        guard let origin = scenario.origins.first(where: { $0.name == passage.end }), origin.scheme == .https else {
            return nil
        }
        let kind = origin.options.first { $0.name == "certificate" }?.value.literalText
        return kind.map { "certificate=\($0)" } ?? "the certificate"
    }

    /// Whether a client that refuses the certificate of this connection's origin would do what is awaited. It may close a
    /// connection for other reasons where the certificate is good.
    private func isRefusal(_ awaited: Awaited, _ number: ConnectionNumber) -> Bool {
        switch awaited {
        case .tlsAlert: return true
        case .close, .fin, .reset:
            let origin = scenario.origins.first { $0.name == connections.passage(number)?.end }
            let kind = origin?.options.first { $0.name == "certificate" }?.value.literalText
            return kind.map { $0 != "signed" } ?? false
        case .connection, .clientHello, .handshake, .bytes, .frame: return false
        }
    }

    /// Reports an input that fits this line while a line above it had not happened.
    ///
    /// - Parameter hint: what to write if it is no mistake.
    func cameTooSoon(_ placed: PlacedLine, _ what: String, _ hint: String = "") -> Trail {
        let sentence = "\(what) came too soon: \(whatHoldsUp(before: placed))\(hint)"
        let mistake = record.breakOrder(
            placed, sentence, counting: severity(ofTooSoon: placed), in: placed.line.lane)
        breakSilence(mistake)
        return mistake
    }

    /// A client that nobody orders may ask for several things at once, on connections of their own; its author means
    /// that as often as not.
    private func hint(for placed: PlacedLine, _ number: ConnectionNumber) -> String {
        guard let due = lineUnderWay(besides: number), !course.program.ordersLoads else { return "" }
        if scenario.isInAnyOrder(due) {
            return
                "; lines below 'end' wait for all parts of 'any-order': what comes while another part waits has a lane, which a "
                + "'client' line names, 'client GET /a lane=b' and '>b GET /a'"
        }
        guard let block = scenario.block(around: placed), scenario.block(around: due) != nil,
            block.rounds.upperBound <= Repeat.mostInAnyOrder
        else { return "; 'any-order' is for requests that come at once" }
        return "; 'repeat \(block.rounds.upperBound) any-order' is for rounds that come at once"
    }

    /// The next line of an exchange that is under way on another connection, and whose client waits for it: the rest of
    /// its request, or its reply, which a `! wait` may delay. nil: there is none.
    private func lineUnderWay(besides number: ConnectionNumber) -> PlacedLine? {
        if let item = course.holdUp {
            let isComing = connections.all.contains { other, connection in
                guard other != number, connection.closedByClient == nil, let request = connection.request else {
                    return false
                }
                return coming(request.head, other).fits(item.first, values, scope(item.first))
            }
            return isComing ? item.first : nil
        }
        guard case .ours = course.stop, wait?.silence == nil,
            let next = course.linesAhead().first(where: { if case .act = $0.line.deed { false } else { true } }),
            case .send = next.line.deed, let other = connections.number(of: next.line.lane), other != number,
            connections[other]?.closedByClient == nil
        else { return nil }
        return next
    }

    /// What a request did that was to come through a proxy, as the end of a sentence; nil: it came as ordered.
    private func bypass(for placed: PlacedLine, _ number: ConnectionNumber) -> String? {
        guard case .some(let proxy?) = delegate.proxy(in: placed.line.lane), let passage = connections.passage(number),
            !values.origins.isProxy(passage.origin)
        else { return nil }
        return "; it came straight to '\(passage.origin)', not through the proxy '\(proxy)'"
    }

    /// Breaks the `! quiet` that is being played: another silence does not make it good.
    private func breakSilence(_ mistake: Trail) {
        if let (_, placed) = wait?.silence { record.mark(placed, .broken(mistake.severity)) }
    }

    /// Whether the request begins a part in any order, and another part is being played to its end.
    func waitsForItsPart(_ number: ConnectionNumber) -> Bool {
        guard phase == .playing, !waiting.isFull, let request = connections[number]?.request else { return false }
        let coming = coming(request.head, number)
        // The last part is in reach before the one above it is over.
        let inReach = course.items.lazy.filter { $0.isOfPart && $0.state == .due }.map(\.first)
        return (course.window.partsAhead + inReach).contains { coming.fits($0, values, scope($0)) }
    }

    /// The line that had to happen before this one, as the end of a sentence.
    func whatHoldsUp(before early: PlacedLine?) -> String {
        if let silence { return silence }
        if let item = course.holdUp {
            return "line \(item.first.line.place.line), \(scenario.lineInRound(item.first)), had not happened"
        }
        if case .ours(let placed) = course.stop {
            return "line \(placed.line.place.line), `\(scenario.sourceLine(placed))`, was not done"
                + givingUp(before: placed)
        }
        if let early, case .choice(let ways, let line) = course.stop { return whatHoldsUp(ways, line, before: early) }
        return "the lines above it had not happened"
    }

    /// What had to happen first where the client decides how the play goes on.
    private func whatHoldsUp(_ ways: [ForkWay], _ line: Int, before early: PlacedLine) -> String {
        let first = course.lines(before: early.line.place.line).first { placed in
            switch placed.line.deed {
            case .binding: false
            case .callback(let callback): course.sees(callback) && callback.occurrence != .optional
            case .send, .act, .order, .receive, .await: true
            }
        }
        if let first, case .act(let act) = first.line.deed {
            let line = "line \(first.line.place.line), `\(scenario.sourceLine(first))`, was not done"
            if case .quiet = act { return line }
            let time = within(ways)
            return line + ": no input leaves the block above it, which ends when nothing has come for \(time) ms"
        }
        let heads = ways.compactMap { course.head(of: $0) }.filter { $0.line.place.line != early.line.place.line }
        guard let head = heads.first else { return "the lines above it had not happened" }
        guard heads.count > 1 else {
            return "line \(head.line.place.line), \(scenario.lineInRound(head)), had not happened"
        }
        return "of the block at line \(line) nothing had begun: \(told(heads))"
    }

    /// The `! quiet` that is being played, as `line 5, `! quiet 500ms`, had begun 300 ms before`.
    private var silence: String? {
        guard let (since, placed) = wait?.silence else { return nil }
        let milliseconds = (clock.came - since) / 1_000_000
        return "line \(placed.line.place.line), `\(scenario.sourceLine(placed))`, had begun \(milliseconds) ms before"
    }

    /// The first line of theirs, in reach or below, whose start line the request fits.
    private func lineAhead(for request: ComingRequest) -> PlacedLine? {
        let refusing = Set(refusalsByWrongBranches(request).map(\.placed.line.place.line))
        return course.linesAhead().first {
            !refusing.contains($0.line.place.line) && request.fits($0, values, scope($0))
        }
    }

    /// The line that took a request with the same start to the same origin, as a part of a sentence: `line 2,
    /// `> GET /a`, has taken one like it, but without Cookie`. nil: none has, or it is another round or another origin of
    /// what was to come.
    private func lineThatTook(_ request: ComingRequest, instead nearest: NearestRequest?) -> String? {
        let taker = record.lineThatTook(request.head) { number in
            number.flatMap { connections.passage($0)?.origin }.map { $0 == request.passage?.origin } ?? true
        }
        guard let taker, taker.line != nearest?.placed.line.place.line, nearest?.isElsewhere != true,
            scenario.source.indices.contains(taker.line - 1)
        else {
            return nil
        }
        let text = "line \(taker.line), `\(scenario.source[taker.line - 1])`, has taken one like it"
        guard let rounds = scenario.rounds(ofLine: taker.line), rounds > 1 else {
            return text + (taker.difference.words.map { ", but \($0)" } ?? "")
        }
        if taker.count >= rounds { return text + " in each of its \(rounds) rounds" }
        return text + (endOfRounds(ofLine: taker.line).map { ", \($0) after round \(taker.count)" } ?? "")
    }

    /// What ended the rounds of the block around a line before all had been played, as a part of a sentence. nil: they go
    /// on, or their number is fixed.
    private func endOfRounds(ofLine number: Int) -> String? {
        guard let place = course.program.place(ofLine: number),
            let round = course.program.openRound(around: place), !round.contains(course.cursor.pc)
        else { return nil }
        let lines = Set(course.program.lines(in: round).map(\.place.line))
        guard let below = record.line(behind: lines), let place = course.program.place(ofLine: below),
            let line = course.program.lines(in: place..<place + 1).first(where: { _ in true })
        else { return nil }
        let text = "line \(below), `\(scenario.source[below - 1])`,"
        if case .act(.quiet) = line.deed { return "the silence of \(text) ended the repeat" }
        return "\(text) ended the repeat"
    }

    /// The request lines to compare with a request that no line takes.
    private var nearestCandidates: [NearestRequest.Candidate] {
        guard isJudging else { return [] }
        let due = course.items.compactMap { item -> NearestRequest.Candidate? in
            guard item.state == .due, case .request(let expected) = item.kind else { return nil }
            return NearestRequest.Candidate(item.first, expected)
        }
        guard due.isEmpty else { return due }
        return Array(course.linesAhead().lazy.compactMap { NearestRequest.Candidate($0) }.prefix(16))
    }

    /// Reports the requests behind one that is not answered, if no line is left for them.
    func judgeBacklogs() {
        for number in connections.backlogged {
            guard let connection = connections[number], !connection.isFinished else { continue }
            while let arrival = connection.takeFromBacklog() {
                guard case .head(let head, _, _) = arrival else { continue }
                let coming = coming(head, number)
                guard lineAhead(for: coming) == nil else { continue }
                let lane = lane(of: number)
                record.breach(
                    .unexpectedRequest, nil, "no line takes \(coming.short) on connection \(number)",
                    counting: severityDue(in: lane), in: lane, from: cause(of: coming, in: lane))
            }
        }
    }
}
