// HTTPDate.swift: writes dates of header fields.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// RFC 9110 section 5.6.7: `Sun, 06 Nov 1994 08:49:37 GMT`, always 29 bytes.
package enum HTTPDate {
    package static let length = 29

    /// Seconds are counted from 1970-01-01 00:00:00 UTC, without leap seconds.
    package static func bytes(secondsSinceEpoch seconds: Int) -> [UInt8] {
        var output = OutputBytes(capacity: 32)
        append(secondsSinceEpoch: seconds, to: &output)
        return output.array
    }

    package static func append(secondsSinceEpoch seconds: Int, to output: inout OutputBytes) {
        let day = floorDivide(seconds, 86_400)
        let second = seconds - day * 86_400
        let date = civil(day)
        // 1970-01-01 was a Thursday.
        let weekday = day + 4 - floorDivide(day + 4, 7) * 7
        output.append(weekdays[weekday])
        output.append(", " as StaticString)
        appendTwo(date.day, to: &output)
        output.append(UInt8(ascii: " "))
        output.append(months[date.month - 1])
        output.append(UInt8(ascii: " "))
        let year = min(max(date.year, 0), 9999)
        appendTwo(year / 100, to: &output)
        appendTwo(year % 100, to: &output)
        output.append(UInt8(ascii: " "))
        appendTwo(second / 3600, to: &output)
        output.append(UInt8(ascii: ":"))
        appendTwo(second / 60 % 60, to: &output)
        output.append(UInt8(ascii: ":"))
        appendTwo(second % 60, to: &output)
        output.append(" GMT" as StaticString)
    }

    /// Year, month and day of a day counted from 1970, by the proleptic Gregorian calendar.
    ///
    /// Years are counted from March, so that a leap day comes last, and in eras of 400 years, which all have the same
    /// number of days.
    package static func civil(_ day: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = day + 719_468
        let era = floorDivide(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let dayOfMonth = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfMonth)
    }

    static func floorDivide(_ number: Int, _ divisor: Int) -> Int {
        number >= 0 ? number / divisor : -((-number + divisor - 1) / divisor)
    }

    private static func appendTwo(_ number: Int, to output: inout OutputBytes) {
        output.append(0x30 + UInt8(number / 10))
        output.append(0x30 + UInt8(number % 10))
    }

    private static let weekdays: [StaticString] = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months: [StaticString] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
