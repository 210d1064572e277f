// CookieDifference.swift: the cookies in which a request differs from its line.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainTranscript
import QuintainNotation

/// What is too much and what is missing, by its form alone: shorter names and values are still the same failure, while
/// a cookie without a name follows other rules than one with a name.
struct CookieDifference: Equatable, Sendable {
    private let surplus: [String]
    private let missing: [String]

    /// nil: the line is about something else, or has more than a text.
    init?(_ difference: Difference) {
        let texts: [String]
        switch difference {
        case .field("Cookie", .unexpected(let came)): texts = [came.text, ""]
        case .field("Cookie", .value(let unlike)):
            guard case .bytes(let wanted) = unlike.wanted else { return nil }
            texts = [unlike.got.text, wanted.text]
        default: return nil
        }
        let (came, wanted) = (Self.members(texts[0]), Self.members(texts[1]))
        surplus = came.filter { !wanted.contains($0) }.map(Self.form).sorted()
        missing = wanted.filter { !came.contains($0) }.map(Self.form).sorted()
    }

    private static func members(_ text: String) -> [Substring] {
        text.split(separator: "; ", omittingEmptySubsequences: true)
    }

    /// `a=1` has the form `n=v`, `a=` the form `n=`.
    private static func form(_ cookie: Substring) -> String {
        guard let sign = cookie.firstIndex(of: "=") else { return "v" }
        return (sign == cookie.startIndex ? "" : "n") + "=" + (cookie.index(after: sign) == cookie.endIndex ? "" : "v")
    }
}
