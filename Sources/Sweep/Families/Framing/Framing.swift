// Framing.swift: the same replies, whose end is told in another way.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainScenario
internal import QuintainWire

extension Family {
    /// RFC 9112 sections 6 and 7; over HTTP/2 RFC 9113 sections 6.1, 6.2 and 6.9.
    package static let framing = Family("framing", "the end of a body is told in another way, or its frames differ") {
        (varied, changes) throws(LeftOut) in
        if varied.subject.exchanges.contains(where: \.isTunnel) { throw LeftOut("a tunnel") }
        if varied.syntax.hasText {
            try MessageFraming(varied).add(to: &changes)
        } else {
            try StreamFraming(varied).add(to: &changes)
        }
    }
}

extension SweptExchange {
    fileprivate var isTunnel: Bool { method == "CONNECT" }
}

/// A reply over HTTP/1.1, and the framings that it could have.
struct MessageFraming {
    let varied: VariedReply
    let body: ReplyBody

    init(_ varied: VariedReply) throws(LeftOut) {
        self.varied = varied
        body = try ReplyBody(varied)
    }

    func add(to changes: inout Changes) {
        if varied.mayHaveBody {
            changes.add("length", of: varied, length)
            changes.add("chunks", of: varied, altered: .pieces([]), chunks)
            for size in [1, 7] {
                changes.add("chunks-of-\(size)", of: varied, altered: .pieces(of: size), severalChunks)
            }
            let extended = [
                ChunkShape(size: 1, extensions: #";a;b=c;d="e f""#), ChunkShape(size: 1, extensions: ";g=h"),
            ]
            changes.add("extensions", of: varied, altered: .pieces(extended), severalChunks)
            changes.add("trailers", of: varied, trailers)
            addTwofold(to: &changes)
        }
        changes.add("no-content", of: varied, withoutContent)
        do throws(LeftOut) {
            let closing = try ClosingReply(varied, body)
            if varied.mayHaveBody { changes.add("close", of: varied, untilClose(closing)) }
            changes.add("1.0", of: varied, oldVersion(closing))
            if varied.mayHaveBody {
                changes.add("1.0-length", of: varied, oldVersionWithLength(closing.edits))
                changes.add("1.0-unused", of: varied, closing.unused.flatMap { oldVersionWithLength($0) })
            }
        } catch {
            changes.leaveOut(error.reason)
        }
    }

    // MARK: - Framings of HTTP/1.1

    private var length: [Edit]? {
        guard body.kind != .length else { return nil }
        return withoutFraming + added("Content-Length: {{length}}") + staysClosed + loosened
    }

    private var chunks: [Edit]? {
        (body.kind != .chunks || body.hasShapes) && varied.mayBeChunked ? chunked : nil
    }

    private var severalChunks: [Edit]? { varied.mayBeChunked && !body.isEmpty ? chunked : nil }

    private var trailers: [Edit]? {
        guard varied.mayBeChunked, varied.reply.trailersMark == nil else { return nil }
        let lines = [varied.lane.acts("trailers"), varied.lane.sends("X-Trailer: behind the body")]
        let mark = varied.reply.headEnd == nil ? [varied.lane.sends()] : []
        return chunked + added("Trailer: X-Trailer") + [.insert(mark + lines, above: varied.reply.last + 1)]
    }

    private func untilClose(_ closing: ClosingReply) -> [Edit]? {
        body.kind == .close ? nil : withoutFraming + closing.edits + loosened
    }

    private func addTwofold(to changes: inout Changes) {
        guard varied.mayBeOld else { return }
        do throws(LeftOut) {
            try TwofoldFraming(varied, body, removal: withoutFraming + staysClosed).add(to: &changes)
        } catch {
            changes.leaveOut(error.reason)
        }
    }

    // MARK: - HTTP/1.0

    /// A reply by HTTP/1.0 ends with its connection: RFC 9112 section 9.3.
    private func oldVersion(_ closing: ClosingReply) -> [Edit]? {
        guard let start = oldStart else { return nil }
        if varied.mayHaveBody { return [start] + withoutFraming + closing.edits + loosened }
        return body.saysChunked ? nil : [start] + closing.edits + loosened
    }

    private func oldVersionWithLength(_ closing: [Edit]) -> [Edit]? {
        guard let start = oldStart else { return nil }
        if body.kind == .length, body.isWritten { return [start] + closing }
        return [start] + withoutFraming + added("Content-Length: {{length}}") + closing
            + (body.kind == .length ? [] : loosened)
    }

    private var oldStart: Edit? {
        guard varied.mayBeOld, varied.exchange.replies.count == 1,
            case .send(.start(let template))? = varied.subject.deeds[varied.reply.start]?.deed,
            let line = template.literalText, !line.hasSuffix(" ")
        else { return nil }
        return .replace(varied.reply.start, with: varied.lane.sends("HTTP/1.0" + line.dropFirst("HTTP/1.1".count)))
    }

    // MARK: - Parts

    private var chunked: [Edit] {
        body.kind == .chunks
            ? [] : withoutFraming + added("Transfer-Encoding: chunked") + staysClosed + loosened
    }

    /// `Connection: close` keeps a client that has seen the end of the body from using the connection again before it
    /// closes.
    private var staysClosed: [Edit] {
        body.kind == .close && varied.reply.fields("connection").isEmpty ? added("Connection: close") : []
    }

    private var withoutFraming: [Edit] {
        let fields = ["content-length", "transfer-encoding", "trailer"].flatMap { varied.reply.fields($0) }
        let trailers = varied.reply.trailers.map(\.line) + [varied.reply.trailersMark].compactMap(\.self)
        return varied.subject.removal(of: fields.map(\.line) + trailers)
    }

    private func added(_ field: String) -> [Edit] {
        [.insert(varied.lane.sends(field), above: varied.reply.start + 1)]
    }

    /// The edits that loosen the lengths and totals in the lines below, which change.
    private var loosened: [Edit] { ToldLengths(varied).edits }
}

extension Alteration {
    /// Many pieces of this size.
    static func pieces(of size: Int) -> Self { .pieces([ChunkShape](repeating: ChunkShape(size: size), count: 64)) }
}
