// CurlPlay.swift: how curl plays a bundled scenario, and how a client would play it wrongly.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Testing

/// One row of the table: curl's words, and a mistake that must be found.
struct CurlPlay: Sendable, CustomTestStringConvertible {
    /// `redirects/chain`, or `canonical/escapes#slash` for one of its cases.
    var scenario: String
    /// Words for curl, or `python NAME` with words for a client in this folder. `@[1000]` is a file with the first 1000
    /// bytes of the known stream, `@[1000.gz]` the same in gzip.
    /// in gzip.
    var curl: String
    /// curl's exit status; nil: any.
    var exit: Int32? = 0
    /// Words for curl with a mistake in them; `tcp …` are bytes that are sent before the client leaves.
    var wrong: String
    /// The line that the mistake breaks, as the file has it, or if no line can be named, what breaks: `wrong-field Host`,
    /// `unexpected-request GET /b`, with `instead of GET /a` if that has to be told.
    var breaks: String
    /// How the mistake counts, by the level of that line: `failure`, `warning` or `noted`.
    var weighs: String

    init(
        _ scenario: String, _ curl: String, exit: Int32? = 0, wrong: String, breaks: String, weighs: String = "failure"
    ) {
        self.scenario = scenario
        self.curl = curl
        self.exit = exit
        self.wrong = wrong
        self.breaks = breaks
        self.weighs = weighs
    }

    var file: String { String(scenario.prefix { $0 != "#" }) }
    var testDescription: String { scenario }

    static let all =
        redirects + canonical + framing + connections + uploads + cookies + caching + ranges + timing + lanes + metadata
        + locator + codings + authentication + secure + proxies + streams + events + apps

    /// Where curl 7.88 departs from a document: the line that it breaks, and the reason.
    static let faults =
        [
            CurlPlay(
                "connections/stale-post", "{{origin}}/one --next -d 'one dog' {{origin}}/order",
                wrong: "a POST on a connection that had died is sent again",
                breaks: #"never "the POST was sent again: the order may have been placed twice""#),
            CurlPlay(
                "framing/folded#a-blank", "-L {{origin}}/old",
                wrong: "a field that is empty up to the fold is empty to it", breaks: "> GET /new"),
            CurlPlay(
                "uploads/expect-failed", "--data-binary @[2097152] {{origin}}/up",
                wrong: "behind a 417 that closes the connection, nothing is tried again",
                breaks: "> POST /up"),
            CurlPlay(
                "cookies/several", "-b '' {{origin}}/login {{origin}}/home",
                wrong: "cookies with longer names go first, not those that are older",
                breaks: otherOrder),
            CurlPlay(
                "cookies/names-by-case", "-b '' {{origin}}/set {{origin}}/get",
                wrong: "names of cookies are compared in any case",
                breaks: "> Cookie: {{cookies lang=de Lang=en}}"),
            CurlPlay(
                "cookies/set-again", "-b '' {{origin}}/one {{origin}}/two {{origin}}/three",
                wrong: "a cookie that is set again goes behind the others", breaks: otherOrder),
            CurlPlay(
                "cookies/order", "-b '' {{origin}}/a/b/set {{origin}}/a/b/get",
                wrong: "of cookies with paths of one length the younger goes first",
                breaks: otherOrder),
            CurlPlay(
                "cookies/outside-paths#no-slash", "-b '' {{origin}}/set {{origin}}/shop",
                wrong: "the slash at the end of a cookie's path is taken off",
                breaks: "> Cookie: {{absent}}"),
            CurlPlay(
                "cookies/two-digit-years#70", "-b '' {{origin}}/set {{origin}}/again {{origin}}/get",
                wrong: "the year 70 of a cookie's date is 2070", breaks: "> Cookie: {{sent}}"),
            CurlPlay(
                "cookies/odd-paths#relative", "-b '' {{origin}}/a/set {{origin}}/a/get {{origin}}/shop",
                wrong: "a path without a slash at its beginning is taken for /", breaks: "> Cookie: kept=2"),
        ] + authenticationFaults + streamFaults

    private static let otherOrder = #"! wrong "the cookies are in another order""#

    /// Scenarios that curl cannot play, each with the reason.
    static let unplayable = [
        "events/cancelled": "nobody tells a command to cancel"
    ]
}
