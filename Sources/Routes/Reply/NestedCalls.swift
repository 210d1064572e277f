// NestedCalls.swift: generators that are called within JSON, a query, a form, its parts or cookies.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

extension ValuePattern {
    /// The same pattern with other templates in it.
    func mapped<Failure: Error>(
        _ change: (Template) throws(Failure) -> Template
    ) throws(Failure) -> ValuePattern {
        switch self {
        case .json(let pattern): .json(try pattern.mapped(change))
        case .query(let pairs): .query(try pairs.mapped(change))
        case .form(let pairs): .form(try pairs.mapped(change))
        case .multipart(let pairs): .multipart(try pairs.mapped(change))
        case .cookies(let pairs): .cookies(try pairs.mapped(change))
        }
    }
}

extension JSONPattern {
    fileprivate func mapped<Failure: Error>(
        _ change: (Template) throws(Failure) -> Template
    ) throws(Failure) -> JSONPattern {
        switch self {
        case .null, .bool, .number: return self
        case .text(let template): return .text(try change(template))
        case .value(let template): return .value(try change(template))
        case .list(let list):
            var changed: [JSONPattern] = []
            for pattern in list { changed.append(try pattern.mapped(change)) }
            return .list(changed)
        case .listOf: return self  // It only compares, and no generator is called in it.
        case .object(let members, let others):
            var changed: [Member] = []
            for member in members { changed.append(Member(member.name, try member.pattern.mapped(change))) }
            return .object(changed, others: others)
        }
    }
}

extension PairsPattern {
    fileprivate func mapped<Failure: Error>(
        _ change: (Template) throws(Failure) -> Template
    ) throws(Failure) -> PairsPattern {
        var changed = self
        for index in list.indices {
            changed.list[index].value = try change(list[index].value)
            for mark in list[index].marks.indices {
                changed.list[index].marks[mark].value = try change(list[index].marks[mark].value)
            }
        }
        return changed
    }
}
