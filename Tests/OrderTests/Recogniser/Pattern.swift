// Pattern.swift: a grammar in letters, matched in the plainest way.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// `c? [d w S]* ( R D* | E )`, as the document writes it. What remains of a pattern after a letter is a pattern again
/// (Brzozowski's derivative). The code shares nothing with the machines that it is compared with.
indirect enum Pattern: Hashable {
    case nothing
    case empty
    case letter(Character)
    case sequence(Pattern, Pattern)
    case either(Pattern, Pattern)
    case many(Pattern)

    /// Whether a trace may end here.
    var mayEnd: Bool {
        switch self {
        case .nothing, .letter: false
        case .empty, .many: true
        case .sequence(let one, let other): one.mayEnd && other.mayEnd
        case .either(let one, let other): one.mayEnd || other.mayEnd
        }
    }

    /// Whether no trace at all can match.
    var isHopeless: Bool {
        switch self {
        case .nothing: true
        case .empty, .letter, .many: false
        case .sequence(let one, let other): one.isHopeless || other.isHopeless
        case .either(let one, let other): one.isHopeless && other.isHopeless
        }
    }

    /// The pattern of what must follow this letter.
    func after(_ letter: Character) -> Pattern {
        switch self {
        case .nothing, .empty: .nothing
        case .letter(let own): own == letter ? .empty : .nothing
        case .sequence(let one, let other):
            one.mayEnd
                ? .alternative(.chain(one.after(letter), other), other.after(letter))
                : .chain(one.after(letter), other)
        case .either(let one, let other): .alternative(one.after(letter), other.after(letter))
        case .many(let inner): .chain(inner.after(letter), self)
        }
    }

    static func chain(_ one: Pattern, _ other: Pattern) -> Pattern {
        if one.isHopeless || other.isHopeless { return .nothing }
        if one == .empty { return other }
        if other == .empty { return one }
        return .sequence(one, other)
    }

    static func alternative(_ one: Pattern, _ other: Pattern) -> Pattern {
        if one.isHopeless { return other }
        if other.isHopeless || one == other { return one }
        return .either(one, other)
    }

    /// A random trace that matches.
    func sample(_ chance: inout Chance) -> [Character] {
        switch self {
        case .nothing, .empty: []
        case .letter(let letter): [letter]
        case .sequence(let one, let other): one.sample(&chance) + other.sample(&chance)
        case .either(let one, let other): chance.below(2) == 0 ? one.sample(&chance) : other.sample(&chance)
        case .many(let inner):
            (0..<[0, 0, 1, 1, 2, 3, 4][chance.below(7)]).reduce(into: []) { letters, _ in
                letters += inner.sample(&chance)
            }
        }
    }
}

/// Reads grammars, in which names stand for earlier definitions.
struct PatternReader {
    private var tokens: [String]
    private let definitions: [String: Pattern]

    /// One `NAME = expression` a line; gives the pattern of the last one.
    static func read(_ lines: String) -> Pattern {
        var definitions: [String: Pattern] = [:]
        var last = Pattern.nothing
        for line in lines.split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1)
            var reader = PatternReader(tokens: tokens(String(parts[1])), definitions: definitions)
            last = reader.alternatives()
            precondition(reader.tokens.isEmpty, "left over in '\(line)': \(reader.tokens)")
            definitions[parts[0].filter { $0 != " " }] = last
        }
        return last
    }

    private static func tokens(_ text: String) -> [String] {
        var tokens: [String] = []
        var word = ""
        for character in text + " " {
            if character.isLetter {
                word.append(character)
                continue
            }
            if !word.isEmpty { tokens.append(word) }
            word = ""
            if character != " " { tokens.append(String(character)) }
        }
        return tokens
    }

    private mutating func alternatives() -> Pattern {
        var result = sequence()
        while tokens.first == "|" {
            tokens.removeFirst()
            result = .either(result, sequence())
        }
        return result
    }

    private mutating func sequence() -> Pattern {
        var parts: [Pattern] = []
        while let token = tokens.first, token != "|", token != ")" { parts.append(repeated()) }
        return parts.reversed().reduce(.empty) { .chain($1, $0) }
    }

    private mutating func repeated() -> Pattern {
        var part = atom()
        while let mark = tokens.first, ["?", "*", "+"].contains(mark) {
            tokens.removeFirst()
            switch mark {
            case "?": part = .either(part, .empty)
            case "*": part = .many(part)
            default: part = .sequence(part, .many(part))
            }
        }
        return part
    }

    private mutating func atom() -> Pattern {
        let token = tokens.removeFirst()
        switch token {
        case "(":
            let inner = alternatives()
            precondition(tokens.removeFirst() == ")")
            return inner
        case "[":
            var inner = Pattern.nothing
            while tokens.first != "]" { inner = .alternative(.letter(Character(tokens.removeFirst())), inner) }
            tokens.removeFirst()
            return inner
        default:
            if let defined = definitions[token] { return defined }
            precondition(token.count == 1, "'\(token)' is not defined")
            return .letter(Character(token))
        }
    }
}

/// Random numbers that are the same each time.
struct Chance: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
}
