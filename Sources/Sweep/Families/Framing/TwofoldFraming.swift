// TwofoldFraming.swift: replies that tell twice where their body ends.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainScenario

/// A reply over HTTP/1.1 with two lengths, or with chunks and a length.
struct TwofoldFraming {
    private let varied: VariedReply
    private let refusal: RefusedLoad
    /// The edits that take the framing of the reply away.
    private let removal: [Edit]
    private let count: Int

    init(_ varied: VariedReply, _ body: ReplyBody, removal: [Edit]) throws(LeftOut) {
        guard let count = body.byteCount else { throw LeftOut("a length that the run decides") }
        // A client that knows of the fault from the head may close before all has left.
        if count > ClosingReply.readAtOnce { throw LeftOut("a long body") }
        if varied.leavesInPieces { throw LeftOut("a reply in pieces") }
        self.varied = varied
        self.removal = removal
        self.count = count
        refusal = try RefusedLoad(varied)
    }

    func add(to changes: inout Changes) {
        changes.add("length-twice", of: varied, same([right, right]))
        changes.add("length-listed", of: varied, same(["\(right), \(right)"]))
        changes.add("wrong-length-last", of: varied, different([right, wrong]))
        changes.add("wrong-length-first", of: varied, different([wrong, right]))
        changes.add("wrong-length-listed", of: varied, different(["\(right), \(wrong)"]))
        if varied.mayBeChunked { changes.add("chunks-and-length", of: varied, chunks) }
    }

    private var right: String { "\(count)" }
    /// A wrong length: a client that goes by it knows at once where the body ends.
    private var wrong: String { "\(count == 0 ? 1 : count - 1)" }

    /// RFC 9110 section 8.6: the message is rejected, or has that one length.
    private func same(_ lengths: [String]) -> [Edit] {
        removal + added(lengths.map { "Content-Length: \($0)" })
            + refusal.either("goes by the length", or: [("refuses it", ["* fail bad-response"])])
    }

    /// RFC 9112 section 6.3: an error without remedy; a client closes the connection and discards the response.
    private func different(_ lengths: [String]) -> [Edit] {
        removal + added(lengths.map { "Content-Length: \($0)" })
            + refusal.failing(["* fail bad-response", "! await close"])
    }

    /// RFC 9112 section 6.3: the chunks count, or the message is handled as an error.
    private var chunks: [Edit] {
        removal + added(["{{\"Content-Length\"}}: \(wrong)", "Transfer-Encoding: chunked"])
            + refusal.either(
                "goes by the chunks", toldBefore: true, or: [("takes it for an attack", ["* fail {{any}}"])])
    }

    private func added(_ fields: [String]) -> [Edit] {
        [.insert(fields.map { varied.lane.sends($0) }, above: varied.reply.start + 1)]
    }
}

extension VariedReply {
    /// Whether acts make the reply leave in pieces; acts above it may pace it as well.
    fileprivate var leavesInPieces: Bool {
        (0...reply.last).contains { index in
            switch act(index) {
            case .rate, .segment: true
            case .wait, .hold, .quiet, .flush: index > reply.start
            default: false
            }
        }
    }
}
