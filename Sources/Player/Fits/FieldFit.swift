// FieldFit.swift: header fields, compared with the lines that name them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainTranscript
import QuintainWire

/// The result of comparing fields with lines. A name that is mentioned must be there as often as it is written, in that
/// order.
struct FieldFit {
    /// The breaches, each with the index of its line.
    private(set) var breaches: [(line: Int, name: String, difference: FieldDifference)] = []
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
                differs(line, .missing)
            } else if lists.contains(name) {
                seen[name] = max(nth + 1, there.count)
                hold(line, list: there, &values, scope)
            } else if nth < there.count {
                let written = expected.filter { $0.name.lowercased() == name }
                hold(line, index, there[nth], &values, scope, hint: Self.hintOfList(there, written, values, scope))
            } else {
                differs(line, .tooFew(there.count, hint: line.isCookie ? .cookieLines : nil))
            }
        }
        for (name, count) in seen.sorted(by: { $0.key < $1.key }) {
            let there = fields.count { $0.isNamed(name) }
            guard there > count, let last = expected.last(where: { $0.name.lowercased() == name }) else { continue }
            differs(last, .tooMany(there, of: count))
        }
    }

    private mutating func holdAbsent(_ line: ExpectedField, _ there: [Field]) {
        guard let first = there.first(where: { !line.isSpelled || $0.name == line.name }) else { return }
        differs(line, .unexpected(Snippet(first.value)))
    }

    private mutating func hold(_ line: ExpectedField, list: [Field], _ values: inout Values, _ scope: Scope) {
        let all = Array(list.map(\.value).joined(separator: Array(", ".utf8)))
        guard !values.match(line.value, all, scope).fits else { return }
        differs(line, all, values, scope, hint: nil)
    }

    private mutating func hold(
        _ line: ExpectedField, _ index: Int, _ field: Field, _ values: inout Values, _ scope: Scope, hint: Remedy?
    ) {
        if line.isSpelled, field.name != line.name {
            differs(line, .spelling(field.name))
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
            differs(line, .objection(objection))
        } else if !match.fits {
            let hint = hint ?? hintOfType(line, field.value, values, scope)
            differs(line, field.value, values, scope, hint: hint ?? hintOfOrder(line, field.value, &values, scope))
        }
    }

    /// For fields and lines that are the same list, in more fields or in fewer: RFC 9110 section 5.3.
    private static func hintOfList(
        _ there: [Field], _ written: [ExpectedField], _ values: Values, _ scope: Scope
    ) -> Remedy? {
        guard there.count != written.count, written.allSatisfy({ $0.value.canProduce }) else { return nil }
        var values = values
        let wanted = members(of: written.map { values.bytes($0.value, scope) })
        let came = members(of: there.map(\.value))
        guard wanted == came, let first = came.first, came.count > 1 else { return nil }
        return .list(first: first)
    }

    private static func members(of values: [[UInt8]]) -> [[UInt8]] {
        values.flatMap { $0.split(separator: UInt8(ascii: ",")) }.map { member in
            Array(member.drop { $0 == UInt8(ascii: " ") }.reversed().drop { $0 == UInt8(ascii: " ") }.reversed())
        }
    }

    /// For a media type that differs from the written one only behind its name.
    private func hintOfType(_ line: ExpectedField, _ came: [UInt8], _ values: Values, _ scope: Scope) -> Remedy? {
        guard CaseInsensitive.equals(line.name, "Content-Type"), line.value.canProduce else { return nil }
        var values = values
        let types = [came, values.bytes(line.value, scope)].map { value in
            String(decoding: value.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: " ") }, as: UTF8.self)
        }
        guard types[0] == types[1], types[0].contains("/") else { return nil }
        return .type(types[0])
    }

    private func hintOfOrder(
        _ line: ExpectedField, _ came: [UInt8], _ values: inout Values, _ scope: Scope
    ) -> Remedy? {
        guard line.isCookie, line.value.canProduce else { return nil }
        return OtherOrder.hintOfCookies(came, values.bytes(line.value, scope))
    }

    private mutating func differs(
        _ line: ExpectedField, _ came: [UInt8], _ values: Values, _ scope: Scope, hint: Remedy?
    ) {
        let hint = hint ?? (line.value.fitsPart(of: came, values.effort) ? .partFits : nil)
        differs(line, .value(values.unlike(came, line.value, scope, hint: hint)))
    }

    private mutating func differs(_ line: ExpectedField, _ difference: FieldDifference) {
        breaches.append((line.line, line.name, difference))
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
    /// What the head has beside the fields that are written, or in another order, for each line that asks for it.
    func inexactness(_ head: [Field]) -> [(line: Int, difference: Difference)] {
        guard !exactLines.isEmpty, let difference = others(in: head) ?? disorder(in: head) else { return [] }
        return exactLines.map { ($0, difference) }
    }

    private func others(in head: [Field]) -> Difference? {
        let written = Set(fields.map { $0.name.lowercased() })
        let others = head.filter { !written.contains($0.name.lowercased()) }
        guard !others.isEmpty else { return nil }
        let told = others.prefix(Self.othersTold)
        return .otherFields(told.map { String($0.name.prefix(120)) }, more: others.count - told.count)
    }

    /// The first field out of order: each line stands for the next field of its name, and unwritten fields may stand
    /// between.
    private func disorder(in head: [Field]) -> Difference? {
        var seen: [String: Int] = [:]
        var last: (place: Int, name: String)?
        for line in fields where !line.value.isAbsent {
            let name = line.name.lowercased()
            let from = seen[name] ?? 0
            guard let place = head[from...].firstIndex(where: { $0.isNamed(name) }) else { continue }
            seen[name] = place + 1
            if let last, place < last.place {
                return .fieldOrder(line.name, before: last.name)
            }
            last = (place, line.name)
        }
        return nil
    }

    private static let othersTold = 8
}
