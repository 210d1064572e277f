// TextConversation.swift: HTTP/1 on a connection of a run, in both directions.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainPlayer
import QuintainReply
import QuintainTranscript
import QuintainTransport
import QuintainWire

/// Reads requests one after the other, and sends batches as they are.
@OnLoop
final class TextConversation: HTTPConversation {
    private let teller: Teller
    private let outgoing: OutgoingQueue
    private var reader = RequestReader(tellsFrames: true)
    /// Bytes are not read as HTTP any more: behind a 101, or behind bytes that could not be read.
    private var isRaw = false
    /// Bytes of the client that came before the 101 had left.
    private var heldRaw: [UInt8] = []
    /// The number of bytes behind an unanswered CONNECT that were told.
    private var heldBehindConnect = 0

    init(_ teller: Teller, over outgoing: OutgoingQueue) {
        self.teller = teller
        self.outgoing = outgoing
    }

    // MARK: Receiving

    var isQuiet: Bool {
        switch reader.inputEnded() {
        case .betweenRequests, .malformed: true
        case .insideHead, .insideBody: false
        }
    }

    func append(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        // Copied: code that is called meanwhile may read into the same buffer.
        if isRaw { return Array(bytes) }
        reader.append(bytes)
        return []
    }

    func understand() -> Bool {
        if !heldRaw.isEmpty {
            let bytes = heldRaw
            heldRaw = []
            teller.tell { $0.rawArrived(bytes, on: $1, at: $2) }
        }
        while let event = reader.next() {
            tell(event)
            if teller.player?.workedLong == true { return false }
        }
        tellBeginning()
        let begun = reader.begunChunk
        if !begun.isEmpty { teller.tell { $0.chunkBegan(begun, on: $1, at: $2) } }
        if reader.isPaused, reader.held > heldBehindConnect {
            heldBehindConnect = reader.held
            teller.tell { $0.cameBeforeAnswer(on: $1, at: $2) }
        }
        return true
    }

    private func tell(_ event: RequestReader.Event) {
        switch event {
        case .head(let head): teller.tell { $0.requestArrived(head, on: $1, at: $2) }
        case .body(let bytes): teller.tell { $0.bodyArrived(bytes[...], on: $1, at: $2) }
        case .chunk: break
        case .frame(let bytes): teller.tell { $0.frameArrived(bytes, on: $1, at: $2) }
        case .trailerText(let bytes): teller.tell { $0.frameArrived(bytes, isTrailer: true, on: $1, at: $2) }
        case .end(let trailers):
            tellBeginning()
            teller.tell { $0.requestEnded(trailers: trailers, on: $1, at: $2) }
        case .deviation(let deviation): teller.tell { $0.deviated(deviation, on: $1, at: $2) }
        case .malformed(let deviation, let status):
            isRaw = true
            let bytes = reader.unreadable
            teller.tell { $0.unreadable(deviation, status: status, bytes: bytes, on: $1, at: $2) }
        }
    }

    /// Tells that a further request has begun.
    private func tellBeginning() {
        if reader.hasBegunHead { teller.tell { $0.requestBegan(on: $1, at: $2) } }
    }

    func tellLeftOver() {
        let left = reader.leftOver
        if !left.isEmpty { _ = reader.takeRest() }
        teller.tellLeftOver(left)
    }

    func goOn(behind answer: Strike) {
        heldBehindConnect = 0
        guard answer == .switchProtocols else { return reader.goOn(tunnels: answer != .noTunnel) }
        heldRaw = reader.takeRest()
        isRaw = true
        if !heldRaw.isEmpty { teller.tell { $0.cameBeforeAnswer(on: $1, at: $2) } }
    }

    func beginAnew() -> [UInt8] {
        defer { reader = RequestReader(tellsFrames: true) }
        heldBehindConnect = 0
        return reader.takeRest()
    }

    // MARK: Sending

    var isEmpty: Bool { outgoing.isEmpty }

    var isCut: Bool { outgoing.isCut }

    func play(_ batch: Batch, on number: ConnectionNumber) { outgoing.append(batch) }

    func advance(on transport: Transport) -> OutgoingQueue.Progress { outgoing.advance(on: transport) }

    func tellProgress() {
        guard let batch = outgoing.underWay else { return }
        teller.tell { $0.batchAdvanced(batch.number, sent: batch.sent, pauses: batch.pauses, at: $2) }
    }

    func abandon() -> [OutgoingQueue.Settled] { outgoing.abandon() }
}
