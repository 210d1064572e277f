// HTTPDate+Reading.swift: reads dates of header fields and cookies.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

extension HTTPDate {
    /// Seconds since the epoch; nil: the value is in none of the three forms of RFC 9110 section 5.6.7.
    ///
    /// The forms are case-sensitive, with one blank between words; caches read them in any case, RFC 9111 section 4.2.
    /// A year of two digits is in this century or the last one: `now` decides, because a date more than fifty years
    /// ahead counts as past.
    package static func seconds(_ value: [UInt8], now: Int, inAnyCase: Bool = false) -> Int? {
        let bytes = inAnyCase ? capitalized(value) : value
        let text = String(decoding: bytes, as: UTF8.self)
        var words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard let first = words.first else { return nil }
        if !first.hasSuffix(",") {
            // Sun Nov  6 08:49:37 1994
            guard words.count > 2, weekday(first, in: shortDays) else { return nil }
            let isPadded = words[2].isEmpty
            if isPadded { words.remove(at: 2) }
            guard words.count == 5, let time = time(words[3]) else { return nil }
            return seconds(
                year: number(words[4], digits: 4), month: words[1], day: number(words[2], digits: isPadded ? 1 : 2),
                time)
        }
        if words.count == 6, words[5] == "GMT", weekday(first.dropLast(), in: shortDays), let time = time(words[4]) {
            // Sun, 06 Nov 1994 08:49:37 GMT
            return seconds(
                year: number(words[3], digits: 4), month: words[2], day: number(words[1], digits: 2), time)
        }
        // Sunday, 06-Nov-94 08:49:37 GMT
        guard words.count == 4, words[3] == "GMT", weekday(first.dropLast(), in: longDays), let time = time(words[2])
        else { return nil }
        let date = words[1].split(separator: "-", omittingEmptySubsequences: false)
        guard date.count == 3, let short = number(date[2], digits: 2) else { return nil }
        let century = civil(now / 86_400).year / 100 * 100
        let day = number(date[0], digits: 2)
        // The 29th of February may exist in only one of the centuries.
        return [century + 100, century, century - 100].lazy
            .compactMap { seconds(year: $0 + short, month: date[1], day: day, time) }
            .first { $0 <= now + fiftyYears }
    }

    /// The words in the case of a date: `SUN` and `sun` become `Sun`, and the zone is in capitals.
    private static func capitalized(_ value: [UInt8]) -> [UInt8] {
        var result = value.map(Octet.lowercased)
        for (index, byte) in result.enumerated() where index == 0 || !isLetter(result[index - 1]) {
            if isLetter(byte) { result[index] = byte & ~0x20 }
        }
        return result.suffix(4) == Array(" Gmt".utf8) ? result.dropLast(3) + Array("GMT".utf8) : result
    }

    private static func isLetter(_ byte: UInt8) -> Bool { Octet.lowercased(byte) &- 0x61 < 26 }

    /// Seconds since the epoch of a moment in UTC; nil: there is no such moment. A leap second counts as the next one.
    package static func seconds(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) -> Int? {
        guard (1...9_999).contains(year), (1...12).contains(month), (1...31).contains(day), (0...23).contains(hour),
            (0...59).contains(minute), (0...60).contains(second)
        else { return nil }
        let days = dayNumber(year, month, day)
        // The 30th of February is the first or second of March.
        guard civil(days) == (year, month, day) else { return nil }
        return days * 86_400 + hour * 3_600 + minute * 60 + second
    }

    /// The day's number since 1970: the inverse of `civil`.
    private static func dayNumber(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let yearFromMarch = month <= 2 ? year - 1 : year
        let era = (yearFromMarch >= 0 ? yearFromMarch : yearFromMarch - 399) / 400
        let yearOfEra = yearFromMarch - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func seconds(year: Int?, month: Substring, day: Int?, _ time: (Int, Int, Int)) -> Int? {
        guard let year, let day, let month = shortMonths.firstIndex(where: { $0 == month }) else { return nil }
        return seconds(year: year, month: month + 1, day: day, hour: time.0, minute: time.1, second: time.2)
    }

    private static func time(_ text: Substring) -> (Int, Int, Int)? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, let hour = number(parts[0], digits: 2), let minute = number(parts[1], digits: 2),
            let second = number(parts[2], digits: 2)
        else { return nil }
        return (hour, minute, second)
    }

    private static func number(_ text: Substring, digits: Int) -> Int? {
        guard text.utf8.count == digits, text.utf8.allSatisfy({ Octet.isDigit($0) }) else { return nil }
        return Int(text)
    }

    /// Whether the text is a name in `days`; RFC 9110 does not require that it fits the date.
    private static func weekday(_ text: Substring, in days: [String]) -> Bool { days.contains { $0 == text } }

    static let shortMonths = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    private static let shortDays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    private static let longDays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    private static let fiftyYears = 50 * 31_556_952
}
