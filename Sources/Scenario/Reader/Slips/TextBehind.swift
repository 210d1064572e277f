// TextBehind.swift: acts and transforms behind a value or a text, which would be sent or compared as they stand.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainWords

extension Proofreader {
    /// Warns of `{{bytes 400}} ! reset` and `{{"hello"}} | gzip` in a body or in the value of a field.
    mutating func warnOfTextBehind(_ text: Text) {
        guard text.bytes.contains(where: { $0 == UInt8(ascii: "!") || $0 == Byte.pipe }) else { return }
        let words = Scanner.split(text, at: Byte.space, strings: true, values: true).filter { !$0.isEmpty }
        for (sign, before) in zip(words.dropFirst(), words) {
            let rest = words.drop { $0.start <= sign.start }
            switch sign.string {
            case "!" where Self.isAct(rest.map(\.string)):
                let act = text.from(sign.start)
                faults.add(
                    .takenAsText, act.place, "this is text: what the server does has a line of its own",
                    help: "put '\(act.string)' below; if it is meant, the '!' is a value: '{{\"!\"}}'")
                return
            case "|" where before.string.hasSuffix("}}") && Self.isTransform(rest.map(\.string)):
                let transform = text.from(sign.start)
                faults.add(
                    .takenAsText, transform.place, "this is text: a transform stands within the braces of its value",
                    help:
                        "write '\(before.string.dropLast(2)) \(transform.string)}}'; if it is meant, the '|' is a value: "
                        + "'{{\"|\"}}'")
                return
            default: continue
            }
        }
    }

    /// `reset`, `close at=17`, `wait 1s`: others may be words of a sentence.
    private static func isAct(_ words: [String]) -> Bool {
        guard let first = words.first, ActWord(rawValue: first) != nil, words.count <= 3 else { return false }
        return words.dropFirst().allSatisfy { $0.hasPrefix("at=") || $0.utf8.first.map(Byte.isDigit) ?? false }
    }

    /// `gzip`, `truncate 10`
    private static func isTransform(_ words: [String]) -> Bool {
        guard let first = words.first, TransformWord(rawValue: first) != nil else { return false }
        return words.count <= 2
    }
}
