// CookieDifferenceTests.swift: whether two broken lines about cookies are one failure.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainTranscript
import Testing

@testable import QuintainRunner

@Suite struct `The cookies in which a request differs` {
    private static func cookies(_ came: String, _ wanted: String?, hint: Remedy? = nil) -> Difference {
        let bytes = Array(came.utf8)
        return .field(
            "Cookie",
            wanted.map { .value(Unlike(bytes, Array($0.utf8), hint: hint)) } ?? .unexpected(Snippet(bytes)))
    }

    private static let first = CookieDifference(cookies("own=1; shared=2", "shared=2"))

    @Test(arguments: [
        (cookies("o=1; s=", "s="), true), (cookies("own=1", nil), true),
        (cookies("a=1; b=2; c=3", "a=1; c=3", hint: .cookies), true),
        // RFC 6265 passes over a cookie without '=', and clients that follow newer drafts send it.
        (cookies("o; shared=0", "shared=0"), false), (cookies("o", nil), false), (cookies("=1", nil), false),
        (cookies("own=; shared=2", "shared=2"), false), (cookies("shared=2", "own=1; shared=2"), false),
        (cookies("shared=3", "shared=2"), false),
    ])
    func `are one failure if as many of the same form are too many or missing`(difference: Difference, isOne: Bool)
        throws
    {
        let cookies = try #require(CookieDifference(difference))
        #expect((cookies == Self.first) == isOne)
    }

    @Test(arguments: [
        Difference.field("Cookie", .missing), .field("Cookie", .objection("the cookie 'a' is missing")),
        .field("Cookie", .value(Unlike(Array("a=1".utf8), demand: #"{{regex "b=.*"}}"#))),
        .field("Accept", .value(Unlike(Array("a=1".utf8), Array("b=1".utf8)))),
    ])
    func `are not told by others`(difference: Difference) { #expect(CookieDifference(difference) == nil) }
}
