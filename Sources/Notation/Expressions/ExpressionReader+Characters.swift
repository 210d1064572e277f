// ExpressionReader+Characters.swift: classes and escapes of a regular expression.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

extension ExpressionReader {
    enum Escaped {
        case scalar(UInt32)
        case set(ScalarSet)
    }

    /// `[a-z0-9_]`, `[^,;]`
    mutating func characterClass() throws(ExpressionFault) -> ScalarSet {
        let start = index
        index += 1
        let isNegated = peek() == UInt8(ascii: "^")
        if isNegated { index += 1 }
        if peek() == UInt8(ascii: "]") {
            throw ExpressionFault(start..<(index + 1), "this class is empty", help: "a ']' itself is '\\\\]'")
        }
        var ranges: [ClosedRange<UInt32>] = []
        while peek() != UInt8(ascii: "]") {
            guard index < bytes.count else {
                throw ExpressionFault(
                    start..<(start + 1), "this '[' is not closed by ']'", help: "a '[' itself is '\\\\['")
            }
            ranges += try member(of: start)
        }
        index += 1
        let set = modes.ignoresCase ? ScalarSet(ranges).inEitherCase : ScalarSet(ranges)
        return isNegated ? set.complement : set
    }

    /// `a`, `a-z` or `\d`
    private mutating func member(of start: Int) throws(ExpressionFault) -> [ClosedRange<UInt32>] {
        let from = index
        let first: UInt32
        switch try end() {
        case .set(let set): return set.ranges
        case .scalar(let scalar): first = scalar
        }
        guard peek() == UInt8(ascii: "-"), let next = peek(1), next != UInt8(ascii: "]") else { return [first...first] }
        index += 1
        guard case .scalar(let last) = try end() else {
            throw ExpressionFault(
                from..<index, "\(quoted(from..<index)) is no range: a class cannot end a range",
                help: "a '-' itself stands last: '[a\\\\d-]'")
        }
        guard first <= last else {
            throw ExpressionFault(from..<index, "the range \(quoted(from..<index)) goes backwards")
        }
        return [first...last]
    }

    /// One end of a range, or a class.
    private mutating func end() throws(ExpressionFault) -> Escaped {
        switch peek() {
        case UInt8(ascii: "\\"): return try escape()
        case UInt8(ascii: "["):
            throw fault(
                1, "a '[' within a class",
                help: "a '[' itself is '\\\\['; '[[:digit:]]' is written '[0-9]', '[[:alpha:]]' '[A-Za-z]'")
        case let sign? where sign == peek(1) && "&-~".utf8.contains(sign):
            throw fault(
                2, "\(quoted(index..<(index + 2))) within a class: set operations are not supported",
                help: "the character itself stands there once")
        default: return .scalar(scalar())
        }
    }

    /// What `\` and the next character stand for.
    mutating func escape() throws(ExpressionFault) -> Escaped {
        let start = index
        index += 1
        guard let letter = peek() else {
            throw ExpressionFault(start..<index, "nothing stands behind this '\\'", help: "a '\\' itself is '\\\\\\\\'")
        }
        let scalar = scalar()
        switch letter {
        case UInt8(ascii: "d"): return .set(.digits)
        case UInt8(ascii: "D"): return .set(ScalarSet.digits.complement)
        case UInt8(ascii: "w"): return .set(.wordCharacters)
        case UInt8(ascii: "W"): return .set(ScalarSet.wordCharacters.complement)
        case UInt8(ascii: "s"): return .set(.blanks)
        case UInt8(ascii: "S"): return .set(ScalarSet.blanks.complement)
        case UInt8(ascii: "n"): return .scalar(0x0A)
        case UInt8(ascii: "r"): return .scalar(0x0D)
        case UInt8(ascii: "t"): return .scalar(0x09)
        case UInt8(ascii: "f"): return .scalar(0x0C)
        case UInt8(ascii: "v"): return .scalar(0x0B)
        case UInt8(ascii: "x"): return .scalar(try hexadecimal(from: start))
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"):
            throw strangeEscape(letter, start..<index)
        default: return .scalar(scalar)
        }
    }

    /// `\x2f`, `\x{1f600}`
    private mutating func hexadecimal(from start: Int) throws(ExpressionFault) -> UInt32 {
        let isBraced = peek() == UInt8(ascii: "{")
        if isBraced { index += 1 }
        var scalar: UInt32 = 0
        var count = 0
        while count < (isBraced ? 6 : 2), let digit = peek().flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }) {
            scalar = scalar << 4 | UInt32(digit)
            count += 1
            index += 1
        }
        let isClosed = isBraced ? count > 0 && peek() == UInt8(ascii: "}") : count == 2
        guard isClosed, scalar <= ScalarSet.last else {
            throw ExpressionFault(
                start..<index, "\(quoted(start..<index)) is no number of a character",
                help: "two hexadecimal digits, or up to six in braces: '\\\\x2f', '\\\\x{20ac}'")
        }
        if isBraced { index += 1 }
        return scalar
    }

    private func strangeEscape(_ letter: UInt8, _ range: Range<Int>) -> ExpressionFault {
        let typed = quoted(range)
        switch letter {
        case UInt8(ascii: "0"):
            return ExpressionFault(range, "\(typed) is no escape of an expression", help: "the byte 0 is '\\\\x00'")
        case UInt8(ascii: "1")...UInt8(ascii: "9"), UInt8(ascii: "k"):
            return ExpressionFault(
                range, "\(typed) is a backreference, which is not supported",
                help: "keep it with '{{NAME = any}}', and ask for '{{NAME}}' in a line below")
        case UInt8(ascii: "b"), UInt8(ascii: "B"):
            return ExpressionFault(
                range, "\(typed) is a word boundary, which is not supported",
                help: "say what may stand there instead: '(.*\\\\W)?gzip(\\\\W.*)?'")
        case UInt8(ascii: "A"), UInt8(ascii: "z"), UInt8(ascii: "Z"), UInt8(ascii: "G"):
            return ExpressionFault(
                range, "\(typed) is no escape of an expression", help: "leave it away: all must fit from start to end")
        case UInt8(ascii: "p"), UInt8(ascii: "P"):
            return ExpressionFault(
                range, "\(typed) is no escape of an expression", help: "write the characters as a class: '[A-Za-zÀ-ÿ]'")
        default:
            return ExpressionFault(
                range, "\(typed) is no escape of an expression",
                help:
                    "there are \\\\d \\\\w \\\\s \\\\D \\\\W \\\\S, \\\\n \\\\r \\\\t \\\\f \\\\v \\\\xHH and \\\\x{H…}"
            )
        }
    }
}
