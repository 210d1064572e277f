// CallbackBytes.swift: what `data` and `file` bring, held against the lines that say it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainTranscript

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

    /// Takes bytes as far as the line goes; what is left is offered to the line below.
    mutating func takeBytes(_ callback: ReportedCallback, _ expected: inout ExpectedCallback, _ index: Int) {
        let placed = window.items[index].first
        let line = expected.callback
        if !expected.seen {
            judge(callback, by: line, placed)
        }
        expected.seen = true
        // Let go of, so that what it has collected is not copied with every piece.
        window.items[index].kind = .await(.connection)
        let wasDone = window.items[index].state == .done
        let (left, isDone) = feed(callback.bytes, &expected, placed, wasDone: wasDone)
        window.items[index].kind = .callback(expected)
        if isDone {
            window.items[index].state = .done
            finish(placed)
        }
        if isDone, left.isEmpty || line.decision != nil {
            decide(line, placed, callback)
        } else if left.isEmpty {
            answerByDefault(callback)
        }
        guard !left.isEmpty else { return }
        var rest = callback
        rest.bytes = Array(left)
        if line.decision != nil { rest.question = nil }
        if !take(rest) { callbackTooEarlyOrNever(rest) }
    }

    /// Holds the bytes against the line. What is left over is for the line below.
    private mutating func feed(
        _ bytes: [UInt8], _ expected: inout ExpectedCallback, _ placed: PlacedLine, wasDone: Bool
    ) -> (left: ArraySlice<UInt8>, isDone: Bool) {
        let isFile = expected.callback.kind == .file
        if wasDone || expected.isSpoilt { return ([], true) }
        if expected.callback.subject.isEmpty { return ([], isFile || !bytes.isEmpty) }
        if expected.onlyMatches { return ([], collect(bytes, &expected, placed)) }
        var matcher = expected.matcher ?? bytesMatcher(expected, placed)
        let left = bytes.dropFirst(matcher.feed(bytes[...]))
        expected.matcher = matcher
        if matcher.isComplete { return (left, true) }
        if let trouble = matcher.trouble, !left.isEmpty || isFile {
            spoil(&expected, placed, "what came\(trouble)")
        } else if !left.isEmpty {
            let came = Quoting.quoted(left.prefix(24))
            spoil(
                &expected, placed,
                "byte \(matcher.matched) differs: \(came) came, not \(Quoting.quoted(matcher.expectedNext))")
        } else if isFile {
            let wanted = matcher.expectedCount.map { " of \($0)" } ?? ""
            spoil(&expected, placed, "the file ended after \(matcher.matched)\(wanted) bytes")
        }
        return ([], expected.isSpoilt)
    }

    /// A line that only matches is done as soon as all that has come fits it.
    private mutating func collect(_ bytes: [UInt8], _ expected: inout ExpectedCallback, _ placed: PlacedLine) -> Bool {
        expected.collected += bytes
        var template = Template()
        for part in expected.callback.subject { template.append(part) }
        if values.matches(template, expected.collected, scope(placed.line.lane, placed.count)) { return true }
        if expected.collected.count > Self.bodyAtMost {
            spoil(&expected, placed, "more than \(Self.bodyAtMost) bytes came, too many to be compared with this line")
        } else if expected.callback.kind == .file {
            spoil(&expected, placed, "the file does not fit: \(Quoting.quoted(expected.collected.prefix(80))) came")
        }
        return expected.isSpoilt
    }

    private mutating func spoil(_ expected: inout ExpectedCallback, _ placed: PlacedLine, _ sentence: String) {
        expected.isSpoilt = true
        expected.collected = []
        breach(.wrongValue, placed, sentence)
    }

    private func bytesMatcher(_ expected: ExpectedCallback, _ placed: PlacedLine) -> BodyMatcher {
        var copy = values
        let scope = scope(placed.line.lane, placed.count)
        return BodyMatcher(expected.callback.subject.flatMap { copy.expected($0, scope) })
    }
}
