// Connections.swift: the connections of a run, and which lane is on which.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainScenario
import QuintainTranscript

/// Keeps the connections to which a line may still refer, their names, and the last message of each lane.
///
/// Connections with something waiting are kept in sets of their own, so that no turn looks at all of them. A class, so that
/// asking it copies none of them.
final class Connections {
    /// The last message of a lane.
    private final class Last {
        var connection: ConnectionNumber?
        var request: Scope.Request?
        /// The progress of that message's body.
        var progress: BodyProgress?
    }

    private var kept: [ConnectionNumber: Connection] = [:]
    private var lanes: [Lane: Last] = [:]
    private var names: [String: ConnectionNumber] = [:]
    private var withRefusals: Set<ConnectionNumber> = []
    private var withBacklog: Set<ConnectionNumber> = []
    private var withGreeting: Set<ConnectionNumber> = []
    private var withRest: Set<ConnectionNumber> = []
    /// The number of connections that have come.
    private(set) var seen = 0
    /// Bytes have come on one, or the beginning of a handshake.
    private(set) var areHeard = false
    /// Those that came on connections that are forgotten.
    private var forgottenAlerts: [String] = []
    /// The last of them on which a handshake was done and no request came.
    private var forgottenAcceptance: Passage?
    /// The reason why TLS failed last, for the explanation of a line that never came.
    private(set) var secureFailure: SecureFailure?
    /// The connection that the client closed most recently was one that it could still have used.
    private(set) var wasLeftForGood = false

    /// The stream of the last request, if it was refused because it came behind a GOAWAY.
    private(set) var refusedBehindGoAway: ConnectionNumber?

    subscript(number: ConnectionNumber) -> Connection? { kept[number] }

    /// The place to which a connection leads.
    func passage(_ number: ConnectionNumber) -> Passage? { kept[number]?.passage }

    var count: Int { kept.count }

    var all: [(number: ConnectionNumber, connection: Connection)] {
        kept.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// All connections are closed by the client.
    var areClosed: Bool { kept.values.allSatisfy { $0.closedByClient != nil } }

    /// The oldest connection without a lane and a request: it counts as the connection of a load of which nothing has
    /// been seen.
    func idle(where fits: (Connection) -> Bool = { $0.closedByClient == nil }) -> ConnectionNumber? {
        var oldest: ConnectionNumber?
        for (number, connection) in kept
        where connection.isIdle && fits(connection) {
            oldest = min(oldest ?? number, number)
        }
        return oldest
    }

    /// The alerts that clients have sent and no line has taken, each once.
    var alerts: [String] { all.reduce(into: forgottenAlerts) { $0.add($1.connection.security.alerts) } }

    /// Where a client has done a handshake, and with it accepted the certificate, without a request behind it.
    var acceptance: Passage? {
        all.last { $0.connection.hasOnlyShakenHands }?.connection.passage ?? forgottenAcceptance
    }

    // MARK: Coming and going

    func refused(_ stream: ConnectionNumber) {
        if kept[stream.carrier]?.departure.isAnnounced == true { refusedBehindGoAway = stream }
    }

    func requestCame() { refusedBehindGoAway = nil }

    /// Opens a connection. false: the number is known already.
    func open(_ number: ConnectionNumber, origin: String, afterOurs: Int) -> Bool {
        guard kept[number] == nil else { return false }
        kept[number] = Connection(origin: origin, openedAfterOurs: afterOurs)
        seen += 1
        return true
    }

    /// Opens a stream with its request. false: its connection is not known, or it has begun already.
    func open(forRequestOn number: ConnectionNumber, afterOurs: Int) -> Bool {
        if number.isWhole { return true }
        guard kept[number] == nil, let carrier = kept[number.carrier] else { return false }
        kept[number] = Connection(on: carrier, openedAfterOurs: afterOurs)
        return true
    }

    /// The streams of a connection, in the order of their numbers.
    func streams(on number: ConnectionNumber) -> [ConnectionNumber] {
        guard kept[number]?.carriesStreams == true else { return [] }
        return kept.keys.filter { !$0.isWhole && $0.carrier == number }.sorted()
    }

    /// Bytes came on a connection that is kept or forgotten.
    func bytesCame(on number: ConnectionNumber) {
        areHeard = true
        kept[number]?.bytesCame()
    }

    func close(_ number: ConnectionNumber, _ how: Closing, afterOurs: Int, isForGood: Bool) {
        wasLeftForGood = isForGood
        kept[number]?.clientClosed(how, afterOurs: afterOurs)
    }

    /// Forgets a connection to which no line can refer any more. nil: one still can.
    func forget(_ number: ConnectionNumber) -> Connection? {
        guard let connection = kept[number], connection.request == nil, connection.lane == nil, !isNamed(number) else {
            return nil
        }
        kept[number] = nil
        withRefusals.remove(number)
        forgottenAlerts.add(connection.security.alerts)
        if connection.hasOnlyShakenHands { forgottenAcceptance = connection.passage }
        return connection
    }

    /// Whether new input must wait behind a request that is not over. Only a head begins a backlog; everything else
    /// belongs to the request that is coming in.
    func isBehind(_ number: ConnectionNumber, beginning: Bool = false) -> Bool {
        guard let connection = kept[number] else { return false }
        return !connection.backlog.isEmpty || beginning && connection.request != nil
    }

    // MARK: Names

    func name(_ number: ConnectionNumber, _ name: String) { names[name] = names[name] ?? number.carrier }

    func number(named name: String) -> ConnectionNumber? { names[name] }

    func isNamed(_ number: ConnectionNumber) -> Bool { names.values.contains(number.carrier) }

    /// Whether a request of the lane came on the connection that its line asks for.
    func isOn(_ binding: ConnectionBinding, _ lane: Lane, _ number: ConnectionNumber) -> Bool {
        switch binding {
        case .new: return kept[number]?.request?.ordinal == 1
        case .same: return self.number(of: lane)?.carrier == number.carrier
        case .named(let name):
            if let known = self.number(named: name) { return known == number.carrier }
            return !isNamed(number)
        }
    }

    // MARK: Lanes

    /// Binds a lane to a connection: the lane's lines refer to it from here on.
    func bind(_ lane: Lane, to number: ConnectionNumber) {
        if let before = lanes[lane]?.connection, before != number { forgetStream(before) }
        if lanes[lane] == nil { lanes[lane] = Last() }
        lanes[lane]?.connection = number
        kept[number]?.bind(lane)
    }

    /// Forgets a stream whose request no line took, once it is refused and over.
    func forgetRefused(_ number: ConnectionNumber) {
        guard !number.isWhole, let stream = kept[number], stream.isRefused, stream.refusals.isEmpty,
            stream.request == nil, stream.lane == nil
        else { return }
        kept[number] = nil
    }

    /// Forgets the stream of a message that is over: no line can refer to it.
    private func forgetStream(_ number: ConnectionNumber) {
        guard !number.isWhole, kept[number]?.request == nil else { return }
        kept[number] = nil
        withRefusals.remove(number)
    }

    /// Makes a request the lane's last message.
    func begin(_ request: Scope.Request, _ progress: BodyProgress, in lane: Lane, on number: ConnectionNumber) {
        bind(lane, to: number)
        lanes[lane]?.request = request
        lanes[lane]?.progress = progress
    }

    /// Counts the lane's body from here on in `progress`: the connection now brings bytes instead of requests.
    func follow(_ progress: BodyProgress, in lane: Lane) { lanes[lane]?.progress = progress }

    /// Keeps the body of the lane's request, for lines that quote it.
    func keepBody(_ body: [UInt8], isCut: Bool, in lane: Lane) {
        lanes[lane]?.request?.body = body
        lanes[lane]?.request?.isBodyCut = isCut
    }

    func number(of lane: Lane) -> ConnectionNumber? { lanes[lane]?.connection }

    func request(of lane: Lane) -> Scope.Request? { lanes[lane]?.request }

    func progress(of lane: Lane) -> BodyProgress? { lanes[lane]?.progress }

    /// The lanes whose last message was on this connection or on a stream of it.
    func lanes(on number: ConnectionNumber) -> [Lane] {
        lanes.filter { $0.value.connection == number || $0.value.connection?.carrier == number }.map(\.key)
    }

    // MARK: Those with something waiting

    var refusing: [ConnectionNumber] { withRefusals.sorted() }

    func refuse(_ refusal: RefusalReply, on number: ConnectionNumber) {
        kept[number]?.refuse(refusal)
        withRefusals.insert(number)
    }

    func takeRefusals(of number: ConnectionNumber) -> [RefusalReply] {
        withRefusals.remove(number)
        return kept[number]?.takeRefusals() ?? []
    }

    var backlogged: [ConnectionNumber] { withBacklog.sorted() }

    func putAside(_ arrival: Backlog.Arrival, on number: ConnectionNumber) {
        kept[number]?.putAside(arrival)
        withBacklog.insert(number)
    }

    func backlogIsEmpty(of number: ConnectionNumber) { withBacklog.remove(number) }

    /// The connections whose TLS greeting is not answered yet.
    var greeted: [ConnectionNumber] { withGreeting.sorted() }

    func greet(_ number: ConnectionNumber, _ serverName: String?, _ version: String?) {
        areHeard = true
        kept[number]?.security.greet(serverName, version)
        withGreeting.insert(number)
    }

    func proceed(_ number: ConnectionNumber) {
        withGreeting.remove(number)
        kept[number]?.security.proceed()
    }

    /// The connections whose request was cut short by `! early` and goes on further down in the file.
    var cutShort: [ConnectionNumber] { withRest.sorted() }

    func cutShort(_ number: ConnectionNumber) { withRest.insert(number) }

    func restIsOver(of number: ConnectionNumber) { withRest.remove(number) }

    // MARK: TLS

    func agree(_ terms: SecureTerms, on number: ConnectionNumber) {
        kept[number]?.security.agree(terms)
        secureFailure = nil
    }

    func securingFailed(_ failure: SecureFailure) { secureFailure = failure }
}

extension [String] {
    /// Adds names that are not there yet. There are no more of them than kinds of alerts.
    fileprivate mutating func add(_ names: [String]) {
        for name in names where !contains(name) { append(name) }
    }
}
