// Split.swift: replies that leave in small writes.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainScenario
internal import QuintainWire
internal import QuintainWords

extension Family {
    /// How a reply is cut into packets means nothing (RFC 9293 section 3.8): the same answer.
    package static let split = Family(
        "split", "a reply leaves in two writes, cut at a byte, and in writes of one byte"
    ) { subject in
        var changes = subject.changes(.split)
        guard let baseline = subject.baseline, !subject.exchanges.isEmpty else { return changes }
        // A client may close as soon as it knows that the reply is wrong: what is behind that byte cannot be sent.
        if subject.loads.indices.contains(where: { subject.mayFail(load: $0) }) {
            changes.leaveOut("its load fails as it is")
            return changes
        }
        // A client may be done with a reply before the bytes behind its end have left.
        if subject.sendsBehindAnEnd(baseline) {
            changes.leaveOut("bytes behind the end of a reply")
            return changes
        }
        // A client that acts on the head may be ahead of a body that leaves byte by byte. A pace stays for all that
        // follows on the connection, so only replies behind the last such one have it.
        let starts = subject.exchanges.flatMap { exchange in
            exchange.replies.map { ($0.start, $0.isHeadAlone || !subject.isAnsweredAtHead(exchange)) }
        }.reversed().prefix { $0.1 }.map(\.0).reversed().filter { start in
            if case .act(.at)? = subject.deeds[start - 1]?.deed { false } else { true }
        }
        guard !starts.isEmpty, subject.syntax != nil else { return changes }
        if !subject.scenario.lanes.isEmpty {
            changes.leaveOut("in lanes")
            return changes
        }
        let count = baseline.arrivals.flatMap(\.replies).reduce(0) { $0 + $1.byteCount }
        guard count <= PauseText.bytesOneByOne else {
            changes.leaveOut("too long to leave byte by byte")
            return changes
        }
        // Without a pace, a client that is slow to read gets several of the bytes together.
        let pace = subject.hasTimes ? [] : ["! rate \(max(PauseText.bytesASecond, count * PauseText.turnsASecond))B/s"]
        changes.append(
            Change("each-byte", place: "every byte", edits: starts.map { .insert(["! segment 1"] + pace, above: $0) }))
        return changes
    }
}

extension Family {
    /// A pause that no deadline forbids means nothing: the same answer.
    package static let stall = Family(
        "stall", "a reply pauses at a byte for 20 ms; scenarios with times are left out"
    ) { subject in
        subject.changes(.stall)
    }
}

/// The kind of pause between two parts of a reply.
private enum Pause {
    case split, stall

    var milliseconds: Int { self == .split ? 1 : 20 }
}

extension Subject {
    /// One change for each byte at which a reply can pause.
    fileprivate func changes(_ pause: Pause) -> Changes {
        var changes = Changes()
        guard let baseline else { return changes }
        let replies = exchanges.flatMap { exchange in exchange.replies.map { (exchange, $0) } }
        if pause == .stall, hasTimes {
            changes.leaveOut("has times of its own", replies.count)
            return changes
        }
        for (exchange, reply) in replies {
            if let reason = reasonAgainstStriking(exchange, reply) {
                changes.leaveOut(reason)
                continue
            }
            guard let arrival = baseline.arrivals(at: exchange.start).first,
                let sent = arrival.replies.first(where: { $0.line == reply.start })
            else {
                changes.leaveOut("was not played")
                continue
            }
            let message = SentMessage(sent, to: arrival.method)
            if message.goesOnBehindItsEnd {
                changes.leaveOut("bytes behind the end of a reply")
                continue
            }
            var text = PauseText(reply: reply, message: message, pause: pause)
            if mayBeRefused(exchange, reply), !reply.hasPlainHead {
                changes.leaveOut("its load fails as it is")
                continue
            }
            if endsBadly(exchange), let load = exchange.load, let end = end(ofLoad: load) {
                let told = ToldBefore(
                    subject: self, exchange: exchange, reply: reply, message: message, behind: reply.last + 1,
                    loadEnd: end)
                text.edits = told.edits
            }
            let inBody = !isAnsweredAtHead(exchange)
            let pauses =
                arrival.syntax.hasText
                ? text.changes(inBody: inBody)
                : text.changes(of: FramedReply(self, reply, message), in: exchange, inBody: inBody)
            for change in pauses { changes.append(change) }
        }
        return changes
    }

    /// Whether bytes leave behind the end of a reply, which are none of its own.
    fileprivate func sendsBehindAnEnd(_ baseline: Baseline) -> Bool {
        baseline.arrivals.contains { arrival in
            arrival.replies.contains { SentMessage($0, to: arrival.method).goesOnBehindItsEnd }
        }
    }

    /// Whether the load may fail with this reply: with its last one, or with one that has branches behind it.
    private func mayBeRefused(_ exchange: SweptExchange, _ reply: ReplyLines) -> Bool {
        guard !reply.isInformational, let load = exchange.load, mayFail(load: load) else { return false }
        let next = exchanges.first { $0.load == load && $0.start > exchange.start }?.start ?? lines.count
        return endsBadly(exchange) || lines[reply.last..<next].contains(where: \.opensBlock)
    }

    /// Whether the load fails with this exchange, or may fail.
    private func endsBadly(_ exchange: SweptExchange) -> Bool {
        guard let load = exchange.load, mayFail(load: load) else { return false }
        return exchanges.last { $0.load == load }?.start == exchange.start
    }

    /// Whether the load ends with a failure that a reply can cause, if only in one of several branches.
    fileprivate func mayFail(load: Int) -> Bool {
        loads[load].callbacks.contains { index in
            guard case .callback(let callback)? = deeds[index]?.deed, callback.kind == .fail else { return false }
            guard let kind = callback.subject.first?.literalText.flatMap({ FailKind(rawValue: $0) }) else {
                return true
            }
            return [.connectionLost, .badResponse, .decoding, .other].contains(kind)
        }
    }

    /// Whether the client acts on the head of the reply: on a redirect, a challenge, a file's name.
    func isAnsweredAtHead(_ exchange: SweptExchange) -> Bool {
        if exchanges.contains(where: { $0.load == exchange.load && $0.start > exchange.start }) { return true }
        guard let load = exchange.load else { return true }
        // Callbacks above the request, such as a question about trust, are not about this reply.
        return loads[load].callbacks.contains { index in
            guard index > exchange.start, case .callback(let callback)? = deeds[index]?.deed else { return false }
            if callback.decision != nil, callback.decision?.word != .byDefault { return true }
            switch callback.kind {
            case .redirect, .challenge, .resumed, .decode, .destination, .created, .fail: return true
            default: return false
            }
        }
    }

    /// Whether lines say how long something takes.
    fileprivate var hasTimes: Bool {
        deeds.values.contains { line in
            switch line.deed {
            case .act(.wait), .act(.quiet), .act(.rate), .act(.hold): true
            case .callback(let callback): callback.after != nil
            case .order(.load(let load)): load.timeout != nil || load.total != nil
            default: false
            }
        }
    }
}

extension ReplyLines {
    /// A body of no bytes has a last chunk all the same, where it is cut into chunks.
    fileprivate var isHeadAlone: Bool {
        body.isEmpty && trailersMark == nil && fields("transfer-encoding").isEmpty
    }

    /// Whether a mistake of the reply can only stand behind its head, so that a client waits until all of the head is
    /// there.
    fileprivate var hasPlainHead: Bool {
        let lengths = fields("content-length")
        return fields.allSatisfy { $0.name != nil && !$0.isSpelled } && lengths.count < 2
            && lengths.allSatisfy { !$0.value.contains(",") }
            && (lengths.isEmpty || fields("transfer-encoding").isEmpty)
    }
}

/// Writes the pauses of one reply.
private struct PauseText {
    let reply: ReplyLines
    let message: SentMessage
    let pause: Pause
    /// Further edits that go with each pause.
    var edits: [Edit] = []

    func changes(inBody: Bool) -> [Change] {
        let bytes = 1..<max(1, inBody ? message.byteCount : message.headEnd)
        return message.positions(drawing: Self.drawnOfBodies).filter(bytes.contains).map { byte in
            Change(
                reply.label + "\(byte)", place: "in \(message.place(at: byte))",
                edits: edits + [
                    .insert(["! flush at=\(byte)", "! wait \(pause.milliseconds)ms at=\(byte)"], above: reply.start)
                ])
        }
    }

    /// Over HTTP/2 a reply is split between frames. It pauses only before its head, and not behind a 1xx: during a
    /// pause no callback about what has left can be told.
    func changes(of frames: FramedReply, in exchange: SweptExchange, inBody: Bool) -> [Change] {
        if pause == .stall {
            guard reply.start == exchange.replies.first?.start else { return [] }
            return [change(at: .start, edits: [.insert("! wait \(pause.milliseconds)ms", above: reply.start)])]
        }
        guard inBody, frames.bodyCount > 0 else { return [] }
        let isEndedByTrailers = reply.trailersMark != nil
        let counts = frames.counts(drawing: Self.drawnOfBodies).filter { isEndedByTrailers || $0 < frames.bodyCount }
        return ([.head] + counts.map { .body($0) }).compactMap { place in
            frames.putting(["! flush"], at: place).map { change(at: place, edits: $0) }
        }
    }

    private func change(at place: FramePlace, edits: [Edit]) -> Change {
        let name =
            switch place {
            case .start: "before the head"
            case .head: "behind the head"
            case .body, .end: "in the body"
            }
        return Change(reply.label + place.value, place: name, edits: edits)
    }

    private static let drawnOfBodies = 16
    static let bytesOneByOne = 20_000
    /// Bytes that leave one by one leave at this pace, or faster where that would take more than a 20th of a second.
    static let bytesASecond = 5_000
    static let turnsASecond = 20
}
