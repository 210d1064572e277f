// RouteHost+Playing.swift: replies with acts, and requests whose body is still to come.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainReply
import QuintainRoutes
import QuintainTransport
import QuintainWire

extension RouteHost {
    /// Plays the acts of a reply. false: the connection is over.
    func play(_ acts: [Batch.Element], on transport: Transport) async -> Bool {
        guard await send(on: transport) else { return false }
        if acts.isEmpty { return true }
        var queue = ReplyQueue()
        switch await queue.play(acts, on: transport) {
        case .onwards: break
        case .gone: return false
        case .close:
            await transport.finish()
            return false
        case .stall:
            await transport.drain(until: nil)
            return false
        }
        guard queue.speaksNoMore else { return true }
        await transport.drain(until: nil)
        await transport.leave()
        return false
    }

    /// Reads the body of the request, then answers it. false: the connection is over.
    func collect(_ awaited: AwaitedBody, _ input: inout ReadBuffer, _ transport: Transport) async -> Bool {
        let isEarly = awaited.isEarly
        // Whether it is still to be told how the request has ended.
        var isOpen = !isEarly
        defer { if isOpen { tellIncomplete(awaited, Self.endedInBody, on: transport.channel) } }
        if isEarly {
            guard await play(answer(awaited, [], of: transport.channel), on: transport) else { return false }
            if !awaited.keepsAlive {
                await transport.finish()
                return false
            }
        } else if awaited.expectsContinue {
            guard await play(goOn(awaited, of: transport.channel), on: transport) else {
                // It may be the route that has ended the connection.
                isOpen = false
                return false
            }
        }
        guard await send(on: transport) else { return false }
        var collector = BodyCollector(awaited.framing, keepAtMost: awaited.isIgnored ? keptOfIgnored : Self.bodyLimit)
        var turns = 0
        while true {
            switch collector.take(&input) {
            case .more: break
            case .malformed(let deviation):
                // If an early reply was sent, no second one follows.
                isOpen = false
                if !isEarly { tellMalformed(awaited, deviation.slug, RouteRefusal(deviation).sentence) }
                await transport.finish(isEarly ? [] : RouteRefusal(deviation).bytes(closes: true))
                return false
            case .whole:
                isOpen = false
                if isEarly { return true }
                let acts = answer(awaited, collector.body, of: transport.channel, breaking: collector.breach)
                guard await play(acts, on: transport) else { return false }
                if !awaited.keepsAlive { await transport.finish() }
                return awaited.keepsAlive
            }
            if collector.isCut, !awaited.isIgnored {
                isOpen = false
                awaited.request.withView(body: []) { tellUnmatched($0, Self.tooLong.sentence) }
                await transport.finish(Self.tooLong.bytes(closes: true))
                return false
            }
            turns += 1
            if turns.isMultiple(of: Transport.turnsAtOnce) { await Task.yield() }
            switch transport.read(into: &input) {
            case .bytes, .full: continue
            case .nothing: break
            case .finished:
                await transport.leave()
                return false
            case .reset, .failed, .closed: return false
            }
            switch await transport.wait(for: .readable, until: transport.patienceEnd) {
            case .closed, .broken: return false
            case .deadline:
                if isOpen { tellIncomplete(awaited, transport.tooSlow, on: transport.channel) }
                isOpen = false
                await giveUp(transport, withinRequest: !isEarly)
                return false
            case .message, .readable, .writable: break
            }
        }
    }

    /// Ends the connection of a client that has sent these bytes of a head, and has been silent for too long since.
    @inline(never)
    func giveUp(_ transport: Transport, having bytes: UnsafeRawBufferPointer) async {
        tellEnd(having: bytes, transport.tooSlow, of: transport.channel)
        await giveUp(transport, withinRequest: !bytes.isEmpty)
    }

    /// Ends the connection of a client that has been silent for too long; within a request it gets a 408.
    private func giveUp(_ transport: Transport, withinRequest: Bool) async {
        guard withinRequest else { return await transport.leave() }
        await transport.finish(RouteRefusal(408, transport.tooSlow).bytes(closes: true))
    }

    /// Answers a client that waits for `100 Continue`: with the route's own `< 100`, or with one of ours.
    private func goOn(_ awaited: AwaitedBody, of channel: Channel) -> [Batch.Element] {
        awaited.request.withView { view in
            let visit = visit(view, of: channel)
            if let acts = awaited.route?.goOn(view, in: surroundings, visit: visit, into: &output) { return acts }
            output.append("HTTP/1.1 100 Continue\r\n\r\n" as StaticString)
            return []
        }
    }

    private func answer(
        _ awaited: AwaitedBody, _ body: [UInt8], of channel: Channel, breaking breach: WireRule? = nil
    ) -> [Batch.Element] {
        awaited.request.withView(body: body) { view in
            answer(
                view, awaited.table.find(view, in: surroundings), of: channel, awaited.portion,
                breaking: awaited.breach ?? breach
            )
        }
    }

    static let tooLong = RouteRefusal(
        413, "a body that a route looks at may have \(bodyLimit) bytes, and this one has more")
    package static let bodyLimit = 4 << 20
}

extension Transport {
    /// The text for a client whose request stops in the middle.
    package var tooSlow: String { "the rest of the request did not come within \(patience ?? 0) ms" }
}
