// CookieDifference.swift: the cookies in which a request differs from its line.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// What is too much and what is missing, by its form alone: shorter names and values are still the same failure, while
/// a cookie without a name follows other rules than one with a name.
struct CookieDifference: Equatable, Sendable {
    private let surplus: [String]
    private let missing: [String]

    /// Reads the sentence of a broken line: `Cookie is "a=1; b=2", not "b=2"`. nil: it is about something else, or the
    /// line has more than a text.
    init?(_ sentence: String) {
        let texts: [Substring]
        if sentence.hasPrefix(Self.absent) {
            texts = [sentence.dropFirst(Self.absent.count).prefix { $0 != "\"" }, ""]
        } else if sentence.hasPrefix(Self.present), let end = sentence.firstRange(of: Self.wanted) {
            let came = sentence[..<end.lowerBound].dropFirst(Self.present.count)
            texts = [came, sentence[end.upperBound...].prefix { $0 != "\"" }]
        } else {
            return nil
        }
        let came = Self.members(texts[0])
        let wanted = Self.members(texts[1])
        surplus = came.filter { !wanted.contains($0) }.map(Self.form).sorted()
        missing = wanted.filter { !came.contains($0) }.map(Self.form).sorted()
    }

    private static func members(_ text: Substring) -> [Substring] {
        text.split(separator: "; ", omittingEmptySubsequences: true)
    }

    /// `a=1` has the form `n=v`, `a=` the form `n=`.
    private static func form(_ cookie: Substring) -> String {
        guard let sign = cookie.firstIndex(of: "=") else { return "v" }
        return (sign == cookie.startIndex ? "" : "n") + "=" + (cookie.index(after: sign) == cookie.endIndex ? "" : "v")
    }

    private static let absent = "Cookie must be absent, but is \""
    private static let present = "Cookie is \""
    private static let wanted = "\", not \""
}
