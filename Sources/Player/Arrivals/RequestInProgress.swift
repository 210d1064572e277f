// RequestInProgress.swift: the request that is coming in on a connection.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainScenario
import QuintainTranscript
import QuintainWire

/// A request from its head to its end: the line that takes it, the progress of its body, and the bytes that wait for a
/// line.
///
/// An object, because every piece of the body changes it. It belongs to one connection.
final class RequestInProgress: @unchecked Sendable {
    enum Claim {
        /// A line takes the request.
        case item(Int)
        /// All that is written of the request has come; the rest may be written further down, or nowhere.
        case cut(Lane, hasRest: Bool)
        /// No more of the request may come: this line says so.
        case forbidden(PlacedLine)
        /// The request came too soon; its line may still come into reach.
        case premature
        case refused

        /// Further bytes are kept for a line further down.
        var waits: Bool {
            switch self {
            case .premature, .cut(_, hasRest: true): true
            case .item, .cut, .forbidden, .refused: false
            }
        }
    }

    let head: RequestHead
    /// The number of the request on its connection.
    let ordinal: Int
    /// The number of lines of ours that were done when it came.
    let afterOurs: Int
    /// Not a request but bytes on a connection that no longer speaks HTTP.
    let isRaw: Bool
    /// The number of body bytes that have come, taken or not.
    let progress = BodyProgress()
    private(set) var claim: Claim
    private(set) var check = BodyCheck()
    /// The request's `Transfer-Encoding` is written, so its chunks may be, too.
    private(set) var isFramingWritten = false
    /// Bytes of the body that no line has taken yet.
    private(set) var unclaimed = Unclaimed()
    /// The size line of a chunk that is not whole, and when its first byte came.
    private(set) var begunChunk: Arrived?
    /// The severity with which the request was judged as too soon; nil: it was not.
    private(set) var cameTooSoon: Severity?
    /// The number of the event that records the request line, if the head is recorded; the other lines of the head
    /// follow it.
    private(set) var event: Int?
    private(set) var isEnded = false
    private(set) var isEndRecorded: Bool
    private(set) var trailers: [Field] = []
    /// The fields that cover the body, until it is whole.
    private var proof: BodyProof?
    /// The form that the line which takes it writes.
    private(set) var form: WrittenForm?
    /// The deviations from HTTP/1.1 that are not judged yet.
    private var deviations: [Deviation] = []
    /// The line against which later bytes are compared: the body was cut short where it may end at any byte.
    private var watched: PlacedLine?
    /// The deviations that are reported.
    private var told: [Deviation] = []
    /// The number of frames of chunks that have come.
    private var chunkFrames = 0

    /// Whether the next frame of a chunk is told: of a long body the first thousand are, or they would fill the transcript.
    func tellsChunk() -> Bool {
        chunkFrames += 1
        return chunkFrames <= Self.chunkFramesTold
    }

    private static let chunkFramesTold = 1_000

    init(_ head: RequestHead, ordinal: Int, afterOurs: Int, event: Int?) {
        self.head = head
        self.ordinal = ordinal
        self.afterOurs = afterOurs
        self.event = event
        claim = .refused
        isRaw = false
        isEndRecorded = false
    }

    /// Makes a record of the bytes behind the end of HTTP.
    init(rawIn lane: Lane, hasRest: Bool, ordinal: Int, afterOurs: Int) {
        head = RequestHead(method: "", target: [])
        self.ordinal = ordinal
        self.afterOurs = afterOurs
        claim = .cut(lane, hasRest: hasRest)
        isRaw = true
        isEndRecorded = true
    }

    // MARK: Its line

    /// Has the head recorded, unless it is.
    func writeDown(_ write: (RequestHead) -> Int) { event = event ?? write(head) }

    func wasRecorded(_ event: Int) { self.event = self.event ?? event }

    /// A line takes the request.
    func take(by item: Item, _ fit: HeadFit, _ values: inout Values, _ scope: Scope) {
        isFramingWritten = fit.expected.isFramingWritten
        proof = fit.proof(item)
        form = WrittenForm(fit.expected, item)
        take(by: item, fit.expected.body, behind: fit.raw?.rest ?? [], &values, scope)
    }

    /// A line takes what comes from here on.
    ///
    /// - Parameter raw: the bytes that raw lines of the head have beyond the head: the body must begin with them.
    func take(
        by item: Item, _ lines: [ExpectedBodyLine], behind raw: [UInt8] = [], _ values: inout Values, _ scope: Scope
    ) {
        claim = .item(item.id)
        check = BodyCheck(of: lines, item, behind: raw, watchesChunks: isFramingWritten, &values, scope).behind(check)
    }

    /// Whether the file asks for it on a connection whose last reply has come, or the client had not seen that.
    func mayComeBehindLast(_ item: Item, _ expected: ExpectedRequest) -> Bool {
        expected.isRaw || cameTooSoon != nil || afterOurs < item.reachedAfterOurs
            || !expected.bindings.allSatisfy { $0.0 == .new }
    }

    /// The line of the request may still come into reach. A severity says that the request was judged as too soon
    /// already.
    func waitForLine(_ severity: Severity? = nil) {
        claim = .premature
        if let severity { cameTooSoon = severity }
    }

    /// All that is written has come. Where that may end at any byte, later bytes are compared with the same line.
    func cut(_ lane: Lane, hasRest: Bool, at placed: PlacedLine) {
        claim = .cut(lane, hasRest: hasRest)
        if check.mayEndAnywhere { watched = placed } else { check.stop() }
    }

    /// No line is left for the rest of the request.
    func giveUpRest() {
        if case .cut(let lane, _) = claim { claim = .cut(lane, hasRest: false) }
    }

    func forbidMore(_ placed: PlacedLine) { claim = .forbidden(placed) }

    func refuse() { claim = .refused }

    // MARK: Its form

    var hasDeviations: Bool { !deviations.isEmpty }

    func depart(_ deviation: Deviation) { deviations.append(deviation) }

    /// The deviations that break the form, each rule once, and each byte: a byte that ends an empty line with LF alone is
    /// one mistake. The fields of a stream have no bytes of their own.
    ///
    /// - Parameter writesForbiddenTrailer: the line writes a trailer that must be none.
    func takeFaults(of form: WrittenForm, writesForbiddenTrailer: Bool) -> [Deviation] {
        defer { deviations = [] }
        return deviations.filter { deviation in
            let isAllowed = form.allows(
                deviation.rule, isInHead: deviation.offset < head.offset + head.raw.count,
                bodyIsRaw: check.comparesFrames, writesForbiddenTrailer: writesForbiddenTrailer)
            let isTold = told.contains {
                $0.rule == deviation.rule || !head.raw.isEmpty && $0.offset == deviation.offset
            }
            if !isAllowed, !isTold { told.append(deviation) }
            return !isAllowed && !isTold
        }
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

    func feed(_ arrived: Arrived, isOpenEnded: Bool, keeps: Bool) -> BodyCheck.Fed {
        let fed = check.feed(arrived.bytes[...], isOpenEnded: isOpenEnded, keeps: keeps)
        if arrived.isContent { proof?.take(arrived.bytes.prefix(fed.taken)) }
        return fed
    }

    func frame(_ bytes: [UInt8]) -> (PlacedLine, ChunkDifference)? { check.frame(bytes) }

    /// Bytes that no line waits for. Returns what is wrong with them, and the line that says so.
    func pass(_ arrived: Arrived) -> (PlacedLine, BodyDifference)? {
        guard arrived.isContent else { return nil }
        proof?.take(arrived.bytes[...])
        guard let watched else {
            check.pass(arrived.bytes.count)
            return nil
        }
        let mistake = check.feed(arrived.bytes[...], isOpenEnded: false, keeps: false).mistake
        return if case .differs(let difference)? = mistake?.what { (watched, difference) } else { nil }
    }

    func keep(_ arrived: Arrived) { unclaimed.append(arrived) }

    func takeUnclaimed() -> [Arrived] {
        defer { unclaimed = Unclaimed() }
        return unclaimed.stretches
    }

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

    /// The event of its end, once.
    func takeEnd() -> Happening? {
        defer { isEndRecorded = true }
        return isEndRecorded ? nil : .requestEnded(bodyLength: progress.count)
    }
}
