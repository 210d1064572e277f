// BodyMatcher.swift: bytes of a body as they come, compared with what is written.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainReply
import QuintainTranscript

/// Compares a stream of bytes with the pieces that it should consist of, without keeping it.
struct BodyMatcher {
    enum Piece {
        case element(Batch.Element)
        /// Content that is compared when its codings are undone.
        case coded(CodedBody)
        /// Any bytes, from here to the end.
        case anything
        /// A mark: the bytes behind it may end anywhere.
        case mayEnd
        /// A mark: the pieces behind it are written in this line of the body.
        case line(Int)
    }

    fileprivate let pieces: [Piece]
    /// The line of each piece, and that of the end.
    private let lines: [Int]
    /// The index of the first piece that may end at any byte.
    private let mayEndFrom: Int?
    fileprivate var index = 0
    /// The number of bytes of the current piece that have come.
    fileprivate var inside = 0
    private(set) var matched = 0

    init(_ pieces: [Piece]) {
        var kept: [Piece] = []
        var mayEndFrom: Int?
        var line = 0
        var lines: [Int] = []
        for piece in pieces {
            switch piece {
            case .element(let element) where Batch(elements: [element]).byteCount == 0: continue
            case .mayEnd: mayEndFrom = kept.count
            case .line(let next): line = next
            case .element, .coded, .anything:
                kept.append(piece)
                lines.append(line)
            }
        }
        self.pieces = kept
        self.lines = lines + [line]
        self.mayEndFrom = mayEndFrom
    }

    /// Every byte that must come has come.
    var isComplete: Bool {
        if index >= mayEndFrom ?? pieces.count { return true }
        switch pieces[index] {
        case .anything, .mayEnd, .line: return true
        case .coded(let body): return index == pieces.count - 1 && body.isComplete
        case .element: return false
        }
    }

    var mayEndAnywhere: Bool { mayEndFrom != nil }

    /// The next bytes are optional.
    var isAtTail: Bool { mayEndFrom.map { $0 <= index && index < pieces.count } ?? false }

    /// All the pieces have come.
    var isWhole: Bool { index >= pieces.count }

    /// The line in which the next byte is written, or the last one.
    var line: Int { lines[index] }

    /// The line that is short when the body ends here. Where only the end of a line is missing, that is the next one.
    var shortLine: Int { lines[isAtLineEnd ? index + 1 : index] }

    private var isAtLineEnd: Bool {
        guard index < pieces.count, lines[index + 1] != lines[index], inside == 0, matched > 0 else { return false }
        guard case .element(.bytes(let bytes)) = pieces[index] else { return false }
        return bytes == [10] || bytes == [13, 10]
    }

    /// The length of all pieces together; nil: any length is right.
    var expectedCount: Int? {
        guard mayEndFrom == nil else { return nil }
        var sum = 0
        for piece in pieces {
            guard case .element(let element) = piece else { return nil }
            sum += Batch(elements: [element]).byteCount
        }
        return sum
    }

    /// The fault of the coded part that is next, or what is missing of it.
    var trouble: CodingDifference? {
        guard index < pieces.count, case .coded(let body) = pieces[index], !isComplete else { return nil }
        return body.trouble ?? body.shortfall
    }

    /// Whether the byte could be the next, as far as this is known without taking it.
    func mayTake(_ byte: UInt8) -> Bool {
        if index < pieces.count, case .coded(let body) = pieces[index] { return body.mayBegin(with: byte) }
        var copy = self
        return copy.feed([byte]) == 1
    }

    /// The next bytes that should come, as many as are told.
    var expectedNext: [UInt8] {
        guard index < pieces.count, case .element(let element) = pieces[index] else { return [] }
        switch element {
        case .bytes(let bytes): return Array(bytes[inside...].prefix(24))
        case .pattern(let from, let count): return PatternBytes.array(min(24, count - inside), from: from + inside)
        case .field, .strike: return []
        }
    }

    /// Whether JSON is written, and the next byte stands between two of its parts, where blanks mean nothing.
    var isBetweenParts: Bool {
        guard case .element(.bytes(let first))? = pieces.first, "{[".utf8.contains(first.first ?? 0), matched > 0,
            index < pieces.count
        else { return false }
        // The line end between two lines is a piece of its own.
        guard case .element(.bytes(let bytes)) = pieces[inside > 0 ? index : index - 1] else { return false }
        let before = inside > 0 ? bytes[inside - 1] : bytes.last
        return before.map("{}[],:\"".utf8.contains) ?? false
    }

    /// Whether JSON is written, and with the rest of the body, behind what has matched, the same has come in another way.
    func isSameJSON(with rest: ArraySlice<UInt8>) -> Bool {
        guard let (written, came) = texts(with: rest), "{[".utf8.contains(written.first ?? 0),
            let json = try? JSONText(parsing: written, anyNumber: true)
        else { return false }
        return json.saysTheSame(as: came)
    }

    /// What takes the form that came, if a form is written and this one has the same fields.
    func hintOfForm(with rest: ArraySlice<UInt8>) -> Remedy? {
        texts(with: rest).flatMap { OtherOrder.hintOfForm($0.came, $0.written) }
    }

    /// What is written, and what has come with the rest of the body behind what has matched; nil: values are written, or
    /// it is longer than what is read for a hint.
    private func texts(with rest: ArraySlice<UInt8>) -> (written: [UInt8], came: [UInt8])? {
        var written: [UInt8] = []
        for piece in pieces {
            guard case .element(.bytes(let part)) = piece, written.count + part.count <= Self.readAtMost else {
                return nil
            }
            written += part
        }
        guard rest.count <= Self.readAtMost else { return nil }
        return (written, Array(written[..<min(matched, written.count)]) + Array(rest))
    }

    private static let readAtMost = 64 << 10

    /// Takes as many bytes as fit. If the result is short of `bytes`, either all that was written has come, or the next
    /// byte differs.
    mutating func feed(_ bytes: ArraySlice<UInt8>) -> Int {
        var rest = bytes
        while !rest.isEmpty, index < pieces.count {
            let taken: Int
            let size: Int
            switch pieces[index] {
            case .anything, .mayEnd, .line:
                matched += rest.count
                return bytes.count
            case .coded(let body):
                guard let count = body.feed(rest) else { return bytes.count - rest.count }
                matched += count
                rest = rest.dropFirst(count)
                if count == 0 { index += 1 }
                continue
            case .element(.bytes(let expected)):
                size = expected.count
                let room = expected[inside...].prefix(rest.count)
                taken = zip(room, rest).prefix { $0 == $1 }.count
                if taken < room.count {
                    matched += taken
                    inside += taken
                    return bytes.count - rest.count + taken
                }
            case .element(.pattern(let from, let count)):
                size = count
                let room = min(count - inside, rest.count)
                let difference = rest.prefix(room).withUnsafeBytes {
                    PatternBytes.firstDifference(in: $0, from: from + inside)
                }
                taken = difference ?? room
                if taken < room {
                    matched += taken
                    inside += taken
                    return bytes.count - rest.count + taken
                }
            case .element:
                size = 0
                taken = 0
            }
            matched += taken
            inside += taken
            rest = rest.dropFirst(taken)
            if inside == size {
                index += 1
                inside = 0
            }
        }
        return bytes.count - rest.count
    }
}

extension BodyMatcher {
    /// The offset in the stream behind `{{bytes …}}` at which the next bytes should be, if a piece of it is next.
    var patternOffset: Int? {
        guard index < pieces.count, case .element(.pattern(let from, _)) = pieces[index] else { return nil }
        return from + inside
    }
}
