// StreamWriter.swift: one reply on a stream of HTTP/2, from `<` lines to the frames that leave.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainNotation
package import QuintainScenario
package import QuintainTranscript

/// Writes one reply as frames: the head is one, each run of body lines is one, and the last frame ends the stream.
///
/// ```
/// head ──endHead──▶ held ──▶ body ──(nothing follows)──▶ over
///                    │        └──trailers──▶ trailers ──▶ over
///                    └──(nothing follows)──▶ over
/// ```
///
/// A frame waits until it is known whether another follows, because only the last one can end the stream. The last
/// frame does not end it if the author has promised more, or lets something else happen to the stream.
package struct StreamWriter<Content: ReplyContent>: MessageWriter {
    package typealias Survey = ReplyWriter<Content>.Survey

    private enum Phase { case head, held, body, trailers, over }

    private let survey: Survey
    private var framing: Framing
    private var phase = Phase.head
    /// The mark that ends the head.
    private var headEnd: LineReference?
    private var run = ChunkRun<Content>()
    private var lastWasBody = false
    /// The `content-length` that the head gives, if it does.
    private var promised: Int?
    /// The number of body bytes so far; nil: it depends on the request.
    private var written: Int? = 0

    package init(_ survey: Survey) {
        self.survey = survey
        framing = Framing(status: survey.status, answersConnect: survey.answersConnect)
    }

    package var isOver: Bool { phase == .over }

    package var isInHead: Bool { phase == .head }

    package var hasToldItsEnd: Bool { isOver && endsStream }

    package var isInformational: Bool { survey.isInformational }

    package mutating func start(_ text: [UInt8], _ line: LineReference?) -> Outgoing<Content> {
        start(status: [.bytes(Array(text.drop { $0 != 32 }))], line)
    }

    /// Writes the start line, of which only the status has a place on a stream: RFC 9113 section 8.3.2.
    package func start(status: [Content], _ line: LineReference?) -> Outgoing<Content> {
        Outgoing(.start, [.status(status)], line)
    }

    package mutating func field(_ text: [Content], name: String?, _ line: LineReference?) -> Outgoing<Content> {
        lastWasBody = false
        framing.note(text)
        if name == "content-length" { promised = Self.number(in: text) }
        return Outgoing(.field, [.field(text, isPlain: name != nil)], line)
    }

    package mutating func endHead(_ line: LineReference?) -> [Outgoing<Content>] {
        guard phase == .head else { return [] }
        phase = .held
        headEnd = line
        var out: [Outgoing<Content>] = []
        if !framing.isWritten, framing.mayHaveBody, let length = survey.length {
            let name = Content.bytes(Array("content-length: ".utf8))
            out.append(Outgoing(.added, [.field([name, length], isPlain: true)], nil))
        }
        return isInformational ? out + sendHead(isLast: false) : out
    }

    private mutating func sendHead(isLast: Bool) -> [Outgoing<Content>] {
        let out = endHead(nil)
        guard phase == .held else { return out }
        phase = isLast || isInformational ? .over : .body
        return out + [Outgoing(.headEnd, [.strike(.headers(endsStream: isLast && endsStream))], headEnd)]
    }

    package mutating func body(
        _ content: [Content], newline: Newline, shapes: [ChunkShape], _ line: LineReference?
    ) -> [Outgoing<Content>] {
        var out: [Outgoing<Content>] = []
        let joins = lastWasBody
        lastWasBody = true
        // Counted, not sent; the line is done with the reply's next byte.
        guard sendsBody else { return endHead(nil) + [Outgoing(.body, [], line)] }
        out += sendHead(isLast: false)
        var pieces: [Outgoing<Content>] = []
        if joins, newline != .none { pieces.append(Outgoing(.lineEnd, [.bytes(newline.bytes)], line)) }
        pieces.append(Outgoing(.body, content, line))
        written = written.flatMap { before in pieces.flatMap(\.content).byteCount.map { before + $0 } }
        run.add(pieces, shapes)
        return out
    }

    package mutating func raw(_ content: [Content], _ line: LineReference?) -> [Outgoing<Content>] {
        preconditionFailure("raw bytes are of HTTP/1.1, and are refused on a stream")
    }

    package mutating func trailers(_ line: LineReference?) -> [Outgoing<Content>] {
        let out = sendHead(isLast: false) + run.closeAsFrames(endsStream: false)
        lastWasBody = false
        if phase == .body { phase = .trailers }
        return out
    }

    package mutating func trailer(_ text: [Content], _ line: LineReference?) -> Outgoing<Content> {
        Outgoing(.trailer, sendsBody ? [.field(text, isPlain: true)] : [], line)
    }

    package mutating func pause(_ continuation: Continuation) -> [Outgoing<Content>] {
        lastWasBody = false
        let goesOn = !continuation.isDisjoint(with: [.body, .trailer])
        switch phase {
        case .over: return []
        case .head where continuation.contains(.head): return []
        case .head, .held:
            return sendHead(isLast: !goesOn)
        case .body where goesOn: return run.closeAsFrames(endsStream: false)
        case .body:
            phase = .over
            let out = run.closeAsFrames(endsStream: endsStream)
            // The last byte of the body has left already, so the end is marked by a frame of its own.
            return out.isEmpty && endsStream ? [Outgoing(.chunk, [.strike(.data(endsStream: true))], nil)] : out
        case .trailers:
            if continuation.contains(.trailer) { return [] }
            phase = .over
            return [Outgoing(.chunk, [.strike(.headers(endsStream: endsStream))], nil)]
        }
    }

    private var endsStream: Bool {
        guard !survey.isCutShort else { return false }
        guard sendsBody, framing.mayHaveBody, let promised, let written else { return true }
        return promised <= written
    }

    private var sendsBody: Bool { survey.sendsBody(framing) }

    /// The value of a field, if it is a number that is known.
    private static func number(in line: [Content]) -> Int? {
        var bytes: [UInt8] = []
        for part in line {
            guard let known = part.bytes else { return nil }
            bytes += known
        }
        let value = bytes.drop { $0 != UInt8(ascii: ":") }.dropFirst().drop { $0 == 32 || $0 == 9 }
        return Int(String(decoding: value, as: UTF8.self))
    }
}
