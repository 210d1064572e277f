// StreamWriter.swift: one reply on a stream of HTTP/2, from `<` lines to the frames that leave.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainNotation
package import QuintainScenario
package import QuintainTranscript

/// Writes one reply as frames: its head is one, each run of body lines is one, and the last of all ends the stream.
///
/// ```
/// head ──endHead──▶ held ──▶ body ──(nothing follows)──▶ over
///                    │        └──trailers──▶ trailers ──▶ over
///                    └──(nothing follows)──▶ over
/// ```
///
/// A frame waits until it is known whether anything follows it, for only then can it end the stream. It does not end
/// where the author has promised more, or lets something else happen to the stream.
package struct StreamWriter: MessageWriter {
    package typealias Content = Batch.Element
    package typealias Survey = ReplyWriter<Content>.Survey

    private enum Phase { case head, held, body, trailers, over }

    private let survey: Survey
    private var framing: Framing
    private var phase = Phase.head
    /// The mark that ends the head.
    private var headEnd: LineReference?
    private var run = ChunkRun<Content>()
    private var lastWasBody = false
    /// How many bytes the head says that there are, if it does.
    private var promised: Int?
    private var written = 0

    package init(_ survey: Survey) {
        self.survey = survey
        framing = Framing(status: survey.status, answersConnect: survey.answersConnect)
    }

    package var isOver: Bool { phase == .over }

    package var isInformational: Bool { survey.isInformational }

    package mutating func start(_ text: [UInt8], _ line: LineReference?) -> Outgoing<Content> {
        // A phrase has no place here: RFC 9113 section 8.3.2.
        let status = text.drop { $0 != 32 }.dropFirst().prefix { $0 != 32 }
        return Outgoing(.start, [.field(name: Array(":status".utf8), value: Array(status))], line)
    }

    package mutating func field(_ text: [Content], name: String?, _ line: LineReference?) -> Outgoing<Content> {
        lastWasBody = false
        framing.note(text)
        let field = Self.field(text, isPlain: name != nil)
        if name == "content-length", case .field(_, let value) = field {
            promised = Int(String(decoding: value, as: UTF8.self))
        }
        return Outgoing(.field, [field], line)
    }

    package mutating func endHead(_ line: LineReference?) -> [Outgoing<Content>] {
        guard phase == .head else { return [] }
        phase = .held
        headEnd = line
        var out: [Outgoing<Content>] = []
        if !framing.isWritten, framing.mayHaveBody, let length = survey.length?.bytes {
            out.append(Outgoing(.added, [.field(name: Array("content-length".utf8), value: length)], nil))
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
        if joins { pieces.append(Outgoing(.lineEnd, [.bytes(newline.bytes)], line)) }
        pieces.append(Outgoing(.body, content, line))
        written += pieces.flatMap(\.content).byteCount ?? 0
        run.add(pieces, shapes)
        return out
    }

    /// Raw bytes are HTTP/1's own. Where a client decides that they come here, they go out as bytes of the body.
    package mutating func raw(_ content: [Content], _ line: LineReference?) -> [Outgoing<Content>] {
        lastWasBody = false
        return body(content, newline: .lf, shapes: [], line)
    }

    package mutating func trailers(_ line: LineReference?) -> [Outgoing<Content>] {
        let out = sendHead(isLast: false) + run.closeAsFrames(endsStream: false)
        lastWasBody = false
        if phase == .body { phase = .trailers }
        return out
    }

    package mutating func trailer(_ text: [Content], _ line: LineReference?) -> Outgoing<Content> {
        Outgoing(.trailer, sendsBody ? [Self.field(text, isPlain: true)] : [], line)
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
            // Its last byte has left already, and the end is told by a frame of its own.
            return out.isEmpty && endsStream ? [Outgoing(.chunk, [.strike(.data(endsStream: true))], nil)] : out
        case .trailers:
            if continuation.contains(.trailer) { return [] }
            phase = .over
            return [Outgoing(.chunk, [.strike(.headers(endsStream: endsStream))], nil)]
        }
    }

    private var endsStream: Bool {
        guard !survey.isCutShort else { return false }
        return !sendsBody || !framing.mayHaveBody || promised.map { $0 <= written } ?? true
    }

    private var sendsBody: Bool { survey.sendsBody(framing) }

    /// A line of the head as a field. A name that was written as such is in lower case here: RFC 9113 section 8.2.
    private static func field(_ text: [Content], isPlain: Bool) -> Content {
        let bytes = text.flatMap { $0.bytes ?? [] }
        // The name of a pseudo-field begins with one.
        let colon = bytes.dropFirst().firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
        let name = bytes[..<colon]
        let value = bytes[colon...].dropFirst().drop { $0 == 32 || $0 == 9 }
        return .field(
            name: isPlain ? name.map { 65...90 ~= $0 ? $0 | 0x20 : $0 } : Array(name), value: Array(value))
    }
}
