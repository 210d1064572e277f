// ExpressionReader+Repetition.swift: `*`, `+`, `?` and `{2,5}` of a regular expression.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

extension ExpressionReader {
    /// The tree, repeated as the sign behind it says. A further `?` has no effect: the whole text must fit in any case.
    mutating func repeated(_ tree: ExpressionTree, from start: Int) throws(ExpressionFault) -> ExpressionTree {
        let result: ExpressionTree
        switch peek() {
        case UInt8(ascii: "*"): result = .repeated(tree, 0, nil)
        case UInt8(ascii: "+"): result = .repeated(tree, 1, nil)
        case UInt8(ascii: "?"): result = .repeated(tree, 0, 1)
        case UInt8(ascii: "{"):
            let (least, most) = try times()
            result = .repeated(tree, least, most)
        default: return tree
        }
        index += 1
        switch peek() {
        case UInt8(ascii: "?"): index += 1
        case UInt8(ascii: "+"):
            throw fault(
                1, "a '+' behind a repetition makes it possessive, which is not supported", help: "leave the '+' away")
        default: break
        }
        return result
    }

    /// Reads the numbers up to the `}`.
    private mutating func times() throws(ExpressionFault) -> (Int, Int?) {
        let start = index
        index += 1
        let least = try number(from: start)
        var most = least
        if peek() == UInt8(ascii: ",") {
            index += 1
            most = try number(from: start)
            if least == nil { throw noTimes(start) }
        }
        guard peek() == UInt8(ascii: "}"), let least else { throw noTimes(start) }
        if let most, most < least {
            let range = start..<(index + 1)
            throw ExpressionFault(range, "\(quoted(range)) asks for at least \(least) and at most \(most)")
        }
        return (least, most)
    }

    private mutating func number(from start: Int) throws(ExpressionFault) -> Int? {
        var number: Int?
        while let byte = peek(), UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte {
            let next = (number ?? 0) * 10 + Int(byte - UInt8(ascii: "0"))
            index += 1
            guard next <= Self.timesAtMost else {
                let end = bytes[index...].firstIndex(of: UInt8(ascii: "}")).map { $0 + 1 } ?? bytes.count
                throw ExpressionFault(
                    start..<end, "a repetition of more than \(Self.timesAtMost) times",
                    help: "'*' and '+' take any number")
            }
            number = next
        }
        return number
    }

    private func noTimes(_ start: Int) -> ExpressionFault {
        ExpressionFault(
            start..<min(index + 1, bytes.count), "this is no number of times",
            help: "such as {3}, {3,} or {0,3}; a '{' itself is '[{]'")
    }

    private static var timesAtMost: Int { 500 }
}
