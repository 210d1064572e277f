// SentMessage.swift: the bytes of a reply, and from which on it is whole.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainTranscript

/// One reply as it left, by the offsets of its bytes; over HTTP/2 by those of its fields, written as lines.
struct SentMessage {
    /// RFC 9112 section 6.3: where the message ends.
    enum End {
        /// Behind this byte: the head, or the length that it says.
        case byte(Int)
        /// The line of the last chunk ends behind the first, the trailers behind the second.
        case chunks(lastLine: Int, end: Int)
        /// Where the connection ends, anywhere from this byte on.
        case close(from: Int)
        /// Not within what was sent.
        case beyond
    }

    /// One part of it.
    struct Stretch {
        let range: Range<Int>
        let part: Part
        /// The index of its line; nil: the server added it.
        let line: Int?
        /// The name of the place in reports.
        let place: String
        let payload: Payload
    }

    let stretches: [Stretch]
    let byteCount: Int
    let headEnd: Int
    let end: End

    /// Bytes were sent behind the end of the message, in the same lines.
    var goesOnBehindItsEnd: Bool {
        switch end {
        case .byte(let count), .chunks(_, let count): count < byteCount
        case .close, .beyond: false
        }
    }

    init(_ sent: Baseline.SentReply, to method: String) {
        var stretches: [Stretch] = []
        var head: [UInt8] = []
        var headEnd: Int?
        var offset = 0
        for stretch in sent.stretches {
            let range = offset..<(offset + stretch.payload.count)
            offset = range.upperBound
            // The head of a stream has no line that ends it.
            if headEnd == nil, !stretch.isOfHead { headEnd = range.lowerBound }
            if headEnd == nil {
                head += stretch.payload.kept
                // Of a long line the beginning is kept, without its end.
                if !stretch.payload.isWhole { head += [13, 10] }
            }
            let isInHead = headEnd == nil
            if stretch.part == .headEnd, isInHead { headEnd = offset }
            stretches.append(
                Stretch(
                    range: range, part: stretch.part, line: stretch.line,
                    place: isInHead ? Self.place(stretch) : Self.placeBehindHead(stretch),
                    payload: stretch.payload))
        }
        self.stretches = stretches
        byteCount = offset
        self.headEnd = headEnd ?? offset
        end = Self.end(head, from: self.headEnd, stretches, offset, method)
    }

    /// The name of the place, by which reports group.
    private static func place(_ stretch: Baseline.Stretch) -> String {
        switch stretch.part {
        case .start: return "the status line"
        case .field, .added: return "a field"
        case .headEnd: return "the end of the head"
        case .body, .lineEnd: return "the body"
        case .trailer: return "a trailer"
        case .raw, .refusal: return "raw bytes"
        case .chunk:
            let bytes = stretch.payload.kept
            if bytes == [13, 10] { return "the end of a chunk" }
            return bytes.first == UInt8(ascii: "0") ? "the last chunk" : "a chunk's size"
        }
    }

    private static func placeBehindHead(_ stretch: Baseline.Stretch) -> String {
        stretch.part == .headEnd ? "the end of the trailers" : place(stretch)
    }

    private static func end(
        _ head: [UInt8], from headEnd: Int, _ stretches: [Stretch], _ count: Int, _ method: String
    ) -> End {
        let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n").map { $0.lowercased() }
        let status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 200
        if method == "HEAD" || 100..<200 ~= status || status == 204 || status == 304 { return .byte(headEnd) }
        // Blanks and tabs may stand around a value (RFC 9110 section 5.6.3).
        func values(_ name: String) -> [String] {
            lines.dropFirst().compactMap { line in
                line.hasPrefix(name + ":") ? line.dropFirst(name.count + 1).filter { $0 != " " && $0 != "\t" } : nil
            }
        }
        let codings = values("transfer-encoding").flatMap { $0.split(separator: ",") }
        if codings.last == "chunked" {
            guard let last = stretches.first(where: { $0.place == "the last chunk" }) else { return .beyond }
            return .chunks(lastLine: last.range.lowerBound + 3, end: count)
        }
        // A length may come twice, also as a list.
        if let length = values("content-length").first?.split(separator: ",").first.flatMap({ Int($0) }) {
            return headEnd + length <= count ? .byte(headEnd + length) : .beyond
        }
        return .close(from: headEnd)
    }

    /// The bytes at which something can strike: all of heads, chunk lines and trailers; of a stretch of the body the
    /// first, the last, its borders, and so many that are drawn at random.
    func positions(drawing drawn: Int) -> [Int] {
        var positions: Set<Int> = [0, byteCount]
        var dice = SeededGenerator(UInt64(byteCount))
        let bodies = stretches.filter { $0.part == .body || $0.part == .lineEnd }
        for stretch in stretches {
            let range = stretch.range
            guard stretch.part == .body || stretch.part == .lineEnd else {
                positions.formUnion(range.lowerBound...range.upperBound)
                continue
            }
            let ends = [range.lowerBound, range.lowerBound + 1, range.upperBound - 1, range.upperBound]
            positions.formUnion(ends.filter { range.lowerBound...range.upperBound ~= $0 })
        }
        for _ in 0..<drawn {
            guard let stretch = bodies.randomElement(using: &dice), !stretch.range.isEmpty else { break }
            positions.insert(Int.random(in: stretch.range, using: &dice))
        }
        return positions.sorted()
    }

    /// The part of the body before this byte, as values of the language; nil: not all of it is known.
    func body(before byte: Int) -> String? {
        var values: [String] = []
        var text: [UInt8] = []
        for stretch in stretches where stretch.part == .body || stretch.part == .lineEnd {
            let size = min(byte, stretch.range.upperBound) - stretch.range.lowerBound
            guard size > 0 else { break }
            if let from = stretch.payload.pattern {
                if !text.isEmpty { values.append(Quoting.quoted(text)) }
                text = []
                values.append("{{bytes \(size) from=\(from)}}")
            } else {
                guard size <= stretch.payload.kept.count else { return nil }
                text += stretch.payload.kept.prefix(size)
            }
        }
        if !text.isEmpty { values.append(Quoting.quoted(text)) }
        return values.joined(separator: " ")
    }

    /// The name of the place at the byte: it is not whole if nothing from the byte on is sent.
    func place(at byte: Int) -> String {
        if byte == 0 { return "before the reply" }
        return stretches.first { $0.range.contains(byte) }?.place ?? "behind the reply"
    }
}

extension Baseline.Stretch {
    fileprivate var isOfHead: Bool {
        switch part {
        case .start, .field, .added, .headEnd: true
        case .body, .chunk, .trailer, .raw, .lineEnd, .refusal: false
        }
    }
}

extension Baseline.SentReply {
    /// Its end was not sent.
    func isCut(answering method: String) -> Bool {
        if case .beyond = SentMessage(self, to: method).end { true } else { false }
    }
}
