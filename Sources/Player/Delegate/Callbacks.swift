// Callbacks.swift: callbacks that the client reports, and the lines that take them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
package import QuintainTalk
import QuintainTranscript
import QuintainWire
import QuintainWords

extension Player {
    // MARK: Inputs

    package mutating func callbackReported(_ callback: ReportedCallback, at now: Instant) -> [Effect] {
        input(now) { player in
            player.clock.heardClient()
            player.record.hear(callback)
            defer { player.record.heard() }
            player.hearOfReply(callback.kind, in: callback.lane)
            if player.comesAfterEnd(callback) || player.tellsOfRefusal(callback) { return }
            if player.tellsCancelledLate(callback) { return }
            player.endBytes(in: callback.lane, before: callback.kind)
            if player.take(callback) { return }
            // How a client cuts its data makes no difference, and a piece without bytes is none.
            if callback.kind == .data, callback.bytes.isEmpty { return player.answerByDefault(callback) }
            player.callbackTooEarlyOrNever(callback)
        }
    }

    // MARK: Which line

    /// The time at which a callback came that is offered to the lines in reach.
    enum Coming {
        case now, waited
        /// The callback was judged when it came, with this severity.
        case cameTooSoon(Severity)

        /// The coming of the bytes that a line above has left over.
        var ofRest: Coming { if case .now = self { .now } else { .waited } }
    }

    /// The result of offering a callback to the lines in reach.
    enum Offered {
        case taken
        /// A line took a part of the bytes; this rest is for the line below.
        case left(ReportedCallback)
        case refused
    }

    /// Finds lines that take the callback. false: none is in reach.
    mutating func take(_ callback: ReportedCallback, _ coming: Coming = .now) -> Bool {
        switch offer(callback, coming) {
        case .refused: return false
        case .taken: return true
        case .left(var left):
            let below = coming.ofRest
            while true {
                switch offer(left, below) {
                case .left(let rest): left = rest
                case .taken: return true
                case .refused:
                    callbackTooEarlyOrNever(left)
                    return true
                }
            }
        }
    }

    private mutating func offer(_ callback: ReportedCallback, _ coming: Coming) -> Offered {
        guard let found = findLine(for: callback), let index = take(found),
            case .callback(var expected) = course.items[index].kind
        else {
            return passesBy(callback) ? .taken : .refused
        }
        giveWay(above: index)
        let placed = course.items[index].first
        if case .now = coming { record.nameHeard(placed.reference) }
        if case .cameTooSoon(let severity) = coming { record.mark(placed, .broken(severity)) }
        if expected.callback.kind.hasBytes {
            return takeBytes(callback, &expected, index)
        }
        amounts.reported(callback, placed)
        if isPart(expected.callback, placed, callback) {
            answerByDefault(callback)
            return .taken
        }
        judge(callback, by: expected.callback, placed)
        expected.seen = true
        course.put(.callback(expected), at: index)
        course.move(index, to: .done)
        record.finish(placed)
        decide(expected.callback, placed, callback)
        return .taken
    }

    /// The line in reach that fits the callback best.
    func findLine(for callback: ReportedCallback) -> FoundLine? {
        course.find { window, item, index in
            guard case .callback(let expected) = item.kind, item.lane == callback.lane,
                expected.callback.kind == callback.kind, window.isNextForCallbacks(index)
            else { return nil }
            if expected.callback.kind.hasBytes, window.isOfLineAbove(index) { return nil }
            return fit(expected, item, callback)
        }
    }

    /// Stores the values that the line captures, and reports each mismatch as a breach.
    mutating func judge(_ callback: ReportedCallback, by line: Callback, _ placed: PlacedLine) {
        var heard = values
        let wrong = mismatches(line, placed, callback, &heard)
        values = heard
        if wrong.isEmpty, !line.kind.hasBytes { record.findBack(placed.line.lane) }
        let isOther = !wrong.isEmpty && isAnotherQuestion(callback, line, placed)
        for (index, (slug, sentence)) in wrong.enumerated() {
            let mistake = record.breach(slug, placed, sentence)
            if isOther, index == 0 { record.goAstray(placed.line.lane, mistake, announcing: callback.announcement) }
        }
    }

    /// The callback asks for something other than the line, so the client will go on differently, too.
    private func isAnotherQuestion(_ callback: ReportedCallback, _ line: Callback, _ placed: PlacedLine) -> Bool {
        guard line.kind.steersLoad else { return false }
        var trial = values
        let scope = scope(placed.line.lane, placed.count)
        guard wrongSubject(line, callback, &trial, scope).isEmpty else { return true }
        return line.fields.contains { field in
            field.name == "method" && !(callback.fields["method"].map { fits(field, $0, &trial, scope) } ?? true)
        }
    }

    /// Skips optional lines above, and ends lines above that took more of the same.
    private mutating func giveWay(above index: Int) {
        let lane = course.items[index].lane
        for above in course.items.indices[..<index] where course.items[above].lane == lane {
            guard course.items[above].isCallback else { continue }
            if course.items[above].state == .due, course.items[above].isOptional {
                course.move(above, to: .gone)
                record.mark(course.items[above].first, .skipped)
            } else if course.items[above].state == .done {
                endBytes(of: above)
                course.move(above, to: .gone)
            }
        }
    }

    private func fit(_ expected: ExpectedCallback, _ item: Item, _ callback: ReportedCallback) -> Fit? {
        if expected.callback.kind.hasBytes { return fitBytes(expected, item, callback) }
        var trial = values
        let fits = mismatches(expected.callback, item.first, callback, &trial).isEmpty
        switch item.state {
        case .due:
            if fits || isPart(expected.callback, item.first, callback) { return .whole }
            return expected.callback.occurrence == .optional ? nil : .wrongValue
        case .done: return fits && expected.takesMore ? .again : nil
        case .taken, .gone: return nil
        }
    }

    /// A report of progress below the amount of the line is part of that line.
    private func isPart(_ line: Callback, _ placed: PlacedLine, _ callback: ReportedCallback) -> Bool {
        guard line.kind == callback.kind, line.kind != .resumed,
            let (wanted, total) = line.amount(values, scope(placed.line.lane, placed.count)),
            let (got, reported) = callback.amount
        else { return false }
        return got < wanted && (total == nil || total == reported)
    }

    /// The mismatches between the callback and the line.
    private func mismatches(
        _ line: Callback, _ placed: PlacedLine, _ callback: ReportedCallback, _ values: inout Values
    ) -> [(slug: Breach.Slug, sentence: String)] {
        let scope = scope(placed.line.lane, placed.count)
        var wrong = line.kind.hasBytes ? [] : wrongSubject(line, callback, &values, scope)
        for field in line.fields where !callback.untold.contains(field.name) {
            guard let got = callback.fields[field.name] else {
                if !field.value.isAbsent { wrong.append("\(field.name) was not reported") }
                continue
            }
            let fits = fits(field, got, &values, scope)
            if !fits {
                let wanted = values.description(of: field.value, scope)
                wrong.append("\(field.name) is \(Quoting.quoted(got.prefix(120))), not \(wanted)")
            }
        }
        let header = line.header.enumerated().map { ExpectedField(name: $1.name, value: $1.value, line: $0) }
        let fields = Self.joined(callback.header, where: header.map { $0.name.lowercased() })
        wrong += fieldBreaches(header, fields, &values, scope).map(\.sentence)
        var breaches = wrong.map { (slug: Breach.Slug.wrongValue, sentence: $0) }
        if let sentence = wrongTime(line, placed) { breaches.append((.wrongTime, sentence)) }
        return breaches
    }

    private func wrongSubject(
        _ line: Callback, _ callback: ReportedCallback, _ values: inout Values, _ scope: Scope
    ) -> [String] {
        if let (wanted, total) = line.amount(values, scope) {
            guard let (got, reported) = callback.amount else { return ["no amount was reported"] }
            var wrong: [String] = []
            if line.kind == .resumed ? got != wanted : got < wanted {
                wrong.append("\(got) was reported, not \(wanted)")
            }
            if let reported, got > reported { wrong.append("\(got) of \(reported) was reported") }
            guard let total, total != reported else { return wrong }
            wrong.append(reported.map { "the total is \($0), not \(total)" } ?? "the total, \(total), was not reported")
            return wrong
        }
        var wrong: [String] = []
        for (index, template) in line.subject.enumerated() {
            guard index < callback.subject.count else {
                wrong.append("\(values.description(of: template, scope)) was not reported")
                continue
            }
            let got = callback.subject[index]
            if line.kind.value(at: index) == .url {
                if !fitsURL(template, got, &values, scope) {
                    let wanted =
                        template.canProduce
                        ? values.url(template, scope)
                        : Self.isAbsolute(got) ? template.demand : "absolute"
                    wrong.append("the URL is \(Quoting.escaped(got.prefix(200))), not \(wanted)")
                }
            } else if !values.matches(template, got, scope) {
                let wanted = values.description(of: template, scope)
                wrong.append("\(Quoting.quoted(got.prefix(120))) was reported, not \(wanted)")
            }
        }
        return wrong
    }

    /// The sentence about a wrong `after=`, which counts from when the line above was done. Time in which no process
    /// ran makes no callback late.
    private func wrongTime(_ line: Callback, _ placed: PlacedLine) -> String? {
        guard let after = line.after, placed.step >= 0 else { return nil }
        let since = record.lastDone(above: placed.step) ?? 0
        let waited = Int((clock.now - since) / 1_000_000)
        let isLate = waited - Int(clock.stoodStill / 1_000_000) > after.upperBound
        guard waited < after.lowerBound || isLate else { return nil }
        return "it came after \(waited) ms, not after \(after.lowerBound) to \(after.upperBound) ms"
    }

    private func fits(_ field: NamedValue, _ got: [UInt8], _ values: inout Values, _ scope: Scope) -> Bool {
        switch field.name {
        case "url":
            return fitsURL(field.value, Self.withPath(got), &values, scope) || fitsURL(field.value, got, &values, scope)
        case "encoding":
            // The name of a charset is case-insensitive (RFC 9110 section 8.3.2).
            let lowered = Array(String(decoding: got, as: UTF8.self).lowercased().utf8)
            return values.matches(field.value, got, scope) || values.matches(field.value, lowered, scope)
        // Clients report the host, files name the origin.
        case "host":
            if let named = field.value.literalText.flatMap({ values.host(ofOrigin: $0) }) {
                return got.elementsEqual(named.utf8)
            }
            return values.matches(field.value, got, scope)
        default: return values.matches(field.value, got, scope)
        }
    }

    /// `http://host` and `http://host/` are the same (RFC 3986 section 6.2.3).
    private static func withPath(_ url: [UInt8]) -> [UInt8] {
        let slash = UInt8(ascii: "/")
        return url.count { $0 == slash } == 2 ? url + [slash] : url
    }

    /// Joins fields of the same name that a line writes once, because some clients report a list of several fields as
    /// one and some as it came (RFC 9110 section 5.3).
    private static func joined(_ header: [(name: String, value: [UInt8])], where written: [String]) -> [Field] {
        var fields: [Field] = []
        for (name, value) in header {
            let lowered = name.lowercased()
            let isList = written.count { $0 == lowered } == 1
            if isList, let index = fields.firstIndex(where: { $0.name.lowercased() == lowered }) {
                fields[index] = Field(name, fields[index].value + Array(", ".utf8) + value)
            } else {
                fields.append(Field(name, value))
            }
        }
        return fields
    }

    private func fitsURL(_ template: Template, _ got: [UInt8], _ values: inout Values, _ scope: Scope) -> Bool {
        // Clients report URLs that are resolved already (RFC 3986 section 5).
        guard Self.isAbsolute(got) else { return false }
        guard template.canProduce else { return values.matches(template, got, scope) }
        return got.elementsEqual(values.url(template, scope).utf8)
    }

    /// The URL begins with a scheme (RFC 3986 section 3.1).
    private static func isAbsolute(_ url: [UInt8]) -> Bool {
        guard let colon = url.firstIndex(of: UInt8(ascii: ":")), colon > 0 else { return false }
        return url[..<colon].allSatisfy {
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20
                || UInt8(ascii: "+")...UInt8(ascii: "9") ~= $0 && $0 != 44
                    && $0 != UInt8(ascii: "/")
        }
    }

    // MARK: No line

    /// A callback that needs no line passes by, with its default decision.
    private mutating func passesBy(_ callback: ReportedCallback) -> Bool {
        guard !course.program.asksFor(callback.kind) else { return false }
        answerByDefault(callback)
        return true
    }

    private mutating func callbackTooEarlyOrNever(_ callback: ReportedCallback) {
        if isOfWhatGoesOut(callback) { return waiting.appendEarly(callback) }
        if phase == .playing, let placed = lineAhead(ofPart: callback) {
            amounts.reported(callback, placed)
            return answerByDefault(callback)
        }
        let what = "`\(text(of: callback))`"
        if phase == .playing, !waiting.isFull, let placed = callbackLineAhead(callback) {
            waiting.append(.callback(callback, counts: cameTooSoon(placed, what)), for: placed)
            return
        }
        let due = course.items.first { $0.lane == callback.lane && $0.isCallback && $0.state == .due }
        var sentence = "no line takes \(what)"
        if let due, phase == .playing {
            sentence += "; line \(due.first.line.place.line), `\(sourceLine(due.first))`, was next"
        } else if phase == .scriptEnded {
            sentence += "; the last line had happened"
        }
        if phase == .playing || phase == .scriptEnded {
            let mistake = record.breach(
                .unexpectedCallback, nil, sentence, counting: severityDue(in: callback.lane), in: callback.lane)
            record.goAstray(callback.lane, mistake, announcing: callback.announcement)
        }
        answerByDefault(callback)
    }

    /// Sending is asynchronous, but a client reports a callback as soon as the bytes arrive.
    private func isOfWhatGoesOut(_ callback: ReportedCallback) -> Bool {
        guard phase == .playing, callback.kind.has(.followsBytes), !waiting.isFull,
            leavingBatch != nil || isWithinBody(callback.lane)
        else { return false }
        return callbackLineAhead(callback) != nil
    }

    /// The server pauses within the body of the lane's reply, which goes on below.
    private func isWithinBody(_ lane: Lane) -> Bool {
        switch wait {
        case .time?, .quiet?, .go?: break
        case .batch?, .connection?, .load?, .window?, nil: return false
        }
        return replies.hasBegun(in: lane) && !course.continuation(of: lane).isEmpty
    }

    private func callbackLineAhead(_ callback: ReportedCallback) -> PlacedLine? {
        course.linesAhead().first { placed in
            guard case .callback(let line) = placed.line.deed, placed.line.lane == callback.lane,
                line.kind == callback.kind
            else { return false }
            var trial = values
            return line.kind.hasBytes || mismatches(line, placed, callback, &trial).isEmpty
        }
    }

    /// The line further down of which a report of progress is part. It is not too soon: a later report makes that line
    /// done.
    private func lineAhead(ofPart callback: ReportedCallback) -> PlacedLine? {
        guard callback.amount != nil else { return nil }
        return course.linesAhead().first { placed in
            guard case .callback(let line) = placed.line.deed, placed.line.lane == callback.lane else { return false }
            return isPart(line, placed, callback)
        }
    }
}

extension Item {
    var isInAnyOrder: Bool {
        if case .callback(let expected) = kind { expected.callback.occurrence == .anyOrder } else { false }
    }
}
