// StartLine.swift: the status of a reply, as its start line has it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainNotation

package enum StartLine {
    /// What stands between the first blank and the next.
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

    /// The same of a line that is written out.
    package static func status(of start: [UInt8]) -> Int? {
        guard let first = start.firstIndex(of: blank) else { return nil }
        return number(start[first...].drop { $0 == blank }.prefix { $0 != blank })
    }

    /// nil if they are not three digits.
    package static func number(_ digits: some Collection<UInt8>) -> Int? {
        guard digits.count == 3, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// The status comes of a value and nothing stands behind it: its phrase could not be written out.
    package static func lacksPhrase(_ start: Template) -> Bool {
        if case .value? = start.pieces.last { start.pieces.count == 2 } else { false }
    }

    private static let blank = UInt8(ascii: " ")
}
