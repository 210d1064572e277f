// CutText.swift: what a client does when a reply is cut, as lines.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainScenario
internal import QuintainTranscript
internal import QuintainWords

/// Writes the cuts of one reply.
struct CutText {
    private enum How: String, CaseIterable {
        case fin, rst, tls

        var act: String { self == .rst ? "reset" : "close" }

        var words: String {
            switch self {
            case .fin: "ends"
            case .rst: "is reset"
            case .tls: "ends without close_notify"
            }
        }
    }

    /// What is right for a client.
    private enum Outcome {
        /// The reply is whole: all goes on.
        case whole
        /// It ends here, and has so many bytes of body.
        case shorter(Int)
        case broken
        /// Both are right.
        case either
    }

    private let subject: Subject
    private let exchange: Exchange
    private let reply: ReplyLines
    private let message: SentMessage
    /// Behind the last `<` line of the exchange, and the act that is the end of its body.
    private let behind: Int
    private let loadEnd: Int
    /// What may have been told before the load fails.
    private let told: ToldBefore

    init(_ subject: Subject, _ exchange: Exchange, _ reply: ReplyLines, _ message: SentMessage) {
        self.subject = subject
        self.exchange = exchange
        self.reply = reply
        self.message = message
        let end = (exchange.replies.map(\.last).max() ?? reply.last) + 1
        // Directly below a body the act says how it is framed.
        if case .close = message.end, case .act(.close)? = subject.deeds[end]?.deed {
            behind = end + 1
        } else {
            behind = end
        }
        loadEnd = exchange.load.flatMap { subject.end(ofLoad: $0) } ?? subject.lines.count
        told = ToldBefore(
            subject: subject, exchange: exchange, reply: reply, message: message, behind: behind, loadEnd: loadEnd)
    }

    func changes() -> [Change] {
        let hows = How.allCases.filter { $0 != .tls || subject.isSecure(exchange) }
        return message.positions(drawing: Self.drawnOfBodies).flatMap { byte in
            hows.compactMap { change($0, at: byte) }
        }
    }

    /// The connection ends in place of the reply.
    func deaths(_ value: String) -> [Change] {
        [How.fin, .rst].compactMap { how in
            guard var change = change(how, at: 0) else { return nil }
            change.value = value + (how == .fin ? "" : "-\(how.rawValue)")
            change.place = "when the request has come"
            return change
        }
    }

    private func change(_ how: How, at byte: Int) -> Change? {
        // A client may act on the head of such a reply, and leave its body unread.
        if leadsOn, byte >= message.headEnd, byte < message.byteCount { return nil }
        let outcome = outcome(how, at: byte)
        // A body is whole that ends with the connection, and what it codes is not: nobody knows what a client makes of it.
        if case .shorter = outcome, !reply.fields("content-encoding").isEmpty { return nil }
        guard let below = lines(for: outcome, byte) else { return nil }
        let acts = (how == .tls ? ["! close-notify off"] : []) + ["! \(how.act) at=\(byte)"]
        let edits =
            [.insert(acts, above: reply.start)] + withoutGates + Edit.remove(behind..<subject.lines.count)
            + [.insert(below, above: behind)]
        return Change(
            reply.label + "\(byte)" + (how == .fin ? "" : "-\(how.rawValue)"), place: place(byte),
            sentence: "the connection \(how.words) behind byte \(byte) of reply \(reply.number), \(place(byte))",
            edits: edits)
    }

    private func place(_ byte: Int) -> String {
        let place = message.place(at: byte)
        return place == "before the reply" || place == "behind the reply" ? place : "in \(place)"
    }

    // MARK: What is right

    private func outcome(_ how: How, at byte: Int) -> Outcome {
        // A 1xx is no reply yet.
        if reply.isInformational { return .broken }
        switch message.end {
        case .beyond: return .broken
        case .byte(let end): return byte < end ? .broken : how == .rst ? .either : .whole
        case .chunks(let lastLine, let end):
            if byte < lastLine { return .broken }
            return byte == end && how != .rst ? .whole : .either
        case .close(let from):
            if byte < from { return .broken }
            switch how {
            case .fin: return .shorter(byte - from)
            case .rst: return .either
            case .tls: return .broken
            }
        }
    }

    /// Another request of the same load follows: the reply is a redirect or a challenge.
    private var leadsOn: Bool {
        subject.exchanges.contains { $0.load == exchange.load && $0.start > exchange.start }
    }

    /// RFC 9110 section 9.2.2.
    private var isIdempotent: Bool {
        ["GET", "HEAD", "OPTIONS", "PUT", "DELETE", "TRACE"].contains(exchange.method)
    }

    // MARK: Lines

    /// Lines of theirs between those of the reply would wait for what never comes; chunks end where they stood.
    private var withoutGates: [Edit] {
        (reply.start..<behind).flatMap { index -> [Edit] in
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

    /// What stood between the lines of the reply, and what stands behind it.
    private var rest: [String] { gates + written() }

    private var gates: [String] {
        (reply.start..<behind).flatMap { index -> ArraySlice<String> in
            guard case .callback? = subject.deeds[index]?.deed else { return [] }
            return subject.lines[subject.extent(of: index)]
        }
    }

    private func written(without left: Set<Int> = []) -> [String] {
        // The connection has ended: what is said of it has no meaning any more.
        var isHere = true
        return (behind..<loadEnd).compactMap { index in
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

    /// nil: it cannot be said.
    private func lines(for outcome: Outcome, _ byte: Int) -> [String]? {
        switch outcome {
        case .whole: return rest
        case .shorter(let count): return shorter(count)
        case .broken:
            return ["either is sent again"] + again + ["or     fails"] + told.lines(before: byte) + [
                "* fail {{any}}", "end",
            ]
        case .either:
            // What can be told before the end is clear stands above: the first event would choose a branch.
            guard !hasBlocks else { return nil }
            return told.lines(before: byte) + ["either is whole"] + rest(without: ToldBefore.kinds).withoutBlanks + [
                "or     is sent again"
            ]
                + again + ["or     fails", "* fail {{any}}", "end"]
        }
    }

    /// The request once more, and all that follows.
    private var again: [String] {
        let request = subject.lines[exchange.start...(exchange.request.last ?? exchange.start)].map { line in
            line.hasPrefix(">") ? line.replacing(/\ nc=[0-9]+/, with: "") : line
        }
        let replies = subject.lines[(exchange.replies.first?.start ?? reply.start)..<behind]
        let wrong =
            isIdempotent
            ? [] : ["! wrong \"a request that is not idempotent is sent again (RFC 9110 section 9.2.2)\""]
        return subject.trustAgain + (isIdempotent ? [] : ["level  should"]) + request + wrong
            + (isIdempotent ? [] : ["level  must"])
            + replies + written().withoutBlanks
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

    /// A block stands behind the reply.
    private var hasBlocks: Bool {
        subject.lines[behind..<loadEnd].contains {
            ["either", "repeat", "any-order"].contains($0.prefix { $0 != " " })
        }
    }

    /// A body that ends with the connection, and has only so many bytes.
    private func shorter(_ count: Int) -> [String]? {
        var lines: [String] = []
        var isTold = count == 0
        for index in reply.start..<loadEnd {
            let line = subject.lines[index]
            switch subject.deeds[index]?.deed {
            case .callback(let callback)? where callback.kind == .data:
                guard let data = message.body(before: message.headEnd + count) else { return nil }
                if !isTold { lines.append("* data " + data) }
                isTold = true
            case .callback(let callback)?:
                switch callback.kind {
                case .progress, .file, .resumed, .decode, .destination, .created, .redirect, .challenge, .event:
                    return nil
                default: lines.append(line)
                }
            case .binding(.same)?: continue
            case _ where index < behind: continue
            default: lines.append(line)
            }
        }
        return lines
    }

    private static let drawnOfBodies = 16
}

extension [String] {
    fileprivate var withoutBlanks: [String] { filter { !$0.isEmpty } }
}
