// Ordering.swift: orders to the client, with their values filled in.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainReply
import QuintainScenario
package import QuintainTalk
import QuintainTranscript
import QuintainWire
import QuintainWords

extension Player {
    /// Hands the order to the client, if there is one that takes orders.
    func hand(_ order: ClientOrder, _ lane: Lane, _ placed: PlacedLine?) {
        guard course.observation != .none else { return }
        guard let resolved = resolved(order, lane, placed) else {
            record.write(.noted(.noLoadOrdered), lane: lane, line: placed?.reference)
            return
        }
        effects.append(.order(resolved))
    }

    /// nil: the order is about a load, and its lane has none.
    private func resolved(_ order: ClientOrder, _ lane: Lane, _ placed: PlacedLine?) -> ResolvedOrder? {
        let scope = inquiry.scope(lane, placed?.count)
        let current = delegate.load(in: lane)
        switch order {
        case .load(let load):
            var known = values
            let load = resolved(load, number: delegate.order(in: load.lane, hasOwnTime: load.hasOwnTime), scope, &known)
            values = known
            return .load(load)
        case .cancel:
            delegate.cancel(current)
            return current.map { .cancel(load: $0) }
        case .suspend: return current.map { .suspend(load: $0) }
        case .proceed: return current.map { .proceed(load: $0) }
        case .resume: return current.map { .resume(load: delegate.order(in: lane), of: $0, lane) }
        case .trust(let anchor): return .trust(anchor: values.anchor(Array(anchor.utf8)))
        case .answer: preconditionFailure("an answer is no order")
        }
    }

    /// The load that is ordered first, or that the first request implies, for a client that makes it without an order.
    package var firstLoad: ResolvedLoad? {
        let ordered = scenario.nodes.lazy.compactMap { node -> Load? in
            guard case .line(let line) = node, case .order(.load(let load)) = line.deed else { return nil }
            return load
        }
        guard let load = scenario.impliedLoad ?? ordered.first else { return nil }
        var known = values
        return resolved(load, number: delegate.nextLoad, inquiry.scope(load.lane, nil), &known)
    }

    private func resolved(_ load: Load, number: Int, _ scope: Scope, _ values: inout Values) -> ResolvedLoad {
        var resolved = values.resolved(load, number: number, scope)
        resolved.hasPriorKnowledge = scenario.origins.contains { origin in
            guard origin.needsPriorKnowledge else { return false }
            return values.endpoints[origin.name]?.url == resolved.url.origin
        }
        resolved.decisions = course.decisionsAhead(in: load.lane, values, scope)
        return resolved
    }
}

extension String {
    /// The origin of a URL, `http://127.0.0.1:8000`, without user information.
    fileprivate var origin: String {
        guard let start = firstRange(of: "://")?.upperBound else { return self }
        let authority = self[start...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
        return self[..<start].lowercased() + host
    }
}
