// Punycode.swift: code points beyond ASCII as letters, digits and hyphens.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// The encoding of RFC 3492, section 6.3. The caller has already folded the case.
package enum Punycode {
    /// The text after `xn--`; nil: its numbers would overflow, which no real label causes.
    package static func encoded(_ label: some Collection<Unicode.Scalar>) -> String? {
        let points = label.map { Int($0.value) }
        var output = points.filter { $0 < firstPoint }.map { UInt8($0) }
        let basic = output.count
        if basic > 0 { output.append(UInt8(ascii: "-")) }
        var (handled, point, delta, bias) = (basic, firstPoint, 0, firstBias)
        // Each round writes all code points of the next greater value.
        while handled < points.count, let next = points.lazy.filter({ $0 >= point }).min() {
            let (step, isTooMuch) = (next - point).multipliedReportingOverflow(by: handled + 1)
            guard !isTooMuch, delta + step <= Self.deltaAtMost else { return nil }
            delta += step
            point = next
            for other in points {
                if other < point { delta += 1 }
                guard other == point else { continue }
                append(delta, bias, to: &output)
                bias = adapted(delta, handled + 1, isFirst: handled == basic)
                delta = 0
                handled += 1
            }
            delta += 1
            point += 1
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// A number of variable length, least significant digit first.
    private static func append(_ number: Int, _ bias: Int, to output: inout [UInt8]) {
        var (rest, place) = (number, base)
        while true {
            let threshold = min(max(place - bias, least), most)
            if rest < threshold { break }
            output.append(digit(threshold + (rest - threshold) % (base - threshold)))
            rest = (rest - threshold) / (base - threshold)
            place += base
        }
        output.append(digit(rest))
    }

    /// Adapts the bias, section 6.1.
    private static func adapted(_ delta: Int, _ count: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / damp : delta / 2
        delta += delta / count
        var place = 0
        while delta > (base - least) * most / 2 {
            delta /= base - least
            place += base
        }
        return place + (base - least + 1) * delta / (delta + skew)
    }

    /// `a` to `z`, then `0` to `9`.
    private static func digit(_ value: Int) -> UInt8 { UInt8(value < 26 ? 0x61 + value : 0x30 + value - 26) }

    // The parameters of section 5.
    private static let base = 36
    private static let least = 1
    private static let most = 26
    private static let skew = 38
    private static let damp = 700
    private static let firstBias = 72
    private static let firstPoint = 0x80
    private static let deltaAtMost = 1 << 31
}
