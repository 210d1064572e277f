// ExpressionLaws.swift: laws that hold for any expression and any text, however hostile.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

@testable import QuintainNotation

/// The fuzz harness and the tests check the same laws.
enum ExpressionLaws {
    /// The first line is an expression, the rest a text. The law that they break; nil: none.
    static func fault(in input: [UInt8]) -> String? {
        let end = input.firstIndex(of: UInt8(ascii: "\n")) ?? input.endIndex
        let (expression, text) = (Array(input[..<end]), Array(input[end...].dropFirst()))
        let pattern: BytePattern
        do throws(ExpressionFault) {
            pattern = try BytePattern(expression)
        } catch {
            let isInside = error.range.lowerBound >= 0 && error.range.upperBound <= expression.count
            return isInside && !error.message.isEmpty ? nil : "the fault \(error)"
        }
        let (fits, steps) = match(pattern, text)
        // Each character costs at most a step for each place and one for its
        // strand; starting the expression is one more.
        if steps > 1 + (text.count + 1) * (pattern.tables.wordCount * 64 + 1) { return "\(steps) steps" }
        for (before, behind) in [("(", ")"), ("(?:", "){1}"), ("^(", ")$"), ("(?s:", "|[^\\x00-\\x{10ffff}])")] {
            guard before != "(?s:" || !expression.contains(UInt8(ascii: ".")) else { continue }
            guard let same = try? BytePattern(Array(before.utf8) + expression + Array(behind.utf8)) else { continue }
            if match(same, text).fits != fits { return "\(before)…\(behind) is not the same" }
        }
        guard fits, let more = try? BytePattern(Array("(".utf8) + expression + Array(")*".utf8)) else { return nil }
        return match(more, []).fits && match(more, text).fits ? nil : "it does not fit when it may be repeated"
    }

    private static func match(_ pattern: BytePattern, _ text: [UInt8]) -> (fits: Bool, steps: Int) {
        text.withUnsafeBytes { bytes in
            let template = Template(Value(.regex(pattern), at: Place(line: 1)))
            var attempt = TemplateMatcher(template).attempt(bytes, in: EmptyEnvironment())
            let fits = attempt.run()
            return (fits, attempt.steps)
        }
    }
}
