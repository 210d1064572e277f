// OutgoingBatch.swift: lines of ours that leave together.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainReply
import QuintainScenario
import QuintainTranscript

typealias ReplyWriter = QuintainReply.ReplyWriter<Batch.Element>
typealias StreamWriter = QuintainReply.StreamWriter<Batch.Element>
typealias Outgoing = QuintainReply.Outgoing<Batch.Element>

extension Outgoing {
    var byteCount: Int { Batch(elements: content).byteCount }

    /// Nothing but bytes: no connection is handed over, and no frame ends.
    fileprivate var isBytesAlone: Bool { !content.contains { if case .strike = $0 { true } else { false } } }

    var endsStream: Bool {
        content.contains { [.strike(.headers(endsStream: true)), .strike(.data(endsStream: true))].contains($0) }
    }
}

/// Bytes and acts for one connection that leave together.
struct OutgoingBatch {
    enum Element {
        case bytes(Outgoing, Lane)
        case strike(Strike, PlacedLine)
        /// Nothing of this step leaves: an act at a byte has ended the sending.
        case cut(step: Int)
    }

    let connection: ConnectionNumber
    var number = 0
    /// What has not been recorded as having left.
    private(set) var elements: [Element] = []
    /// All bytes of the batch, whether they have left or not.
    private(set) var byteCount = 0
    private var strikeCount = 0
    /// The number of bytes in the elements that were taken.
    private(set) var byteCountTaken = 0
    private var pausesTaken = 0
    /// The steps of which something was taken, and whether all of that had left.
    var stepsTaken: [Int: Bool] = [:]
    /// Some bytes of what was taken had not left, and never will.
    var isCut = false

    init(connection: ConnectionNumber) { self.connection = connection }

    mutating func append(_ out: Outgoing, _ lane: Lane) {
        elements.append(.bytes(out, lane))
        byteCount += out.byteCount
    }

    mutating func appendCut(_ out: Outgoing) {
        if let line = out.line { elements.append(.cut(step: line.step)) }
    }

    mutating func append(_ strike: Strike, _ placed: PlacedLine) {
        elements.append(.strike(strike, placed))
        strikeCount += 1
    }

    /// The batch is full: consecutive lines of ours leave in one write, up to these limits.
    var isFull: Bool { byteCount >= Self.bytesAtMost || strikeCount >= Self.strikesAtMost }

    private static let bytesAtMost = 256 * 1024
    private static let strikesAtMost = 1_000

    /// Takes what has left when so many bytes of the batch have, and so many pauses have begun: whole parts of replies, and
    /// what sets their pace. Any other act is taken with the rest.
    mutating func takeElements(leftWith sent: Int, pauses: Int) -> [Element] {
        var count = 0
        scan: for (index, element) in elements.enumerated() {
            switch element {
            case .bytes(let out, _) where out.isBytesAlone && byteCountTaken + out.byteCount <= sent:
                byteCountTaken += out.byteCount
                count = index + 1
            case .strike(.wait, _):
                if pausesTaken == pauses { break scan }
                pausesTaken += 1
                count = index + 1
            case .strike(let strike, _) where strike.setsPace: break
            default: break scan
            }
        }
        defer { elements.removeFirst(count) }
        return Array(elements[..<count])
    }

    /// Takes all elements that have not been taken.
    mutating func takeElements() -> [Element] {
        defer { elements = [] }
        return elements
    }

    /// Takes out the steps of which nothing is left to be taken, in order, and whether all of each has left.
    mutating func takeSteps() -> [(step: Int, isWhole: Bool)] {
        let open = Set(steps)
        let over = stepsTaken.filter { !open.contains($0.key) }
        stepsTaken = stepsTaken.filter { open.contains($0.key) }
        return over.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// The steps of what has not been taken, in order.
    var steps: [Int] {
        elements.compactMap { element in
            switch element {
            case .bytes(let out, _): out.line?.step
            case .strike(_, let placed): placed.step
            case .cut(let step): step
            }
        }
    }

    var batch: Batch {
        var batch = Batch(number: number)
        for element in elements {
            switch element {
            case .bytes(let out, _):
                for piece in out.content {
                    if case .bytes(let bytes) = piece { batch.append(bytes) } else { batch.elements.append(piece) }
                }
            case .strike(let strike, _): batch.elements.append(.strike(strike))
            case .cut: break
            }
        }
        return batch
    }
}
