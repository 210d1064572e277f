// Operands.swift: the arguments of a generator, with the values of one request.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainWire

extension Generator {
    /// The bytes of the operand; nil: the query has no such name.
    mutating func text(_ operand: GeneratorCall.Operand) -> [UInt8]? {
        switch operand {
        case .text(let bytes): bytes
        case .path(let name): occasion.segment(name)
        case .captured(let name): occasion.captured(name)
        case .query(let name): query.first(name).map { Array($0.utf8) }
        }
    }

    mutating func string(_ operand: GeneratorCall.Operand) -> String? {
        text(operand).map { String(decoding: $0, as: UTF8.self) }
    }

    mutating func string(_ call: GeneratorCall, _ option: String) -> String? {
        call.option(option).flatMap { string($0) }
    }

    /// A whole number; one that is too large counts as the largest.
    mutating func number(_ operand: GeneratorCall.Operand) throws(GeneratorRefusal) -> Int? {
        guard let text = text(operand) else { return nil }
        // A path that ends in no number is unknown; in a query a number may have a sign.
        if case .path = operand, text.first == UInt8(ascii: "-") { throw refusal(operand, text, "number") }
        guard let number = Numbers.whole(text) else { throw refusal(operand, text, "number") }
        return number
    }

    mutating func number(_ call: GeneratorCall, _ option: String) throws(GeneratorRefusal) -> Int? {
        guard let operand = call.option(option) else { return nil }
        return try number(operand)
    }

    /// A number that must be there.
    mutating func needed(_ call: GeneratorCall, _ index: Int) throws(GeneratorRefusal) -> Int {
        if let number = try number(call.operands[index]) { return number }
        throw refusal(call.operands[index], [], "number")
    }

    /// A number that the reply tells of, so that it must not be taken for another.
    mutating func exact(_ call: GeneratorCall, _ index: Int) throws(GeneratorRefusal) -> Int {
        let number = try needed(call, index)
        guard number.magnitude < Numbers.limit else {
            throw refusal(call.operands[index], text(call.operands[index]) ?? [], "number of up to 18 digits")
        }
        return number
    }

    /// A number of seconds, in milliseconds.
    mutating func milliseconds(_ operand: GeneratorCall.Operand) throws(GeneratorRefusal) -> Int? {
        guard let text = text(operand) else { return nil }
        guard let seconds = Numbers.decimal(text) else { throw refusal(operand, text, "number of seconds") }
        return Int(min(max(seconds, 0) * 1000, Double(Int32.max)))
    }

    mutating func milliseconds(_ call: GeneratorCall, _ option: String) throws(GeneratorRefusal) -> Int? {
        guard let operand = call.option(option), let time = try milliseconds(operand) else { return nil }
        guard time <= Bounds.duration else {
            throw GeneratorRefusal(400, "a reply pauses, and lasts, for \(Bounds.duration / 1000) seconds at most")
        }
        return time
    }

    private func refusal(
        _ operand: GeneratorCall.Operand, _ text: [UInt8], _ what: String
    ) -> GeneratorRefusal {
        let typed = Quoting.escaped(text.prefix(100))
        switch operand {
        case .path(let name):
            return GeneratorRefusal(404, "'\(typed)' is no \(what), as '\(name)' of the path has to be")
        case .query(let name):
            return GeneratorRefusal(400, "'\(typed)' is no \(what), as '\(name)' of the query has to be")
        case .text, .captured: return GeneratorRefusal(400, "'\(typed)' is no \(what)")
        }
    }
}

enum Numbers {
    /// Digits, with a sign at most; too many digits are the largest number.
    static func whole(_ text: some Collection<UInt8>) -> Int? {
        let isNegative = text.first == UInt8(ascii: "-")
        let digits = isNegative || text.first == UInt8(ascii: "+") ? text.dropFirst() : text.dropFirst(0)
        guard !digits.isEmpty, digits.allSatisfy({ Octet.isDigit($0) }) else { return nil }
        let significant = digits.drop { $0 == UInt8(ascii: "0") }
        let number = significant.count > digitsAtMost ? Int.max : significant.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        return isNegative ? -number : number
    }

    /// Above all numbers that are read as they are.
    static let limit: UInt = 1_000_000_000_000_000_000
    private static let digitsAtMost = 18

    /// `1`, `0.5`, `-2`, `1e3`; nil for any other text.
    static func decimal(_ text: some Collection<UInt8>) -> Double? {
        guard text.count <= 40, text.allSatisfy({ Octet.isDigit($0) || "+-.eE".utf8.contains($0) }) else { return nil }
        guard let value = Double(String(decoding: text, as: UTF8.self)), value.isFinite else { return nil }
        return value
    }
}
