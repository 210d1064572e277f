// CookieCoding.swift: cookies, read from Cookie fields and written for Set-Cookie.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainWire

/// RFC 6265 sections 4.1.1 and 5.4; values with special bytes are quoted, odd bytes written as three octal digits.
enum CookieCoding {
    /// The cookies of a request, the first of each name.
    static func cookies(_ occasion: Occasion) -> Pairs {
        var cookies = Pairs()
        var seen: Set<[UInt8]> = []
        var index = 0
        while let value = occasion.request.nextValue(of: Array("cookie".utf8), after: &index) {
            for part in value.split(separator: UInt8(ascii: ";")) {
                let halves = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
                let name = String(decoding: trimmed(halves[0]), as: UTF8.self)
                guard !name.isEmpty, seen.insert(Array(name.utf8)).inserted else { continue }
                let value = halves.count > 1 ? unquoted(Array(trimmed(halves[1]))) : []
                cookies.add(name, String(decoding: value, as: UTF8.self))
            }
        }
        return cookies
    }

    static func setting(_ name: String, _ value: String, secure: Bool = false) -> Field {
        Field(
            "Set-Cookie",
            Array(name.utf8) + [UInt8(ascii: "=")] + quoted(Array(value.utf8)) + Array((secure ? "; Secure" : "").utf8)
                + Array("; Path=/".utf8))
    }

    static func deletion(_ name: String) -> Field {
        Field("Set-Cookie", "\(name)=; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0; Path=/")
    }

    static func isName(_ name: String) -> Bool { !name.isEmpty && name.utf8.allSatisfy(Octet.isToken) }

    private static func quoted(_ bytes: [UInt8]) -> [UInt8] {
        if bytes.allSatisfy({ Octet.isToken($0) || "/=:@?()[]{}<>".utf8.contains($0) }) { return bytes }
        var result = [UInt8(ascii: "\"")]
        for byte in bytes {
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
                result += [UInt8(ascii: "\\"), byte]
            } else if 0x20...0x7E ~= byte, byte != UInt8(ascii: ";"), byte != UInt8(ascii: ",") {
                result.append(byte)
            } else {
                result.append(UInt8(ascii: "\\"))
                for shift in [6, 3, 0] { result.append(0x30 + byte >> UInt8(shift) & 7) }
            }
        }
        return result + [UInt8(ascii: "\"")]
    }

    private static func unquoted(_ bytes: [UInt8]) -> [UInt8] {
        let quote = UInt8(ascii: "\"")
        guard bytes.count >= 2, bytes.first == quote, bytes.last == quote else { return bytes }
        var result: [UInt8] = []
        var rest = bytes[1..<(bytes.count - 1)]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let next = rest.first else {
                result.append(byte)
                continue
            }
            let digits = rest.prefix(3)
            if digits.count == 3, digits.allSatisfy({ 0x30...0x37 ~= $0 }), digits.first! <= 0x33 {
                result.append(digits.reduce(0) { $0 << 3 | ($1 - 0x30) })
                rest = rest.dropFirst(3)
            } else {
                result.append(next)
                rest = rest.dropFirst()
            }
        }
        return result
    }

    private static func trimmed(_ bytes: some BidirectionalCollection<UInt8>) -> some Collection<UInt8> {
        bytes.drop { Octet.isBlank($0) }.reversed().drop { Octet.isBlank($0) }.reversed()
    }
}
