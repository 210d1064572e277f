// InternetDate.swift: writes dates of reports.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// RFC 3339, in UTC, to the second: `1994-11-06T08:49:37Z`.
package enum InternetDate {
    /// Seconds are counted from 1970-01-01 00:00:00 UTC, without leap seconds.
    package static func text(secondsSinceEpoch seconds: Int) -> String {
        let day = HTTPDate.floorDivide(seconds, 86_400)
        let second = seconds - day * 86_400
        let date = HTTPDate.civil(day)
        return "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
            + "T\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))Z"
    }

    private static func padded(_ number: Int, _ digits: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
