// RequestInProgress.swift: the request that is coming in on a connection.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainScenario
import QuintainTranscript
import QuintainWire

/// A request from its head to its end: which line takes it, how far its body has come, and what of it waits for a line.
///
/// An object, because it is looked at with every piece of its body. It belongs to one connection.
final class RequestInProgress: @unchecked Sendable {
    enum Claim {
        /// A line takes it.
        case item(Int)
        /// What is written of it has come; the rest may be written further down, or nowhere.
        case cut(Lane, hasRest: Bool)
        /// No more of it may come: this line says so.
        case forbidden(PlacedLine)
        /// It came too soon; its line may still come into reach.
        case premature
        case refused

        /// What comes of it is kept for a line further down.
        var waits: Bool {
            switch self {
            case .premature, .cut(_, hasRest: true): true
            case .item, .cut, .forbidden, .refused: false
            }
        }
    }

    let head: RequestHead
    /// Which request of its connection it is.
    let ordinal: Int
    /// How many lines of ours were done when it came.
    let afterOurs: Int
    /// No request, but what comes on a connection that speaks HTTP no more.
    let isRaw: Bool
    /// How many bytes of its content have come, taken or not.
    let progress = BodyProgress()
    private(set) var claim: Claim
    private(set) var check = BodyCheck()
    /// The request's `Transfer-Encoding` is written: its chunks may be, too.
    private(set) var isFramingWritten = false
    /// Bytes of the body that no line has taken yet.
    private(set) var unclaimed = Unclaimed()
    /// The line of a chunk that is not whole, and when its first byte came.
    private(set) var begunChunk: Arrived?
    /// It has been judged as too soon already, and counts so much.
    private(set) var cameTooSoon: Severity?
    /// The number of the event that tells of its request line, if the head is written down; the others follow it.
    private(set) var event: Int?
    private(set) var isEnded = false
    private(set) var isEndRecorded: Bool
    private(set) var trailers: [Field] = []
    /// What its fields say of the body, until that is whole.
    private var proof: BodyProof?
    /// What the line that takes it says of its form.
    private(set) var form: WrittenForm?
    /// Where it departs from HTTP/1.1, as far as that is not judged.
    private var deviations: [Deviation] = []
    /// What it was cut short at may end at any byte, and this line says what else may come.
    private var watched: PlacedLine?
    /// The departures that are told.
    private var told: [Deviation] = []

    init(_ head: RequestHead, ordinal: Int, afterOurs: Int, event: Int?) {
        self.head = head
        self.ordinal = ordinal
        self.afterOurs = afterOurs
        self.event = event
        claim = .refused
        isRaw = false
        isEndRecorded = false
    }

    /// What comes behind the end of HTTP.
    init(rawIn lane: Lane, hasRest: Bool, ordinal: Int, afterOurs: Int) {
        head = RequestHead(method: "", target: [])
        self.ordinal = ordinal
        self.afterOurs = afterOurs
        claim = .cut(lane, hasRest: hasRest)
        isRaw = true
        isEndRecorded = true
    }

    // MARK: Its line

    func wasRecorded(_ event: Int) { self.event = self.event ?? event }

    func take(by item: Item, isFramingWritten: Bool? = nil) {
        claim = .item(item.id)
        if let isFramingWritten { self.isFramingWritten = isFramingWritten }
    }

    /// Its line may still come into reach; if it was judged already, it counts so much.
    func waitForLine(_ severity: Severity? = nil) {
        claim = .premature
        if let severity { cameTooSoon = severity }
    }

    /// What is written of it has come. Where that may end at any byte, what follows is held against the same line.
    func cut(_ lane: Lane, hasRest: Bool, at placed: PlacedLine) {
        claim = .cut(lane, hasRest: hasRest)
        if check.mayEndAnywhere { watched = placed } else { check.stop() }
    }

    /// No line is left for the rest of it.
    func giveUpRest() {
        if case .cut(let lane, _) = claim { claim = .cut(lane, hasRest: false) }
    }

    func forbidMore(_ placed: PlacedLine) { claim = .forbidden(placed) }

    func refuse() { claim = .refused }

    // MARK: Its form

    func hold(to form: WrittenForm) { self.form = form }

    func depart(_ deviation: Deviation) { deviations.append(deviation) }

    func takeDeviations() -> [Deviation] {
        defer { deviations = [] }
        return deviations
    }

    /// Each rule counts once, and so does each byte: one that ends an empty line with LF alone is one mistake.
    func isNew(_ deviation: Deviation) -> Bool {
        if told.contains(where: { $0.rule == deviation.rule || $0.offset == deviation.offset }) { return false }
        told.append(deviation)
        return true
    }

    // MARK: Its body

    func chunkBegins(_ arrived: Arrived) {
        let first = begunChunk?.afterOurs ?? arrived.afterOurs
        begunChunk = arrived
        begunChunk?.afterOurs = first
    }

    func takeBegunChunk() -> Arrived? {
        defer { begunChunk = nil }
        return begunChunk
    }

    /// What comes from here on is held against this.
    func expect(_ check: BodyCheck) { self.check = check.behind(self.check) }

    func feed(_ arrived: Arrived, isOpenEnded: Bool, keeps: Bool) -> BodyCheck.Fed {
        let fed = check.feed(arrived.bytes[...], isOpenEnded: isOpenEnded, keeps: keeps)
        if arrived.isContent { proof?.take(arrived.bytes.prefix(fed.taken)) }
        return fed
    }

    func frame(_ bytes: [UInt8]) -> (PlacedLine, String)? { check.frame(bytes) }

    /// Bytes that are not waited for. Answers what is wrong with them, and the line that says so.
    func pass(_ arrived: Arrived) -> (PlacedLine, String)? {
        guard arrived.isContent else { return nil }
        proof?.take(arrived.bytes[...])
        guard let watched else {
            check.pass(arrived.bytes.count)
            return nil
        }
        return check.feed(arrived.bytes[...], isOpenEnded: false, keeps: false).mistake.map { (watched, $0) }
    }

    func keep(_ arrived: Arrived) { unclaimed.append(arrived) }

    func takeUnclaimed() -> [Arrived] {
        defer { unclaimed = Unclaimed() }
        return unclaimed.stretches
    }

    /// Its fields say something of its body.
    func prove(_ proof: BodyProof) { self.proof = proof }

    func takeProof() -> BodyProof? {
        defer { proof = nil }
        return proof
    }

    // MARK: Its end

    func end(trailers: [Field] = []) {
        isEnded = true
        self.trailers = trailers
    }

    func endWasRecorded() { isEndRecorded = true }
}
