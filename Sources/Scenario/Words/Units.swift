// Units.swift: numbers with units, such as `200ms`, `1MiB` and `10KB/s`.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

enum Units {
    /// A whole number without sign or unit.
    static func number(_ text: some Collection<UInt8>, atMost limit: Int = Int(Int32.max)) -> Int? {
        guard !text.isEmpty, text.count <= 18, text.allSatisfy(Byte.isDigit) else { return nil }
        let value = text.reduce(0) { $0 * 10 + Int($1 - 48) }
        return value <= limit ? value : nil
    }

    /// `200ms`, `5s`, `2m`, `1h`: milliseconds.
    static func duration(_ text: String) -> Int? {
        scaled(text, by: ["ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000], atMost: FileLimits.duration)
    }

    /// `+1h`, `-30d`: seconds.
    static func dateOffset(_ text: some StringProtocol) -> Int? {
        guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
        let units = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
        return scaled(String(text.dropFirst()), by: units, atMost: 1 << 40).map { sign == "-" ? -$0 : $0 }
    }

    /// `400`, `10KB`, `1MiB`: bytes.
    static func size(_ text: String) -> Int? {
        scaled(text, by: sizes, atMost: FileLimits.byteCount)
    }

    /// `10KB/s`: bytes a second, at least one.
    static func rate(_ text: String) -> Int? {
        guard text.hasSuffix("/s"), let rate = size(String(text.dropLast(2))), rate > 0 else { return nil }
        return rate
    }

    /// `20`, `1..60`
    static func rounds(_ text: String) -> ClosedRange<Int>? {
        guard let dots = doubleDot(in: text) else {
            return number(text.utf8, atMost: FileLimits.rounds).map { $0...$0 }
        }
        guard let low = number(dots.before.utf8, atMost: FileLimits.rounds),
            let high = number(dots.after.utf8, atMost: FileLimits.rounds), low <= high
        else { return nil }
        return low...high
    }

    /// `900ms..1500ms`: milliseconds.
    static func durations(_ text: String) -> ClosedRange<Int>? {
        guard let dots = doubleDot(in: text), let low = duration(dots.before), let high = duration(dots.after),
            low <= high
        else { return nil }
        return low...high
    }

    private static func doubleDot(in text: String) -> (before: String, after: String)? {
        let bytes = Array(text.utf8)
        guard let dot = bytes.indices.dropLast().first(where: { bytes[$0] == 46 && bytes[$0 + 1] == 46 }) else {
            return nil
        }
        return (String(decoding: bytes[..<dot], as: UTF8.self), String(decoding: bytes[(dot + 2)...], as: UTF8.self))
    }

    private static func scaled(_ text: String, by units: [String: Int], atMost limit: Int) -> Int? {
        let digits = text.utf8.prefix(while: Byte.isDigit)
        guard let number = number(digits, atMost: limit) else { return nil }
        guard let unit = units[String(decoding: text.utf8.dropFirst(digits.count), as: UTF8.self)] else { return nil }
        let (value, overflow) = number.multipliedReportingOverflow(by: unit)
        return overflow || value > limit ? nil : value
    }

    private static let sizes = [
        "": 1, "B": 1, "KB": 1000, "MB": 1_000_000, "GB": 1_000_000_000,
        "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30,
    ]
}
