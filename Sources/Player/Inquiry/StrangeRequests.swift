// StrangeRequests.swift: why no line takes a request, as far as it is known.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainTranscript
import QuintainWire

extension Inquiry {
    /// Why no line takes the request, and the line that is nearest to it.
    func strangeness(of coming: ComingRequest) -> (StrangeRequest, nearest: PlacedLine?) {
        let nearest = NearestRequest(to: coming, among: nearestCandidates, values, scope: { scope($0) })
        let strange = StrangeRequest(coming.head.words, on: coming.number, reason(for: coming, nearest))
        return (strange, nearest?.placed)
    }

    /// Why no line takes the request, as far as it is known. A request that comes once more is no misspelling of the next
    /// one.
    private func reason(for coming: ComingRequest, _ nearest: NearestRequest?) -> StrangeRequest.Reason? {
        if let accepted = acceptedCertificate(coming) { return accepted }
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
    private func acceptedCertificate(_ coming: ComingRequest) -> StrangeRequest.Reason? {
        let alert = course.items.first {
            if $0.state == .due, case .await(let awaited) = $0.kind {
                isRefusal(awaited, coming.passage)
            } else {
                false
            }
        }
        guard let alert, let certificate = coming.passage.flatMap(certificate) else { return nil }
        return .accepted(certificate, instead: scenario.quoted(alert.first))
    }

    /// The certificate of the origin at the end of this passage, as its line says; nil: it shows none.
    func certificate(at passage: Passage) -> String? {
        guard let origin = scenario.origins.first(where: { $0.name == passage.end }), origin.scheme == .https else {
            return nil
        }
        return FindingText.certificate(origin.options.first { $0.name == "certificate" }?.value.literalText)
    }

    /// Whether a client that refuses the certificate of this connection's origin would do what is awaited. It may close a
    /// connection for other reasons where the certificate is good.
    private func isRefusal(_ awaited: Awaited, _ passage: Passage?) -> Bool {
        switch awaited {
        case .tlsAlert: return true
        case .close, .fin, .reset:
            let origin = scenario.origins.first { $0.name == passage?.end }
            let kind = origin?.options.first { $0.name == "certificate" }?.value.literalText
            return kind.map { $0 != "signed" } ?? false
        case .connection, .clientHello, .handshake, .bytes, .frame: return false
        }
    }

    /// The first line of theirs, in reach or below, whose start line the request fits.
    func lineAhead(for request: ComingRequest) -> PlacedLine? {
        let refusing = Set(refusalsByWrongBranches(request).map(\.placed.line.place.line))
        return course.linesAhead().first {
            !refusing.contains($0.line.place.line) && request.fits($0, values, scope($0))
        }
    }

    /// The line that took a request with the same start to the same origin. nil: none has, or it is another round or
    /// another origin of what was to come.
    private func lineThatTook(_ request: ComingRequest, instead nearest: NearestRequest?) -> Taker? {
        let taker = record.lineThatTook(request.head) { number in
            number.flatMap { connections[$0]?.passage.origin }.map { $0 == request.passage?.origin } ?? true
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
        let due = course.items.compactMap { item -> NearestRequest.Candidate? in
            guard item.state == .due, case .request(let expected) = item.kind else { return nil }
            return NearestRequest.Candidate(item.first, expected)
        }
        guard due.isEmpty else { return due }
        return Array(course.linesAhead().lazy.compactMap { NearestRequest.Candidate($0) }.prefix(16))
    }
}
