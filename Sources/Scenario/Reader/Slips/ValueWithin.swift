// ValueWithin.swift: values that stand within a string, or within the call of a function.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

extension Proofreader {
    /// Warns of `{{count}}` within quotes: it looks like a value and is text.
    mutating func warnOfValueInString(_ text: Text) {
        let bytes = text.line.bytes
        var index = text.start
        while index < text.end {
            guard Scanner.opensValue(bytes, at: index, to: text.end) else {
                index += 1
                continue
            }
            guard let end = Scanner.endOfValue(bytes, from: index, to: text.end), end <= text.end else { return }
            let inner = Text(text.line, (index + 2)..<(end - 2)).trimmed
            if isValueName(inner.upTo(inner.bytes.firstIndex(of: Byte.space) ?? inner.end).string) {
                let help =
                    Self.helpForValue(in: text)
                    ?? "close the string before it; what is meant as text is cut in two: \"{{\" \"\(inner.string)}}\""
                faults.add(
                    .valueInString, Text(text.line, index..<end).place, "within a string this is text, not a value",
                    help: help)
                return
            }
            index = end
        }
    }

    /// What to write for a string with a value in it that stands in the call of a function; nil: it stands elsewhere.
    private static func helpForValue(in string: Text) -> String? {
        guard let call = Scanner.call(around: string) else { return nil }
        let inner = Text(call.line, (call.start + 2)..<(call.end - 2)).trimmed
        let name = inner.upTo(string.start).trimmed.string
        let isLast = string.end == inner.end && !string.bytes.contains(Byte.backslash)
        let text = Text(string.line, (string.start + 1)..<(string.end - 1)).string
        let asText = "; a '{{' that is text is written '{{\"{{\"}}'"
        if isLast, let meant = Self.written(text, by: name, in: call.line) { return "write '\(meant)'" + asText }
        let what = name.isEmpty ? "a value that is transformed" : "'{{\(name) …}}'"
        return "\(what) holds no other value: write it before or behind" + asText
    }

    /// `{{any}}id={{token}}{{any}}` for the text of `{{contains "id={{token}}"}}`; nil: nothing says it otherwise.
    static func written(_ text: String, by function: String, in line: SourceLine) -> String? {
        let isCookie =
            line.bytes.count > 2 && line.bytes.first == UInt8(ascii: ">")
            && line.whole.from(2).fieldName == "cookie"
        switch function {
        case "": return text
        case "contains" where isCookie && text.prefix { $0 != "{" }.hasSuffix("=") && !text.contains(";"):
            return "{{cookies \(text) {{any}}}}"
        case "contains": return "{{any}}\(text){{any}}"
        default: return nil
        }
    }

    /// `{{//main/items?page={{count}}}}`: the value would end at the first `}}`, and the rest go out as text.
    mutating func isNested(_ inner: Text) -> Bool {
        let bytes = inner.line.bytes
        var index = inner.start
        while index < inner.end {
            if bytes[index] == Byte.quote {
                index = Scanner.endOfString(bytes, from: index, to: inner.end) ?? inner.end
            } else if Scanner.opensValue(bytes, at: index, to: inner.end) {
                faults.add(
                    .nestedValue, Text(inner.line, index..<(index + 2)).place, "a value cannot contain another value",
                    help: Self.helpForNested(inner, at: index))
                return true
            } else {
                index += 1
            }
        }
        return false
    }

    private static func helpForNested(_ inner: Text, at index: Int) -> String {
        let (before, value) = (inner.upTo(index).string, inner.from(index).string)
        if before.hasPrefix("//") { return "close the first one before it: '{{\(before)}}\(value)}}'" }
        if before.hasPrefix("\""), before.contains(":") {
            return "an object of JSON has one brace on each side: '{\(before)\(value)}}}'"
        }
        let words = before.split(separator: " ", maxSplits: 1).map(String.init)
        if words.count == 2 {
            let text = words[1].filter { $0 != "\"" }
            if let meant = written("\(text)\(value)}}", by: words[0], in: inner.line) { return "write '\(meant)'" }
        }
        return "close the first one before it, and write one behind the other"
    }
}

extension Scanner {
    /// The value in whose call the text stands, of a function that holds no others.
    fileprivate static func call(around text: Text) -> Text? {
        let bytes = text.line.bytes
        var index = 0
        while index < text.start {
            guard opensValue(bytes, at: index, to: bytes.count),
                let end = endOfValue(bytes, from: index, to: bytes.count)
            else {
                index += 1
                continue
            }
            if end <= text.start {
                index = end
            } else if let (_, behind) = holdingWord(bytes, from: index + 2, to: end) {
                index = behind
            } else {
                return Text(text.line, index..<end)
            }
        }
        return nil
    }
}
