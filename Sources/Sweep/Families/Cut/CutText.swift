// CutText.swift: what a client does when a reply is cut, as lines.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainScenario
internal import QuintainTranscript
internal import QuintainWire
internal import QuintainWords

/// Writes the lines around a cut of one reply.
struct CutText {
    /// The outcome that is right for a client.
    enum Outcome {
        /// The reply is whole, and the load goes on.
        case whole
        case broken
        /// It is not whole, and its request was not processed.
        case unprocessed
        /// Both are right, whole and broken.
        case either
    }

    let subject: Subject
    let exchange: SweptExchange
    let reply: ReplyLines
    let message: SentMessage
    /// The index behind the last `<` line of the exchange, and behind the act that ends its body.
    let behind: Int
    let loadEnd: Int
    /// The callbacks that may come before the load fails.
    private let told: ToldBefore

    init(_ subject: Subject, _ exchange: SweptExchange, _ reply: ReplyLines, _ message: SentMessage) {
        self.subject = subject
        self.exchange = exchange
        self.reply = reply
        self.message = message
        let end = (exchange.replies.map(\.last).max() ?? reply.last) + 1
        // A `! close` directly below a body is its framing.
        if case .close = message.end, case .act(.close)? = subject.deeds[end]?.deed {
            behind = end + 1
        } else {
            behind = end
        }
        loadEnd = exchange.load.flatMap { subject.end(ofLoad: $0) } ?? subject.lines.count
        told = ToldBefore(
            subject: subject, exchange: exchange, reply: reply, message: message, behind: behind, loadEnd: loadEnd)
    }

    /// Whether another request of the same load follows: the reply is a redirect or a challenge.
    var leadsOn: Bool {
        subject.exchanges.contains { $0.load == exchange.load && $0.start > exchange.start }
    }

    private var isIdempotent: Bool { exchange.method.map(Idempotence.isGiven) ?? false }

    // MARK: Lines

    /// The client's lines between those of the reply would wait for something that never comes. A flush takes their
    /// place, because chunks end there.
    func withoutGates(above end: Int) -> [Edit] {
        (reply.start..<end).flatMap { index -> [Edit] in
            guard let line = subject.deeds[index] else {
                // Comments and settings stay; what is indented belongs to a line above.
                return subject.lines[index].hasPrefix(" ") ? [.remove(index)] : []
            }
            switch line.deed {
            case .send, .act(.trailers), .act(.flush), .act(.segment), .act(.rate): return []
            case .act(.close) where index == behind - 1: return []
            case .callback, .await: return [.replace(index, with: "! flush")]
            case .act, .order, .receive, .binding: return [.remove(index)]
            }
        }
    }

    /// The callbacks between the lines of the reply, and the lines behind it.
    private var rest: [String] { gates + written() }

    private var gates: [String] {
        (reply.start..<behind).flatMap { index -> ArraySlice<String> in
            guard case .callback? = subject.deeds[index]?.deed else { return [] }
            return subject.lines[subject.extent(of: index)]
        }
    }

    private func written(without left: Set<Int> = []) -> [String] { written(behind..<loadEnd, without: left) }

    private func written(_ range: Range<Int>, without left: Set<Int> = []) -> [String] {
        // The connection has ended: lines about it mean nothing any more.
        var isHere = range.lowerBound == behind
        return range.compactMap { index in
            if left.contains(index) { return nil }
            switch subject.deeds[index]?.deed {
            case .binding(.same)?: return nil
            case .receive(.start)?: isHere = false
            case .await? where isHere: return nil
            case .act(let act)? where isHere && act.has(.isOfConnection): return nil
            default: break
            }
            return subject.lines[index]
        }
    }

    /// The lines below the cut; nil: nothing says what is right.
    ///
    /// - Parameter byte: how many bytes of the reply have left.
    func lines(for outcome: Outcome, _ byte: Int) -> [String]? {
        switch outcome {
        case .whole: return rest
        case .broken, .unprocessed:
            return again("either", isRight: isIdempotent || outcome == .unprocessed) + followed(byte)
                + ["or     fails"] + told.lines(before: byte) + ["* fail {{any}}", "end"]
        case .either:
            // Callbacks that may come before the outcome is clear stand above: the first event would choose a branch.
            guard !hasBlocks else { return nil }
            let whole = rest(without: ToldBefore.kinds).withoutBlanks
            return told.lines(before: byte) + ["either is whole"] + whole + again("or", isRight: isIdempotent)
                + ["or     fails", "* fail {{any}}", "end"]
        }
    }

    /// The branch of a client that does what a head says of which it has only a part. RFC 9112 section 8: it cannot assume
    /// that the meaning has been conveyed.
    private func followed(_ byte: Int) -> [String] {
        guard byte < message.headEnd, !hasBlocks,
            let next = subject.exchanges.first(where: { $0.load == exchange.load && $0.start > exchange.start }),
            let last = next.request.last, behind..<loadEnd ~= last,
            subject.lines[next.start] != subject.lines[exchange.start]
        else { return [] }
        return ["should never \"a head is followed of which only a part came (RFC 9112 section 8)\""]
            + subject.trustAgain + ["should"] + written(behind..<(last + 1)).withoutBlanks + ["end"]
            + written((last + 1)..<loadEnd).withoutBlanks
    }

    /// The branch for the request once more, and for all that follows: a warning, if sending it again is not right.
    private func again(_ word: String, isRight: Bool) -> [String] {
        let request = subject.lines[exchange.start...(exchange.request.last ?? exchange.start)].map { line in
            line.strength.rest.hasPrefix(">") ? line.replacing(/\ nc=[0-9]+/, with: "") : line
        }
        // A client that sends a body again may report that again.
        let sent = (exchange.start..<(exchange.replies.first?.start ?? reply.start)).flatMap { index -> [String] in
            guard case .callback(let callback)? = subject.deeds[index]?.deed, callback.kind == .sent else { return [] }
            return [subject.lines[index].optional] + subject.lines[subject.extent(of: index).dropFirst()]
        }
        let replies = subject.lines[(exchange.replies.first?.start ?? reply.start)..<behind]
        let rest = replies + written().withoutBlanks
        if isRight { return ["\(word) is sent again"] + subject.trustAgain + request + sent + rest }
        return (word == "either" ? [word] : [])
            + ["should never \"a request that is not idempotent is sent again (RFC 9110 section 9.2.2)\""]
            + subject.trustAgain + ["should"] + request + sent + ["end"] + rest
    }

    private func rest(without kinds: Set<CallbackKind>) -> [String] {
        var left: Set<Int> = []
        for index in behind..<loadEnd {
            if case .receive(.start)? = subject.deeds[index]?.deed { break }
            guard case .callback(let callback)? = subject.deeds[index]?.deed, kinds.contains(callback.kind) else {
                continue
            }
            left.formUnion(subject.extent(of: index))
        }
        return written(without: left)
    }

    /// Whether a block stands behind the reply.
    private var hasBlocks: Bool {
        subject.lines[behind..<loadEnd].contains(where: \.opensBlock)
    }
}

extension [String] {
    fileprivate var withoutBlanks: [String] { filter { !$0.isEmpty } }
}
