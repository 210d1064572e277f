// CallbackBytesFit.swift: the bytes of `data` and `file`, compared with the line that has them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainTalk
import QuintainTranscript
import QuintainWords

extension ExpectedCallback {
    /// How well the line fits a callback with bytes, by its first byte.
    func fit(_ callback: ReportedCallback, _ state: Item.State, _ values: Values, _ scope: Scope) -> Fit? {
        switch state {
        case .done: return takesMore ? .again : nil
        case .taken, .gone: return nil
        case .due: break
        }
        guard let first = callback.bytes.first, !self.callback.subject.isEmpty, !onlyMatches else { return .whole }
        if (matcher ?? newMatcher(values, scope)).mayTake(first) { return .whole }
        return self.callback.occurrence == .optional ? nil : .wrongValue
    }

    /// The result of comparing bytes with the line.
    struct Fed {
        /// The bytes for the line below.
        var left: ArraySlice<UInt8> = []
        /// The line needs no more bytes.
        var isDone: Bool
        var mistake: ValueDifference?
        /// More came than is compared.
        var isBeyondLimit = false
    }

    mutating func feed(_ bytes: [UInt8], wasDone: Bool, _ values: inout Values, _ scope: Scope) -> Fed {
        if isSpoilt { return Fed(isDone: true) }
        if callback.subject.isEmpty { return Fed(isDone: wasDone || callback.kind == .file || !bytes.isEmpty) }
        let comparison = comparison
        switch comparison {
        case .whole: return collect(bytes, wasDone: wasDone, &values, scope)
        case .written where wasDone: return Fed(isDone: true)
        case .written, .beginning: break
        }
        var matcher = matcher ?? newMatcher(values, scope)
        let left = bytes.dropFirst(matcher.feed(bytes[...]))
        self.matcher = matcher
        if matcher.isComplete, comparison == .written { return Fed(left: left, isDone: true) }
        guard left.isEmpty else { return spoil(matcher.difference(left)) }
        return Fed(isDone: matcher.isComplete)
    }

    /// A line that only matches is done as soon as all that has come fits, so that lines of ours go on. It takes
    /// further bytes too, and is judged by all of them in the end: how a client cuts its data makes no difference.
    private mutating func collect(
        _ bytes: [UInt8], wasDone: Bool, _ values: inout Values, _ scope: Scope
    ) -> Fed {
        guard !isSettled else { return Fed(isDone: true) }
        collected += bytes
        if !wasDone, fitsCollected(&values, scope) {
            isSettled = fitsForGood
            if isSettled { collected = [] }
            return Fed(isDone: true)
        }
        guard collected.count <= BodyCheck.comparedAtMost else {
            return spoil(nil)
        }
        return Fed(isDone: wasDone)
    }

    /// - Parameter mistake: nil: more came than is compared.
    private mutating func spoil(_ mistake: ValueDifference?) -> Fed {
        isSpoilt = true
        collected = []
        return Fed(isDone: true, mistake: mistake, isBeyondLimit: mistake == nil)
    }

    // MARK: No more of them

    /// Whether the line is judged once no more bytes come for it. Missing bytes of plain data are reported at the next
    /// line.
    func isJudgedAtEnd(_ item: Item) -> Bool {
        guard callback.kind.hasBytes, seen, !isSpoilt, !isSettled, !callback.subject.isEmpty else { return false }
        return switch item.state {
        case .done: comparison == .whole
        case .due: onlyMatches || item.isOptional || callback.kind == .file
        case .taken, .gone: false
        }
    }

    /// Judges the line by all the bytes that it took. Returns what is wrong with them.
    mutating func settle(_ values: inout Values, _ scope: Scope) -> ValueDifference? {
        let mistake = comparison == .whole ? misfit(&values, scope) : shortfall
        isSpoilt = mistake != nil
        isSettled = true
        collected = []
        return mistake
    }

    private func misfit(_ values: inout Values, _ scope: Scope) -> ValueDifference? {
        fitsCollected(&values, scope) ? nil : .misfit(callback.kind, Array(collected.prefix(80)))
    }

    private var shortfall: ValueDifference? {
        guard let matcher, !matcher.isComplete else { return nil }
        if let trouble = matcher.trouble { return .coding(trouble) }
        return .short(callback.kind, after: matcher.matched, of: matcher.expectedCount)
    }

    // MARK: What is written

    private func fitsCollected(_ values: inout Values, _ scope: Scope) -> Bool {
        var template = Template()
        for part in callback.subject { template.append(part) }
        return values.matches(template, collected, scope)
    }

    private func newMatcher(_ values: Values, _ scope: Scope) -> BodyMatcher {
        var copy = values
        return BodyMatcher(callback.subject.flatMap { copy.expected($0, scope) })
    }
}

extension BodyMatcher {
    /// The first byte that a line does not take.
    fileprivate func difference(_ left: ArraySlice<UInt8>) -> ValueDifference {
        if let trouble { return .coding(trouble) }
        let came = Array(left.prefix(24))
        return isWhole ? .more(came, behind: matched) : .byte(matched, Unlike(came, expectedNext))
    }
}
