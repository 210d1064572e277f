// OutgoingQueue.swift: sends the batches of one connection, at their pace.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainLoop
import QuintainNotation
import QuintainPlayer
package import QuintainReply
package import QuintainTransport

/// The batches that have not left yet on a connection, sent element by element.
@OnLoop
package final class OutgoingQueue {
    /// A batch that is finished, and the number of its bytes that the system took.
    package struct Settled {
        var number: Int
        var sent: Int
        /// The time before the last of them were handed over. nil: none were.
        var leaving: Moment?
    }

    package enum Progress {
        /// Nothing to do, or nothing that can be done now.
        case nothing
        case progress
        /// Nothing leaves for a while, because the file says so.
        case pause
        case played(Settled)
        /// The connection's owner must carry this act out; the batch may end with it.
        case strike(Strike, Settled?)
        /// The client is gone: the batch ends here.
        case broken(Settled)
    }

    private var batches: [Batch] = []
    /// The place in the first batch: the index of the element, the offset in it, and the number of bytes sent so far.
    private var element = 0
    private var offset = 0
    private var sent = 0
    /// The time before the last bytes of the first batch were handed over.
    private var leaving: Moment?
    /// The number of pauses of the first batch that have begun.
    private var pauses = 0

    package private(set) var isBlocked = false
    /// The time of the next bytes, if the rate or a pause delays them.
    package var nextTurn: Moment? { batches.isEmpty || isBlocked ? nil : pauseEnd ?? turn }
    private var turn: Moment?
    /// The time before which nothing is done.
    private var pauseEnd: Moment?
    private var rate: Int?
    private var segment: Int?
    private var isStalled = false
    /// Bytes of a message were ordered behind a stall.
    private var hasSwallowed = false

    package init() {}

    package var isEmpty: Bool { batches.isEmpty }

    /// The batch that has begun and is not finished, as far as it has come.
    var underWay: (number: Int, sent: Int, pauses: Int)? {
        sent > 0 || pauses > 0 ? batches.first.map { ($0.number, sent, pauses) } : nil
    }

    /// Some bytes that were ordered have not left.
    var isCut: Bool { !batches.isEmpty || hasSwallowed }

    package func append(_ batch: Batch) { batches.append(batch) }

    /// Drops all bytes that have not left.
    func abandon() -> [Settled] {
        defer { batches = [] }
        return batches.enumerated().map { Settled(number: $1.number, sent: $0 == 0 ? sent : 0) }
    }

    /// Carries out the next step.
    package func advance(on transport: Transport) -> Progress {
        isBlocked = false
        if transport.hasBacklog {
            switch transport.flush() {
            case .bytes: break
            case .full:
                isBlocked = true
                return .nothing
            case .reset, .failed, .closed: return batches.isEmpty ? .nothing : .broken(finish())
            }
        }
        guard let batch = batches.first else { return .nothing }
        if let end = pauseEnd {
            if .now < end { return .nothing }
            pauseEnd = nil
        }
        guard element < batch.elements.count else { return .played(finish()) }
        switch batch.elements[element] {
        case .strike(let strike):
            return self.strike(strike, batch)
        case .field:
            preconditionFailure("fields leave within frames")
        case .bytes(let bytes):
            return bytes.withUnsafeBytes { all in
                write(all.count, on: transport) { UnsafeRawBufferPointer(rebasing: all[$0]) }
            }
        case .pattern(let from, let count):
            return write(count, on: transport) { range in
                let part = UnsafeMutableRawBufferPointer(rebasing: Self.room[..<min(range.count, Self.room.count)])
                PatternBytes.fill(part, from: from + range.lowerBound)
                return UnsafeRawBufferPointer(part)
            }
        }
    }

    /// Carries out an act that concerns the pace here; others are for the connection's owner.
    private func strike(_ strike: Strike, _ batch: Batch) -> Progress {
        element += 1
        switch strike {
        case .flush: break
        case .wait(let milliseconds):
            pauses += 1
            pauseEnd = .now.advanced(milliseconds: Int64(milliseconds))
            return .pause
        case .rate(let bytes): rate = max(1, bytes)
        case .segment(let bytes): segment = max(1, bytes)
        case .stall:
            isStalled = true
            return .strike(strike, element == batch.elements.count ? finish() : nil)
        case .speak:
            (isStalled, hasSwallowed) = (false, false)
            return .strike(strike, element == batch.elements.count ? finish() : nil)
        default:
            return .strike(strike, element == batch.elements.count ? finish() : nil)
        }
        return .progress
    }

    /// Sends the next bytes of an element of this size.
    private func write(
        _ size: Int, on transport: Transport, _ bytes: (Range<Int>) -> UnsafeRawBufferPointer
    ) -> Progress {
        if isStalled {
            // Bytes behind a stall never leave.
            hasSwallowed = true
            return .played(finish())
        }
        if offset == size {
            element += 1
            offset = 0
            return .progress
        }
        let now = Moment.now
        if let turn, now < turn { return .nothing }
        var room = min(size - offset, Self.room.count)
        if let segment { room = min(room, segment) }
        if let rate { room = min(room, max(1, rate / Self.turnsASecond)) }
        switch transport.send(bytes(offset..<offset + room)) {
        case .bytes(let count):
            leaving = now
            offset += count
            sent += count
            if let rate {
                let pause = Int64(count) * 1_000_000_000 / Int64(rate)
                turn = max(turn ?? now, now).advanced(nanoseconds: pause)
            }
            return .progress
        case let other: return stopped(by: other)
        }
    }

    /// Stops sending: the system takes no more now, or never.
    private func stopped(by result: Channel.Send) -> Progress {
        guard case .full = result else { return .broken(finish()) }
        isBlocked = true
        return .nothing
    }

    /// All bytes of the first batch have been handed over, but its owner has not been told yet.
    var isAllOut: Bool {
        guard let batch = batches.first else { return false }
        return batch.elements.indices[element...].allSatisfy { index in
            switch batch.elements[index] {
            case .bytes(let bytes): index == element && offset == bytes.count
            case .pattern(_, let count): index == element && offset == count
            case .field, .strike: true
            }
        }
    }

    private func finish() -> Settled {
        let settled = Settled(number: batches.removeFirst().number, sent: sent, leaving: leaving)
        (element, offset, sent, pauses, leaving) = (0, 0, 0, 0, nil)
        return settled
    }

    /// The number of portions in which a rate is sent each second.
    private static let turnsASecond = 50
    /// The buffer in which the bytes of a pattern are made before they are sent.
    private static let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
}
