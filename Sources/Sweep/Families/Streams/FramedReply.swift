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

    /// The place's name in sentences.
    var words: String {
        switch self {
        case .start: "before the head"
        case .head: "behind the head"
        case .body(let count): "behind byte \(count) of the body"
        case .end: "behind the end"
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
        switch place {
        case .start: return [.insert(acts, above: reply.start)]
        case .head: return [.insert(acts, above: headEnd)]
        case .end: return [.insert(acts, above: reply.last + 1)]
        case .body(let count):
            guard let index = pieces.firstIndex(where: { $0.range.contains(count - 1) }) else { return nil }
            let piece = pieces[index]
            if count < piece.range.upperBound {
                guard isPlain(piece), let (before, behind) = parts(of: piece, at: count) else { return nil }
                let lines = [reply.lane.sends(before)] + acts + [reply.lane.sends(behind)]
                return [.replace(piece.line, with: lines)]
            }
            let insertion = Edit.insert(acts, above: piece.line + 1)
            guard index + 1 < pieces.count, let newline = pieces[index + 1].newline else { return [insertion] }
            // Lines are joined only where one stands directly below the other.
            let next = pieces[index + 1]
            guard isPlain(next), let joint = value(newline, 0..<newline.count),
                let text = value(next.payload, 0..<next.payload.count)
            else { return nil }
            return [insertion, .replace(next.line, with: reply.lane.sends(joint + text))]
        }
    }

    /// The edits that end the reply at a place, before the end of its stream, and the first line that is gone; nil: its
    /// lines do not allow it.
    func ending(at place: FramePlace) -> (edits: [Edit], from: Int)? {
        switch place {
        case .start: return ([], reply.start)
        case .head: return (lengths, headEnd)
        case .end: return nil
        case .body(let count):
            guard let piece = pieces.first(where: { $0.range.contains(count - 1) }) else { return nil }
            if count == piece.range.upperBound { return (lengths, piece.line + 1) }
            guard isPlain(piece), let (before, _) = parts(of: piece, at: count) else { return nil }
            return (lengths + [.replace(piece.line, with: reply.lane.sends(before))], piece.line + 1)
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
