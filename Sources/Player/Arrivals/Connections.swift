// Connections.swift: the connections of a run, and which lane is on which.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainScenario
import QuintainTranscript

/// Keeps the connections that a line may still speak of, their names, and what was last done in each lane.
///
/// Those that have something waiting are kept in lists of their own, so that no turn looks at all of them.
struct Connections {
    /// What was last done in a lane.
    private struct Last {
        var connection: ConnectionNumber?
        var request: Scope.Request?
        /// How much has come of the body of its last message.
        var progress: BodyProgress?
    }

    private var kept: [ConnectionNumber: Connection] = [:]
    private var lanes: [Lane: Last] = [:]
    private var names: [String: ConnectionNumber] = [:]
    private var withRefusals: Set<ConnectionNumber> = []
    private var withBacklog: Set<ConnectionNumber> = []
    private var withGreeting: Set<ConnectionNumber> = []
    private var withRest: Set<ConnectionNumber> = []
    /// How many have come.
    private(set) var seen = 0
    /// Why TLS failed where it was tried last: for who asks why nothing came.
    private(set) var secureFailure: String?
    /// The connection that the client closed last was one that it could have gone on with.
    private(set) var wasLeftForGood = false

    subscript(number: ConnectionNumber) -> Connection? { kept[number] }

    var count: Int { kept.count }

    var all: [(number: ConnectionNumber, connection: Connection)] {
        kept.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// All are closed by the client.
    var areClosed: Bool { kept.values.allSatisfy { $0.closedByClient != nil } }

    /// The oldest that no lane has and no request has come on: the one to arrive for a load of which nothing has been
    /// seen.
    func idle(where fits: (Connection) -> Bool = { $0.closedByClient == nil }) -> ConnectionNumber? {
        var oldest: ConnectionNumber?
        for (number, connection) in kept
        where connection.isIdle && fits(connection) {
            oldest = min(oldest ?? number, number)
        }
        return oldest
    }

    // MARK: Coming and going

    /// false: it is known already.
    mutating func open(_ number: ConnectionNumber, origin: String, afterOurs: Int) -> Bool {
        guard kept[number] == nil else { return false }
        kept[number] = Connection(origin: origin, openedAfterOurs: afterOurs)
        seen += 1
        return true
    }

    /// A stream of HTTP/2 begins with its request. false: its connection is not known, or it has begun already.
    mutating func openStream(_ number: ConnectionNumber, afterOurs: Int) -> Bool {
        guard number.stream != nil, kept[number] == nil, let carrier = kept[number.carrier] else { return false }
        kept[number] = Connection(on: carrier, openedAfterOurs: afterOurs)
        return true
    }

    /// The streams of a connection, in the order of their numbers.
    func streams(on number: ConnectionNumber) -> [ConnectionNumber] {
        guard kept[number]?.carriesStreams == true else { return [] }
        return kept.keys.filter { $0.stream != nil && $0.carrier == number }.sorted()
    }

    mutating func close(_ number: ConnectionNumber, _ how: Closing, afterOurs: Int, isForGood: Bool) {
        wasLeftForGood = isForGood
        kept[number]?.clientClosed(how, afterOurs: afterOurs)
    }

    /// Lets go of a connection that is closed, and that no line can speak of any more. nil: one still can.
    mutating func forget(_ number: ConnectionNumber) -> Connection? {
        guard let connection = kept[number], connection.request == nil, connection.lane == nil, !isNamed(number) else {
            return nil
        }
        kept[number] = nil
        withRefusals.remove(number)
        return connection
    }

    // MARK: Names

    mutating func name(_ number: ConnectionNumber, _ name: String) { names[name] = names[name] ?? number.carrier }

    func number(named name: String) -> ConnectionNumber? { names[name] }

    func isNamed(_ number: ConnectionNumber) -> Bool { names.values.contains(number.carrier) }

    // MARK: Lanes

    /// The lane's lines go to this connection from here on.
    mutating func bind(_ lane: Lane, to number: ConnectionNumber) {
        if let before = lanes[lane]?.connection, before != number { forgetStream(before) }
        lanes[lane, default: Last()].connection = number
        kept[number]?.bind(lane)
    }

    /// Lets go of a stream whose request no line took, once that is refused and over.
    mutating func forgetRefused(_ number: ConnectionNumber) {
        guard number.stream != nil, let stream = kept[number], stream.isRefused, stream.refusals.isEmpty,
            stream.request == nil, stream.lane == nil
        else { return }
        kept[number] = nil
    }

    /// No line can speak of the stream of a message that is done with.
    private mutating func forgetStream(_ number: ConnectionNumber) {
        guard number.stream != nil, kept[number]?.request == nil else { return }
        kept[number] = nil
        withRefusals.remove(number)
    }

    /// The lane's last message is this request.
    mutating func begin(_ request: Scope.Request, _ progress: BodyProgress, in lane: Lane, on number: ConnectionNumber)
    {
        bind(lane, to: number)
        lanes[lane]?.request = request
        lanes[lane]?.progress = progress
    }

    /// The lane's last message brings bytes from here on.
    mutating func follow(_ progress: BodyProgress, in lane: Lane) { lanes[lane]?.progress = progress }

    /// What came of the body of the lane's request.
    mutating func keepBody(_ body: [UInt8], isCut: Bool, in lane: Lane) {
        lanes[lane]?.request?.body = body
        lanes[lane]?.request?.isBodyCut = isCut
    }

    func number(of lane: Lane) -> ConnectionNumber? { lanes[lane]?.connection }

    func request(of lane: Lane) -> Scope.Request? { lanes[lane]?.request }

    func progress(of lane: Lane) -> BodyProgress? { lanes[lane]?.progress }

    /// Those whose last message was on it, or on a stream of it.
    func lanes(on number: ConnectionNumber) -> [Lane] {
        lanes.filter { $0.value.connection == number || $0.value.connection?.carrier == number }.map(\.key)
    }

    // MARK: Those with something waiting

    var refusing: [ConnectionNumber] { withRefusals.sorted() }

    mutating func refuse(_ refusal: RefusalReply, on number: ConnectionNumber) {
        kept[number]?.refuse(refusal)
        withRefusals.insert(number)
    }

    mutating func takeRefusals(of number: ConnectionNumber) -> [RefusalReply] {
        withRefusals.remove(number)
        return kept[number]?.takeRefusals() ?? []
    }

    var backlogged: [ConnectionNumber] { withBacklog.sorted() }

    mutating func putAside(_ arrival: Backlog.Arrival, on number: ConnectionNumber) {
        kept[number]?.putAside(arrival)
        withBacklog.insert(number)
    }

    mutating func backlogIsEmpty(of number: ConnectionNumber) { withBacklog.remove(number) }

    /// Those whose TLS greeting is not answered yet.
    var greeted: [ConnectionNumber] { withGreeting.sorted() }

    mutating func greet(_ number: ConnectionNumber, _ serverName: String?) {
        kept[number]?.security.greet(serverName)
        withGreeting.insert(number)
    }

    mutating func proceed(_ number: ConnectionNumber) {
        withGreeting.remove(number)
        kept[number]?.security.proceed()
    }

    /// Those whose request was cut short by `! early`, and is written on further down.
    var cutShort: [ConnectionNumber] { withRest.sorted() }

    mutating func cutShort(_ number: ConnectionNumber) { withRest.insert(number) }

    mutating func restIsOver(of number: ConnectionNumber) { withRest.remove(number) }

    // MARK: TLS

    mutating func agree(_ terms: SecureTerms, on number: ConnectionNumber) {
        kept[number]?.security.agree(terms)
        secureFailure = nil
    }

    mutating func securingFailed(_ sentence: String) { secureFailure = sentence }
}
