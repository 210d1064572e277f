// JSONPattern.swift: JSON with values in it, compared with JSON by content.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// The JSON of `{{json {"id": {{any}}, "name": "fido", ...}}}`.
package indirect enum JSONPattern: Hashable, Sendable {
    case null
    case bool(Bool)
    /// By the grammar of RFC 8259 section 6.
    case number(String)
    /// The text between quotes, with its escapes resolved.
    case text(Template)
    case list([JSONPattern])
    /// `unordered [1, 2]`; before `...` others may come.
    case unordered([JSONPattern], others: Bool = false)
    /// Before `...` more members may come.
    case object([Member], others: Bool = false)
    /// A value outside of quotes: its bytes are JSON, or else the text of a string.
    case value(Template)

    package struct Member: Hashable, Sendable {
        package var name: String
        package var pattern: JSONPattern

        package init(_ name: String, _ pattern: JSONPattern) {
            self.name = name
            self.pattern = pattern
        }

        /// `{{absent}}`: there must be no such member.
        var isAbsent: Bool { if case .value(let template) = pattern { template.isAbsent } else { false } }
    }

    /// Whether the value of this name is taken outside of quotes: those of a string are part of it.
    package func takesJSON(_ name: String) -> Bool {
        switch self {
        case .null, .bool, .number, .text: false
        case .value(let template): template.soleValue?.takes(name) ?? false
        case .list(let list), .unordered(let list, _): list.contains { $0.takesJSON(name) }
        case .object(let members, _): members.contains { $0.pattern.takesJSON(name) }
        }
    }

    /// Whether it is `{{any}}`.
    fileprivate var isAny: Bool {
        if case .value(let template) = self { template.soleValue?.function == .any } else { false }
    }

    /// The names that are taken outside of quotes, whatever comes: those of a string are part of them.
    package var takenWithQuotes: [String] {
        switch self {
        case .null, .bool, .number, .text: return []
        case .value(let template):
            guard case .capture(let name, nil)? = template.soleValue?.function else { return [] }
            return [name]
        case .list(let list), .unordered(let list, _): return list.flatMap(\.takenWithQuotes)
        case .object(let members, _): return members.flatMap(\.pattern.takenWithQuotes)
        }
    }

    /// The values within quotes.
    fileprivate var valuesAsText: [Value] {
        switch self {
        case .null, .bool, .number: []
        case .text(let template): template.values
        case .value(let template): template.values.flatMap { $0.all.dropFirst() }
        case .list(let list), .unordered(let list, _): list.flatMap(\.valuesAsText)
        case .object(let members, _): members.flatMap(\.pattern.valuesAsText)
        }
    }

    init(_ json: JSONText) {
        self =
            switch json {
            case .null: .null
            case .bool(let value): .bool(value)
            case .number(let value): .number(String(value))
            case .decimal(let text): .number(text)
            case .text(let text): .text(Template(text))
            case .list(let values): .list(values.map { JSONPattern($0) })
            case .object(let members): .object(members.map { Member($0.0, JSONPattern($0.1)) })
            }
    }

    var templates: [Template] {
        switch self {
        case .null, .bool, .number: []
        case .text(let template), .value(let template): [template]
        case .list(let list), .unordered(let list, _): list.flatMap(\.templates)
        case .object(let members, _): members.flatMap(\.pattern.templates)
        }
    }

    /// The JSON in one line.
    func written(in environment: some TemplateEnvironment) -> String {
        func text(_ template: Template) -> String {
            String(decoding: template.rendered(in: environment), as: UTF8.self)
        }
        return switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .number(let digits): digits
        case .text(let template): JSONText.text(text(template)).description
        case .value(let template): JSONText(madeBy: template.rendered(in: environment)).description
        case .list(let list), .unordered(let list, _):
            "[\(list.map { $0.written(in: environment) }.joined(separator: ","))]"
        case .object(let members, _):
            "{\(members.map { "\(JSONText.text($0.name).description):\($0.pattern.written(in: environment))" }.joined(separator: ","))}"
        }
    }
}

extension ValuePattern {
    /// The values in it that stand for text, and not for JSON.
    package var valuesAsText: [Value] {
        if case .json(let pattern) = self { pattern.valuesAsText } else { templates.flatMap(\.values) }
    }
}

extension JSONText {
    /// Whether these bytes say the same: members may come in any order, and numbers and texts in any spelling.
    package func saysTheSame(as bytes: [UInt8]) -> Bool {
        var captures: [String: [UInt8]] = [:]
        return ValuePattern.json(JSONPattern(self))
            .difference(of: bytes, in: EmptyEnvironment(), MatchEffort(), &captures) == nil
    }

    /// The text would be a number without its quotes.
    fileprivate static func isNumber(_ text: String) -> Bool {
        switch try? JSONText(parsing: Array(text.utf8), anyNumber: true) {
        case .number?, .decimal?: true
        default: false
        }
    }

    /// The bytes that a value outside of quotes has made: JSON, or else a text.
    fileprivate init(madeBy bytes: [UInt8]) {
        self = (try? JSONText(parsingForeign: bytes)) ?? .text(String(decoding: bytes, as: UTF8.self))
    }
}

extension ValueComparison {
    /// The differences, a sentence each.
    mutating func differences(of bytes: [UInt8], from pattern: JSONPattern) -> [String] {
        let json: JSONText
        do throws(JSONFault) {
            json = try JSONText(parsing: bytes, anyNumber: true)
        } catch {
            if bytes.isEmpty { return ["there is none, and JSON must come"] }
            guard error.message == JSONFault.tooDeep else {
                return ["no JSON at byte \(error.offset): \(error.message)"]
            }
            return [
                "too deep for a comparison by value, which ends at \(JSONFault.depthAtMost) levels of JSON, at byte "
                    + "\(error.offset)"
            ]
        }
        return differences(of: json, from: pattern, at: "")
    }

    /// `path` is empty at the top.
    mutating func differences(of json: JSONText, from pattern: JSONPattern, at path: String) -> [String] {
        switch (pattern, json) {
        case (.null, .null): return []
        case (.bool(let wanted), .bool(let value)) where wanted == value: return []
        case (.number(let wanted), .number(let value)) where JSONNumber(wanted) == JSONNumber(String(value)): return []
        case (.number(let wanted), .decimal(let value)) where JSONNumber(wanted) == JSONNumber(value): return []
        case (.text(let template), .text(let text)) where fits(template, Array(text.utf8)): return []
        case (.list(let wanted), .list(let values)): return differences(of: values, from: wanted, at: path)
        case (.unordered(let wanted, let others), .list(let values)):
            return differences(of: values, fromUnordered: wanted, mayHaveOthers: others, at: path)
        case (.object(let wanted, let others), .object(let members)):
            return differences(of: members, from: wanted, mayHaveOthers: others, at: path)
        case (.value(let template), _): return differences(of: json, from: template, at: path)
        case (.text(let template), .number), (.text(let template), .decimal), (.text(let template), .bool):
            guard template.values.contains(where: \.function.onlyMatches) else { break }
            let help =
                fits(template, Array(json.description.utf8))
                ? ": it is no string; the line for it is \(template.demand), without quotes" : ""
            return ["\(Self.subject(path)) is \(Quoting.difference(json.excerpt, "\"\(template.demand)\""))\(help)"]
        case (.text(let template), .text(let text)):
            return ["\(Self.subject(path)) is \(difference(of: Array(text.utf8), from: template))"]
        case (.null, _), (.bool, _), (.number, _), (.text, _), (.list, _), (.unordered, _), (.object, _): break
        }
        return ["\(Self.subject(path)) is \(Quoting.difference(json.excerpt, wanted(pattern)))"]
    }

    private mutating func differences(of json: JSONText, from template: Template, at path: String) -> [String] {
        let isMade = template.values.allSatisfy { !$0.function.onlyMatches }
        guard isMade else {
            if fits(template, Array(json.description.utf8)) { return [] }
            var help = template.fitsPart(of: json.description.utf8, effort) ? Template.hintOfPart : ""
            if case .text(let text) = json, fits(template, Array(text.utf8)) {
                let quoted = "\"\(template.demand)\""
                help =
                    !JSONText.isNumber(text)
                    ? ", which takes the quotes as well: write \(quoted)"
                    : ": it is a string and no number; the line for a string is \(quoted), in quotes"
            }
            return ["\(Self.subject(path)) is \(Quoting.difference(json.excerpt, template.demand))\(help)"]
        }
        let made = JSONText(madeBy: template.rendered(in: environment))
        return differences(of: json, from: JSONPattern(made), at: path)
    }

    private mutating func differences(of values: [JSONText], from wanted: [JSONPattern], at path: String) -> [String] {
        var found: [String] = []
        for (index, (value, pattern)) in zip(values, wanted).enumerated() {
            found += differences(of: value, from: pattern, at: "\(path)[\(index)]")
            if found.count >= Self.mostTold { return found }
        }
        if values.count != wanted.count {
            let mayMean = values.count > wanted.count && wanted.last?.isAny == true
            found.append(
                "\(Self.subject(path)) has \(Self.counted(values.count)), not \(wanted.count)"
                    + (mayMean ? ": '{{any}}' is one value, and 'unordered [1, ...]' lets others come" : ""))
        } else if let last = found.last, areInAnotherOrder(values, wanted) {
            found[found.count - 1] = last + "; 'unordered […]' takes them in any order"
        }
        return found
    }

    private mutating func differences(
        of members: [(String, JSONText)], from wanted: [JSONPattern.Member], mayHaveOthers: Bool, at path: String
    ) -> [String] {
        effort.spend(Self.stepsOfValue * members.count)
        let there = Dictionary(members.map { (Array($0.0.utf8), $0.1) }, uniquingKeysWith: { $1 })
        let names = members.map(\.0) + wanted.map(\.name)
        var found: [String] = []
        for member in wanted where found.count < Self.mostTold {
            let place = Self.path(path, to: member.name, among: names)
            switch (there[Array(member.name.utf8)], member.isAbsent) {
            case (nil, true): continue
            case (nil, false): found.append("\(place) is missing")
            case (let value?, true): found.append("\(place) must be absent, but is \(value.excerpt)")
            case (let value?, false): found += differences(of: value, from: member.pattern, at: place)
            }
        }
        if mayHaveOthers { return found }
        let written = Set(wanted.map { Array($0.name.utf8) })
        let unwritten = members.lazy.filter { !written.contains(Array($0.0.utf8)) }.prefix(Self.mostTold)
        return found
            + unwritten.map { "\(Self.path(path, to: $0.0, among: names)) is \($0.1.excerpt), and is not written" }
    }

    /// Whether the same fixed values have come.
    private func areInAnotherOrder(_ values: [JSONText], _ wanted: [JSONPattern]) -> Bool {
        guard wanted.count <= JSONPattern.unorderedAtMost, !effort.isSpent else { return false }
        let fixed = wanted.allSatisfy { !$0.isOpen && $0.templates.allSatisfy { $0.literal != nil } }
        guard fixed else { return false }
        let written = values.map(\.description).sorted()
        effort.spend(written.reduce(0) { $0 + $1.utf8.count })
        return written == wanted.map { $0.written(in: EmptyEnvironment()) }.sorted()
    }

    private func wanted(_ pattern: JSONPattern) -> String {
        switch pattern {
        case .text(let template): wanted(template)
        case .list, .unordered: "a list"
        case .object: "an object"
        case .null, .bool, .number, .value: pattern.written(in: environment)
        }
    }

    private static func subject(_ path: String) -> String { path.isEmpty ? "all of it" : path }

    private static func counted(_ count: Int) -> String { count == 1 ? "one value" : "\(count) values" }

    private static func shown(_ name: String) -> String { JSONText.text(String(name.prefix(60))).description }

    /// `pets[1].name`
    private static func path(_ path: String, to name: String, among names: [String]) -> String {
        let isPlain =
            !name.isEmpty
            && name.utf8.allSatisfy {
                0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 || $0 == UInt8(ascii: "_")
                    || $0 == UInt8(ascii: "-")
            }
        guard isPlain else { return "\(path)[\(Quoting.told(shown(name), among: names.lazy.map(shown)))]" }
        return path.isEmpty ? name : "\(path).\(name)"
    }
}
