// ReplyWriter.swift: one reply, from `<` lines to the parts that leave.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainNotation
package import QuintainScenario
package import QuintainTranscript

/// Writes one reply as its author wrote it, and adds what the language says is added: line ends, a `Content-Length`
/// where no field gives the framing, and the frames of chunks.
///
/// ```
/// head ──endHead──▶ body ──(last body line)──▶ over
///                    │ └──trailers──▶ trailers ──▶ over
///                    └─ raw lines leave the rest to the author
/// ```
package struct ReplyWriter<Content: ReplyContent>: MessageWriter {
    package typealias Parts = [Outgoing<Content>]

    /// The facts about the reply that are known before its head leaves.
    package struct Survey: Sendable {
        /// nil: the status is unknown, as with raw bytes.
        package var status: Int?
        /// A value makes the status. If it turns out to allow no body, none is sent.
        package var isStatusComputed = false
        /// The length of all body lines, in digits; nil: it depends on the client.
        package var length: Content?
        package var hasRawLine = false
        /// `! close` stands directly under the body.
        package var closeEndsBody = false
        /// An act below ends the stream before the reply does, if there is one.
        package var isCutShort = false
        /// The request was HEAD: body lines are counted and not sent.
        package var answersHead = false
        /// The request was CONNECT: a 2xx has no body.
        package var answersConnect = false
        /// The origin at the end of the tunnel that a 2xx opens.
        package var tunnelEnd: String?

        package init() {}

        /// The reply is of the 1xx class: the final response is still to come.
        var isInformational: Bool { status.map { 100..<200 ~= $0 } ?? false }

        /// Whether body lines are sent, or only counted.
        func sendsBody(_ framing: Framing) -> Bool {
            !answersHead && (framing.mayHaveBody || !isStatusComputed)
        }
    }

    private enum Phase { case head, body, trailers, over }

    private let survey: Survey
    private var framing: Framing
    private var phase = Phase.head
    /// Lines of the chunk that is not closed yet.
    private var run = ChunkRun<Content>()
    private var lastWasBody = false
    /// The bytes of the head that raw lines have written so far.
    private var rawHead: [UInt8] = []
    /// Those bytes, once the head is whole, until somebody takes them.
    private var wholeRawHead: [UInt8]?
    private var hasAnsweredConnect = false

    package init(_ survey: Survey) {
        self.survey = survey
        framing = Framing(status: survey.status, answersConnect: survey.answersConnect)
    }

    package var isOver: Bool { phase == .over }

    package var isInHead: Bool { phase == .head }

    package var isInformational: Bool { survey.isInformational }

    package var hasToldItsEnd: Bool {
        guard isOver else { return false }
        if survey.answersHead { return true }
        return !(survey.closeEndsBody && !framing.isWritten) && framing.marksEnd(of: survey.length?.bytes)
    }

    package mutating func start(_ text: [UInt8], _ line: LineReference?) -> Outgoing<Content> {
        Outgoing(.start, [.bytes(text), Self.lineEnd], line)
    }

    /// Writes a field of the head; its name is read from its bytes.
    package mutating func field(
        _ text: [Content], name _: String? = nil, _ line: LineReference?
    ) -> Outgoing<Content> {
        lastWasBody = false
        framing.note(text)
        return Outgoing(.field, text + [Self.lineEnd], line)
    }

    /// Ends the head where no bare mark does: not in a reply with raw lines, whose bytes are all the author's.
    private mutating func endHead() -> Parts {
        guard phase == .head, survey.hasRawLine else { return endHead(nil) }
        phase = .body
        return []
    }

    /// Ends the head, at its bare mark.
    package mutating func endHead(_ line: LineReference?) -> Parts {
        guard phase == .head else { return [] }
        var out: Parts = []
        phase = .body
        if !survey.hasRawLine, !framing.isWritten, framing.mayHaveBody, !survey.closeEndsBody,
            let length = survey.length
        {
            out.append(Outgoing(.added, [.bytes(Array("Content-Length: ".utf8)), length, Self.lineEnd], nil))
        }
        if !rawHead.isEmpty { wholeRawHead = rawHead }
        out.append(Outgoing(.headEnd, [Self.lineEnd] + handover(survey.status), line))
        if isInformational { phase = .over }
        return out
    }

    /// The strike that hands the connection over, behind the head of an answer to CONNECT or of a 101.
    private mutating func handover(_ status: Int?) -> [Content] {
        if status == 101 { return [.strike(.switchProtocols)] }
        guard survey.answersConnect, let status, status >= 200 else { return [] }
        hasAnsweredConnect = true
        guard status < 300, let origin = survey.tunnelEnd else { return [.strike(.noTunnel)] }
        return [.strike(.tunnel(to: origin))]
    }

    /// Writes one body line. Under `Transfer-Encoding: chunked` it waits for the end of its run.
    package mutating func body(
        _ content: [Content], newline: Newline, shapes: [ChunkShape], _ line: LineReference?
    ) -> Parts {
        let out = endHead()
        let joins = lastWasBody
        lastWasBody = true
        // Counted, not sent; the line is done with the reply's next byte.
        guard sendsBody else { return out + [Outgoing(.body, [], line)] }
        var pieces: Parts = []
        if joins, newline != .none { pieces.append(Outgoing(.lineEnd, [.bytes(newline.bytes)], line)) }
        pieces.append(Outgoing(.body, content, line))
        guard framesChunks else { return out + pieces }
        run.add(pieces, shapes)
        return out
    }

    package mutating func raw(_ content: [Content], _ line: LineReference?) -> Parts {
        let out = run.close()
        lastWasBody = false
        return out + [Outgoing(.raw, content + handover(of: content), line)]
    }

    /// The strike that hands the connection over, once raw bytes have ended the head.
    private mutating func handover(of content: [Content]) -> [Content] {
        guard phase == .head, rawHead.count < Self.rawHeadAtMost else { return [] }
        rawHead += content.flatMap { $0.bytes ?? [] }
        guard let end = rawHead.headEnd else { return [] }
        phase = .body
        wholeRawHead = Array(rawHead[..<end])
        return handover(survey.status ?? rawHead[..<end].status)
    }

    package mutating func takeRawHead() -> [UInt8]? {
        defer { wholeRawHead = nil }
        return wholeRawHead
    }

    package mutating func trailers(_ line: LineReference?) -> Parts {
        var out = endHead() + run.close()
        lastWasBody = false
        guard framesChunks, phase == .body else { return out }
        phase = .trailers
        out.append(Outgoing(.chunk, "0\r\n", line))
        return out
    }

    /// Writes a trailer line; where the body is only counted, nothing is sent of it.
    package mutating func trailer(_ text: [Content], _ line: LineReference?) -> Outgoing<Content> {
        Outgoing(.trailer, sendsBody ? text + [Self.lineEnd] : [], line)
    }

    /// The reply pauses, because something other than its lines comes next; `continuation` is how it may go on later.
    package mutating func pause(_ continuation: Continuation) -> Parts {
        var out = run.close()
        lastWasBody = false
        if phase == .head, !survey.hasRawLine, continuation.isDisjoint(with: .head) { out += endHead() }
        guard !survey.hasRawLine else {
            guard continuation.isEmpty, phase != .over else { return out }
            phase = .over
            // Further input of the client is read as requests, whatever our answer was meant to be.
            if survey.answersConnect, !hasAnsweredConnect, !isInformational {
                out.append(Outgoing(.raw, [.strike(.noTunnel)], nil))
            }
            return out
        }
        switch phase {
        case .head, .over: break
        case .body where continuation.isDisjoint(with: [.body, .trailer, .head]):
            if framesChunks { out.append(Outgoing(.chunk, "0\r\n\r\n", nil)) }
            phase = .over
        case .body: break
        case .trailers where !continuation.contains(.trailer):
            out.append(Outgoing(.headEnd, "\r\n", nil))
            phase = .over
        case .trailers: break
        }
        return out
    }

    private var framesChunks: Bool { framing.isChunked && framing.mayHaveBody && sendsBody }

    private var sendsBody: Bool { survey.sendsBody(framing) }

    private static var lineEnd: Content { .bytes([13, 10]) }
    private static var rawHeadAtMost: Int { 65_536 }
}

extension [UInt8] {
    /// The offset behind the empty line that ends a head, even if that line is the first.
    fileprivate var headEnd: Int? {
        var isEmpty = true
        for (index, byte) in enumerated() {
            if byte == 10 {
                if isEmpty { return index + 1 }
                isEmpty = true
            } else if byte != 13 {
                isEmpty = false
            }
        }
        return nil
    }
}

extension ArraySlice<UInt8> {
    /// The status of a status line of the standard form.
    fileprivate var status: Int? {
        let words = prefix { $0 != 13 && $0 != 10 }.split(separator: 32)
        guard words.count > 1, words[0].starts(with: Array("HTTP/".utf8)), words[1].count == 3 else { return nil }
        return Int(String(decoding: words[1], as: UTF8.self))
    }
}
