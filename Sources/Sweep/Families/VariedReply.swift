// VariedReply.swift: the final reply of an exchange, about which rules speak.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainScenario
internal import QuintainWire
internal import QuintainWords

/// One final reply that is written line by line, and where it stands.
struct VariedReply: Sendable {
    let subject: Subject
    let exchange: SweptExchange
    let reply: ReplyLines
    let status: Int
    /// The version of the request, `HTTP/1.1`.
    let version: String

    init(_ exchange: SweptExchange, of subject: Subject) throws(LeftOut) {
        if exchange.replies.contains(where: { !$0.raw.isEmpty }) { throw LeftOut("raw bytes") }
        if exchange.replies.last?.status == 101 { throw LeftOut("another protocol") }
        guard let reply = exchange.final else { throw LeftOut("no final reply") }
        guard exchange.replies.filter({ !$0.isInformational }).count == 1 else { throw LeftOut("a second reply") }
        guard let status = reply.status else { throw LeftOut("a status that a value makes") }
        if let baseline = subject.baseline, baseline.sent(at: reply.start).isEmpty { throw LeftOut("never sent") }
        self.subject = subject
        self.exchange = exchange
        self.reply = reply
        self.status = status
        version = subject.version(of: exchange)
    }

    var lane: Lane { reply.lane }
    var isHead: Bool { exchange.method == "HEAD" }
    var isConnect: Bool { exchange.method == "CONNECT" }
    var syntax: MessageSyntax { version == "HTTP/2" ? .frames : .lines }

    /// The reply says HTTP/1.1, and could say HTTP/1.0.
    var mayBeOld: Bool { reply.version == "HTTP/1.1" }
    /// RFC 9112 section 6.1: only for a request that says HTTP/1.1, and in a reply that does.
    var mayBeChunked: Bool { version == "HTTP/1.1" && mayBeOld }
    /// One side says HTTP/1.0.
    var isOld: Bool { version == "HTTP/1.0" || reply.version == "HTTP/1.0" }

    /// RFC 9112 section 6.3.
    var mayHaveBody: Bool { !isHead && status != 204 && status != 304 && !(isConnect && status < 300) }

    func value(_ name: String) -> String { reply.label + name }

    /// The loads that tell of the reply: its own, and later ones that a copy of it may answer.
    var tellingLoads: [LoadLines] {
        guard let own = exchange.load else { return [] }
        return subject.loads.indices.filter { load in
            load == own || load > own && !subject.exchanges.contains { $0.load == load && $0.bringsNewContent }
        }.map { subject.loads[$0] }
    }

    /// Whether the load fails with this reply.
    var failsLoad: Bool {
        guard let load = exchange.load, let end = subject.loads[load].end, callback(end)?.kind == .fail else {
            return false
        }
        return subject.exchanges.last { $0.load == load }?.start == exchange.start
    }

    func callback(_ index: Int) -> Callback? {
        if case .callback(let callback)? = subject.deeds[index]?.deed { callback } else { nil }
    }

    func act(_ index: Int) -> Act? {
        if case .act(let act)? = subject.deeds[index]?.deed { act } else { nil }
    }
}

extension SweptExchange {
    /// Whether the reply brings content of its own, so that the load is not answered by a stored copy.
    fileprivate var bringsNewContent: Bool { block == nil && final?.status.map { 200..<300 ~= $0 } ?? false }
}

extension Subject {
    /// How all messages of the scenario are written; nil: the versions of HTTP are mixed.
    var syntax: MessageSyntax? {
        guard scenario.demands.contains(.http2) else { return .lines }
        return baseline?.arrivals.contains { $0.syntax.hasText } == true ? nil : .frames
    }

    /// The version of a request as it arrived, or else the version to expect.
    fileprivate func version(of exchange: SweptExchange) -> String {
        if let arrival = baseline?.arrivals(at: exchange.start).first { return arrival.version }
        if case .receive(.start(_, _, let version?))? = deeds[exchange.start]?.deed { return version }
        return hop(of: exchange)?.versions == .one ? "HTTP/1.1" : "HTTP/2"
    }

    /// The origin that reads the request, or the proxy.
    func hop(of exchange: SweptExchange) -> Origin? {
        var name: String?
        if case .receive(.start(_, .path(let origin, _), _))? = deeds[exchange.start]?.deed { name = origin }
        if let load = exchange.load, case .load(let order)? = loads[load].client, let proxy = order.proxy {
            name = proxy
        }
        return scenario.origins.first { $0.name == name ?? "main" }
    }
}
