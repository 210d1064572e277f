// CookieDate.swift: the date in a cookie's Expires.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// The date algorithm of RFC 6265 section 5.1.1, which finds a date in nearly any text, the same one in every client.
package enum CookieDate {
    /// The seconds since 1970; nil: there is no date.
    package static func seconds(_ value: [UInt8]) -> Int? {
        var time: (Int, Int, Int)?
        var day: Int?
        var month: Int?
        var year: Int?
        for token in value.prefix(bytesAtMost).split(whereSeparator: isDelimiter) {
            // Each token becomes the first missing part of the date whose form it has.
            if time == nil, let found = timeOfDay(token) {
                time = found
            } else if day == nil, let found = number(token, digits: 1...2) {
                day = found
            } else if month == nil, let found = monthNumber(token) {
                month = found
            } else if year == nil, let found = number(token, digits: 2...4) {
                year = found < 70 ? found + 2_000 : found < 100 ? found + 1_900 : found
            }
        }
        guard let time, let day, let month, let year, year >= 1_601, time.2 <= 59 else { return nil }
        return HTTPDate.seconds(year: year, month: month, day: day, hour: time.0, minute: time.1, second: time.2)
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
        default: false
        }
    }

    /// Three numbers of one or two digits, separated by colons; text after the last one is ignored.
    private static func timeOfDay(_ token: ArraySlice<UInt8>) -> (Int, Int, Int)? {
        let parts = token.split(separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let hour = number(parts[0], digits: 1...2, isWhole: true),
            let minute = number(parts[1], digits: 1...2, isWhole: true), let second = number(parts[2], digits: 1...2)
        else { return nil }
        return (hour, minute, second)
    }

    private static func monthNumber(_ token: ArraySlice<UInt8>) -> Int? {
        HTTPDate.shortMonths.firstIndex { CaseInsensitive.equals($0.utf8, token.prefix(3)) }.map { $0 + 1 }
    }

    /// The number at the start of the token, if its count of digits is in the range.
    private static func number(_ token: ArraySlice<UInt8>, digits: ClosedRange<Int>, isWhole: Bool = false) -> Int? {
        let run = token.prefix { Octet.isDigit($0) }
        guard digits.contains(run.count), !isWhole || run.count == token.count else { return nil }
        return run.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    private static let bytesAtMost = 1_024
}
