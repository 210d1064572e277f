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
    mutating func hand(_ order: ClientOrder, _ lane: Lane, _ placed: PlacedLine?) {
        guard course.observation != .none else { return }
        guard let resolved = resolved(order, lane, placed) else {
            record.write(.noted("no load of this lane was ordered"), lane: lane, line: placed?.reference)
            return
        }
        effects.append(.order(resolved))
    }

    /// nil: the order is about a load, and its lane has none.
    private mutating func resolved(_ order: ClientOrder, _ lane: Lane, _ placed: PlacedLine?) -> ResolvedOrder? {
        let scope = scope(lane, placed?.count)
        let current = delegate.load(in: lane)
        switch order {
        case .load(let load):
            var known = values
            let load = resolved(load, number: nextLoad(in: load.lane, hasOwnTime: load.hasOwnTime), scope, &known)
            values = known
            return .load(load)
        case .cancel:
            delegate.cancel(current)
            return current.map { .cancel(load: $0) }
        case .suspend: return current.map { .suspend(load: $0) }
        case .proceed: return current.map { .proceed(load: $0) }
        case .resume: return current.map { .resume(load: nextLoad(in: lane), of: $0, lane) }
        case .trust(let anchor): return .trust(anchor: values.anchor(Array(anchor.utf8)))
        case .addCookie(let cookie):
            let url = (values.endpoints["main"]?.url ?? "") + "/"
            return .addCookie(String(decoding: values.bytes(cookie, scope), as: UTF8.self), url: url)
        case .forget(let what): return .forget(what)
        case .invalidate: return .invalidate
        case .restart: return .restart
        case .answer: preconditionFailure("an answer is no order")
        }
    }

    private mutating func nextLoad(in lane: Lane, hasOwnTime: Bool = false) -> Int {
        let load = delegate.order(in: lane, hasOwnTime: hasOwnTime)
        amounts.ordered(load, in: lane)
        return load
    }

    /// The load that is ordered first, or that the first request implies, for a client that makes it without an order.
    package var firstLoad: ResolvedLoad? {
        let ordered = scenario.nodes.lazy.compactMap { node -> Load? in
            guard case .line(let line) = node, case .order(.load(let load)) = line.deed else { return nil }
            return load
        }
        guard let load = scenario.impliedLoad ?? ordered.first else { return nil }
        var known = values
        return resolved(load, number: delegate.nextLoad, scope(load.lane, nil), &known)
    }

    private func resolved(_ load: Load, number: Int, _ scope: Scope, _ values: inout Values) -> ResolvedLoad {
        var resolved = ResolvedLoad(
            number: number, lane: load.lane,
            method: String(decoding: values.bytes(load.method, scope), as: UTF8.self),
            url: values.url(of: load.url, scope), kind: load.kind)
        resolved.fields = load.header.map { Field($0.name, values.bytes($0.value, scope)) }
        resolved.body = load.body.map { values.elements($0, scope).compactMap(BodyPiece.init) }
        resolved.timeout = load.timeout
        resolved.total = load.total
        resolved.proxy = load.proxy.flatMap { values.endpoints[$0]?.url }
        for option in load.options {
            let value = values.bytes(option.value, scope)
            let text = String(decoding: value, as: UTF8.self)
            switch option.name {
            case "policy": resolved.policy = text == "default" ? nil : text
            case "cookies": resolved.keepsCookies = text != "off"
            case "anchor": resolved.anchor = values.anchor(value)
            case "credentials":
                let halves = value.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
                resolved.credentials = .init(user: Array(halves[0]), password: Array(halves.dropFirst().joined()))
            default: break
            }
        }
        resolved.hasPriorKnowledge = scenario.origins.contains { origin in
            guard origin.scheme == .http, !origin.versions.contains(.one) else { return false }
            return values.endpoints[origin.name]?.url == resolved.url.origin
        }
        resolved.decisions = decisionsAhead(in: load.lane)
        return resolved
    }

    // MARK: Decisions ahead

    /// The decisions of the lines below in this lane, up to its next load: rounds that must come repeatedly, rounds
    /// that the client counts once, branches one behind the other.
    private func decisionsAhead(in lane: Lane) -> [PlannedDecision] {
        var planned: [PlannedDecision] = []
        var held: Int?
        var cursor = Cursor(course.cursor)
        var ops = Self.opsAhead
        var values = values
        while planned.count < Self.decisionsAtMost, let (line, count) = cursor.nextAsWritten(&ops) {
            guard line.lane == lane else { continue }
            let scope = scope(lane, count)
            switch line.deed {
            case .order(.load), .order(.resume): return planned
            case .order(.answer(let decision)):
                if let index = held { planned[index].decision = values.decision(decision, scope) }
                held = nil
            case .callback(let callback):
                guard course.window.concerns(callback), let decision = callback.planned else { break }
                var kind: String?
                if callback.kind == .challenge, let subject = callback.subject.first, subject.canProduce {
                    kind = String(decoding: values.bytes(subject, scope), as: UTF8.self)
                }
                if decision == .plain(.hold) { held = planned.count }
                planned.append(
                    PlannedDecision(
                        callback.kind, kind: kind, isOfProxy: callback.isOfProxy, values.decision(decision, scope)))
            case .send, .act, .order, .receive, .await, .binding: break
            }
        }
        return planned
    }

    private static let decisionsAtMost = 100
    private static let opsAhead = 20_000
}

extension Window {
    /// Whether the line is meant for the client's style, even if the client cannot report it.
    fileprivate func concerns(_ callback: Callback) -> Bool {
        guard let style else { return callback.styles.isEmpty }
        return callback.styles.isEmpty || callback.styles.contains(style.rawValue)
    }
}

extension Callback {
    fileprivate var isOfProxy: Bool { fields.contains { $0.name == "proxy" && $0.value.literalText == "yes" } }

    /// The decision of the line: as written, or the default where a client without a delegate has an option for it.
    fileprivate var planned: Decision? {
        decision ?? (kind.has(.isPlanned) ? kind.traits.unanswered.map { .plain($0) } : nil)
    }
}

extension BodyPiece {
    /// nil: the element has no bytes.
    fileprivate init?(_ element: Batch.Element) {
        switch element {
        case .bytes(let bytes): self = .bytes(bytes)
        case .pattern(let from, let count): self = .pattern(from: from, count: count)
        case .field, .strike: return nil
        }
    }
}

extension Values {
    /// The path of an anchor: `ca` is the run's own authority; any other name is a path.
    fileprivate func anchor(_ name: [UInt8]) -> String {
        let name = String(decoding: name, as: UTF8.self)
        return name == "ca" ? anchorPath ?? name : name
    }

    /// The URL that a target stands for.
    fileprivate mutating func url(of target: Target, _ scope: Scope) -> String {
        switch target {
        case .path(let origin, let path):
            (endpoints[origin]?.url ?? "") + String(decoding: bytes(path, scope), as: UTF8.self)
        case .text(let text): String(decoding: bytes(text, scope), as: UTF8.self)
        }
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
