// CookieDifferenceTests.swift: whether two broken lines about cookies are one failure.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import QuintainRunner

@Suite struct `The cookies in which a request differs` {
    private static let first = CookieDifference(#"Cookie is "own=1; shared=2", not "shared=2""#)

    @Test(arguments: [
        (#"Cookie is "o=1; s=", not "s=""#, true), (#"Cookie must be absent, but is "own=1""#, true),
        (#"Cookie is "a=1; b=2; c=3", not "a=1; c=3"; '{{cookies …}}' takes these in any order"#, true),
        // RFC 6265 passes over a cookie without '=', and clients that follow newer drafts send it.
        (#"Cookie is "o; shared=0", not "shared=0""#, false), (#"Cookie must be absent, but is "o""#, false),
        (#"Cookie must be absent, but is "=1""#, false), (#"Cookie is "own=; shared=2", not "shared=2""#, false),
        (#"Cookie is "shared=2", not "own=1; shared=2""#, false), (#"Cookie is "shared=3", not "shared=2""#, false),
    ])
    func `are one failure if as many of the same form are too many or missing`(sentence: String, isOne: Bool) throws {
        let difference = try #require(CookieDifference(sentence))
        #expect((difference == Self.first) == isOne)
    }

    @Test(arguments: [
        "Cookie is missing", #"Cookie is "a=1", not {{regex "b=.*"}}"#, "Cookie: the cookie 'a' is missing",
        #"Cookie is "aaaa"… (300 bytes), not "a""#, #"Accept is "a=1", not "b=1""#,
    ])
    func `are not told by other sentences`(sentence: String) {
        #expect(CookieDifference(sentence) == nil)
    }
}
