// ExpressionDifferentialTests.swift: our matcher compared with a plain one, on random expressions and texts.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import Testing

/// Expressions and texts of few characters, so that they fit often.
private struct Dice {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func roll(_ sides: Int) -> Int {
        state &+= 1
        return Int(PatternBytes.word(state) % UInt64(sides))
    }

    mutating func one<Element>(of list: [Element]) -> Element { list[roll(list.count)] }

    mutating func expression(depth: Int) -> String {
        switch roll(depth == 0 ? 3 : 12) {
        case 0, 1: return one(of: ["a", "b", "c"])
        case 2: return one(of: ["[ab]", "[^a]", ".", "\\w", "[b-c]"])
        case 3, 4, 5: return expression(depth: depth - 1) + expression(depth: depth - 1)
        case 6, 7: return "(\(expression(depth: depth - 1))|\(expression(depth: depth - 1)))"
        case 8: return one(of: ["^", "$", "(|a)", "()"])
        default:
            let sign = one(of: ["*", "+", "?", "{2}", "{1,2}", "{0,2}", "{2,}", "*?", "+?"])
            return "(?:\(expression(depth: depth - 1)))\(sign)"
        }
    }

    mutating func text(_ most: Int) -> String {
        String((0..<roll(most + 1)).map { _ in one(of: ["a", "b", "c"] as [Character]) })
    }
}

@Suite struct `Expressions drawn by lot` {
    @Test func `fit what Swift's own say that they fit`() throws {
        var dice = Dice(seed: 14)
        var fitting = 0
        for _ in 0..<1500 {
            let expression = dice.expression(depth: 4)
            let template = Template(.regex(expression))
            let other = try Regex(expression).matchingSemantics(.unicodeScalar)
            for _ in 0..<6 {
                let text = dice.text(6)
                let expected = try other.wholeMatch(in: text) != nil
                if expected { fitting += 1 }
                let fits = template.matches(Array(text.utf8), in: EmptyEnvironment()).fits
                #expect(fits == expected, "\(expression) against \(text)")
            }
        }
        #expect(fitting > 1000)
    }

    /// Tries every way, the shortest first, by backtracking.
    private func plainly(_ parts: ArraySlice<Function>, _ text: ArraySlice<UInt8>) -> [String: [UInt8]]? {
        guard let part = parts.first else { return text.isEmpty ? [:] : nil }
        for end in text.startIndex...text.endIndex {
            let taken = text[text.startIndex..<end]
            let fits =
                switch part {
                case .any, .capture: true
                case .pathSegment: !taken.isEmpty && !taken.contains(UInt8(ascii: "/"))
                case .text(let literal): taken.elementsEqual(literal)
                default: Template(.of(part)).matches(Array(taken), in: EmptyEnvironment()).fits
                }
            guard fits, var captures = plainly(parts.dropFirst(), text[end...]) else { continue }
            switch part {
            case .capture(let name, _), .pathSegment(let name): captures[name] = Array(taken)
            default: break
            }
            return captures
        }
        return nil
    }

    @Test func `keep in a template what one finds who tries everything`() throws {
        var dice = Dice(seed: 41)
        var fitting = 0
        for _ in 0..<1500 {
            let parts = try (0..<(1 + dice.roll(6))).map { index -> Function in
                switch dice.roll(9) {
                case 0: .any
                case 1, 2: .capture("\(index)")
                case 3: .pathSegment("\(index)")
                case 4, 5: .text(Array((dice.text(1) + dice.one(of: ["a", "b", "c"])).utf8))
                case 6: .regex(try BytePattern(Array(dice.one(of: [".*", ".", "a.*", ".*b."]).utf8)))
                default: .regex(try BytePattern(Array(dice.expression(depth: 3).utf8)))
                }
            }
            var template = Template()
            for part in parts { template.append(Value(part, at: Place(line: 1))) }
            for _ in 0..<4 {
                let text = Array(
                    dice.text(8).map { $0 == "b" ? dice.one(of: ["b", "/"]) : $0 }.map(String.init).joined().utf8)
                let match = template.matches(text, in: EmptyEnvironment())
                let expected = plainly(parts[...], text[...])
                if expected != nil { fitting += 1 }
                #expect(match.fits == (expected != nil), "\(parts) against \(String(decoding: text, as: UTF8.self))")
                #expect(
                    match.captures == (expected ?? [:]), "\(parts) against \(String(decoding: text, as: UTF8.self))")
            }
        }
        #expect(fitting > 500)
    }
}
