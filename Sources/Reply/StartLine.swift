// StartLine.swift: the status of a reply, as its start line has it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainNotation

package enum StartLine {
    /// The part of the start line between the first blank and the next.
    package static func status(in start: Template) -> Template? {
        var result = Template()
        var isInside = false
        for piece in start.pieces {
            switch piece {
            case .value(let value): if isInside { result.append(value) }
            case .literal(var bytes):
                if !isInside {
                    guard let blank = bytes.firstIndex(of: blank) else { continue }
                    bytes.removeFirst(blank + 1)
                    isInside = true
                }
                if result.pieces.isEmpty { bytes = Array(bytes.drop { $0 == Self.blank }) }
                if let blank = bytes.firstIndex(of: blank) {
                    result.append(Array(bytes[..<blank]))
                    return result
                }
                result.append(bytes)
            }
        }
        return isInside ? result : nil
    }

    /// The status of a start line with its values filled in.
    package static func status(of start: [UInt8]) -> Int? {
        start.firstIndex(of: blank).flatMap { status(behindVersion: start[$0...]) }
    }

    /// The status behind the version; a value may have made a phrase behind it as well.
    package static func status(behindVersion rest: some Collection<UInt8>) -> Int? {
        number(rest.drop { $0 == blank }.prefix { $0 != blank })
    }

    /// The number of three digits; nil: they are something else.
    package static func number(_ digits: some Collection<UInt8>) -> Int? {
        guard digits.count == 3, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// Only values follow the version, without a blank, so that only they could make a phrase.
    package static func endsInStatus(_ start: Template) -> Bool {
        guard let status = status(in: start), status.literal == nil else { return false }
        let blanks = start.pieces.reduce(0) { count, piece in
            if case .literal(let bytes) = piece { count + bytes.count { $0 == blank } } else { count }
        }
        return blanks == 1
    }

    /// Values made three digits behind the version, and nothing else, so the phrase is missing.
    package static func lacksPhrase(_ start: Template, sentAs line: [UInt8]) -> Bool {
        guard endsInStatus(start), let first = line.firstIndex(of: blank) else { return false }
        return number(line[(first + 1)...]) != nil
    }

    private static let blank = UInt8(ascii: " ")
}
