// NearestRoute.swift: the route that a request probably meant, and why it did not answer.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainNotation
internal import QuintainScenario
package import QuintainWire

/// The route that is nearest to a request that no route answers.
package struct NearestRoute: Hashable, Sendable {
    /// The route as it was written: `GET /status/{{path code}}`.
    package var route: String
    package var file: String
    package var place: Place
    package var difference: RouteDifference
    /// The number of routes that were compared; nil: all were.
    package var among: Int?

    /// `the nearest is GET /status/{{path code}} (fixtures/x.routes:4): segment 'statu' differs from 'status'`
    package var sentence: String {
        let whole = among.map { " of the first \($0) routes" } ?? ""
        return "the nearest\(whole) is \(route) (\(file):\(place.line)): \(difference.sentence)"
    }
}

extension RouteDifference {
    package var sentence: String {
        switch self {
        case .method: "only the method differs"
        case .query(let reason): "only the query differs" + (reason.map { ": \($0)" } ?? "")
        case .fieldMissing(let name): "only the field \(name) is missing"
        case .fieldValue(let name, let reason):
            "only the value of the field \(name) differs" + (reason.map { ": \($0)" } ?? "")
        case .fieldUnwanted(let name): "only the field \(name) may not be there, or not so often"
        case .body(let reason): "only the body differs" + (reason.map { ": \($0)" } ?? "")
        case .segment(let there, let written): "segment '\(there)' differs from '\(written)'"
        case .slash(let isWritten): "only the slash at the end \(isWritten ? "is missing" : "is one too many")"
        case .path: "the path differs"
        }
    }
}

extension RouteTable {
    /// The sentence about a request that no route answers, such as in the body of a 404.
    package func diagnosis(of request: RequestView, in surroundings: any TemplateEnvironment) -> String {
        let line =
            String(decoding: request.method, as: UTF8.self) + " " + String(decoding: request.target, as: UTF8.self)
        guard let nearest = nearest(to: request, in: surroundings) else {
            return "no route matches \(line); there are no routes"
        }
        return "no route matches \(line); \(nearest.sentence)"
    }

    /// The nearest route: one whose path fits, or else one whose path is most similar.
    package func nearest(to request: RequestView, in surroundings: any TemplateEnvironment) -> NearestRoute? {
        let target = RouteTarget(request.target)
        var best: (rank: Int, number: Int, difference: RouteDifference)?
        for number in trie.exchanges(atPathOf: target).map(Int.init) {
            let difference = difference(from: request, target, number, surroundings)
            // A route that answers OPTIONS for any path is near to no request.
            if difference == .method, exchanges[number].answersOptions { continue }
            let rank = difference.rank
            if best == nil || rank < best!.rank { best = (rank, number, difference) }
        }
        if let best { return route(best.number, best.difference) }
        return nearestPath(to: target, method: request.method)
    }

    private func difference(
        from request: RequestView, _ target: RouteTarget, _ number: Int, _ surroundings: any TemplateEnvironment
    ) -> RouteDifference {
        let exchange = exchanges[number]
        let method = exchange.method
        if let literal = method.literal, !request.method.elementsEqual(literal) { return .method }
        if let literal = exchange.query?.literal, target.query.map({ $0.elementsEqual(literal) }) != true {
            return .query(reason: exchange.conditions.objection(toQuery: target.query))
        }
        let environment = RequestEnvironment(
            request: request, target: target, path: exchange.path, surroundings: surroundings)
        switch exchange.conditions.judge(request, target, in: environment) {
        case .differs(.query(nil)):
            return .query(reason: exchange.conditions.objection(toQuery: target.query))
        case .differs(.fieldValue(let name, reason: nil)):
            return .fieldValue(
                name, reason: exchange.conditions.objection(toField: name, of: request, in: environment))
        case .differs(.body(nil)):
            return .body(reason: request.body.flatMap { exchange.conditions.objection(toBody: $0) })
        case .differs(let difference): return difference
        case .fits, .needsBody: return .body(reason: nil)
        }
    }

    private func nearestPath(to target: RouteTarget, method: UnsafeRawBufferPointer) -> NearestRoute? {
        let there = target.path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map(Array.init)
        var best: (cost: Int, number: Int)?
        for (number, exchange) in exchanges.prefix(Self.comparedAtMost).enumerated() {
            if exchange.answersOptions, !method.elementsEqual("OPTIONS".utf8) { continue }
            let written = exchange.path.isEmpty ? [.literal([])] : exchange.path
            let cost = PathDistance.between(there, written, atMost: best.map { $0.cost / 2 } ?? Int.max)
            if let cost {
                let penalty = exchange.method.literal.map { method.elementsEqual($0) ? 0 : 1 } ?? 0
                if best == nil || cost * 2 + penalty < best!.cost { best = (cost * 2 + penalty, number) }
            }
        }
        guard let best else { return nil }
        var nearest = route(best.number, PathDistance.difference(there, exchanges[best.number].path))
        if exchanges.count > Self.comparedAtMost { nearest.among = Self.comparedAtMost }
        return nearest
    }

    /// The limit of comparisons: a request that fits no route must not keep others waiting, however many routes there
    /// are.
    static let comparedAtMost = 5_000

    private func route(_ number: Int, _ difference: RouteDifference) -> NearestRoute {
        let exchange = exchanges[number]
        return NearestRoute(
            route: exchange.text, file: exchange.file, place: exchange.place, difference: difference)
    }
}

extension RouteDifference {
    /// The smaller the rank, the nearer the route: a condition that is judged late was reached by a request that nearly
    /// fits.
    fileprivate var rank: Int {
        switch self {
        case .body: 0
        case .fieldValue: 1
        case .fieldMissing, .fieldUnwanted: 2
        case .query: 3
        case .method: 4
        case .segment, .slash: 5
        case .path: 6
        }
    }
}

extension CompiledExchange {
    var text: String { RouteText.of(method, path, query) }
}

extension StandingExchange {
    var text: String { RouteText.of(method, path, query) }
}

private enum RouteText {
    /// Method and target as they were written, with values in braces.
    static func of(_ method: Template, _ path: [PathSegment], _ query: Template?) -> String {
        let path = path.map { segment in
            switch segment {
            case .literal(let bytes): "/" + Quoting.escaped(bytes)
            case .named(let name): "/{{path \(name)}}"
            case .rest: "/{{any}}"
            }
        }
        let target = path.isEmpty ? "/" : path.joined()
        return method.text + " " + target + (query.map { "?" + $0.text } ?? "")
    }
}

extension Template {
    /// The text for people: each value is an ellipsis in braces.
    fileprivate var text: String {
        pieces.map { piece in
            switch piece {
            case .literal(let bytes): Quoting.escaped(bytes)
            case .value: "{{…}}"
            }
        }.joined()
    }
}
