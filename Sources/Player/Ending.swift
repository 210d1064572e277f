// Ending.swift: what no line takes, what never came, and the end of the play.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainTranscript
import QuintainWire

extension Player {
    // MARK: Too soon, or not at all

    /// No line in reach takes the request: either it fits one further down, or it fits none.
    mutating func comeTooEarlyOrNever(_ number: ConnectionNumber) {
        guard let head = connections[number]?.inbound?.head else { return }
        recordUntaken(head, number)
        if phase == .playing, premature.count < Self.prematureAtMost, let placed = lineAhead(for: head, number) {
            connections[number]?.inbound?.claim = .premature
            premature.append(.request(number))
            let sentence = "\(head.method) \(head.targetText) came too soon: \(whatIsNotDone())"
            breachAhead(.tooSoon, placed, sentence)
            return
        }
        let nearest = nearestRequest(head, number)
        var sentence = "no line takes \(head.method) \(head.targetText) on connection \(number)"
        if let (placed, why) = nearest {
            sentence += "; the nearest is line \(placed.line.place.line), `\(sourceLine(placed))`: \(why)"
        } else if phase == .scriptEnded {
            sentence += "; the last line had happened"
        }
        if phase == .playing || phase == .scriptEnded {
            breach(.unexpectedRequest, nil, sentence)
        } else {
            record(.noted("\(head.method) \(head.targetText) came after the play was broken off"), connection: number)
        }
        refuse(number, status: 500, "quintain: \(scenario.name): \(sentence)\n", close: false)
    }

    private func whatIsNotDone() -> String {
        if let item = window.items.first(where: \.holdsUpOurs) {
            return "line \(item.first.line.place.line), `\(sourceLine(item.first))`, had not happened"
        }
        if case .ours(let placed) = stop { return "line \(placed.line.place.line), `\(sourceLine(placed))`, was not done" }
        return "the lines above it had not happened"
    }

    /// A line further down breaks, although the play has not reached it: it has no step yet.
    private mutating func breachAhead(_ slug: Breach.Slug, _ placed: PlacedLine, _ sentence: String) {
        var placed = placed
        placed.step = -1
        breach(slug, placed, sentence)
    }

    /// The first line of theirs, in reach or below, whose start line the request fits.
    private mutating func lineAhead(for head: RequestHead, _ number: ConnectionNumber) -> PlacedLine? {
        for item in window.items where item.state == .due {
            if case .request(let expected) = item.kind,
                fits(expected.method, expected.target, head, item.lane, item.first.count, number)
            {
                return item.first
            }
        }
        for op in window.program.ops[window.pc...] {
            guard case .line(let line, let slot) = op, case .receive(.start(let method, let target)) = line.deed
            else { continue }
            let count = slot.map { max(1, window.counters[$0]) }
            if fits(method, target, head, line.lane, count, number) {
                return PlacedLine(line: line, step: -1, count: count)
            }
        }
        return nil
    }

    private mutating func fits(
        _ method: Template, _ target: Target, _ head: RequestHead, _ lane: Lane, _ count: Int?,
        _ number: ConnectionNumber
    ) -> Bool {
        let scope = scope(lane, count)
        var trial = values
        guard trial.matches(method, Array(head.method.utf8), scope) else { return false }
        switch target {
        case .text(let template): return trial.matches(template, head.target, scope)
        case .path(let origin, let template):
            return connections[number]?.origin == origin && trial.matchesPath(template, head.originForm, scope)
        }
    }

    /// The request that was waited for instead, and in what the one that came differs.
    private mutating func nearestRequest(_ head: RequestHead, _ number: ConnectionNumber) -> (PlacedLine, String)? {
        var candidates: [(PlacedLine, Template, Target)] = []
        for item in window.items where item.state == .due {
            if case .request(let expected) = item.kind {
                candidates.append((item.first, expected.method, expected.target))
            }
        }
        if candidates.isEmpty, phase == .playing {
            for op in window.program.ops[window.pc...] {
                guard case .line(let line, let slot) = op, case .receive(.start(let method, let target)) = line.deed
                else { continue }
                let count = slot.map { max(1, window.counters[$0]) }
                candidates.append((PlacedLine(line: line, step: -1, count: count), method, target))
                if candidates.count == 16 { break }
            }
        }
        var best: (PlacedLine, String, Int)?
        for (placed, method, target) in candidates {
            let scope = scope(placed.line.lane, placed.count)
            var differences: [String] = []
            var trial = values
            if !trial.matches(method, Array(head.method.utf8), scope) {
                differences.append("the method is \(head.method), not \(trial.description(of: method, scope, quotes: false))")
            }
            switch target {
            case .text(let template):
                if !trial.matches(template, head.target, scope) {
                    differences.append("the target is \(head.targetText), not \(trial.description(of: template, scope, quotes: false))")
                }
            case .path(let origin, let template):
                if let there = connections[number]?.origin, there != origin {
                    differences.append("it came to '\(there)', not to '\(origin)'")
                }
                if !trial.matchesPath(template, head.originForm, scope) {
                    differences.append("the target is \(head.targetText), not \(trial.description(of: template, scope, quotes: false))")
                }
            }
            if differences.isEmpty { differences.append("it has been taken, or is not in reach") }
            if best == nil || differences.count < best!.2 {
                best = (placed, differences.joined(separator: ", "), differences.count)
            }
        }
        return best.map { ($0.0, $0.1) }
    }

    // MARK: Refusals

    /// Answers what no line takes, once the reply before it on the connection is out.
    mutating func refuse(_ number: ConnectionNumber, status: Int, _ text: String, close: Bool) {
        let reason = status == 500 ? "Internal Server Error" : status == 400 ? "Bad Request" : "Refused"
        var reply = "HTTP/1.1 \(status) \(reason)\r\nContent-Type: text/plain; charset=utf-8\r\n"
        reply += "Content-Length: \(text.utf8.count)\r\n"
        if close { reply += "Connection: close\r\n" }
        reply += "\r\n"
        let isHead = connections[number]?.inbound?.head.method == "HEAD"
        let bytes = Array((reply + (isHead ? "" : text)).utf8)
        connections[number]?.inbound?.claim = .refused
        if connections[number]?.inbound?.isEnded == true { connections[number]?.inbound = nil }
        if isMidReply(number) {
            connections[number]?.refusals.append(bytes)
        } else {
            sendRefusal(bytes, number, close: close)
        }
    }

    private mutating func sendRefusal(_ bytes: [UInt8], _ number: ConnectionNumber, close: Bool) {
        guard connections[number]?.isSilent == false, connections[number]?.closedByClient != .reset else { return }
        var batch = Batch(elements: [.bytes(bytes)])
        if close { batch.elements.append(.close) }
        effects.append(.play(number, batch))
        record(.sent(.refusal, Payload(bytes)), connection: number)
    }

    /// A reply has begun on the connection and is not over.
    private func isMidReply(_ number: ConnectionNumber) -> Bool {
        phase == .playing
            && lanes.values.contains { $0.connection == number && ($0.writer.map { !$0.isOver } ?? false) }
    }

    mutating func repliesEnded(on number: ConnectionNumber) {
        guard let refusals = connections[number]?.refusals, !refusals.isEmpty else { return }
        connections[number]?.refusals = []
        for bytes in refusals { sendRefusal(bytes, number, close: false) }
    }

    /// Whatever came too soon has no line to come to any more.
    mutating func refuseWhatWaits() {
        for waiting in premature {
            switch waiting {
            case .request(let number):
                refuse(number, status: 500, "quintain: \(scenario.name): the request came too soon\n", close: false)
            case .callback(let callback): answerByDefault(callback)
            }
        }
        premature = []
        for (number, connection) in connections.sorted(by: { $0.key < $1.key }) where !connection.refusals.isEmpty {
            repliesEnded(on: number)
        }
    }

    /// Offers what came too soon, and the rest of requests cut short, to the lines that are in reach now.
    mutating func offerWhatWaits() -> Bool {
        for (index, waiting) in premature.enumerated() {
            switch waiting {
            case .request(let number):
                guard claim(number) else { continue }
                premature.remove(at: index)
                return true
            case .callback(let callback):
                guard take(callback) else { continue }
                premature.remove(at: index)
                return true
            }
        }
        if forbidRests() { return true }
        for number in connections.keys.sorted() where offerRest(number) { return true }
        return checkAwaited()
    }

    // MARK: The end

    /// The line that is next never came.
    mutating func neverCame() {
        guard let index = window.items.firstIndex(where: \.holdsUpOurs) else { return }
        let item = window.items[index]
        let placed = firstOpenLine(item)
        let sentence = "`\(sourceLine(placed))` did not happen within \(within(placed.line)) ms\(instead(of: item))"
        breach(.neverCame, placed, sentence)
        for line in item.lines { mark(line, .skipped) }
        window.items[index].state = .gone
        if placed.line.level == .must { breakOff() }
    }

    /// Of a request that has begun, the first line that is not done.
    private func firstOpenLine(_ item: Item) -> PlacedLine {
        item.lines.first { steps.indices.contains($0.step) && steps[$0.step].state == .due } ?? item.first
    }

    private func instead(of item: Item) -> String {
        guard case .await = item.kind else {
            if item.state == .taken { return ": the request has not arrived whole" }
            let open = connections.values.filter { $0.closedByClient == nil }.count
            return connections.isEmpty ? ": no connection came" : open == 0 ? ": all connections are closed" : ""
        }
        return ""
    }

    /// Plays no further: what is open is answered, so that the client is not left hanging.
    mutating func breakOff() {
        guard phase == .playing else { return }
        phase = .brokenOff
        if case .batch? = wait {} else { wait = nil }
        pending = nil
        premature = []
        for item in window.items { for line in item.lines where isDue(line) { mark(line, .notReached) } }
        effects.append(.scriptEnded)
        let text = "quintain: \(scenario.name) was broken off\(breaches.last.map { ": " + $0.sentence } ?? "")\n"
        for (number, connection) in connections.sorted(by: { $0.key < $1.key }) {
            guard connection.closedByClient == nil, !connection.isFinished else { continue }
            let owes = connection.inbound != nil || lanes.values.contains { $0.connection == number && $0.writer == nil }
            if owes, !connection.isSilent {
                refuse(number, status: 500, text, close: true)
            } else {
                // Whatever the client waits for here, it will not come.
                effects.append(.play(number, Batch(elements: [.close])))
            }
        }
    }

    private func isDue(_ placed: PlacedLine) -> Bool {
        steps.indices.contains(placed.step) && steps[placed.step].state == .due
    }

    /// The client has ended: lines that are still outstanding are broken then and there, each by its level.
    mutating func end() {
        guard phase != .over else { return }
        advance()
        if phase == .playing, case .choice = stop, !window.items.contains(where: \.holdsUpOurs) {
            if takeBranchThatEnds() { advance() }
        }
        if phase == .playing { breakOutstanding() }
        refuseWhatWaits()
        for item in window.items {
            for line in item.lines where isDue(line) { mark(line, item.isOptional ? .skipped : .notReached) }
        }
        phase = .over
    }

    /// One breach for the line that was next, and one for the first below it that counts for more.
    private mutating func breakOutstanding() {
        var worst: Severity?
        func counts(_ placed: PlacedLine) -> Bool {
            let severity = Severity(placed.line.level)
            guard worst.map({ $0 < severity }) ?? true else { return false }
            worst = severity
            return true
        }
        for item in window.items where item.holdsUpOurs {
            let placed = firstOpenLine(item)
            if counts(placed) {
                breach(
                    .neverCame, placed,
                    "`\(sourceLine(placed))` did not happen before the client ended\(instead(of: item))")
            }
        }
        if worst == nil, case .choice(let ways, let line) = stop {
            let placed = ways.compactMap { head(of: $0) }.first
            if placed.map(counts) ?? true {
                breach(.neverCame, placed, "no branch at line \(line) had begun when the client ended")
            }
        }
        var walker = Walker(window.program, from: window.pc, counters: window.counters)
        while case .line(let line, let count) = walker.next() {
            let placed = PlacedLine(line: line, step: -1, count: count)
            switch line.deed {
            case .send, .act, .order:
                if counts(placed) {
                    breach(.notSent, placed, "the client ended before `\(sourceLine(placed))`")
                }
            case .receive, .await:
                if counts(placed) {
                    breach(.neverCame, placed, "`\(sourceLine(placed))` did not happen before the client ended")
                }
            case .callback(let callback):
                if observation.sees(callback.kind), callback.occurrence != .optional, counts(placed) {
                    breach(.neverCame, placed, "`\(sourceLine(placed))` did not happen before the client ended")
                }
            case .binding: break
            }
            if worst == .failure { break }
        }
    }

    private static let prematureAtMost = 64
}
