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
        if request.event == nil { request.wasRecorded(record.writeHead(request.head, number)) }
        if isOnItsWay(number) { return }
        if waitsForItsPart(number) {
            record.write(.noted(.waitsForPart(request.head.words)), connection: number)
            request.waitForLine()
            waiting.append(.request(number, nil))
            return
        }
        if phase == .playing, !waiting.isFull, let placed = lineAhead(for: coming) {
            let severity = cameTooSoon(
                placed, .request(request.head.words), bypass(for: placed, number) ?? hint(for: placed, number)
            ).severity
            let tooSoon = Waiting.TooSoon(line: placed.line, counts: severity, since: clock.lived)
            waiting.append(.request(number, tooSoon), for: placed)
            request.waitForLine(severity)
            return
        }
        let nearest = NearestRequest(
            to: coming, among: nearestCandidates, values, scope: { scope($0) })
        let strange = StrangeRequest(request.head.words, on: number, reason(for: coming, nearest))
        let lacking = nearest.flatMap { self.untaken(on: $0.placed.line) }
        var sentence = FindingText.sentence(.request(strange)) + (lacking.map { FindingText.text($0.what) } ?? "")
        if phase == .playing || phase == .scriptEnded {
            let lane = nearest?.placed.line.lane ?? lane(of: number)
            let mistake = record.breach(
                .request(strange), nil, untaken: lacking?.what, counting: severityDue(in: lane), in: lane,
                from: cause(of: coming, in: lane) ?? lacking?.cause, near: nearest?.placed, event: request.event)
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

    /// Why no line takes the request, as far as it is known. A request that comes once more is no misspelling of the next
    /// one.
    private func reason(for coming: ComingRequest, _ nearest: NearestRequest?) -> StrangeRequest.Reason? {
        if let accepted = acceptedCertificate(coming.number) { return accepted }
        if let refusal = refusalsByWrongBranches(coming).first {
            return .wrongBranch(scenario.quoted(refusal.placed), refusal.difference)
        }
        let past: StrangeRequest.Past? =
            phase == .scriptEnded ? .lastLine : silence.map { .silence($0.line, $0.milliseconds) }
        let line = nearest.map { scenario.quoted($0.placed) }
        if let taker = lineThatTook(coming, instead: nearest) { return .repeated(taker, instead: line, past) }
        if let nearest, let line { return .nearest(line, nearest.differences) }
        return past.map { .past($0) }
    }

    /// That the client has accepted what a line awaits it to refuse; nil: none does.
    private func acceptedCertificate(_ number: ConnectionNumber) -> StrangeRequest.Reason? {
        let alert = course.items.first {
            if $0.state == .due, case .await(let awaited) = $0.kind { isRefusal(awaited, number) } else { false }
        }
        guard let alert, let certificate = connections.passage(number).flatMap(certificate) else { return nil }
        return .accepted(certificate, instead: scenario.quoted(alert.first))
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
    func cameTooSoon(_ placed: PlacedLine, _ what: Early, _ hint: Remedy? = nil) -> Trail {
        let mistake = record.breakOrder(
            placed, what, whatHoldsUp(before: placed), hint: hint, counting: severity(ofTooSoon: placed),
            in: placed.line.lane)
        breakSilence(mistake)
        return mistake
    }

    /// A client that nobody orders may ask for several things at once, on connections of their own; its author means
    /// that as often as not.
    private func hint(for placed: PlacedLine, _ number: ConnectionNumber) -> Remedy? {
        guard let due = lineUnderWay(besides: number), !course.program.ordersLoads else { return nil }
        if scenario.isInAnyOrder(due) { return .lanes }
        guard let block = scenario.block(around: placed), scenario.block(around: due) != nil,
            block.rounds.upperBound <= Repeat.mostInAnyOrder
        else { return .anyOrder }
        return .rounds(block.rounds.upperBound)
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

    /// That a request came past its proxy; nil: it came as ordered.
    private func bypass(for placed: PlacedLine, _ number: ConnectionNumber) -> Remedy? {
        guard case .some(let proxy?) = delegate.proxy(in: placed.line.lane), let passage = connections.passage(number),
            !values.origins.isProxy(passage.origin)
        else { return nil }
        return .bypass(proxy: proxy, origin: passage.origin)
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

    /// The line that had to happen before this one.
    func whatHoldsUp(before early: PlacedLine?) -> Hold {
        if let silence { return .silence(silence.line, silence.milliseconds) }
        if let item = course.holdUp { return .theirs(scenario.quoted(item.first)) }
        if case .ours(let placed) = course.stop { return .ours(scenario.quoted(placed), givingUp(before: placed)) }
        if let early, case .choice(let ways, let line) = course.stop { return whatHoldsUp(ways, line, before: early) }
        return .linesAbove
    }

    /// What had to happen first where the client decides how the play goes on.
    private func whatHoldsUp(_ ways: [ForkWay], _ line: Int, before early: PlacedLine) -> Hold {
        let first = course.lines(before: early.line.place.line).first { placed in
            switch placed.line.deed {
            case .binding: false
            case .callback(let callback): course.sees(callback) && callback.occurrence != .optional
            case .send, .act, .order, .receive, .await: true
            }
        }
        if let first, case .act(let act) = first.line.deed {
            let line = scenario.quoted(first)
            return if case .quiet = act { .ours(line) } else { .behindBlock(line, within(ways)) }
        }
        let heads = ways.compactMap { course.head(of: $0) }.filter { $0.line.place.line != early.line.place.line }
        guard let head = heads.first else { return .linesAbove }
        return heads.count > 1
            ? .branches(block: line, heads: scenario.quoted(each: heads)) : .theirs(scenario.quoted(head))
    }

    /// The `! quiet` that is being played, and for how long.
    private var silence: (line: QuotedLine, milliseconds: Int)? {
        guard let (since, placed) = wait?.silence else { return nil }
        return (scenario.quoted(placed), Int((clock.came - since) / 1_000_000))
    }

    /// The first line of theirs, in reach or below, whose start line the request fits.
    private func lineAhead(for request: ComingRequest) -> PlacedLine? {
        let refusing = Set(refusalsByWrongBranches(request).map(\.placed.line.place.line))
        return course.linesAhead().first {
            !refusing.contains($0.line.place.line) && request.fits($0, values, scope($0))
        }
    }

    /// The line that took a request with the same start to the same origin. nil: none has, or it is another round or
    /// another origin of what was to come.
    private func lineThatTook(_ request: ComingRequest, instead nearest: NearestRequest?) -> Taker? {
        let taker = record.lineThatTook(request.head) { number in
            number.flatMap { connections.passage($0)?.origin }.map { $0 == request.passage?.origin } ?? true
        }
        guard let taker, taker.line != nearest?.placed.line.place.line, nearest?.isElsewhere != true,
            scenario.source.indices.contains(taker.line - 1)
        else {
            return nil
        }
        var rounds: Taker.Rounds?
        if let most = scenario.rounds(ofLine: taker.line), most > 1 {
            rounds = taker.count >= most ? .all(most) : endOfRounds(ofLine: taker.line, after: taker.count) ?? .some
        }
        return Taker(scenario.quoted(line: taker.line), taker.difference, rounds)
    }

    /// What ended the rounds of the block around a line before all had been played. nil: they go on, or their number is
    /// fixed.
    private func endOfRounds(ofLine number: Int, after count: Int) -> Taker.Rounds? {
        guard let place = course.program.place(ofLine: number),
            let round = course.program.openRound(around: place), !round.contains(course.cursor.pc)
        else { return nil }
        let lines = Set(course.program.lines(in: round).map(\.place.line))
        guard let below = record.line(behind: lines), let place = course.program.place(ofLine: below),
            let line = course.program.lines(in: place..<place + 1).first(where: { _ in true })
        else { return nil }
        let isSilence = if case .act(.quiet) = line.deed { true } else { false }
        return .ended(count, by: scenario.quoted(line: below), isSilence: isSilence)
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
                    .request(StrangeRequest(head.words, on: number)), nil,
                    counting: severityDue(in: lane), in: lane, from: cause(of: coming, in: lane))
            }
        }
    }
}
