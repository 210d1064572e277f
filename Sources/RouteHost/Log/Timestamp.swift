// Timestamp.swift: points in time as programs write them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWire

/// RFC 3339: `1994-11-06T08:49:37.125Z`.
package enum Timestamp {
    package static func text(nanosecondsSinceEpoch nanoseconds: Int64) -> String {
        let milliseconds = Int(nanoseconds / 1_000_000)
        let seconds = milliseconds / 1000
        let (year, month, day) = HTTPDate.civil(seconds / 86_400)
        let second = seconds % 86_400
        let date = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
        let time = "\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))"
        return "\(date)T\(time).\(padded(milliseconds % 1000, 3))Z"
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
