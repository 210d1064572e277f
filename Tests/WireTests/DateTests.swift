// DateTests.swift: reading dates.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWire
import Testing

@Suite struct `A date in a field` {
    /// 2026-01-01 00:00:00 UTC.
    static let now = 1_767_225_600

    @Test(arguments: [
        (784_111_777, "1994-11-06T08:49:37Z"), (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"),
        (951_782_400, "2000-02-29T00:00:00Z"), (-61_000_000_000, "0036-12-26T11:33:20Z"),
    ])
    func `of a report is written by RFC 3339`(seconds: Int, text: String) {
        #expect(InternetDate.text(secondsSinceEpoch: seconds) == text)
    }

    @Test(arguments: [
        ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
        ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
        ("Tue, 29 Feb 2000 00:00:00 GMT", 951_782_400), ("Sun, 31 Dec 2000 23:59:60 GMT", 978_307_200),
        ("Wednesday, 01-Jan-76 00:00:00 GMT", 3_345_062_400), ("Wednesday, 01-Jan-77 00:00:00 GMT", 220_924_800),
        ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
    ])
    func `has one of three forms`(text: String, seconds: Int) {
        #expect(HTTPDate.seconds(Array(text.utf8), now: Self.now) == seconds)
    }

    @Test(arguments: [
        "", "0", "-1", "now", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 CET",
        "Sun, 6 Nov 1994 08:49:37 GMT",
        "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 29 Feb 1900 00:00:00 GMT", "Sun, 06 nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 06 Nov 94 08:49:37 GMT",
        "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, 06 Nov 0000 08:49:37 GMT", "Sun, 06 Nov 1994 +8:49:37 GMT", ",",
        "a, b c d e GMT",
        // One blank stands between the words, except in asctime, where a second one pads the day.
        "Sun, 06  Nov 1994 08:49:37 GMT", "Sun,  06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37  GMT",
        "Sun, 06 Nov  1994 08:49:37 GMT", "Sun,06 Nov 1994 08:49:37 GMT", "Sunday,  06-Nov-94 08:49:37 GMT",
        "Sunday, 06-Nov-94  08:49:37 GMT", "Sun Nov 6 08:49:37 1994", "Sun Nov   6 08:49:37 1994",
        "Sun  Nov  6 08:49:37 1994", "Sun Nov  6  08:49:37 1994", "Sun Nov  06 08:49:37 1994",
        "sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 NOV 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 gmt",
        "SUNDAY, 06-Nov-94 08:49:37 GMT", "Sun nov  6 08:49:37 1994",
    ])
    func `is none in any other form`(text: String) {
        #expect(HTTPDate.seconds(Array(text.utf8), now: Self.now) == nil)
    }

    /// RFC 9111 section 4.2: "a cache recipient SHOULD match the field value case-insensitively".
    @Test(arguments: [
        "SUN, 06 Nov 1994 08:49:37 GMT", "sun, 06 NOV 1994 08:49:37 gMT", "sUNDAY, 06-nov-94 08:49:37 gmt",
        "sun nOV  6 08:49:37 1994", "Sun, 06 Nov 1994 08:49:37 GMT",
    ])
    func `is read in any case by a cache`(text: String) {
        #expect(HTTPDate.seconds(Array(text.utf8), now: Self.now, inAnyCase: true) == 784_111_777)
    }

    @Test(arguments: [
        "sun, 06  nov 1994 08:49:37 gmt", "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 06 Nov 1994 08:49:37 AEST",
        "Sun 06 Nov 1994 08:49:37 GMT", "Sun, 06-Nov-1994 08:49:37 GMT", "Sun, 06 Nov 1994 08.49.37 GMT", "", "gmt",
    ])
    func `is none in a form of its own for a cache either`(text: String) {
        #expect(HTTPDate.seconds(Array(text.utf8), now: Self.now, inAnyCase: true) == nil)
    }

    @Test func `near the end of a century is in the nearer one`() {
        // 1999-12-31.
        let date = Array("Monday, 01-Jan-01 00:00:00 GMT".utf8)
        #expect(HTTPDate.seconds(date, now: 946_598_400) == 978_307_200)
    }

    @Test func `is read as it was written`() {
        for seconds in stride(from: -62_135_596_800, to: 253_402_300_799, by: 7_777_777_777) {
            #expect(HTTPDate.seconds(HTTPDate.bytes(secondsSinceEpoch: seconds), now: Self.now) == seconds)
        }
    }
}

@Suite struct `A date in a cookie` {
    /// RFC 6265 section 5.1.1; the odd ones are of the kind that its test suite has.
    @Test(
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
            ("Sun Nov  6 08:49:37 1994", 784_111_777), ("6 nov 94 8:49:37", 784_111_777), ("08:49:37 94 november", nil),
            ("94/11/6 8:49:37", nil), ("06,november;1994.08:49:37abc", 784_111_777),
            ("1994 08:49:37 6th NOVEMBER", 784_111_777),
            ("Mon, 01-Jan-70 00:00:00 GMT", 0), ("Mon, 01-Jan-69 00:00:00 GMT", 3_124_224_000), ("1 jan 2000", nil),
            ("1 jan 1600 0:0:0", nil), ("1 jan 1601 0:0:0", -11_644_473_600), ("31 feb 2000 0:0:0", nil),
            ("32 jan 2000 0:0:0", nil),
            ("1 jan 2000 24:0:0", nil), ("1 jan 2000 0:60:0", nil), ("1 jan 2000 0:0:60", nil),
            ("1 jan 20000 0:0:0", nil),
            ("", nil), ("0", nil), ("Sun, 06 Nov 1994 08:49:37 CET", 784_111_777), ("1 jan 200 0:0:0", nil),
            ("001 jan 2000 0:0:0", nil),
            ("10:20 1 jan 2000 0:0:0", 947_462_400),
        ] as [(String, Int?)])
    func `is what the algorithm finds`(text: String, seconds: Int?) {
        #expect(CookieDate.seconds(Array(text.utf8)) == seconds)
    }
}
