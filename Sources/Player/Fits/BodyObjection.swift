// BodyObjection.swift: what is wrong with a body that is compared byte by byte, as a sentence.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation

extension BodyMatcher {
    /// - Parameters:
    ///   - rest: the bytes of which the first is not the next one.
    ///   - offset: how many bytes of the body are right.
    func objection(to rest: ArraySlice<UInt8>, at offset: Int) -> String {
        let came = Quoting.quoted(rest.prefix(24))
        if let trouble { return "the body\(trouble)" }
        if isComplete, !isAtTail {
            let what =
                expectedCount == 0 && offset == 0
                ? "no body must come" : "the body must end after \(offset) bytes"
            return "\(what), but there is more: \(came)"
        }
        return "the body differs at byte \(offset): \(Quoting.difference(came, Quoting.quoted(expectedNext), " came"))"
            + help(for: rest)
    }

    private func help(for rest: ArraySlice<UInt8>) -> String {
        let expected = expectedNext
        let isBlank: (UInt8) -> Bool = { " \t\r\n".utf8.contains($0) }
        // Encoders of JSON differ in these as a rule, and nobody means them.
        if isBetweenParts, rest.prefix(1).contains(where: isBlank) != expected.prefix(1).contains(where: isBlank) {
            return "; '{{json …}}' takes any blanks"
        }
        if isSameJSON(with: rest) { return "; '{{json …}}' takes members in any order" }
        if let help = helpForForm(with: rest) { return help }
        if expected == [10], rest.starts(with: [13, 10]) { return "; below 'lines crlf' a line ends in CRLF" }
        if expected == [13, 10], rest.first == 10 { return "; below 'lines lf' a line ends in LF" }
        return ""
    }

    /// The sentence about a body that ended too soon.
    ///
    /// - Parameters:
    ///   - total: how many bytes are due; nil: that is not known.
    ///   - isLast: the next bytes are all that is missing.
    func shortfall(after count: Int, of total: Int?, isLast: Bool) -> String {
        // A bare mark that closes a body is often meant for no more than its end.
        let isNewline = isLast && [[10], [13, 10]].contains(expectedNext)
        return "the body ended after \(count)\(total.map { " of \($0)" } ?? "") bytes"
            + (isNewline ? ": a bare mark behind it asks for a newline" : "")
    }
}
