// ClosingReply.swift: a connection that ends behind a reply, and what follows from it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainScenario

/// The edits that end the connection directly behind a reply. The next request comes on a new one.
struct ClosingReply {
    let edits: [Edit]
    /// The edits for a connection that stays open and is not used any more; nil: there is no next request, or it may
    /// come anywhere.
    let unused: [Edit]?

    init(_ varied: VariedReply, _ body: ReplyBody) throws(LeftOut) {
        let subject = varied.subject
        if body.kind == .close {
            (edits, unused) = ([], nil)
            return
        }
        if subject.scenario.lanes.count > 1 { throw LeftOut("several lanes") }
        if varied.reply.acts.contains(where: { varied.act($0) == .close }) { throw LeftOut("a connection that closes") }
        if varied.reply.fields("connection").contains(where: { $0.value.lowercased() != "close" }) {
            throw LeftOut("a field of the connection")
        }
        if varied.answersEarly { throw LeftOut("an early reply") }
        // A client that goes on elsewhere may close the connection in place of reading such a body to its end.
        if varied.goesOn, body.byteCount ?? .max > Self.readAtOnce { throw LeftOut("a body that need not be read") }
        let bindings = subject.exchanges.compactMap(\.binding)
        if bindings.contains(where: { subject.deeds[$0]?.isNamed ?? false }) { throw LeftOut("a named connection") }
        let later = subject.exchanges.filter { $0.start > varied.reply.start }
        // A new connection has a new handshake, of which the file says nothing.
        if subject.scenario.demands.contains(.tls), !later.isEmpty { throw LeftOut("a new handshake") }
        let mark = varied.reply.headEnd == nil ? [varied.lane.sends()] : []
        let close = Edit.insert(mark + [varied.lane.acts("close")], above: varied.reply.last + 1)
        let elsewhere = varied.lane.acts("new-connection")
        guard let next = later.first, let binding = next.binding, case .binding(.same)? = subject.deeds[binding]?.deed
        else {
            edits = [close]
            // A request to another server may come on a connection that was kept there.
            let isFree =
                later.first.map {
                    $0.binding == nil && $0.block == nil
                        && subject.hop(of: $0)?.name == subject.hop(of: varied.exchange)?.name
                } ?? false
            unused = isFree && varied.exchange.block == nil ? [.insert(elsewhere, above: later[0].start)] : nil
            return
        }
        // A request that died on a kept connection may be sent again, but one on a fresh connection need not: RFC 9112
        // section 9.3.1.
        if next.final == nil { throw LeftOut("a connection that is to be struck") }
        if varied.exchange.block != nil { throw LeftOut("a connection in a block") }
        edits = [close, .replace(binding, with: elsewhere)]
        unused = [.replace(binding, with: elsewhere)]
    }

    /// The bytes that leave in one write, whether a client reads them or not.
    static let readAtOnce = 16_384
}

extension VariedReply {
    /// Whether the load has another request: the reply is a redirect, or asks for credentials.
    fileprivate var goesOn: Bool {
        subject.exchanges.contains { $0.load == exchange.load && $0.start > exchange.start }
    }

    /// Whether the reply may leave before the whole request has come.
    fileprivate var answersEarly: Bool {
        subject.goesOnBelowReply(exchange)
    }
}

extension Line {
    var isNamed: Bool { if case .binding(.named) = deed { true } else { false } }
}
