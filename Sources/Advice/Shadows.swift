// Shadows.swift: routes that are never chosen.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario

/// Exchanges for whose requests one above them always answers.
struct Shadows {
    private(set) var remarks: [Remark] = []
    private var seen: [RouteKey: Place] = [:]
    /// Bodies that take more than one, by what their exchanges ask besides.
    private var patterns: [RouteKey: [(body: Template, line: Int)]] = [:]

    init(among exchanges: [StandingExchange]) {
        for exchange in exchanges { follow(exchange) }
    }

    private mutating func follow(_ exchange: StandingExchange) {
        let key = RouteKey(exchange)
        if let upper = seen[key] {
            remarks.append(
                Remark(
                    .shadowedRoute, exchange.place,
                    "this exchange is never chosen: the one of line \(upper.line) asks the same",
                    help:
                        "take one of them away, or let this one ask for a field or a query; one answer after the other "
                        + "is for a scenario, for stubs of a Swift test, or for 'inTurn' of POST /routes"))
            return
        }
        seen[key] = exchange.place
        guard let body = exchange.body else { return }
        let head = RouteKey(exchange, readsBody: false)
        if let upper = patterns[head]?.first(where: { $0.body.covers(body) }) {
            remarks.append(
                Remark(
                    .shadowedRoute, exchange.place,
                    "this exchange is never chosen: the one of line \(upper.line) takes each body that fits it",
                    help: "put the exchange that takes more below the others"))
        }
        if body.literal == nil, patterns[head, default: []].count < Self.patternsAtMost {
            patterns[head, default: []].append((body, exchange.place.line))
        }
    }

    private static let patternsAtMost = 100
}
