// BodyObjection.swift: what is wrong with a body that is compared byte by byte.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainTranscript

extension BodyMatcher {
    /// - Parameters:
    ///   - rest: the bytes of which the first is not the next one.
    ///   - offset: how many bytes of the body are right.
    func objection(to rest: ArraySlice<UInt8>, at offset: Int) -> BodyDifference {
        if let trouble { return .coding(trouble) }
        let came = Array(rest.prefix(24))
        if isComplete, !isAtTail { return .more(came, behind: expectedCount == 0 && offset == 0 ? nil : offset) }
        return .byte(offset, Unlike(came, expectedNext, hint: hint(for: rest)))
    }

    private func hint(for rest: ArraySlice<UInt8>) -> Remedy? {
        let expected = expectedNext
        let isBlank: (UInt8) -> Bool = { " \t\r\n".utf8.contains($0) }
        // Encoders of JSON differ in these as a rule, and nobody means them.
        if isBetweenParts, rest.prefix(1).contains(where: isBlank) != expected.prefix(1).contains(where: isBlank) {
            return .jsonBlanks
        }
        if isSameJSON(with: rest) { return .jsonOrder }
        if let hint = hintOfForm(with: rest) { return hint }
        if expected == [10], rest.starts(with: [13, 10]) { return .lineEnds(crlf: true) }
        if expected == [13, 10], rest.first == 10 { return .lineEnds(crlf: false) }
        return nil
    }

    /// A body that ended too soon.
    ///
    /// - Parameters:
    ///   - total: how many bytes are due; nil: that is not known.
    ///   - isLast: the next bytes are all that is missing.
    func shortfall(after count: Int, of total: Int?, isLast: Bool) -> BodyDifference {
        // A bare mark that closes a body is often meant for no more than its end.
        .short(after: count, of: total, lacksNewline: isLast && [[10], [13, 10]].contains(expectedNext))
    }
}
