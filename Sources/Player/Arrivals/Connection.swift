// Connection.swift: what a player knows of one connection.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainScenario
import QuintainTranscript
import QuintainWire

/// One connection, or one stream of HTTP/2, as far as the play is concerned.
///
/// A stream brings one request; what concerns all of its connection, such as its end, is asked of that one.
///
/// An object, because it is looked at all the time and is too large to be copied for that. It belongs to one player,
/// and those cannot be copied; that makes it as safe to hand on as the player is.
final class Connection: @unchecked Sendable {
    let origin: String
    /// How many lines of ours had been done when it opened.
    let openedAfterOurs: Int
    let security: SecureState
    /// The connection of a stream; nil: it is one itself.
    private let carrier: Connection?
    /// Its requests come on streams.
    private(set) var carriesStreams = false
    /// The origin at the other end of the tunnel that it has become.
    private(set) var tunnel: String?
    /// The lane whose last message was on it.
    private(set) var lane: Lane?
    /// Requests that began on it.
    private(set) var requests = 0
    /// What is coming in.
    private(set) var request: RequestInProgress?
    /// What is written of the form of the last request that a line took.
    private(set) var lastForm: WrittenForm?
    /// What came behind a request that waits for its line.
    private(set) var backlog = Backlog()
    /// Replies to requests that no line takes; they leave once the reply before them is out.
    private(set) var refusals: [RefusalReply] = []
    /// It has, or had, such a reply.
    private(set) var isRefused = false
    private var closing: Closing?
    /// What it closed behind were raw bytes.
    private var endedRaw = false
    /// How many lines of ours had been done when the client closed it.
    private var closingAfterOurs = 0
    /// How many requests had begun on it when the server ended its side; nil: it has not.
    private var requestsBeforeEnd: Int?
    private var hasFallenSilent = false
    /// A line has awaited that the client closes it.
    private var closingWasAwaited = false
    /// The step of the line that began a reply when the client had closed its side.
    private var lateReply: Int?
    /// A reply to its last request has begun.
    private(set) var isAnswering = false
    /// Neither side has said that it will be closed behind the messages that are under way.
    private(set) var isPersistent = true
    /// A reply on it has said that it is the last one, and the client had not.
    private(set) var hasSaidClose = false
    private var clientHasSaidClose = false
    /// Bytes came on it that make no request.
    private(set) var hasStrayed = false
    /// When the bytes came that are no whole request yet.
    private(set) var beginning: Beginning?
    /// Something came behind its CONNECT before that was answered.
    private(set) var isAheadOfAnswer = false
    private(set) var frames = FrameInbox()
    /// The end of the stream has left.
    private(set) var hasWholeReply = false
    /// The server has sent a frame on it as a `! frame` says.
    private(set) var hasWrittenFrame = false
    private(set) var departure = Departure()
    /// The reply began behind a GOAWAY.
    private var isBehindGoAway = false
    private var hasBytes = false
    /// `! read off` was not played.
    private var mayRead = true
    private var isReading = true

    init(origin: String, openedAfterOurs: Int) {
        self.origin = origin
        self.openedAfterOurs = openedAfterOurs
        security = SecureState()
        carrier = nil
    }

    /// A stream on a connection.
    init(on carrier: Connection, openedAfterOurs: Int) {
        origin = carrier.tunnel ?? carrier.origin
        self.openedAfterOurs = openedAfterOurs
        security = carrier.security
        self.carrier = carrier
        carrier.carriesStreams = true
    }

    // MARK: What comes

    func bytesCame() { hasBytes = true }

    /// The first bytes of a head.
    struct Beginning {
        /// How much they count if no line takes them.
        var due: Severity
        /// How many lines of ours were done.
        var afterOurs: Int
    }

    /// Bytes came that are no whole request yet.
    func requestBegins(_ beginning: Beginning) { self.beginning = beginning }

    /// The head to which they belong is whole; on a stream, that of any stream.
    func takeBeginning() -> Beginning? {
        if let carrier { return carrier.takeBeginning() }
        defer { beginning = nil }
        return beginning
    }

    func begin(_ head: RequestHead, afterOurs: Int, event: Int?) -> RequestInProgress {
        requests += 1
        carrier?.requests += 1
        isAheadOfAnswer = false
        isAnswering = false
        if carrier == nil, !head.asksToPersist { isPersistent = false }
        if head.saysClose { clientHasSaidClose = true }
        let ordinal = carrier?.requests ?? requests
        let request = RequestInProgress(head, ordinal: ordinal, afterOurs: afterOurs, event: event)
        self.request = request
        return request
    }

    /// From here on it brings bytes and no requests.
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

    func putAside(_ arrival: Backlog.Arrival) { backlog.append(arrival) }

    func takeFromBacklog() -> Backlog.Arrival? { backlog.takeFirst() }

    func dropBacklog() { backlog = Backlog() }

    func stray() { hasStrayed = true }

    func hear(_ frame: FrameInbox.Heard) { frames.append(frame) }

    func takeFrame(where fits: (FrameInbox.Heard) -> Bool) -> FrameInbox.Heard? { frames.take(where: fits) }

    func cameAheadOfAnswer() { isAheadOfAnswer = true }

    /// Nothing has come on it, and no line has had to do with it.
    var isUntouched: Bool { carrier == nil && !hasBytes && !security.isGreeted && lane == nil && !hasStrayed }

    /// A greeting came on it, and no line has had to do with it.
    var isUnspokenFor: Bool { security.isGreeted && lane == nil && requests == 0 }

    /// The server ended it before it was asked for anything: what the client asks for by then was on its way.
    func wasNeverAsked(with requests: Int) -> Bool {
        if let carrier, requestsBeforeEnd == nil { return carrier.wasNeverAsked(with: requests) }
        return requestsBeforeEnd == 0 && self.requests == requests
    }

    /// Nothing has to do with it, so that the next request may come on it.
    var isIdle: Bool { carrier == nil && lane == nil && requests == 0 && !isFinished }

    // MARK: What is done with it

    func bind(_ lane: Lane) {
        self.lane = lane
        carrier?.lane = lane
    }

    func becomeTunnel(to origin: String) {
        tunnel = origin
        (hasSaidClose, clientHasSaidClose) = (false, false)
        security.beginAnew(after: requests)
    }

    func mayNotPersist() { isPersistent = false }

    func saidClose() {
        if !clientHasSaidClose { hasSaidClose = true }
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
        closing = how
        endedRaw = request?.isRaw ?? false
        closingAfterOurs = afterOurs
    }

    /// It has closed it, or the connection that carries it.
    var closedByClient: Closing? { closing ?? carrier?.closing }

    /// How many lines of ours had been done by then.
    var closedAfterOurs: Int { closing == nil ? carrier?.closingAfterOurs ?? 0 : closingAfterOurs }

    func awaitClosing() { (carrier ?? self).closingWasAwaited = true }

    func replyBegan() {
        isAnswering = true
        isBehindGoAway = carrier?.departure.isAnnounced ?? false
    }

    /// The client has closed its side, no line has awaited that, and it is not the end of raw bytes either.
    var isLeftUnasked: Bool { closedByClient == .fin && !(carrier ?? self).closingWasAwaited && !endedRaw }

    func replyBeganLate(at step: Int?) { lateReply = lateReply ?? step }

    func takeLateReply() -> Int? {
        defer { lateReply = nil }
        return lateReply
    }

    /// The frame that ends the stream has left.
    func replyEnded() { hasWholeReply = true }

    func frameWasWritten() { hasWrittenFrame = true }

    func replyWasReported() { if isBehindGoAway { carrier?.departure.laterWasReported() } }

    func goAwayLeft() { departure.goAwayLeft() }

    func pingLeft() { departure.pingLeft() }

    func pingWasAcknowledged() { departure.pingWasAcknowledged() }

    /// The server has ended its side.
    func end() {
        requestsBeforeEnd = requestsBeforeEnd ?? requests
        hasFallenSilent = true
    }

    func fallSilent() { hasFallenSilent = true }

    /// Nothing may leave any more.
    var isSilent: Bool { hasFallenSilent || carrier?.hasFallenSilent ?? false }

    /// The server has ended it: `! close`, `! reset` or `! rst-stream` was played.
    var isFinished: Bool { requestsBeforeEnd != nil || carrier?.requestsBeforeEnd != nil }

    // MARK: Reading

    func read(_ on: Bool) { mayRead = on }

    /// Reads on only as long as the file lets it, and what is kept for lines to come is not too much. nil: that is as it
    /// was.
    func changeReading() -> Bool? {
        let heldBytes = (request?.unclaimed.count ?? 0) + backlog.byteCount
        let reads = mayRead && heldBytes <= Self.heldAtMost
        guard reads != isReading else { return nil }
        isReading = reads
        return reads
    }

    private static let heldAtMost = 256 * 1024
}

/// How far TLS has got on a connection.
final class SecureState: @unchecked Sendable {
    /// The greeting was told, or the beginning of one, and the name in it.
    private(set) var isGreeted = false
    private(set) var serverName: String?
    /// It waits for ``Effect/proceed(_:)``.
    private(set) var isHeld = false
    /// A line has taken the greeting: the lines of ours below it come before our answer.
    private(set) var isAwaited = false
    private(set) var terms: SecureTerms?
    /// A line has taken the terms.
    private(set) var isJudged = false
    /// How many requests had begun on the connection before TLS did: those that asked for a tunnel.
    private(set) var requestsBefore = 0
    /// What the client complained of.
    private(set) var alerts: [String] = []

    func greet(_ serverName: String?) {
        isGreeted = true
        self.serverName = serverName
        isHeld = true
    }

    /// Only the beginning of a greeting has come.
    func beginGreeting() { isGreeted = true }

    func greetingWasAwaited() { isAwaited = true }

    /// The handshake goes on.
    func proceed() { isHeld = false }

    func agree(_ terms: SecureTerms) { self.terms = terms }

    func termsWereAwaited() { isJudged = true }

    func complain(_ alert: String) {
        if alerts.count < Self.alertsAtMost { alerts.append(alert) }
    }

    func alertsWereAwaited() { alerts = [] }

    /// A tunnel has TLS of its own, after that of the proxy.
    func beginAnew(after requests: Int) {
        (isGreeted, serverName, isHeld, isAwaited) = (false, nil, false, false)
        (terms, isJudged, alerts) = (nil, false, [])
        requestsBefore = requests
    }

    private static let alertsAtMost = 16
}
