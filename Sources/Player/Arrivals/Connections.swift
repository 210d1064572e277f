// Connections.swift: the connections of a run, and which lane is on which.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainScenario
import QuintainTranscript

/// Keeps the connections to which a line may still refer, their names, and the last message of each lane.
///
/// Connections with something waiting are kept in sets, so that no turn looks at all of them. A class, so that
/// asking it copies none of them.
final class Connections {
    /// What waits on a connection, and is looked at in every turn.
    enum Matter: Int, CaseIterable {
        /// Refusals that have not left.
        case refusals
        /// Messages behind a request that is not over.
        case backlog
        /// A TLS greeting that is not answered.
        case greeting
        /// A request that goes on below a line of ours.
        case rest
    }

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
    private var waiting: [Set<ConnectionNumber>] = Array(repeating: [], count: Matter.allCases.count)
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

    var count: Int { kept.count }

    var all: [Connection] { kept.values.sorted { $0.number < $1.number } }

    /// All connections are closed by the client.
    var areClosed: Bool { kept.values.allSatisfy { $0.closedByClient != nil } }

    /// The oldest connection without a lane and a request: it counts as the connection of a load of which nothing has
    /// been seen.
    func idle(where fits: (Connection) -> Bool = { $0.closedByClient == nil }) -> Connection? {
        kept.values.filter { $0.isIdle && fits($0) }.min { $0.number < $1.number }
    }

    /// The alerts that clients have sent and no line has taken, each once.
    var alerts: [String] { all.reduce(into: forgottenAlerts) { $0.add($1.security.alerts) } }

    /// Where a client has done a handshake, and with it accepted the certificate, without a request behind it.
    var acceptance: Passage? {
        all.last(where: \.hasOnlyShakenHands)?.passage ?? forgottenAcceptance
    }

    // MARK: Coming and going

    func refused(_ stream: ConnectionNumber) {
        if kept[stream.carrier]?.departure.isAnnounced == true { refusedBehindGoAway = stream }
    }

    func requestCame() { refusedBehindGoAway = nil }

    /// Opens a connection. false: the number is known already.
    func open(_ number: ConnectionNumber, origin: String, afterOurs: Int) -> Bool {
        guard kept[number] == nil else { return false }
        kept[number] = Connection(number, origin: origin, openedAfterOurs: afterOurs)
        seen += 1
        return true
    }

    /// Opens a stream of HTTP/2 with its request. false: its connection is not known, or it has begun already.
    func open(forRequestOn number: ConnectionNumber, afterOurs: Int) -> Bool {
        if number.isWhole { return true }
        guard kept[number] == nil, let carrier = kept[number.carrier] else { return false }
        kept[number] = Connection(number, on: carrier, openedAfterOurs: afterOurs)
        return true
    }

    /// The streams of a connection, in the order of their numbers.
    func streams(on connection: Connection) -> [Connection] {
        guard connection.carriesStreams else { return [] }
        return all.filter { $0.root === connection && $0 !== connection }
    }

    /// Bytes came on a connection that is kept or forgotten.
    func bytesCame(on number: ConnectionNumber) {
        areHeard = true
        kept[number]?.bytesCame()
    }

    func close(_ connection: Connection, _ how: Closing, afterOurs: Int, isForGood: Bool) {
        wasLeftForGood = isForGood
        connection.clientClosed(how, afterOurs: afterOurs)
    }

    /// Forgets a connection to which no line can refer any more. false: one still can.
    func forget(_ connection: Connection) -> Bool {
        guard connection.request == nil, connection.lane == nil, !isNamed(connection.number) else { return false }
        drop(connection.number)
        forgottenAlerts.add(connection.security.alerts)
        if connection.hasOnlyShakenHands { forgottenAcceptance = connection.passage }
        return true
    }

    private func drop(_ number: ConnectionNumber) {
        kept[number] = nil
        for matter in waiting.indices { waiting[matter].remove(number) }
    }

    // MARK: Names

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
    func forgetRefused(_ stream: Connection) {
        guard stream.root !== stream, stream.isRefused, stream.refusals.isEmpty, stream.request == nil,
            stream.lane == nil
        else { return }
        drop(stream.number)
    }

    /// Forgets the stream of a message that is over: no line can refer to it.
    private func forgetStream(_ number: ConnectionNumber) {
        if !number.isWhole, kept[number]?.request == nil { drop(number) }
    }

    /// A line takes a request: it is the lane's last message, and the line may name its connection.
    func took(
        _ request: Scope.Request, _ progress: BodyProgress, names: [ConnectionBinding], in lane: Lane,
        on number: ConnectionNumber
    ) {
        for case .named(let name) in names { self.names[name] = self.names[name] ?? number.carrier }
        begin(request, progress, in: lane, on: number)
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

    /// The connection of the lane's last message.
    subscript(lane: Lane) -> Connection? { lanes[lane]?.connection.flatMap { kept[$0] } }

    func request(of lane: Lane) -> Scope.Request? { lanes[lane]?.request }

    func progress(of lane: Lane) -> BodyProgress? { lanes[lane]?.progress }

    /// The lanes whose last message was on this connection or on a stream of it.
    func lanes(on number: ConnectionNumber) -> [Lane] {
        lanes.filter { $0.value.connection == number || $0.value.connection?.carrier == number }.map(\.key)
    }

    // MARK: What waits

    /// The connections on which something of this kind waits, in the order of their numbers.
    func those(with matter: Matter) -> [Connection] {
        let numbers = waiting[matter.rawValue]
        return numbers.isEmpty ? [] : numbers.sorted().compactMap { kept[$0] }
    }

    func waits(_ matter: Matter, on connection: Connection) { waiting[matter.rawValue].insert(connection.number) }

    func isSettled(_ matter: Matter, on connection: Connection) { waiting[matter.rawValue].remove(connection.number) }

    func refuse(_ refusal: RefusalReply, on connection: Connection) {
        connection.refuse(refusal)
        waits(.refusals, on: connection)
    }

    func putAside(_ arrival: Backlog.Arrival, on connection: Connection) {
        connection.putAside(arrival)
        waits(.backlog, on: connection)
    }

    func greet(_ connection: Connection, _ serverName: String?, _ version: String?) {
        areHeard = true
        connection.security.greet(serverName, version)
        waits(.greeting, on: connection)
    }

    // MARK: TLS

    func agree(_ terms: SecureTerms, on connection: Connection) {
        connection.security.agree(terms)
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
