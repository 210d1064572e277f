// FieldFit.swift: header fields, compared with the lines that name them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainWire

/// The result of comparing fields with lines. A name that is mentioned must be there as often as it is written, in that
/// order.
struct FieldFit {
    /// The breaches, each with the index of its line.
    private(set) var breaches: [(line: Int, sentence: String)] = []
    /// Fields that depend on the body: indices of the expected fields, and their values.
    private(set) var provisional: [(index: Int, value: [UInt8])] = []

    init(_ fields: [Field], against expected: [ExpectedField], _ values: inout Values, _ scope: Scope) {
        var seen: [String: Int] = [:]
        let lists = Self.lists(among: expected)
        for (index, line) in expected.enumerated() {
            let name = line.name.lowercased()
            let there = fields.filter { $0.isNamed(line.name) }
            if line.value.isAbsent {
                holdAbsent(line, there)
                continue
            }
            let nth = seen[name, default: 0]
            seen[name] = nth + 1
            if there.isEmpty {
                if nth == 0, line.value.takesMissing, values.match(line.value, [], scope).fits { continue }
                breaches.append((line.line, "\(line.name) is missing"))
            } else if lists.contains(name) {
                seen[name] = max(nth + 1, there.count)
                hold(line, list: there, &values, scope)
            } else if nth < there.count {
                let written = expected.filter { $0.name.lowercased() == name }
                hold(line, index, there[nth], &values, scope, help: Self.helpForList(there, written, values, scope))
            } else {
                let help = line.isCookie ? OtherOrder.helpForCookieLines : ""
                breaches.append((line.line, "\(line.name) is there only \(there.count.times)\(help)"))
            }
        }
        for (name, count) in seen.sorted(by: { $0.key < $1.key }) {
            let there = fields.count { $0.isNamed(name) }
            guard there > count, let last = expected.last(where: { $0.name.lowercased() == name }) else { continue }
            breaches.append((last.line, "\(last.name) is there \(there.times), not \(count.times)"))
        }
    }

    private mutating func holdAbsent(_ line: ExpectedField, _ there: [Field]) {
        guard let first = there.first(where: { !line.isSpelled || $0.name == line.name }) else { return }
        breaches.append((line.line, "\(line.name) must be absent, but is \(Quoting.excerpt(first.value))"))
    }

    private mutating func hold(_ line: ExpectedField, list: [Field], _ values: inout Values, _ scope: Scope) {
        let all = Array(list.map(\.value).joined(separator: Array(", ".utf8)))
        guard !values.match(line.value, all, scope).fits else { return }
        differs(line, all, values, scope)
    }

    private mutating func hold(
        _ line: ExpectedField, _ index: Int, _ field: Field, _ values: inout Values, _ scope: Scope, help: String?
    ) {
        if line.isSpelled, field.name != line.name {
            breaches.append((line.line, "\(line.name) is spelled \(Quoting.quoted(field.name.utf8))"))
        }
        var scope = scope
        scope.judged?.field = line.name
        if let written = line.value.literal, CaseInsensitive.holds(forValuesOf: line.name),
            CaseInsensitive.equals(field.value, written)
        {
            return
        }
        let match = values.match(line.value, field.value, scope)
        if match.isProvisional { provisional.append((index, field.value)) }
        if let objection = match.objection {
            breaches.append((line.line, "\(line.name): \(objection)"))
        } else if !match.fits {
            let help = help ?? helpForType(line, field.value, values, scope)
            differs(line, field.value, values, scope, help: help ?? helpForOrder(line, field.value, &values, scope))
        }
    }

    /// For fields and lines that are the same list, in more fields or in fewer: RFC 9110 section 5.3.
    private static func helpForList(
        _ there: [Field], _ written: [ExpectedField], _ values: Values, _ scope: Scope
    ) -> String? {
        guard there.count != written.count, written.allSatisfy({ $0.value.canProduce }) else { return nil }
        var values = values
        let wanted = members(of: written.map { values.bytes($0.value, scope) })
        let came = members(of: there.map(\.value))
        guard wanted == came, let first = came.first, came.count > 1 else { return nil }
        return
            "; it is the same list: '{{list has \(Quoting.quoted(first))}}' takes a member, in however many fields it comes"
    }

    private static func members(of values: [[UInt8]]) -> [[UInt8]] {
        values.flatMap { $0.split(separator: UInt8(ascii: ",")) }.map { member in
            Array(member.drop { $0 == UInt8(ascii: " ") }.reversed().drop { $0 == UInt8(ascii: " ") }.reversed())
        }
    }

    /// For a media type that differs from the written one only behind its name.
    private func helpForType(_ line: ExpectedField, _ came: [UInt8], _ values: Values, _ scope: Scope) -> String? {
        guard CaseInsensitive.equals(line.name, "Content-Type"), line.value.canProduce else { return nil }
        var values = values
        let types = [came, values.bytes(line.value, scope)].map { value in
            String(decoding: value.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: " ") }, as: UTF8.self)
        }
        guard types[0] == types[1], types[0].contains("/") else { return nil }
        return "; '{{like \(Quoting.quoted((types[0] + "*").utf8))}}' takes the type with any parameters"
    }

    private func helpForOrder(
        _ line: ExpectedField, _ came: [UInt8], _ values: inout Values, _ scope: Scope
    ) -> String {
        guard line.isCookie, line.value.canProduce else { return "" }
        return OtherOrder.helpForCookies(came, values.bytes(line.value, scope)) ?? ""
    }

    private mutating func differs(
        _ line: ExpectedField, _ came: [UInt8], _ values: Values, _ scope: Scope, help: String = ""
    ) {
        let difference = values.difference(of: came, from: line.value, scope)
        let hint = help.isEmpty ? line.value.helpForPart(of: came, values.effort) : help
        breaches.append((line.line, "\(line.name) is \(difference)\(hint)"))
    }

    /// The names whose lines all look for members. All fields of such a name are one list (RFC 9110 section 5.3).
    private static func lists(among expected: [ExpectedField]) -> Set<String> {
        let names = Set(expected.lazy.filter(\.value.looksForMember).map { $0.name.lowercased() })
        guard !names.isEmpty else { return [] }
        return names.subtracting(expected.lazy.filter { !$0.value.looksForMember }.map { $0.name.lowercased() })
    }
}

extension ExpectedField {
    fileprivate var isCookie: Bool { CaseInsensitive.equals(name, "Cookie") }
}

extension ExpectedRequest {
    /// The breaches of rules on the whole head, each with the index of its line.
    func ruleBreaches(_ head: [Field]) -> [(line: Int, sentence: String)] {
        rules.compactMap { rule, line in
            let sentence =
                switch rule {
                case .noOthers: others(in: head)
                case .inOrder: disorder(in: head)
                }
            return sentence.map { (line, $0) }
        }
    }

    private func others(in head: [Field]) -> String? {
        let written = Set(fields.map { $0.name.lowercased() })
        let others = head.filter { !written.contains($0.name.lowercased()) }
        guard !others.isEmpty else { return nil }
        let names = others.prefix(Self.othersAtMost).map { String($0.name.prefix(120)) }.joined(separator: ", ")
        let more = others.count > Self.othersAtMost ? " and \(others.count - Self.othersAtMost) more" : ""
        return "the head has fields that are not written: \(names)\(more)"
    }

    /// The first field out of order: each line stands for the next field of its name, and unwritten fields may stand
    /// between.
    private func disorder(in head: [Field]) -> String? {
        var seen: [String: Int] = [:]
        var last: (place: Int, name: String)?
        for line in fields where !line.value.isAbsent {
            let name = line.name.lowercased()
            let from = seen[name] ?? 0
            guard let place = head[from...].firstIndex(where: { $0.isNamed(name) }) else { continue }
            seen[name] = place + 1
            if let last, place < last.place {
                return "\(line.name) came before \(last.name), which is written above it"
            }
            last = (place, line.name)
        }
        return nil
    }

    private static let othersAtMost = 8
}

extension Int {
    /// `once`, `twice`, `3 times`
    var times: String { self == 1 ? "once" : self == 2 ? "twice" : "\(self) times" }
}
