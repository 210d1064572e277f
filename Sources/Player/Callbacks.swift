// Callbacks.swift: what the client's delegate reports, and the lines that take it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainTranscript
import QuintainWire

extension Player {
    // MARK: Inputs

    package mutating func callbackReported(_ callback: ReportedCallback, at now: Instant) -> [Effect] {
        input(now) { player in
            player.lastClientEvent = now
            player.record(.reported(player.text(of: callback), question: callback.question), lane: callback.lane)
            if player.take(callback) { return }
            player.callbackTooEarlyOrNever(callback)
        }
    }

    // MARK: Which line

    /// Looks for a line that takes the callback. false: none is in reach.
    mutating func take(_ callback: ReportedCallback) -> Bool {
        let found = find { window, item, index in
            guard case .callback(let expected) = item.kind, item.lane == callback.lane,
                expected.callback.kind == callback.kind, Self.isNextForCallbacks(window, index)
            else { return nil }
            return fit(expected, item, callback)
        }
        guard let found, let index = take(found), case .callback(var expected) = window.items[index].kind else {
            return passesBy(callback)
        }
        for above in window.items.indices[..<index]
        where window.items[above].lane == callback.lane && window.items[above].isCallback
            && window.items[above].state == .due && window.items[above].isOptional
        {
            window.items[above].state = .gone
            mark(window.items[above].first, .skipped)
        }
        let placed = window.items[index].first
        if expected.callback.kind.hasBytes {
            takeBytes(callback, &expected, index)
            return true
        }
        for sentence in mismatches(expected, placed, window.items[index].lane, callback) {
            breach(.wrongValue, placed, sentence)
        }
        expected.seen = true
        window.items[index].kind = .callback(expected)
        if isEnough(expected, callback) {
            window.items[index].state = .done
            finish(placed)
        } else {
            window.items[index].state = .due
        }
        decide(expected.callback, placed, callback)
        return true
    }

    /// A callback above it, in its lane, is done, may be left out, or belongs to the same run in any order.
    private static func isNextForCallbacks(_ window: Window, _ index: Int) -> Bool {
        let item = window.items[index]
        if item.state == .gone { return false }
        for above in window.items[..<index].indices.reversed() where window.items[above].lane == item.lane {
            guard case .callback(let other) = window.items[above].kind else { continue }
            switch window.items[above].state {
            case .done, .gone: continue
            case .taken: return false
            case .due: break
            }
            if other.callback.occurrence == .optional { continue }
            if other.callback.occurrence == .anyOrder, item.isInAnyOrder,
                window.items[above..<index].allSatisfy({ $0.lane != item.lane || !$0.isCallback || $0.isInAnyOrder })
            {
                continue
            }
            return false
        }
        return true
    }

    private func fit(_ expected: ExpectedCallback, _ item: Item, _ callback: ReportedCallback) -> Fit? {
        if expected.callback.kind.hasBytes { return fitBytes(expected, item, callback) }
        let fits = mismatches(expected, item.first, item.lane, callback).isEmpty
        switch item.state {
        case .due:
            if fits { return .whole }
            if !isEnoughAsPart(expected, callback) {
                return expected.callback.occurrence == .optional ? nil : .wrongValue
            }
            return .whole
        case .done: return fits && expected.callback.occurrence == .oneOrMore ? .again : nil
        case .taken, .gone: return nil
        }
    }

    /// A report of progress that has not got as far as the line says is part of that line.
    private func isEnoughAsPart(_ expected: ExpectedCallback, _ callback: ReportedCallback) -> Bool {
        guard let (wanted, total) = expected.callback.amount(values, scope(callback.lane, nil)),
            let (got, reported) = callback.amount
        else { return false }
        return got < wanted && (total == nil || reported == nil || total == reported)
    }

    private func isEnough(_ expected: ExpectedCallback, _ callback: ReportedCallback) -> Bool {
        guard let (wanted, _) = expected.callback.amount(values, scope(callback.lane, nil)),
            let (got, _) = callback.amount
        else { return true }
        return got >= wanted
    }

    /// What of the line's values is not as reported.
    private func mismatches(
        _ expected: ExpectedCallback, _ placed: PlacedLine, _ lane: Lane, _ callback: ReportedCallback
    ) -> [String] {
        var trial = values
        let scope = scope(lane, placed.count)
        var wrong: [String] = []
        let line = expected.callback
        if let (wanted, total) = line.amount(values, scope) {
            if let (got, reported) = callback.amount {
                if got < wanted { wrong.append("\(got) is less than \(wanted)") }
                if let total, let reported, total != reported { wrong.append("the total is \(reported), not \(total)") }
            } else {
                wrong.append("no amount was reported")
            }
        } else {
            for (index, template) in line.subject.enumerated() {
                guard index < callback.subject.count else {
                    wrong.append("\(trial.description(of: template, scope)) was not reported")
                    continue
                }
                let got = callback.subject[index]
                if line.kind.subjectIsURL(at: index) {
                    if !fitsURL(template, got, &trial, scope) {
                        wrong.append("the URL is \(Quoting.escaped(got)), not \(trial.url(template, scope))")
                    }
                } else if !trial.matches(template, got, scope) {
                    wrong.append("\(Quoting.quoted(got)) was reported, not \(trial.description(of: template, scope))")
                }
            }
        }
        for field in line.fields {
            guard let got = callback.fields[field.name] else {
                if !field.value.isAbsent { wrong.append("\(field.name) was not reported") }
                continue
            }
            if field.name == "url" ? !fitsURL(field.value, got, &trial, scope) : !trial.matches(field.value, got, scope) {
                wrong.append(
                    "\(field.name) is \(Quoting.quoted(got)), not \(trial.description(of: field.value, scope))")
            }
        }
        let header = line.header.enumerated().map { (name: $1.name, value: $1.value, line: $0) }
        let fields = callback.header.map { Field($0.name, $0.value) }
        wrong += fieldBreaches(header, fields, &trial, scope).map(\.sentence)
        if let after = line.after {
            let since = steps[..<min(placed.step, steps.count)].last { $0.doneAt != nil }?.doneAt ?? 0
            let waited = Int((now - since) / 1_000_000)
            if !after.contains(waited) {
                wrong.append("it came after \(waited) ms, not after \(after.lowerBound) to \(after.upperBound) ms")
            }
        }
        return wrong
    }

    private func fitsURL(_ template: Template, _ got: [UInt8], _ values: inout Values, _ scope: Scope) -> Bool {
        guard template.canProduce else { return values.matches(template, got, scope) }
        let text = String(decoding: got, as: UTF8.self)
        return text == values.url(template, scope) || got == values.bytes(template, scope)
    }

    // MARK: Bytes

    private func fitBytes(_ expected: ExpectedCallback, _ item: Item, _ callback: ReportedCallback) -> Fit? {
        if expected.callback.subject.isEmpty {
            switch item.state {
            case .due: return .whole
            case .done: return .again
            case .taken, .gone: return nil
            }
        }
        guard item.state == .due else { return nil }
        var matcher = expected.matcher ?? bytesMatcher(expected, item)
        guard let first = callback.bytes.first else { return .whole }
        return matcher.feed([first][...]) == 1 ? .whole : .wrongValue
    }

    private func bytesMatcher(_ expected: ExpectedCallback, _ item: Item) -> BodyMatcher {
        var copy = values
        let scope = scope(item.lane, item.first.count)
        return BodyMatcher(
            expected.callback.subject.flatMap { template -> [BodyMatcher.Piece] in
                guard template.canProduce else { return [.anything] }
                return copy.elements(template, scope).map { .element($0) }
            })
    }

    /// Takes bytes as far as the line goes; what is left is offered to the line below.
    private mutating func takeBytes(_ callback: ReportedCallback, _ expected: inout ExpectedCallback, _ index: Int) {
        let item = window.items[index]
        var left = ArraySlice<UInt8>()
        if expected.callback.subject.isEmpty {
            expected.seen = true
            window.items[index].state = .done
            finish(item.first)
        } else {
            var matcher = expected.matcher ?? bytesMatcher(expected, item)
            let taken = matcher.feed(callback.bytes[...])
            left = callback.bytes[taken...]
            if matcher.isComplete {
                window.items[index].state = .done
                finish(item.first)
            } else if !left.isEmpty {
                breach(
                    .wrongValue, item.first,
                    "byte \(matcher.matched) differs: \(Quoting.quoted(left.prefix(24))) came, not \(Quoting.quoted(matcher.expectedNext))")
                window.items[index].state = .done
                left = []
            }
            expected.matcher = matcher
        }
        window.items[index].kind = .callback(expected)
        guard !left.isEmpty else { return }
        var rest = callback
        rest.bytes = Array(left)
        if !take(rest) { callbackTooEarlyOrNever(rest) }
    }

    // MARK: No line

    /// A kind that the file never names passes by, with its default.
    private mutating func passesBy(_ callback: ReportedCallback) -> Bool {
        guard !callback.kind.isAlwaysCounted, !window.program.names(callback.kind) else { return false }
        answerByDefault(callback)
        return true
    }

    private mutating func callbackTooEarlyOrNever(_ callback: ReportedCallback) {
        let what = "`\(text(of: callback))`"
        if phase == .playing, premature.count < 64, let placed = callbackLineAhead(callback) {
            premature.append(.callback(callback))
            breach(.tooSoon, placed, "\(what) came too soon: \(whatHoldsUp())")
            return
        }
        let due = window.items.first { $0.lane == callback.lane && $0.isCallback && $0.state == .due }
        var sentence = "no line takes \(what)"
        if let due, phase == .playing {
            sentence += "; line \(due.first.line.place.line), `\(sourceLine(due.first))`, was next"
        } else if phase == .scriptEnded {
            sentence += "; the last line had happened"
        }
        if phase == .playing || phase == .scriptEnded { breach(.unexpectedCallback, nil, sentence) }
        answerByDefault(callback)
    }

    private func whatHoldsUp() -> String {
        if let item = window.items.first(where: \.holdsUpOurs) {
            return "line \(item.first.line.place.line), `\(sourceLine(item.first))`, had not happened"
        }
        if case .ours(let placed) = stop { return "line \(placed.line.place.line), `\(sourceLine(placed))`, was not done" }
        return "the lines above it had not happened"
    }

    private func callbackLineAhead(_ callback: ReportedCallback) -> PlacedLine? {
        let inReach = window.items.compactMap { $0.state == .due ? $0.first : nil }
        let below = window.program.ops[window.pc...].compactMap { op -> PlacedLine? in
            guard case .line(let line, let slot) = op else { return nil }
            return PlacedLine(line: line, step: -1, count: slot.map { max(1, window.counters[$0]) })
        }
        for var placed in inReach + below {
            guard case .callback(let expected) = placed.line.deed, placed.line.lane == callback.lane,
                expected.kind == callback.kind
            else { continue }
            let item = ExpectedCallback(callback: expected)
            guard expected.kind.hasBytes || mismatches(item, placed, placed.line.lane, callback).isEmpty else { continue }
            placed.step = -1
            return placed
        }
        return nil
    }
}

extension Item {
    fileprivate var isInAnyOrder: Bool {
        if case .callback(let expected) = kind { expected.callback.occurrence == .anyOrder } else { false }
    }
}

extension Program {
    /// Whether the file has a line of this kind anywhere.
    func names(_ kind: CallbackKind) -> Bool {
        ops.contains { op in
            if case .line(let line, _) = op, case .callback(let callback) = line.deed { callback.kind == kind } else { false }
        }
    }
}
