// FramedReply.swift: a reply on a stream, and how acts come between its frames.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainScenario
internal import QuintainTranscript

/// A place between two frames of a reply.
enum FramePlace: Hashable {
    /// Before the head.
    case start
    /// Behind the head, which does not end the stream.
    case head
    /// Behind so many bytes of the body, of which the last does not end the stream either.
    case body(Int)
    /// Behind the frame that ends the stream.
    case end

    /// The part of a variant's name.
    var value: String {
        switch self {
        case .start: "start"
        case .head: "head"
        case .body(let count): String(count)
        case .end: "end"
        }
    }
}

/// The lines of one reply with the bytes that each of them sent. Bytes of frames cannot be reached; a line of the body
/// becomes two where something comes between its bytes, and so two frames.
struct FramedReply {
    /// A body line.
    private struct Piece {
        let line: Int
        /// Its bytes within the body, without the line end before them.
        var range: Range<Int>
        /// The bytes that were sent between it and the line above.
        let newline: Payload?
        var payload: Payload
    }

    let subject: Subject
    let reply: ReplyLines
    let message: SentMessage
    private let pieces: [Piece]

    init(_ subject: Subject, _ reply: ReplyLines, _ message: SentMessage) {
        self.subject = subject
        self.reply = reply
        self.message = message
        var pieces: [Piece] = []
        var newline: Payload?
        for stretch in message.stretches {
            guard let line = stretch.line else { continue }
            let range = stretch.range.lowerBound - message.headEnd..<stretch.range.upperBound - message.headEnd
            switch stretch.part {
            case .lineEnd: newline = stretch.payload
            case .body where pieces.last?.line == line:
                pieces[pieces.count - 1].range = pieces[pieces.count - 1].range.lowerBound..<range.upperBound
                pieces[pieces.count - 1].payload.append(stretch.payload)
            case .body:
                pieces.append(Piece(line: line, range: range, newline: newline, payload: stretch.payload))
                newline = nil
            default: break
            }
        }
        self.pieces = pieces
    }

    var bodyCount: Int { pieces.last?.range.upperBound ?? 0 }

    /// The line above which acts stand that come behind the head.
    private var headEnd: Int { reply.headEnd.map { $0 + 1 } ?? reply.headLimit }

    /// How many bytes of the body there can be between two frames: those at the borders of lines, the first and the
    /// last of each, and so many that are drawn.
    func counts(drawing drawn: Int) -> [Int] {
        var counts: Set<Int> = []
        var dice = SeededGenerator(UInt64(bodyCount))
        for piece in pieces where !piece.range.isEmpty {
            let range = piece.range
            counts.formUnion([range.lowerBound + 1, max(range.lowerBound + 1, range.upperBound - 1), range.upperBound])
        }
        for _ in 0..<drawn {
            guard let piece = pieces.randomElement(using: &dice), !piece.range.isEmpty else { break }
            counts.insert(Int.random(in: (piece.range.lowerBound + 1)...piece.range.upperBound, using: &dice))
        }
        return counts.sorted()
    }

    /// The edits that put acts at a place, and leave the rest of the reply behind them; nil: its lines do not allow it.
    func putting(_ acts: [String], at place: FramePlace) -> [Edit]? {
        guard let border = border(at: place), let below = border.below else { return nil }
        return border.above + [.insert(acts, above: border.index)] + below
    }

    /// The edits that end the reply at a place, before the end of its stream, and the first line that is gone; nil: its
    /// lines do not allow it.
    func ending(at place: FramePlace) -> (edits: [Edit], from: Int)? {
        guard place != .end, let border = border(at: place) else { return nil }
        return ((place == .start ? [] : lengths) + border.above, border.index)
    }

    /// The line above which acts stand that come at a place, with the edits of the lines above and below it by which a
    /// frame ends there.
    private func border(at place: FramePlace) -> (above: [Edit], index: Int, below: [Edit]?)? {
        switch place {
        case .start: return ([], reply.start, [])
        case .head: return ([], headEnd, [])
        case .end: return ([], reply.last + 1, [])
        case .body(let count):
            guard let place = pieces.firstIndex(where: { $0.range.contains(count - 1) }) else { return nil }
            let piece = pieces[place]
            let index = piece.line + 1
            if count < piece.range.upperBound {
                guard isPlain(piece), let (before, behind) = parts(of: piece, at: count) else { return nil }
                let above = Edit.replace(piece.line, with: reply.lane.sends(before))
                return ([above], index, [.insert(reply.lane.sends(behind), above: index)])
            }
            // Lines are joined only where one stands directly below the other.
            guard let next = pieces[(place + 1)...].first, let newline = next.newline else { return ([], index, []) }
            guard isPlain(next), let joint = value(newline, 0..<newline.count),
                let text = value(next.payload, 0..<next.payload.count)
            else { return ([], index, nil) }
            return ([], index, [.replace(next.line, with: reply.lane.sends(joint + text))])
        }
    }

    /// The edits by which the head still says how long the whole body was.
    private var lengths: [Edit] {
        message.stretches.compactMap { stretch in
            guard stretch.part == .added || stretch.line.map({ subject.lines[$0].contains("{{length") }) ?? false
            else { return nil }
            let field = String(decoding: stretch.payload.kept, as: UTF8.self).filter { $0 != "\r\n" }
            guard let line = stretch.line else { return .insert(reply.lane.sends(field), above: reply.start + 1) }
            return stretch.part == .field ? .replace(line, with: reply.lane.sends(field)) : nil
        }
    }

    /// Whether the line can be written in another way and the lines around it are joined as before: none is an event.
    private func isPlain(_ piece: Piece) -> Bool {
        func isBody(_ line: Int) -> Bool {
            if case .send(.body)? = subject.deeds[line]?.deed { true } else { false }
        }
        let isJoined = isBody(piece.line - 1) == (piece.newline != nil)
        let next = pieces.first { $0.line == piece.line + 1 }
        return isJoined && (next == nil || next?.newline != nil)
    }

    private func parts(of piece: Piece, at count: Int) -> (String, String)? {
        let middle = count - piece.range.lowerBound
        guard let before = value(piece.payload, 0..<middle),
            let behind = value(piece.payload, middle..<piece.payload.count)
        else { return nil }
        return (before, behind)
    }

    /// Bytes of a payload, as a value of the language; nil: they are not known.
    private func value(_ payload: Payload, _ range: Range<Int>) -> String? {
        if let from = payload.pattern { return "{{bytes \(range.count) from=\(from + range.lowerBound)}}" }
        guard payload.isWhole else { return nil }
        return "{{\(Quoting.quoted(payload.kept[range]))}}"
    }
}
