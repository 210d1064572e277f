// BodyMatcher.swift: bytes as they come, held against what was written.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainReply

/// Compares a stream with what it should be, without keeping it.
struct BodyMatcher {
    enum Piece {
        case element(Batch.Element)
        /// What is compared when its codings are undone.
        case coded(CodedBody)
        /// Whatever comes from here on.
        case anything
        /// What stands behind it may end at any byte.
        case mayEnd
    }

    fileprivate let pieces: [Piece]
    /// From this piece on it may end at any byte.
    private let mayEndFrom: Int?
    fileprivate var index = 0
    /// How much of the current piece has come.
    fileprivate var inside = 0
    private(set) var matched = 0

    init(_ pieces: [Piece]) {
        var kept: [Piece] = []
        var mayEndFrom: Int?
        for piece in pieces {
            switch piece {
            case .element(let element) where Batch(elements: [element]).byteCount == 0: continue
            case .mayEnd: mayEndFrom = kept.count
            case .element, .coded, .anything: kept.append(piece)
            }
        }
        self.pieces = kept
        self.mayEndFrom = mayEndFrom
    }

    /// All that must come has come.
    var isComplete: Bool {
        if index >= mayEndFrom ?? pieces.count { return true }
        switch pieces[index] {
        case .anything, .mayEnd: return true
        case .coded(let body): return index == pieces.count - 1 && body.isComplete
        case .element: return false
        }
    }

    var takesAnything: Bool { pieces.contains { if case .anything = $0 { true } else { false } } }

    var mayEndAnywhere: Bool { mayEndFrom != nil }

    /// What stands next may come, and need not.
    var isAtTail: Bool { mayEndFrom.map { $0 <= index && index < pieces.count } ?? false }

    /// Nothing of what was written is left to come.
    var isWhole: Bool { index >= pieces.count }

    /// How many bytes must come in all; nil: any number.
    var expectedCount: Int? {
        guard mayEndFrom == nil else { return nil }
        var sum = 0
        for piece in pieces {
            guard case .element(let element) = piece else { return nil }
            sum += Batch(elements: [element]).byteCount
        }
        return sum
    }

    /// What is wrong with the coded part that stands next, or what is missing of it, to be put behind a subject.
    var trouble: String? {
        guard index < pieces.count, case .coded(let body) = pieces[index], !isComplete else { return nil }
        return body.trouble ?? body.shortfall
    }

    /// Whether these bytes could be the next, as far as one can tell without taking them.
    func mayTake(_ byte: UInt8) -> Bool {
        if index < pieces.count, case .coded(let body) = pieces[index] { return body.mayBegin(with: byte) }
        var copy = self
        return copy.feed([byte]) == 1
    }

    /// The next bytes that should come, for a message.
    var expectedNext: [UInt8] {
        guard index < pieces.count, case .element(let element) = pieces[index] else { return [] }
        switch element {
        case .bytes(let bytes): return Array(bytes[inside...].prefix(24))
        case .pattern(let from, let count): return PatternBytes.array(min(24, count - inside), from: from + inside)
        case .field, .strike: return []
        }
    }

    /// Takes as many bytes as fit. A result short of `bytes` is either the end of what was written, or,
    /// where that is not complete, the first byte that differs.
    mutating func feed(_ bytes: ArraySlice<UInt8>) -> Int {
        var rest = bytes
        while !rest.isEmpty, index < pieces.count {
            let taken: Int
            let size: Int
            switch pieces[index] {
            case .anything, .mayEnd:
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
    /// The offset in the stream behind `{{bytes …}}` at which the next bytes should be, if they are all of it.
    var patternOffset: Int? {
        guard index < pieces.count, case .element(.pattern(let from, _)) = pieces[index] else { return nil }
        return from + inside
    }
}
