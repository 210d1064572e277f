// ExpressionReading.swift: the regular expressions of a file.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

extension ValueReader {
    /// The pattern of an argument; nil: it is wrong, and a fault was left where it goes wrong.
    mutating func expression(_ argument: Argument) -> BytePattern? {
        let before = faults.errors
        let expression = bytes(of: argument)
        guard faults.errors == before else { return nil }
        do {
            return try BytePattern(expression)
        } catch {
            let typed = Self.typed(error.range, in: argument)
            faults.add(
                .badExpression, typed.place, error.message,
                help: error.help ?? "write a shorter one: '{{any}}' takes whatever comes")
            return nil
        }
    }

    /// The typed text of some bytes of an argument, in a string with its escapes.
    private static func typed(_ range: Range<Int>, in argument: Argument) -> Text {
        let text = argument.value
        guard argument.isString else {
            return Text(text.line, (text.start + range.lowerBound)..<(text.start + range.upperBound))
        }
        let bytes = text.line.bytes
        var starts: [Int] = []
        var index = text.start + 1
        while index < text.end - 1 {
            starts.append(index)
            let isEscape = bytes[index] == Byte.backslash
            index += !isEscape ? 1 : bytes[index + 1] == UInt8(ascii: "x") ? 4 : 2
        }
        starts.append(text.end - 1)
        return Text(text.line, starts[range.lowerBound]..<starts[range.upperBound])
    }
}
