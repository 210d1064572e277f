// ExpressionReading.swift: values that only compare with what comes: `{{/[0-9]+/}}`, `{{id = any}}`.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

extension ValueReader {
    /// The function of a value that is an expression, or that keeps what comes under a name. `.none`: the value is
    /// neither; `.some(nil)`: it is wrong, and a fault was left.
    mutating func matching(_ inner: Text, _ whole: Text, _ side: ValueSide) -> Function?? {
        let kept = Scanner.keptName(inner.line.bytes, from: inner.start, to: inner.end)
        let text = inner.from(kept?.behind ?? inner.start).trimmed
        let isExpression = text.starts(with: "/") && !text.starts(with: "//")
        guard kept != nil || isExpression else { return .none }
        guard side.matches else {
            faults.add(
                .matchOnly, whole.place,
                "'\(inner.trimmed.string)' only compares: it cannot produce what is needed here",
                help: "write what is sent")
            return .some(nil)
        }
        guard side != .route else {
            return .some(badSegment("'\(inner.trimmed.string)'", whole))
        }
        guard isExpression || text.equals("any") else {
            faults.add(
                .badArgument, (text.isEmpty ? inner : text).place, "behind '=' stands what is kept",
                help: "'{{id = any}}', or an expression: '{{id = /[0-9]+/}}'")
            return .some(nil)
        }
        var pattern: BytePattern?
        if isExpression {
            pattern = expression(text.from(text.start + 1).upTo(text.end - 1))
            guard pattern != nil else { return .some(nil) }
        }
        guard let kept else { return .some(pattern.map { .regex($0) }) }
        return .some(capture(Text(inner.line, kept.name)).map { .capture($0, pattern) })
    }

    /// A name under which what comes is kept.
    private mutating func capture(_ text: Text) -> String? {
        let name = text.string
        let isGenerator = scope.isRoutes && name == GeneratorWord.echo.rawValue
        guard FunctionWord(rawValue: name)?.standsAlone != true, !isGenerator, !scope.columns.contains(name) else {
            faults.add(.duplicateName, text.place, "'\(name)' has a meaning already", help: "choose another")
            return nil
        }
        scope.captures.insert(name)
        return name
    }

    /// The pattern of the text between slashes; nil: it is wrong, and a fault was left where it goes wrong.
    private mutating func expression(_ text: Text) -> BytePattern? {
        do {
            return try BytePattern(Array(text.bytes))
        } catch {
            let typed = Text(
                text.line, (text.start + error.range.lowerBound)..<(text.start + error.range.upperBound))
            faults.add(
                .badExpression, typed.place, error.message,
                help: error.help ?? "write a shorter one: '{{any}}' takes whatever comes")
            return nil
        }
    }
}
