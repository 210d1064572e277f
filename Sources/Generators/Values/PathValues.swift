// PathValues.swift: values that are computed from the path.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainWire

extension Generator {
    /// `{{countdown path.n}}`: one less, down to zero.
    mutating func countdown(_ call: GeneratorCall) throws(GeneratorRefusal) -> [UInt8] {
        let number = try exact(call, 0)
        guard number > 0 else { throw GeneratorRefusal(404, "there is nothing below zero to count down to") }
        return Array(String(number - 1).utf8)
    }

    /// `{{links path.n path.offset}}`: a page with so many links to pages like itself, but none to itself.
    mutating func links(_ call: GeneratorCall) throws(GeneratorRefusal) -> [UInt8] {
        let count = min(max(1, try needed(call, 0)), Bounds.links)
        let own = try needed(call, 1)
        let folder =
            "/"
            + String(
                decoding: occasion.path[..<((occasion.path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)], as: UTF8.self)
        var page = "<html><head><title>Links</title></head><body>"
        for number in 0..<count {
            page += number == own ? "\(number) " : "<a href='\(Self.escaped(folder))\(number)'>\(number)</a> "
        }
        return Array((page + "</body></html>").utf8)
    }

    private static func escaped(_ text: String) -> String {
        String(
            decoding: PercentCoding.encoded(text.utf8) { Octet.isUnreserved($0) || "/%:@!$()*+,;=".utf8.contains($0) },
            as: UTF8.self)
    }

    /// `{{unbase64 path.value else="…"}}`: RFC 4648 section 5, padded; the decoded bytes must be text.
    mutating func unbase64(_ call: GeneratorCall) throws(GeneratorRefusal) -> [UInt8] {
        let coded = text(call.operands[0]) ?? []
        if let bytes = Self.unbase64(coded), String(validating: bytes, as: UTF8.self) != nil { return bytes }
        if let other = call.option("else") { return text(other) ?? [] }
        throw GeneratorRefusal(400, "'\(Quoting.escaped(coded.prefix(100)))' is no base64")
    }

    static func unbase64(_ coded: [UInt8]) -> [UInt8]? {
        let digits = coded.prefix { $0 != UInt8(ascii: "=") }
        let padding = coded.count - digits.count
        guard coded.count % 4 == 0, padding <= 2, coded.suffix(padding).allSatisfy({ $0 == UInt8(ascii: "=") }) else {
            return nil
        }
        var result: [UInt8] = []
        var bits: UInt32 = 0
        var count: UInt32 = 0
        for digit in digits {
            guard let value = value(of: digit) else { return nil }
            bits = bits << 6 | UInt32(value)
            count += 6
            if count >= 8 {
                count -= 8
                result.append(UInt8(truncatingIfNeeded: bits >> count))
            }
        }
        return result
    }

    private static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case 0x41...0x5A: digit - 0x41
        case 0x61...0x7A: digit - 0x61 + 26
        case 0x30...0x39: digit - 0x30 + 52
        case UInt8(ascii: "-"), UInt8(ascii: "+"): 62
        case UInt8(ascii: "_"), UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
