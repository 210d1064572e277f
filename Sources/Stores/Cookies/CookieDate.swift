// CookieDate.swift: dates as cookies have them, in whatever order servers write their parts.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWire

/// RFC 6265 section 5.1.1.
enum CookieDate {
    /// In seconds since 1970; nil: it is no date.
    static func seconds(_ text: ArraySlice<UInt8>) -> Int64? {
        var time: [Int64]?
        var day: Int64?
        var month: Int?
        var year: Int64?
        for token in text.split(whereSeparator: isDelimiter) {
            if time == nil, let found = clock(token) {
                time = found
            } else if day == nil, let found = number(token, 1...2) {
                day = found
            } else if month == nil, let found = months.firstIndex(where: { named($0, token) }) {
                month = found + 1
            } else if year == nil, let found = number(token, 2...4) {
                year = found < 70 ? found + 2_000 : found < 100 ? found + 1_900 : found
            }
        }
        guard let time, let day, let month, let year, year >= 1_601, time[0] < 24, time[1] < 60, time[2] < 60,
            let date = dayNumber(year: year, month: Int64(month), day: day)
        else { return nil }
        return date * 86_400 + time[0] * 3_600 + time[1] * 60 + time[2]
    }

    /// nil: there is no such day.
    static func dayNumber(year: Int64, month: Int64, day: Int64) -> Int64? {
        // Years are counted from March, as in ``HTTPDate/civil(_:)``.
        let shifted = month <= 2 ? year - 1 : year
        let monthFromMarch = (month + 9) % 12
        let days = shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400
        let number = days + (153 * monthFromMarch + 2) / 5 + day - 1 - 719_468
        let civil = HTTPDate.civil(Int(number))
        return civil == (Int(year), Int(month), Int(day)) ? number : nil
    }

    private static func clock(_ token: ArraySlice<UInt8>) -> [Int64]? {
        let parts = token.split(separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].count <= 2, parts[1].count <= 2,
            let hour = ASCII.number(parts[0], atMost: 99), let minute = ASCII.number(parts[1], atMost: 99),
            let second = number(parts[2], 1...2)
        else { return nil }
        return [hour, minute, second]
    }

    /// So many digits at the front, and no more; anything else may follow.
    private static func number(_ token: ArraySlice<UInt8>, _ counts: ClosedRange<Int>) -> Int64? {
        let digits = token.prefix(while: Octet.isDigit)
        return counts.contains(digits.count) ? ASCII.number(digits, atMost: 9_999) : nil
    }

    private static func named(_ month: String, _ token: ArraySlice<UInt8>) -> Bool {
        CaseInsensitive.equals(Array(month.utf8), Array(token.prefix(3)))
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
        default: false
        }
    }

    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
}
