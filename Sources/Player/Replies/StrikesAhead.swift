// StrikesAhead.swift: acts that wait for a byte of a message.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainReply

/// Counts the bytes of a message as they are written, and cuts them where an act strikes.
///
/// Behind an act that ends the sending no byte is let through, until the next request is answered.
struct StrikesAhead {
    enum Element {
        case part(Outgoing)
        case strike(Strike, PlacedLine)
        /// The part is held back whole.
        case cut(Outgoing)
    }

    private struct Ahead {
        let byte: Int
        let strike: Strike
        let placed: PlacedLine
    }

    private var ahead: [Ahead] = []
    /// The number of bytes of the message that were let through.
    private var count = 0
    /// An act has ended the sending.
    private(set) var isOver = false
    /// Bytes of the message were held back by that.
    private(set) var hasCut = false

    /// Adds an act; acts come in the order in which they strike.
    mutating func add(_ strike: Strike, at byte: Int, _ placed: PlacedLine) {
        ahead.append(Ahead(byte: byte, strike: strike, placed: placed))
    }

    /// Another message begins.
    mutating func begin() { count = 0 }

    /// Whether the part leaves as it is, because no act is to strike; then it is counted.
    mutating func letsThrough(_ part: Outgoing) -> Bool {
        guard ahead.isEmpty, !isOver else { return false }
        count += part.byteCount
        return true
    }

    /// The number of the next bytes that leave.
    func room(for bytes: Int) -> Int {
        if isOver { return 0 }
        guard let end = ahead.first(where: { $0.strike.endsSending }) else { return bytes }
        return min(bytes, max(0, end.byte - count))
    }

    /// The elements of the part that leave, with the acts that strike before, within and behind it.
    mutating func pass(_ part: Outgoing) -> [Element] {
        var elements = due()
        if isOver {
            cut(part)
            return elements + [.cut(part)]
        }
        var rest = part
        while !isOver, let next = ahead.first, next.byte < count + rest.byteCount {
            let (first, second) = rest.split(at: next.byte - count)
            elements.append(.part(first))
            rest = second
            count = next.byte
            elements += due()
        }
        if isOver {
            cut(rest)
            rest.content = []
        }
        elements.append(.part(rest))
        count += rest.byteCount
        return elements + due()
    }

    private mutating func cut(_ part: Outgoing) { if part.byteCount > 0 { hasCut = true } }

    private mutating func due() -> [Element] {
        var elements: [Element] = []
        while !isOver, let next = ahead.first, next.byte <= count {
            ahead.removeFirst()
            elements.append(.strike(next.strike, next.placed))
            isOver = next.strike.endsSending
        }
        return elements
    }

    /// The message has ended: returns the acts that its bytes have not reached, and its length.
    mutating func takeMissed() -> (missed: [(placed: PlacedLine, byte: Int)], length: Int) {
        defer { ahead = [] }
        return (ahead.map { ($0.placed, $0.byte) }, count)
    }
}

extension Outgoing {
    /// Splits the content at a byte; both halves belong to the same line.
    fileprivate func split(at count: Int) -> (Self, Self) {
        var (first, second) = (self, self)
        (first.content, second.content) = ([], [])
        var left = count
        for element in content {
            let size = Batch(elements: [element]).byteCount
            if left == 0, size > 0 || !second.content.isEmpty {
                second.content.append(element)
            } else if size <= left {
                first.content.append(element)
                left -= size
            } else {
                let (head, tail) = element.split(at: left)
                first.content.append(head)
                second.content.append(tail)
                left = 0
            }
        }
        return (first, second)
    }
}
