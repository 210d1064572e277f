// RouteKey.swift: whether two routes ask for the same.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

/// The request that an exchange answers, without the names of its segments.
package struct RouteKey: Hashable {
    private let method: Template
    private let path: [PathSegment]
    private let query: Template?
    private let header: [String: [Template]]
    private let body: Template?

    /// - Parameter readsBody: false: exchanges that differ by their bodies alone have the same key.
    package init(_ exchange: StandingExchange, readsBody: Bool = true) {
        method = Self.unplaced(exchange.method)
        path = exchange.path.map { if case .named = $0 { .named("") } else { $0 } }
        query = exchange.query.map(Self.unplaced)
        header = Dictionary(grouping: exchange.header) { $0.name.lowercased() }
            .mapValues { $0.map { Self.unplaced($0.value) } }
        body = readsBody ? exchange.body.map(Self.unplaced) : nil
    }

    /// The template without the places of its values, which make no difference.
    private static func unplaced(_ template: Template) -> Template {
        var result = Template()
        for piece in template.pieces {
            switch piece {
            case .literal(let bytes): result.append(bytes)
            case .value(let value): result.append(Value(value.function, value.transforms, at: Place(line: 1)))
            }
        }
        return result
    }
}
