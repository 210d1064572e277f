// ReplyWriter.swift: one reply, from `<` lines to the parts that leave.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainNotation
package import QuintainScenario
package import QuintainTranscript

/// Writes one reply as its author wrote it, and adds what the language says is added: line ends, a
/// `Content-Length` where the head says nothing of the framing, and the frames of chunks.
///
/// ```
/// head ──endHead──▶ body ──(last body line)──▶ over
///                    │ └──trailers──▶ trailers ──▶ over
///                    └─ raw lines leave the rest to the author
/// ```
package struct ReplyWriter<Content: ReplyContent>: MessageWriter {
    package typealias Parts = [Outgoing<Content>]

    /// What is known of the reply before its head is out.
    package struct Survey: Sendable {
        /// nil: it cannot be told, as with raw bytes.
        package var status: Int?
        /// The status is that of a value. Where it turns out to allow no body, none is sent.
        package var isStatusComputed = false
        /// The length of all body lines, in digits; nil: it depends on what the client does.
        package var length: Content?
        package var hasRawLine = false
        /// `! close` stands directly under the body.
        package var closeEndsBody = false
        /// On a stream, an act below ends it before the reply does.
        package var isCutShort = false
        /// The request was HEAD: body lines are counted and not sent.
        package var answersHead = false
        /// The request was CONNECT: a 2xx has no body.
        package var answersConnect = false
        /// Where the tunnel leads that a 2xx opens.
        package var tunnelEnd: String?

        package init() {}

        /// A response of the 1xx class: the one that counts is still to come.
        var isInformational: Bool { status.map { 100..<200 ~= $0 } ?? false }

        /// Whether body lines leave, or are counted only.
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
    /// What raw lines have of the head so far.
    private var rawHead: [UInt8] = []
    private var hasAnsweredConnect = false

    package init(_ survey: Survey) {
        self.survey = survey
        framing = Framing(status: survey.status, answersConnect: survey.answersConnect)
    }

    package var isOver: Bool { phase == .over }

    package var isInformational: Bool { survey.isInformational }

    package mutating func start(_ text: [UInt8], _ line: LineReference?) -> Outgoing<Content> {
        Outgoing(.start, [.bytes(text), Self.lineEnd], line)
    }

    /// A line of the head. Its bytes say what it is called.
    package mutating func field(
        _ text: [Content], name _: String? = nil, _ line: LineReference?
    ) -> Outgoing<Content> {
        lastWasBody = false
        framing.note(text)
        return Outgoing(.field, text + [Self.lineEnd], line)
    }

    /// Ends the head where its author has not: never among bytes that are his own.
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
        out.append(Outgoing(.headEnd, [Self.lineEnd] + handover(survey.status), line))
        if isInformational { phase = .over }
        return out
    }

    /// To whom the connection goes, once the head of an answer to CONNECT or a 101 is out.
    private mutating func handover(_ status: Int?) -> [Content] {
        if status == 101 { return [.strike(.switchProtocols)] }
        guard survey.answersConnect, let status, status >= 200 else { return [] }
        hasAnsweredConnect = true
        guard status < 300, let origin = survey.tunnelEnd else { return [.strike(.noTunnel)] }
        return [.strike(.tunnel(to: origin))]
    }

    /// One body line. Under `Transfer-Encoding: chunked` it waits for the end of its run.
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

    /// To whom the connection goes, once raw bytes have ended the head of a reply.
    private mutating func handover(of content: [Content]) -> [Content] {
        guard phase == .head, rawHead.count < Self.rawHeadAtMost else { return [] }
        rawHead += content.flatMap { $0.bytes ?? [] }
        guard let end = rawHead.headEnd else { return [] }
        phase = .body
        return handover(survey.status ?? rawHead[..<end].status)
    }

    package mutating func trailers(_ line: LineReference?) -> Parts {
        var out = endHead() + run.close()
        lastWasBody = false
        guard framesChunks, phase == .body else { return out }
        phase = .trailers
        out.append(Outgoing(.chunk, "0\r\n", line))
        return out
    }

    /// A trailer line. Where the body is counted and not sent, so is it.
    package mutating func trailer(_ text: [Content], _ line: LineReference?) -> Outgoing<Content> {
        Outgoing(.trailer, sendsBody ? text + [Self.lineEnd] : [], line)
    }

    /// Something else than a line of this reply comes next; `continuation` is how the reply may go on after it.
    package mutating func pause(_ continuation: Continuation) -> Parts {
        var out = run.close()
        lastWasBody = false
        if phase == .head, !survey.hasRawLine, continuation.isDisjoint(with: .head) { out += endHead() }
        guard !survey.hasRawLine else {
            guard continuation.isEmpty, phase != .over else { return out }
            phase = .over
            // What the client says next is read, whatever our answer was meant to be.
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
    /// Behind the empty line that ends a head, be it the first.
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
    /// Of a status line as it is registered.
    fileprivate var status: Int? {
        let words = prefix { $0 != 13 && $0 != 10 }.split(separator: 32)
        guard words.count > 1, words[0].starts(with: Array("HTTP/".utf8)), words[1].count == 3 else { return nil }
        return Int(String(decoding: words[1], as: UTF8.self))
    }
}
