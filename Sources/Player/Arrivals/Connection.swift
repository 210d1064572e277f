// Connection.swift: the state that a player keeps of one connection.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainReply
import QuintainScenario
import QuintainTranscript
import QuintainWire

/// One connection, or one stream of HTTP/2, as far as the play is concerned.
///
/// A stream brings one request; its carrier is asked for what concerns the whole connection, such as its end.
///
/// An object, because it is read at every turn and too large to be copied each time. It belongs to one player, and
/// players cannot be copied, so it is as safe to hand on as the player.
final class Connection: @unchecked Sendable {
    let number: ConnectionNumber
    let origin: String
    /// The number of lines of ours that were done when it opened.
    let openedAfterOurs: Int
    let security: SecureState
    /// The connection that carries this stream; nil: this is a connection itself.
    private let carrier: Connection?
    /// Requests come on streams of this connection.
    private(set) var carriesStreams = false
    /// The origin at the end of the tunnel, once the connection is one.
    private(set) var tunnel: String?
    /// The lane whose last message was on this connection.
    private(set) var lane: Lane?
    /// The number of requests that began here.
    private(set) var requests = 0
    /// The request that is coming in.
    private(set) var request: RequestInProgress?
    /// The written form of the last request that a line took.
    private(set) var lastForm: WrittenForm?
    /// Messages behind a request that waits for its line.
    private(set) var backlog = Backlog()
    /// Replies to requests that no line takes; they leave once the reply before them is out.
    private(set) var refusals: [RefusalReply] = []
    /// The connection has, or had, such a reply.
    private(set) var isRefused = false
    private var parting = Parting()
    private var reply = ReplyUnderWay()
    /// The number of requests that had begun when the server ended its side; nil: it has not.
    private var requestsBeforeEnd: Int?
    /// No message had told of that end, and the client waited for nothing more.
    private var isEndUntold = false
    private var hasFallenSilent = false
    private(set) var isStalled = false
    private(set) var persistence = Persistence()
    /// Bytes came here that make no request.
    private(set) var hasStrayed = false
    /// The arrival of the first bytes of a request that is not whole yet.
    private(set) var beginning: Beginning?
    /// Bytes came behind a CONNECT or a request for an upgrade before that was answered.
    private(set) var isAheadOfAnswer = false
    private(set) var frames = FrameInbox()
    /// The server has sent a frame here that a `! frame` wrote.
    private(set) var hasWrittenFrame = false
    private(set) var departure = Departure()
    private var hasBytes = false
    private var reading = Intake()

    init(_ number: ConnectionNumber, origin: String, openedAfterOurs: Int) {
        self.number = number
        self.origin = origin
        self.openedAfterOurs = openedAfterOurs
        security = SecureState()
        carrier = nil
    }

    /// Makes a stream on a connection.
    init(_ number: ConnectionNumber, on carrier: Connection, openedAfterOurs: Int) {
        self.number = number
        origin = carrier.tunnel ?? carrier.origin
        self.openedAfterOurs = openedAfterOurs
        security = carrier.security
        self.carrier = carrier
        carrier.carriesStreams = true
    }

    /// The connection that carries this stream, or this one.
    var root: Connection { carrier ?? self }

    /// What is said of its end where no reply says it.
    var farewell: RefusalReply? { carriesStreams ? .farewell : nil }

    // MARK: What comes

    func bytesCame() { hasBytes = true }

    /// The time at which the first bytes of a head came.
    struct Beginning {
        /// The severity of a breach, if no line takes the bytes.
        var due: Severity
        /// The number of lines of ours that were done.
        var afterOurs: Int
    }

    /// The first bytes came of a request that is not whole yet.
    func requestBegins(_ beginning: Beginning) { self.beginning = beginning }

    /// The head to which those bytes belong is whole; on a stream, the first head of any stream.
    func takeBeginning() -> Beginning? {
        if let carrier { return carrier.takeBeginning() }
        defer { beginning = nil }
        return beginning
    }

    func begin(_ head: RequestHead, afterOurs: Int, event: Int?) -> RequestInProgress {
        requests += 1
        carrier?.requests += 1
        isAheadOfAnswer = false
        reply.requestCame()
        if carrier == nil { persistence.requestCame(head) }
        let ordinal = carrier?.requests ?? requests
        let request = RequestInProgress(head, ordinal: ordinal, afterOurs: afterOurs, event: event)
        self.request = request
        return request
    }

    /// The connection brings bytes and no more requests from here on.
    func beginRaw(in lane: Lane, hasRest: Bool, afterOurs: Int, counts: Bool = false) -> RequestInProgress {
        let request = RequestInProgress(rawIn: lane, hasRest: hasRest, ordinal: requests, afterOurs: afterOurs)
        if counts { requests += 1 }
        self.request = request
        return request
    }

    func requestIsOver() {
        lastForm = request?.form ?? lastForm
        request = nil
    }

    /// Whether new input must wait behind a request that is not over. Only a head begins a backlog; everything else
    /// belongs to the request that is coming in.
    func isBehind(beginning: Bool = false) -> Bool { !backlog.isEmpty || beginning && request != nil }

    func putAside(_ arrival: Backlog.Arrival) { backlog.append(arrival) }

    func takeFromBacklog() -> Backlog.Arrival? { backlog.takeFirst() }

    func dropBacklog() { backlog = Backlog() }

    func stray() { hasStrayed = true }

    func hear(_ frame: FrameInbox.Heard) { frames.append(frame) }

    func takeFrame(where fits: (FrameInbox.Heard) -> Bool) -> FrameInbox.Heard? { frames.take(where: fits) }

    func cameAheadOfAnswer() { isAheadOfAnswer = true }

    /// No bytes have come here, and no line has referred to the connection.
    var isUntouched: Bool { carrier == nil && !hasBytes && !security.isGreeted && lane == nil && !hasStrayed }

    /// A TLS greeting came here, and no line has referred to the connection.
    var isUnspokenFor: Bool { security.isGreeted && lane == nil && requests == 0 }

    var passage: Passage { Passage(origin: origin, tunnel: tunnel) }

    /// A handshake is done here, and no request has come behind it.
    var hasOnlyShakenHands: Bool {
        carrier == nil && security.terms != nil && requests == security.requestsBefore && !hasStrayed
    }

    /// The server ended the connection before any request: a request that comes by then was on its way.
    func wasNeverAsked(with requests: Int) -> Bool {
        if let carrier, requestsBeforeEnd == nil { return carrier.wasNeverAsked(with: requests) }
        return requestsBeforeEnd == 0 && self.requests == requests
    }

    /// The request that has come is the first behind an end of the connection that no message had told of.
    var isFirstBehindUntoldEnd: Bool {
        if let carrier { return carrier.isFirstBehindUntoldEnd }
        return isEndUntold && requestsBeforeEnd.map { requests == $0 + 1 } ?? false
    }

    /// No lane and no request uses the connection, so the next request may come here.
    var isIdle: Bool { carrier == nil && lane == nil && requests == 0 && !isFinished }

    // MARK: What is done with it

    func bind(_ lane: Lane) {
        self.lane = lane
        carrier?.lane = lane
    }

    func becomeTunnel(to origin: String) {
        tunnel = origin
        persistence.beginAnew()
        security.beginAnew(after: requests)
    }

    /// Notes what the server says about the end of the connection. What a stream's messages say does not concern it.
    func noteReply(_ note: (inout Persistence) -> Void) {
        if carrier == nil { note(&persistence) }
    }

    func refuse(_ refusal: RefusalReply) {
        refusals.append(refusal)
        isRefused = true
    }

    func takeRefusals() -> [RefusalReply] {
        defer { refusals = [] }
        return refusals
    }

    func clientClosed(_ how: Closing, afterOurs: Int) {
        parting.clientClosed(how, afterOurs: afterOurs, behindRawBytes: request?.isRaw ?? false)
    }

    /// The client's closing of the stream, or of the connection that carries it.
    var closedByClient: Closing? { parting.how ?? carrier?.parting.how }

    /// The number of lines of ours that were done when the client closed.
    var closedAfterOurs: Int { parting.how == nil ? carrier?.parting.afterOurs ?? 0 : parting.afterOurs }

    func awaitClosing() { root.parting.wasAwaitedByLine() }

    /// A reply to its last request has begun.
    var isAnswering: Bool { reply.hasBegun }

    /// The frame that ends the stream has left.
    var hasWholeReply: Bool { reply.hasEnded }

    /// The request and its reply are both whole.
    var isOver: Bool { hasWholeReply && request == nil }

    func replyBegan() { reply.begin(behindGoAway: carrier?.departure.isAnnounced ?? false) }

    /// The client has closed its side unawaited, and not as the end of raw bytes.
    var isLeftUnasked: Bool { closedByClient == .fin && !root.parting.wasAwaited && !parting.endedRaw }

    func replyBeganLate(at step: Int?) { reply.beganLate(at: step) }

    func takeLateReply() -> Int? { reply.takeLateStep() }

    /// The client had closed its side when its reply began, and has answered that by no reset: it reads on.
    var readsOn: Bool { closedByClient == .fin && reply.isLate }

    /// The frame that ends the stream has left.
    func replyEnded() { reply.end() }

    func frameWasWritten() { hasWrittenFrame = true }

    func replyWasReported() {
        reply.wasReported()
        if reply.isBehindGoAway { carrier?.departure.laterWasReported() }
    }

    /// An act on it was carried out.
    func struck(by strike: Strike) {
        switch strike {
        case .resetStream: end()
        case .stall: isStalled = true
        case .frame(let frame, _) where frame.endsStream && number.carries(frame): replyEnded()
        default: break
        }
    }

    /// An act was carried out on it, or on a stream of it.
    func carried(_ strike: Strike) {
        switch strike {
        case .goAway: departure.goAwayLeft()
        case .ping: departure.pingLeft()
        case .frame(let frame, _) where frame.kind == .goAway: departure.goAwayLeft()
        case .frame(let frame, _) where frame.kind == .ping && !frame.flags.contains(.ack): departure.pingLeft()
        case .stall, .reset, .close, .resetStream: break
        default: if strike.silences { hasFallenSilent = true }
        }
    }

    func pingWasAcknowledged() { departure.pingWasAcknowledged() }

    /// The server has ended its side.
    ///
    /// - Parameter behindWholeReply: its client could know that it had the last reply whole.
    func end(behindWholeReply: Bool = false) {
        if requestsBeforeEnd == nil {
            isEndUntold = behindWholeReply && carrier == nil && persistence.mayGoOn && !departure.isAnnounced
        }
        requestsBeforeEnd = requestsBeforeEnd ?? requests
        hasFallenSilent = true
    }

    func speak() { isStalled = false }

    /// Nothing may be sent any more; behind a stall, until another request is answered.
    var isSilent: Bool { hasFallenSilent || isStalled || carrier?.isSilent ?? false }

    /// The server has ended the stream or its connection: `! close`, `! reset` or `! rst-stream` was played.
    var isFinished: Bool { requestsBeforeEnd != nil || carrier?.requestsBeforeEnd != nil }

    /// Its client is there, and can be answered.
    var isLeftWaiting: Bool { closedByClient == nil && !isFinished && !isSilent && request?.isRaw != true }

    // MARK: Reading

    /// No more is read until a line takes what has come.
    var isHeldUp: Bool { !reading.allows(holding: heldBytes) }

    /// Reading goes on only while not too many bytes are kept for lines to come. nil: nothing changes.
    func changeReading() -> Bool? {
        reading.change(holding: heldBytes)
    }

    private var heldBytes: Int { (request?.unclaimed.count ?? 0) + backlog.byteCount }
}

extension Frame {
    fileprivate var endsStream: Bool { (kind == .headers || kind == .content) && flags.contains(.endStream) }
}

/// How the client closed the connection or stream.
private struct Parting {
    private(set) var how: Closing?
    /// The number of lines of ours that were done by then.
    private(set) var afterOurs = 0
    /// It closed behind raw bytes.
    private(set) var endedRaw = false
    /// A line has awaited it.
    private(set) var wasAwaited = false

    mutating func clientClosed(_ how: Closing, afterOurs: Int, behindRawBytes: Bool) {
        self.how = how
        self.afterOurs = afterOurs
        endedRaw = behindRawBytes
    }

    mutating func wasAwaitedByLine() { wasAwaited = true }
}

/// The reply to the last request, as far as the end of the connection depends on it.
private struct ReplyUnderWay {
    private(set) var hasBegun = false
    private(set) var hasEnded = false
    /// It began behind a GOAWAY.
    private(set) var isBehindGoAway = false
    /// It began when the client had closed its side, and no reset came of it.
    private(set) var isLate = false
    /// The step of the line that began such a reply, which nobody may have read.
    private var lateStep: Int?

    mutating func requestCame() { (hasBegun, isLate) = (false, false) }

    mutating func begin(behindGoAway: Bool) {
        hasBegun = true
        isBehindGoAway = behindGoAway
    }

    mutating func beganLate(at step: Int?) {
        isLate = true
        lateStep = lateStep ?? step
    }

    /// A client that reports its reply has read it, and had closed its side alone.
    mutating func wasReported() { lateStep = nil }

    mutating func takeLateStep() -> Int? {
        defer { (isLate, lateStep) = (false, nil) }
        return lateStep
    }

    mutating func end() { hasEnded = true }
}

/// Whether the connection is read.
private struct Intake {
    private var isOn = true

    mutating func change(holding bytes: Int) -> Bool? {
        let reads = allows(holding: bytes)
        guard reads != isOn else { return nil }
        isOn = reads
        return reads
    }

    func allows(holding bytes: Int) -> Bool { bytes <= Self.heldAtMost }

    private static let heldAtMost = 256 * 1024
}
