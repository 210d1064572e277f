// CallbackBytes.swift: the bytes of `data` and `file`, compared with the lines that have them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainTalk
import QuintainTranscript
import QuintainWords

extension Player {
    func fitBytes(_ expected: ExpectedCallback, _ item: Item, _ callback: ReportedCallback) -> Fit? {
        switch item.state {
        case .done: return expected.takesMore ? .again : nil
        case .taken, .gone: return nil
        case .due: break
        }
        guard let first = callback.bytes.first, !expected.callback.subject.isEmpty, !expected.onlyMatches else {
            return .whole
        }
        let matcher = expected.matcher ?? bytesMatcher(expected, item.first)
        if matcher.mayTake(first) { return .whole }
        return expected.callback.occurrence == .optional ? nil : .wrongValue
    }

    /// Takes the bytes that belong to the line; the rest is offered to the line below.
    mutating func takeBytes(
        _ callback: ReportedCallback, _ expected: inout ExpectedCallback, _ index: Int
    ) -> Offered {
        let placed = course.items[index].first
        let line = expected.callback
        if !expected.seen {
            judge(callback, by: line, placed)
        }
        expected.seen = true
        // Taken out, so that the collected bytes are not copied with every piece.
        course.takeOut(index)
        let wasDone = course.items[index].state == .done
        let (left, isDone) = feed(callback.bytes, &expected, placed, wasDone: wasDone)
        course.put(.callback(expected), at: index)
        if isDone {
            course.move(index, to: .done)
            record.finish(placed)
            if !expected.isSpoilt { record.findBack(placed.line.lane) }
        }
        if isDone, left.isEmpty || line.decision != nil {
            decide(line, placed, callback)
        } else if left.isEmpty {
            answerByDefault(callback)
        }
        guard !left.isEmpty else { return .taken }
        var rest = callback
        rest.bytes = Array(left)
        if line.decision != nil { rest.question = nil }
        return .left(rest)
    }

    /// Compares the bytes with the line. The rest is for the line below.
    private mutating func feed(
        _ bytes: [UInt8], _ expected: inout ExpectedCallback, _ placed: PlacedLine, wasDone: Bool
    ) -> (left: ArraySlice<UInt8>, isDone: Bool) {
        if expected.isSpoilt { return ([], true) }
        if expected.callback.subject.isEmpty {
            return ([], wasDone || expected.callback.kind == .file || !bytes.isEmpty)
        }
        let comparison = expected.comparison
        switch comparison {
        case .whole: return ([], collect(bytes, &expected, placed, wasDone: wasDone))
        case .written where wasDone: return ([], true)
        case .written, .beginning: break
        }
        var matcher = expected.matcher ?? bytesMatcher(expected, placed)
        let left = bytes.dropFirst(matcher.feed(bytes[...]))
        expected.matcher = matcher
        if matcher.isComplete, comparison == .written { return (left, true) }
        if !left.isEmpty { spoil(&expected, placed, Self.difference(matcher, left)) }
        return ([], expected.isSpoilt || matcher.isComplete)
    }

    /// The sentence about the first byte that the line does not take.
    private static func difference(_ matcher: BodyMatcher, _ left: ArraySlice<UInt8>) -> String {
        if let trouble = matcher.trouble { return "what came\(trouble)" }
        let came = Quoting.quoted(left.prefix(24))
        if matcher.isWhole { return "there is more behind byte \(matcher.matched): \(came) came" }
        return "byte \(matcher.matched) differs: \(came) came, not \(Quoting.quoted(matcher.expectedNext))"
    }

    /// A line that only matches is done as soon as all that has come fits, so that lines of ours go on. It takes
    /// further bytes too, and is judged by all of them in the end: how a client cuts its data makes no difference.
    private mutating func collect(
        _ bytes: [UInt8], _ expected: inout ExpectedCallback, _ placed: PlacedLine, wasDone: Bool
    ) -> Bool {
        guard !expected.isSettled else { return true }
        expected.collected += bytes
        if !wasDone, fitsCollected(expected, placed) {
            expected.isSettled = expected.fitsForGood
            if expected.isSettled { expected.collected = [] }
            return true
        }
        if expected.collected.count > BodyCheck.comparedAtMost {
            spoil(
                &expected, placed,
                "more than \(BodyCheck.comparedAtMost) bytes came, too many to be compared with this line")
        }
        return wasDone || expected.isSpoilt
    }

    private mutating func fitsCollected(_ expected: ExpectedCallback, _ placed: PlacedLine) -> Bool {
        var template = Template()
        for part in expected.callback.subject { template.append(part) }
        return values.matches(template, expected.collected, scope(placed.line.lane, placed.count))
    }

    // MARK: No more of them

    /// Ends lines of bytes that have begun: another callback comes in the lane, or none any more.
    mutating func endBytes(in lane: Lane, before kind: CallbackKind? = nil) {
        if let kind, !course.program.asksFor(kind) { return }
        for index in course.items.indices where course.items[index].lane == lane {
            guard case .callback(let expected) = course.items[index].kind, expected.seen, expected.callback.kind != kind
            else { continue }
            endBytes(of: index, expected)
        }
    }

    /// Judges a line by all the bytes that it took.
    mutating func endBytes(of index: Int) {
        guard case .callback(let expected) = course.items[index].kind, expected.seen else { return }
        let wasDue = course.items[index].state == .due
        // The order behind this line will never be given.
        if let mistake = endBytes(of: index, expected), wasDue {
            record.goAstray(course.items[index].lane, mistake, .order)
        }
    }

    /// Judges a line of bytes at its end. nil: nothing is wrong with it.
    @discardableResult
    private mutating func endBytes(of index: Int, _ known: ExpectedCallback) -> Trail? {
        guard known.callback.kind.hasBytes, !known.isSpoilt, !known.isSettled, !known.callback.subject.isEmpty else {
            return nil
        }
        var expected = known
        let item = course.items[index]
        switch item.state {
        case .done:
            guard expected.comparison == .whole else { return nil }
        // Missing bytes of plain data are reported at the next line.
        case .due:
            guard expected.onlyMatches || item.isOptional || expected.callback.kind == .file else { return nil }
        case .taken, .gone: return nil
        }
        var mistake: Trail?
        if let why = expected.comparison == .whole ? misfit(expected, item.first) : shortfall(expected) {
            mistake = spoil(&expected, item.first, why)
        }
        expected.isSettled = true
        expected.collected = []
        course.put(.callback(expected), at: index)
        guard item.state == .due else { return mistake }
        course.move(index, to: .done)
        record.finish(item.first)
        return mistake
    }

    private mutating func misfit(_ expected: ExpectedCallback, _ placed: PlacedLine) -> String? {
        guard !fitsCollected(expected, placed) else { return nil }
        let came = Quoting.quoted(expected.collected.prefix(80))
        return "the \(expected.callback.kind.rawValue) does not fit: \(came) came"
    }

    private func shortfall(_ expected: ExpectedCallback) -> String? {
        guard let matcher = expected.matcher, !matcher.isComplete else { return nil }
        if let trouble = matcher.trouble { return "what came\(trouble)" }
        let wanted = matcher.expectedCount.map { " of \($0)" } ?? ""
        return "the \(expected.callback.kind.rawValue) ended after \(matcher.matched)\(wanted) bytes"
    }

    @discardableResult
    private mutating func spoil(_ expected: inout ExpectedCallback, _ placed: PlacedLine, _ sentence: String) -> Trail {
        expected.isSpoilt = true
        expected.collected = []
        return record.breach(.wrongValue, placed, sentence)
    }

    private func bytesMatcher(_ expected: ExpectedCallback, _ placed: PlacedLine) -> BodyMatcher {
        var copy = values
        let scope = scope(placed.line.lane, placed.count)
        return BodyMatcher(expected.callback.subject.flatMap { copy.expected($0, scope) })
    }
}
