// ExpressionReader.swift: reads a regular expression; its choices, parts and groups.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Reads the expressions of `{{/…/}}`, as docs/scenario-language.md describes them.
///
/// Expressions that other languages read in different ways, such as `[]a]` or `x{a}`, are refused, so that none is
/// misread. A `\` in help is written twice, as in a string of a scenario.
struct ExpressionReader {
    /// The modes that `(?i)` and `(?s)` turn on, until the group ends.
    struct Modes {
        var ignoresCase = false
        var dotTakesLineEnds = false
    }

    let bytes: [UInt8]
    var index = 0
    var modes = Modes()
    private var depth = 0

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    static func tree(of bytes: [UInt8]) throws(ExpressionFault) -> ExpressionTree {
        guard bytes.count <= bytesAtMost else {
            throw ExpressionFault(0..<bytes.count, "an expression of more than \(bytesAtMost) bytes")
        }
        var reader = ExpressionReader(bytes)
        let tree = try reader.choice()
        guard reader.index == bytes.count else {
            throw reader.fault(1, "this ')' closes no group", help: "a ')' itself is '\\\\)' or '[)]'")
        }
        return tree
    }

    /// Reads branches up to the `)` of the group, or the end.
    private mutating func choice() throws(ExpressionFault) -> ExpressionTree {
        var branches: [ExpressionTree] = []
        var row: [ExpressionTree] = []
        while let byte = peek(), byte != UInt8(ascii: ")") {
            switch byte {
            case UInt8(ascii: "|"):
                index += 1
                branches.append(.row(row))
                row = []
            case UInt8(ascii: "^"), UInt8(ascii: "$"):
                index += 1
                row.append(byte == UInt8(ascii: "^") ? .start : .end)
            case UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "?"):
                let sign = Unicode.Scalar(byte)
                throw fault(
                    1, "this '\(sign)' has nothing before it to repeat", help: "a '\(sign)' itself is '[\(sign)]'")
            case UInt8(ascii: "{"):
                throw fault(1, "this '{' has nothing before it to repeat", help: "a '{' itself is '[{]'")
            default:
                let start = index
                guard let tree = try part() else { continue }
                row.append(try repeated(tree, from: start))
            }
        }
        return branches.isEmpty ? .row(row) : .choice(branches + [.row(row)])
    }

    /// Reads one part; nil: modes that hold from here on.
    private mutating func part() throws(ExpressionFault) -> ExpressionTree? {
        switch bytes[index] {
        case UInt8(ascii: "("): return try group()
        case UInt8(ascii: "["): return .one(try characterClass())
        case UInt8(ascii: "\\"):
            switch try escape() {
            case .set(let set): return .one(set)
            case .scalar(let scalar): return one(scalar)
            }
        case UInt8(ascii: "."):
            index += 1
            return .one(modes.dotTakesLineEnds ? .all : ScalarSet.lineEnds.complement)
        default: return one(scalar())
        }
    }

    private func one(_ scalar: UInt32) -> ExpressionTree {
        let set = ScalarSet(scalar...scalar)
        return .one(modes.ignoresCase ? set.inEitherCase : set)
    }

    private mutating func group() throws(ExpressionFault) -> ExpressionTree? {
        let start = index
        let outer = modes
        index += 1
        if peek() == UInt8(ascii: "?") {
            index += 1
            let isGroup = try groupKind(from: start)
            guard isGroup else { return nil }
        }
        depth += 1
        guard depth <= Self.depthAtMost else {
            throw ExpressionFault(start..<(start + 1), "groups within more than \(Self.depthAtMost) others")
        }
        let tree = try choice()
        guard peek() == UInt8(ascii: ")") else {
            throw ExpressionFault(
                start..<(start + 1), "this '(' is not closed by ')'", help: "a '(' itself is '\\\\(' or '[(]'")
        }
        index += 1
        depth -= 1
        modes = outer
        return tree
    }

    /// Reads the kind of a group behind `(?`; false: it was no group, but modes that hold from here on.
    private mutating func groupKind(from start: Int) throws(ExpressionFault) -> Bool {
        var isOn = true
        while let byte = peek() {
            index += 1
            switch byte {
            case UInt8(ascii: "i"): modes.ignoresCase = isOn
            case UInt8(ascii: "s"): modes.dotTakesLineEnds = isOn
            case UInt8(ascii: "-") where isOn: isOn = false
            case UInt8(ascii: ":"): return true
            case UInt8(ascii: ")") where index > start + 3: return false
            default: throw strangeGroup(start..<index)
            }
        }
        throw ExpressionFault(start..<index, "this '(' is not closed by ')'")
    }

    private func strangeGroup(_ range: Range<Int>) -> ExpressionFault {
        let rest = bytes[(range.lowerBound + 2)...]
        let known = ["=", "!", "<=", "<!", "<", "P", "'", ">", "#"].first { rest.starts(with: $0.utf8) }
        let place = range.lowerBound..<(range.lowerBound + 2 + max(1, known?.utf8.count ?? 0))
        switch known {
        case "=", "!", "<=", "<!":
            return ExpressionFault(
                place, "\(quoted(place)) is a look\(known?.count == 1 ? "ahead" : "behind"), which is not supported",
                help: "say what may stand there instead: '[^a]' for '(?!a).', 'a|b' for a choice")
        case "<", "P", "'":
            return ExpressionFault(
                place, "named groups are not supported: a group captures nothing",
                help: "write '(…)'; '{{NAME = /…/}}' keeps all that its expression fits")
        case ">":
            return ExpressionFault(
                place, "'(?>' is an atomic group, which is not supported",
                help: "write '(…)'")
        default:
            return ExpressionFault(
                range, "\(quoted(range)) begins no group", help: "there are '(…)', '(?:…)', '(?i)' and '(?s)'")
        }
    }

    // MARK: - Small steps

    func peek(_ offset: Int = 0) -> UInt8? { index + offset < bytes.count ? bytes[index + offset] : nil }

    mutating func scalar() -> UInt32 {
        let character = bytes.withUnsafeBytes { LenientCharacter($0, at: index) }
        index += character.width
        return character.scalar
    }

    func fault(_ count: Int, _ message: String, help: String? = nil) -> ExpressionFault {
        ExpressionFault(index..<min(index + count, bytes.count), message, help: help)
    }

    func quoted(_ range: Range<Int>) -> String {
        "'\(String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self))'"
    }

    private static let bytesAtMost = 4096
    private static let depthAtMost = 100
}
