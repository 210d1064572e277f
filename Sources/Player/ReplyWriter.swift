// ReplyWriter.swift: one reply, from `<` lines to the bytes that leave.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainTranscript

/// Bytes on their way out, and the line of the file that they are.
struct Outgoing: Equatable {
    var part: Part
    var elements: [Batch.Element]
    var line: LineReference?

    init(_ part: Part, _ elements: [Batch.Element], _ line: LineReference?) {
        self.part = part
        self.elements = elements
        self.line = line
    }

    init(_ part: Part, _ text: String, _ line: LineReference?) {
        self.init(part, [.bytes(Array(text.utf8))], line)
    }

    var byteCount: Int { Batch(elements: elements).byteCount }
}

/// Writes one reply as its author wrote it, and adds what the language says is added: line ends, a
/// `Content-Length` where the head says nothing of the framing, and the frames of chunks.
///
/// ```
/// head ──endHead──▶ body ──(last body line)──▶ over
///                    │ └──trailers──▶ trailers ──▶ over
///                    └─ raw lines leave the rest to the author
/// ```
struct ReplyWriter {
    /// What is known of the reply before its head is out.
    struct Survey {
        /// The length of all body lines; nil: it depends on what the client does.
        var bodyLength: Int? = 0
        var hasBody = false
        var hasRawLine = false
        /// `! close` stands directly under the body.
        var closeEndsBody = false
        /// The request was HEAD: body lines are counted and not sent.
        var answersHead = false
        /// The request was CONNECT: a 2xx has no body.
        var answersConnect = false
        /// Where the tunnel leads that a 2xx opens.
        var tunnelEnd: String?
    }

    private enum Phase { case head, body, trailers, over }

    private let survey: Survey
    private let status: Int?
    private var phase = Phase.head
    private var isFramed = false
    private var isChunked = false
    /// Lines of the chunk that is not closed yet.
    private var run: [Outgoing] = []
    private var shapes: [ChunkShape] = []
    private var lastWasBody = false
    /// What raw lines have of the head so far.
    private var rawHead: [UInt8] = []
    private var hasAnsweredConnect = false

    /// A reply that begins with a status line, or with raw bytes.
    init(status: Int?, survey: Survey) {
        self.status = status
        self.survey = survey
    }

    var isOver: Bool { phase == .over }

    mutating func field(_ text: [UInt8], name: String?, _ line: LineReference) -> Outgoing {
        lastWasBody = false
        if name == "content-length" || name == "transfer-encoding" {
            isFramed = true
            if name == "transfer-encoding" { isChunked = isChunked || Self.endsInChunked(text) }
        }
        return Outgoing(.field, [.bytes(text + Self.lineEnd)], line)
    }

    /// Ends the head, at its bare mark or without one.
    mutating func endHead(_ line: LineReference?) -> [Outgoing] {
        guard phase == .head else { return [] }
        var out: [Outgoing] = []
        phase = .body
        if !survey.hasRawLine, !isFramed, mayHaveBody, !survey.closeEndsBody, let length = survey.bodyLength {
            out.append(Outgoing(.added, "Content-Length: \(length)\r\n", nil))
        }
        out.append(Outgoing(.headEnd, [.bytes(Self.lineEnd)] + tunnel(status), line))
        if isInformational { phase = .over }
        return out
    }

    /// What becomes of a CONNECT, once the head of its answer is out.
    private mutating func tunnel(_ status: Int?) -> [Batch.Element] {
        if status == 101 { return [.strike(.switchProtocols)] }
        guard survey.answersConnect, let status, status >= 200 else { return [] }
        hasAnsweredConnect = true
        guard status < 300, let origin = survey.tunnelEnd else { return [.strike(.noTunnel)] }
        return [.strike(.tunnel(to: origin))]
    }

    /// One body line. Under `Transfer-Encoding: chunked` it waits for the end of its run.
    mutating func body(
        _ elements: [Batch.Element], newline: Newline, shapes: [ChunkShape], _ line: LineReference
    ) -> [Outgoing] {
        var out = endHead(nil)
        let joins = lastWasBody
        lastWasBody = true
        if survey.answersHead {
            // Counted, not sent; the line is done with the reply's next byte.
            out.append(Outgoing(.body, [], line))
            return out
        }
        var pieces: [Outgoing] = []
        if joins { pieces.append(Outgoing(.lineEnd, [.bytes(newline.bytes)], line)) }
        pieces.append(Outgoing(.body, elements, line))
        guard framesChunks else { return out + pieces }
        run += pieces
        self.shapes += shapes
        return out
    }

    mutating func raw(_ elements: [Batch.Element], _ line: LineReference) -> [Outgoing] {
        let out = closeChunk()
        lastWasBody = false
        return out + [Outgoing(.raw, elements + follow(elements), line)]
    }

    /// What becomes of the connection, once raw bytes have ended the head of a reply.
    private mutating func follow(_ elements: [Batch.Element]) -> [Batch.Element] {
        guard phase == .head, rawHead.count < Self.rawHeadAtMost else { return [] }
        for case .bytes(let bytes) in elements { rawHead += bytes }
        guard let end = rawHead.headEnd else { return [] }
        phase = .body
        return tunnel(status ?? rawHead[..<end].status)
    }

    mutating func trailers(_ line: LineReference) -> [Outgoing] {
        var out = endHead(nil) + closeChunk()
        lastWasBody = false
        guard framesChunks, phase == .body else { return out }
        phase = .trailers
        out.append(Outgoing(.chunk, "0\r\n", line))
        return out
    }

    /// A trailer line. In a reply to HEAD it is counted and not sent, as the body is.
    mutating func trailer(_ text: [UInt8], _ line: LineReference) -> Outgoing {
        Outgoing(.trailer, survey.answersHead ? [] : [.bytes(text + Self.lineEnd)], line)
    }

    /// Something else than a line of this reply comes next; `continuation` is how the reply may go on after it.
    mutating func pause(_ continuation: Continuation) -> [Outgoing] {
        var out = closeChunk()
        lastWasBody = false
        if phase == .head, !survey.hasRawLine, continuation.isDisjoint(with: .head) { out += endHead(nil) }
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

    /// Frames the run as the chunks that its author asked for, or as one.
    private mutating func closeChunk() -> [Outgoing] {
        guard !run.isEmpty else { return [] }
        defer {
            run = []
            shapes = []
        }
        var rest = run[...]
        var out: [Outgoing] = []
        let total = rest.reduce(0) { $0 + $1.byteCount }
        var sizes = shapes
        let asked = sizes.reduce(0) { $0 + $1.size }
        if asked < total { sizes.append(ChunkShape(size: total - asked)) }
        for shape in sizes where shape.size > 0 {
            let chunk = Self.take(shape.size, from: &rest)
            guard let first = chunk.first else { break }
            let size = chunk.reduce(0) { $0 + $1.byteCount }
            out.append(Outgoing(.chunk, String(size, radix: 16) + shape.extensions + "\r\n", first.line))
            out += chunk
            out.append(Outgoing(.chunk, "\r\n", chunk.last?.line))
        }
        // Lines without a byte make no chunk; they are done with those around them.
        return out + rest
    }

    /// The first bytes of the row, cut out of it.
    private static func take(_ count: Int, from row: inout ArraySlice<Outgoing>) -> [Outgoing] {
        var taken: [Outgoing] = []
        var missing = count
        while missing > 0, var piece = row.first {
            let (head, tail) = split(piece.elements, at: missing)
            missing -= Batch(elements: head).byteCount
            taken.append(Outgoing(piece.part, head, piece.line))
            if tail.isEmpty {
                row.removeFirst()
            } else {
                piece.elements = tail
                row[row.startIndex] = piece
            }
        }
        return taken
    }

    private static func split(_ elements: [Batch.Element], at count: Int) -> ([Batch.Element], [Batch.Element]) {
        var head: [Batch.Element] = []
        var tail: [Batch.Element] = []
        var room = count
        for element in elements {
            let size = Batch(elements: [element]).byteCount
            if size <= room {
                head.append(element)
                room -= size
            } else if room == 0 {
                tail.append(element)
            } else {
                switch element {
                case .bytes(let bytes):
                    head.append(.bytes(Array(bytes[..<room])))
                    tail.append(.bytes(Array(bytes[room...])))
                case .pattern(let from, let length):
                    head.append(.pattern(from: from, count: room))
                    tail.append(.pattern(from: from + room, count: length - room))
                case .strike:
                    tail.append(element)
                }
                room = 0
            }
        }
        return (head, tail)
    }

    private var framesChunks: Bool { isChunked && !survey.answersHead && mayHaveBody }

    var isInformational: Bool { status.map { 100..<200 ~= $0 } ?? false }

    private var mayHaveBody: Bool {
        guard let status else { return true }
        if status == 204 || status == 304 || 100..<200 ~= status { return false }
        return !(survey.answersConnect && 200..<300 ~= status)
    }

    private static func endsInChunked(_ field: [UInt8]) -> Bool {
        let value = String(decoding: field, as: UTF8.self).lowercased()
        let last = value.split(separator: ",", omittingEmptySubsequences: false).last ?? ""
        let word = last.split(separator: ":").last ?? ""
        return word.split(whereSeparator: { $0 == " " || $0 == "\t" }).first == "chunked"
    }

    private static let lineEnd: [UInt8] = [13, 10]
    private static let rawHeadAtMost = 65_536
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
