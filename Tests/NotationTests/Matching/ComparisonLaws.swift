// ComparisonLaws.swift: laws that hold for all values that are compared by meaning: JSON, queries, forms, parts, cookies.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

@testable import QuintainNotation

/// The fuzz harness and the tests check the same laws.
enum ComparisonLaws {
    /// The first byte chooses the kind; the rest is one value on a line and another one
    /// below it. nil: no law is broken.
    static func fault(in input: [UInt8]) -> String? {
        guard let kind = input.first else { return nil }
        if kind == UInt8(ascii: "m") { return faultInParts(Array(input.dropFirst())) }
        let parts = input.dropFirst().split(separator: 10, maxSplits: 1, omittingEmptySubsequences: false)
        let (one, other) = (Array(parts[0]), parts.count > 1 ? Array(parts[1]) : [])
        switch kind % 4 {
        case 0: return faultInJSON(one) ?? faultInJSON(other) ?? faultBetweenJSON(one, other)
        case 1: return faultInPairs(pairs(one), one, pairs(other), other) { .query($0) }
        case 2:
            guard Urlencoded.fault(in: one) == nil, Urlencoded.fault(in: other) == nil else { return nil }
            return faultInPairs(pairs(one), one, pairs(other), other) { .form($0) }
        default:
            guard CookieString.fault(in: one) == nil, CookieString.fault(in: other) == nil else { return nil }
            return faultInPairs(cookies(one), one, cookies(other), other) { .cookies($0) }
        }
    }

    // MARK: JSON

    /// JSON that one reader accepts is accepted by the looser ones, and reads the same; so does JSON that is written.
    private static func faultInJSON(_ bytes: [UInt8]) -> String? {
        let strict = read { () throws(JSONFault) in try JSONText(parsing: bytes) }
        let loose = read { () throws(JSONFault) in try JSONText(parsing: bytes, anyNumber: true) }
        let foreign = read { () throws(JSONFault) in try JSONText(parsingForeign: bytes) }
        for case .failure(let fault) in [strict, loose, foreign] {
            if !(0...bytes.count ~= fault.offset) { return "a fault at byte \(fault.offset) of \(bytes.count)" }
            if fault.message.isEmpty { return "a fault without a sentence" }
        }
        if case .success(let json) = strict, loose != .success(json) { return "\(json) depends on the numbers" }
        guard case .success(let json) = loose else { return nil }
        if foreign != .success(json) { return "\(json) depends on who wrote it" }
        let written = Array(json.description.utf8)
        guard let again = try? JSONText(parsing: written, anyNumber: true), again == json else {
            return "\(json) is not read again"
        }
        // A control character may become six bytes.
        return written.count <= 6 * bytes.count ? nil : "\(written.count) bytes of \(bytes.count)"
    }

    private static func faultBetweenJSON(_ one: [UInt8], _ other: [UInt8]) -> String? {
        guard let first = try? JSONText(parsing: one, anyNumber: true) else { return nil }
        let pattern = ValuePattern.json(JSONPattern(first))
        if let fault = faultInItself(pattern, one) { return fault }
        let odd = Array(respelled(first).description.utf8)
        if let found = difference(odd, pattern) { return "the spelling counts: \(found)" }
        guard let second = try? JSONText(parsing: other, anyNumber: true) else {
            return difference(other, pattern) == nil ? "what is no JSON fits" : nil
        }
        return faultBetween(pattern, one, .json(JSONPattern(second)), other)
    }

    /// The same JSON with its members reversed, and its numbers in an odd form: with a `0` behind the point.
    private static func respelled(_ json: JSONText) -> JSONText {
        switch json {
        case .null, .bool, .text: json
        case .number(let number): .decimal("\(number).00e+0")
        case .decimal(let text):
            if text.utf8.count > 12 {
                // A number whose exponent is too large to count is equal to itself only.
                json
            } else if let end = text.firstIndex(where: { "eE".contains($0) }) {
                .decimal(text[..<end] + (text[..<end].contains(".") ? "0" : ".0") + text[end...])
            } else {
                .decimal(text + (text.contains(".") ? "0" : ".0"))
            }
        case .list(let list): .list(list.map(respelled))
        case .object(let members): .object(members.reversed().map { ($0.0, respelled($0.1)) })
        }
    }

    // MARK: Pairs

    private static func faultInPairs(
        _ first: PairsPattern, _ one: [UInt8], _ second: PairsPattern, _ other: [UInt8],
        _ pattern: (PairsPattern) -> ValuePattern
    ) -> String? {
        let whole = pattern(first)
        if let fault = faultInItself(whole, one) { return fault }
        // A list that is written, pair by pair, reads back the same.
        let written = whole.rendered(in: EmptyEnvironment())
        let again = if case .cookies = whole { cookies(written) } else { pairs(written) }
        if again != first, !first.list.contains(where: { $0.name.isEmpty && $0.value.isEmpty }) {
            return "it is written as '\(String(decoding: written, as: UTF8.self))'"
        }
        // Pairs of one name keep their order; all others may change places.
        let sorted = first.list.enumerated()
            .sorted { ($0.element.name.reversed(), $0.offset) < ($1.element.name.reversed(), $1.offset) }
        if difference(one, pattern(PairsPattern(sorted.map(\.element)))) != nil { return "the order counts" }
        if !first.list.isEmpty, difference(one, pattern(PairsPattern(first.list.dropLast()))) == nil {
            return "one too many fits"
        }
        return faultBetween(whole, one, pattern(second), other)
    }

    /// The parts of a form with the boundary `x` fit what is made of them, in any order, and no fewer do.
    private static func faultInParts(_ bytes: [UInt8]) -> String? {
        let form = FormEnvironment()
        func difference(_ list: some Sequence<PairsPattern.Pair>) -> String? {
            var captures: [String: [UInt8]] = [:]
            let pattern = PairsPattern(Array(list))
            return ValuePattern.multipart(pattern).difference(of: bytes, in: form, MatchEffort(), &captures)?.sentence
        }
        guard case .parts(let parts) = MultipartForm.read(bytes, form.contentType) else {
            return difference([]) == nil ? "what is no form fits" : nil
        }
        let pairs = parts.map { part in
            var pair = PairsPattern.Pair(part.names[0], Template(part.content))
            pair.marks = part.marks.map { .init($0.key, Template($0.value[0])) }
            return pair
        }
        // Where names are coded, those of two parts may be one.
        let names = parts.map(\.names)
        guard !names.contains(where: { $0.count > 1 }) else { return nil }
        if let found = difference(pairs) { return "it differs from itself: \(found)" }
        let isOrdered = Set(names).count == names.count
        if isOrdered, let found = difference(pairs.reversed()) { return "the order counts: \(found)" }
        return pairs.isEmpty || difference(pairs.dropLast()) != nil ? nil : "one too many fits"
    }

    private struct FormEnvironment: TemplateEnvironment {
        var contentType: [UInt8]? { Array("multipart/form-data; boundary=x".utf8) }
    }

    private static func pairs(_ bytes: [UInt8]) -> PairsPattern {
        PairsPattern(Urlencoded.pairs(bytes).map { .init($0.name, Template($0.value)) })
    }

    private static func cookies(_ bytes: [UInt8]) -> PairsPattern {
        PairsPattern(CookieString.pairs(bytes).map { .init($0.name, Template($0.value)) })
    }

    // MARK: All

    /// A value matches the pattern that is made of it, and so does the text that the pattern renders.
    private static func faultInItself(_ pattern: ValuePattern, _ bytes: [UInt8]) -> String? {
        if let found = difference(bytes, pattern) { return "it differs from itself: \(found)" }
        if let found = difference(pattern.rendered(in: EmptyEnvironment()), pattern) { return "made of it: \(found)" }
        return nil
    }

    /// If one matches the other, the other matches the one.
    private static func faultBetween(
        _ one: ValuePattern, _ bytes: [UInt8], _ other: ValuePattern, _ others: [UInt8]
    ) -> String? {
        let (there, back) = (difference(others, one), difference(bytes, other))
        if (there == nil) != (back == nil) { return "only one is like the other: \(there ?? back ?? "")" }
        for sentence in [there, back].compactMap({ $0 }) where sentence.isEmpty || sentence.utf8.count > 8_000 {
            return "a sentence of \(sentence.utf8.count) bytes"
        }
        return nil
    }

    private static func difference(_ bytes: [UInt8], _ pattern: ValuePattern) -> String? {
        var captures: [String: [UInt8]] = [:]
        return pattern.difference(of: bytes, in: EmptyEnvironment(), MatchEffort(), &captures)?.sentence
    }

    private static func read(_ parse: () throws(JSONFault) -> JSONText) -> Result<JSONText, JSONFault> {
        do throws(JSONFault) { return .success(try parse()) } catch { return .failure(error) }
    }
}

private func < (one: (ReversedCollection<[UInt8]>, Int), other: (ReversedCollection<[UInt8]>, Int)) -> Bool {
    if one.0.elementsEqual(other.0) { return one.1 < other.1 }
    return one.0.lexicographicallyPrecedes(other.0)
}
