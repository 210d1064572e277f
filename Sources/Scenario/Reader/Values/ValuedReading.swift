// ValuedReading.swift: values that are compared by content: the JSON, queries, forms and cookies.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

extension FunctionWord {
    /// An example of a function in which other values may stand.
    var example: String {
        switch self {
        case .event: #"event id=7 data="x""#
        case .json: #"json {"a": 1, ...}"#
        case .query: #"query a=1 b="two words" c={{any}}"#
        case .multipart: #"multipart name=fido photo={{any}};filename="a.png""#
        case .cookies: "cookies sid=1 ..."
        default: #"form a=1 b="two words" c={{any}}"#
        }
    }
}

extension ValueReader {
    /// `a=1 "b c"=2 d={{any}}`
    mutating func pairs(_ text: Text, _ side: ValueSide) -> PairsPattern? {
        words(text).map { pairs($0, side) }
    }

    private mutating func pairs(_ words: [Word], _ side: ValueSide) -> PairsPattern {
        var pattern = PairsPattern([])
        for word in words {
            if word.text.equals("...") {
                pattern.mayHaveOthers = mayHaveOthers(word.text, side)
            } else if let pair = pair(word, side) {
                pattern.list.append(pair)
            }
        }
        return pattern
    }

    /// The same for cookies, between which a field has `;`, and which hold none.
    mutating func cookies(_ text: Text, _ side: ValueSide) -> PairsPattern? {
        let isEnd: (UInt8) -> Bool = { $0 == UInt8(ascii: ";") }
        guard let end = Scanner.first(in: text, where: isEnd) else { return pairs(text, side) }
        faults.add(
            .badArgument, Text(text.line, end..<(end + 1)).place, "a cookie ends before a ';', and has none in it",
            help: "blanks stand between cookies: '{{\(FunctionWord.cookies.example)}}'")
        return nil
    }

    /// `...`: whatever else there is. false: bytes must be produced here, and a fault was left.
    private mutating func mayHaveOthers(_ text: Text, _ side: ValueSide) -> Bool {
        if side.matches { return true }
        faults.add(
            .matchOnly, text.place, "'...' only compares: it cannot produce what is needed here",
            help: "write all that is sent")
        return false
    }

    private mutating func pair(_ word: Word, _ side: ValueSide) -> PairsPattern.Pair? {
        if let name = word.name { return .init(Array(name.bytes), value(word.value, side)) }
        let bytes = word.text.line.bytes
        let nameEnd =
            word.text.bytes.first == Byte.quote
            ? Scanner.endOfString(bytes, from: word.text.start, to: word.text.end)
            : word.text.bytes.firstIndex(of: Byte.equals)
        guard let nameEnd, nameEnd < word.text.end, bytes[nameEnd] == Byte.equals, nameEnd > word.text.start else {
            faults.add(
                .badArgument, word.text.place, "'\(word.string)' is no name with a value",
                help: #"such as a=1, "b c"=2, or d={{any}}; '...' is for all others"#)
            return nil
        }
        let typed = word.text.upTo(nameEnd)
        let name = typed.bytes.first == Byte.quote ? string(typed) : Array(typed.bytes)
        return .init(name, value(word.text.from(nameEnd + 1), side))
    }

    /// The JSON that the text is, with values in it.
    mutating func json(_ text: Text, whole: Text, _ side: ValueSide) -> JSONPattern? {
        var index = text.start
        guard let pattern = json(text, &index, depth: 0, side, mayBeAbsent: false) else { return nil }
        skipBlanks(text, &index)
        if index == text.end { return pattern }
        guard text.line.bytes[index] == UInt8(ascii: "|") else {
            return noJSON(text, index, "something follows the value")
        }
        // Only a value of its own can be coded: this one may be compared.
        faults.add(
            .badArgument, text.from(index).place, "'json' takes no transform",
            help: "JSON that is coded is written as a string, or stands in a file")
        return nil
    }

    private mutating func json(
        _ text: Text, _ index: inout Int, depth: Int, _ side: ValueSide, mayBeAbsent: Bool
    ) -> JSONPattern? {
        skipBlanks(text, &index)
        let bytes = text.line.bytes
        guard index < text.end else { return noJSON(text, index, "a value is missing") }
        guard depth < JSONFault.depthAtMost else {
            faults.add(
                .badArgument, text.from(index).place,
                "this is deeper than \(JSONFault.depthAtMost) levels of JSON, at which a comparison by value ends",
                help: "'{{any}}' takes what stands at this level, whatever it is")
            return nil
        }
        switch bytes[index] {
        case Byte.open where Scanner.opensValue(bytes, at: index, to: text.end):
            return jsonValue(text, &index, side, mayBeAbsent: mayBeAbsent)
        case Byte.open: return jsonObject(text, &index, depth: depth + 1, side)
        case UInt8(ascii: "["): return jsonList(text, &index, nil, depth: depth + 1, side)
        case Byte.quote: return jsonText(text, &index, side).map { .text($0) }
        default:
            if mayBeAbsent, let dots = takeDots(text, &index) {
                return mayHaveOthers(dots, side) ? .value(Template(Value(.any, at: dots.place))) : nil
            }
            if let word = unorderedWord(text, &index) { return jsonList(text, &index, word, depth: depth + 1, side) }
            return jsonWord(text, &index)
        }
    }

    private mutating func jsonValue(
        _ text: Text, _ index: inout Int, _ side: ValueSide, mayBeAbsent: Bool
    ) -> JSONPattern? {
        guard let end = Scanner.endOfValue(text.line.bytes, from: index, to: text.end) else {
            unclosedValue(text.from(index))
            return nil
        }
        let template = template(Text(text.line, index..<end), side)
        if template.isAbsent, !mayBeAbsent { return noJSON(text, index, "only a member of an object can be absent") }
        index = end
        return .value(template)
    }

    private mutating func jsonObject(
        _ text: Text, _ index: inout Int, depth: Int, _ side: ValueSide
    ) -> JSONPattern? {
        var members: [JSONPattern.Member] = []
        var names: Set<[UInt8]> = []
        index += 1
        if take("}", text, &index) { return .object([]) }
        repeat {
            skipBlanks(text, &index)
            let start = index
            if let dots = takeDots(text, &index) {
                guard mayHaveOthers(dots, side) else { return nil }
                guard take("}", text, &index) else { return noJSON(text, index, "'...' stands behind all members") }
                return .object(members, others: true)
            }
            guard index < text.end, text.line.bytes[index] == Byte.quote, let name = jsonText(text, &index, side) else {
                return noJSON(
                    text, start, "a member's name is missing",
                    help: "a name in quotes, or '...' for other members: {\"id\": 7, ...}")
            }
            guard let plain = name.literal else { return noJSON(text, start, "a member's name holds no values") }
            guard names.insert(plain).inserted else {
                return noJSON(text, start, "the member \(Quoting.quoted(plain.prefix(60))) stands there twice")
            }
            guard take(":", text, &index) else { return noJSON(text, index, "':' is missing behind a name") }
            guard let pattern = json(text, &index, depth: depth, side, mayBeAbsent: true) else { return nil }
            members.append(.init(String(decoding: plain, as: UTF8.self), pattern))
        } while take(",", text, &index)
        guard take("}", text, &index) else { return noJSON(text, index, "',' or '}' is missing before this") }
        return .object(members)
    }

    /// - Parameter word: `unordered`, before the list.
    private mutating func jsonList(
        _ text: Text, _ index: inout Int, _ word: Text?, depth: Int, _ side: ValueSide
    ) -> JSONPattern? {
        var list: [JSONPattern] = []
        var others = false
        index += 1
        if word == nil, take("]", text, &index) { return .list([]) }
        repeat {
            if let dots = takeDots(text, &index) {
                guard word != nil, mayHaveOthers(dots, side) else {
                    return noJSON(
                        text, dots.start, "'...' is for other values of a list without an order",
                        help: "such as '\(Self.unorderedExample)'; one value, whatever it is, is '{{any}}'")
                }
                others = true
                break
            }
            guard let pattern = json(text, &index, depth: depth, side, mayBeAbsent: false) else { return nil }
            list.append(pattern)
        } while take(",", text, &index)
        guard take("]", text, &index) else { return noJSON(text, index, "',' or ']' is missing before this") }
        guard let word else { return .list(list) }
        return isComparable(list, word, side) ? .unordered(list, others: others) : nil
    }

    /// A string of JSON: its text is read by the rules of JSON, and `{{…}}` in it as everywhere.
    private mutating func jsonText(_ text: Text, _ index: inout Int, _ side: ValueSide) -> Template? {
        let bytes = text.line.bytes
        guard let end = Scanner.endOfJSONString(bytes, from: index, to: text.end), bytes[end - 1] == Byte.quote
        else {
            unclosedString(Text(text.line, index..<text.end))
            return nil
        }
        var builder = TemplateBuilder()
        var start = index + 1
        var at = start
        while at < end - 1 {
            guard Scanner.opensValue(bytes, at: at, to: end),
                let valueEnd = Scanner.endOfValue(bytes, from: at, to: end)
            else {
                at += bytes[at] == Byte.backslash ? 2 : 1
                continue
            }
            guard let plain = plainJSON(text, start..<at) else { return nil }
            builder.append(plain)
            builder.append(template(Text(text.line, at..<valueEnd), side))
            start = valueEnd
            at = valueEnd
        }
        guard let plain = plainJSON(text, start..<(end - 1)) else { return nil }
        builder.append(plain)
        index = end
        let template = builder.finish()
        if template.isAbsent { return noJSON(text, start, "a string cannot be absent: leave the quotes away") }
        return template
    }

    /// A stretch of a string without values, escapes undone.
    private mutating func plainJSON(_ text: Text, _ range: Range<Int>) -> [UInt8]? {
        let quoted = [Byte.quote] + text.line.bytes[range] + [Byte.quote]
        do throws(JSONFault) {
            return try JSONText(parsing: quoted).text.map { Array($0.utf8) }
        } catch {
            faults.add(
                .badArgument, Text(text.line, range).place, "this is no string of JSON: \(error.message)",
                help: #"RFC 8259 section 7: \" \\ \/ \b \f \n \r \t and \uXXXX"#)
            return nil
        }
    }

    /// `true`, `null`, `-1.5e3`
    private mutating func jsonWord(_ text: Text, _ index: inout Int) -> JSONPattern? {
        let start = index
        let isPart: (UInt8) -> Bool = { Byte.isLetter($0) || Byte.isDigit($0) || "+-.".utf8.contains($0) }
        while index < text.end, isPart(text.line.bytes[index]) { index += 1 }
        let word = Text(text.line, start..<index)
        guard let json = try? JSONText(parsing: Array(word.bytes), anyNumber: true) else {
            return noJSON(text, start, "no value begins like this")
        }
        switch json {
        case .null: return .null
        case .bool(let value): return .bool(value)
        case .number, .decimal: return .number(word.string)
        case .text, .list, .object: return nil
        }
    }

    /// `...`
    private func takeDots(_ text: Text, _ index: inout Int) -> Text? {
        skipBlanks(text, &index)
        let dots = text.from(index).upTo(index + 3)
        guard dots.equals("...") else { return nil }
        index += 3
        return dots
    }

    func skipBlanks(_ text: Text, _ index: inout Int) {
        while index < text.end, Self.isBlank(text.line.bytes[index]) { index += 1 }
    }

    /// RFC 8259 section 2; a line has no other line ends.
    private static func isBlank(_ byte: UInt8) -> Bool { Byte.isBlank(byte) || byte == Byte.tab }

    private func take(_ mark: Unicode.Scalar, _ text: Text, _ index: inout Int) -> Bool {
        skipBlanks(text, &index)
        guard index < text.end, text.line.bytes[index] == UInt8(ascii: mark) else { return false }
        index += 1
        return true
    }

    private mutating func noJSON<Wanted>(_ text: Text, _ index: Int, _ why: String, help: String? = nil) -> Wanted? {
        let place = Text(text.line, min(index, text.end)..<min(index + 1, text.end))
        faults.add(
            .badArgument, (place.isEmpty ? text : place).place, "this is no JSON: \(why)",
            help: help ?? "RFC 8259; such as '{{\(FunctionWord.json.example)}}'")
        return nil
    }
}
