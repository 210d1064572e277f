// Delegate.swift: the loads and questions that a play keeps for the client's delegate.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainScenario
import QuintainTalk
import QuintainWords

/// Keeps the loads that were ordered, those that have ended, and the questions that lines hold open.
struct Delegate {
    /// The last order in a lane.
    private struct Order {
        var load: Int?
        /// The load's order sets a time limit of its own.
        var hasOwnTime = false
        /// The proxy that the load goes through, nil for none, once a `client` line has said so.
        var proxy: String??
    }

    /// The number of loads that were ordered.
    private var loads = 0
    private var orders: [Lane: Order] = [:]
    private var ended = EndedLoads()
    /// Those among them that have failed.
    private var failed = EndedLoads()
    private var amounts = Amounts()
    /// Loads that the play has cancelled, until their end is reported.
    private var cancelled: Set<Int> = []
    /// Questions that a line holds open, oldest first.
    private var held: [Lane: [ReportedCallback]] = [:]
    /// Questions that the client answers by itself, by their numbers.
    private var own: [Int: OwnQuestion] = [:]

    // MARK: Loads

    /// The number of the load that is ordered next.
    var nextLoad: Int { loads + 1 }

    /// Orders another load in the lane. Returns its number.
    mutating func order(in lane: Lane, hasOwnTime: Bool = false) -> Int {
        loads += 1
        orders[lane, default: Order()].load = loads
        orders[lane]?.hasOwnTime = hasOwnTime
        amounts.ordered(loads, in: lane)
        return loads
    }

    func hasOwnTime(in lane: Lane) -> Bool { orders[lane]?.hasOwnTime ?? false }

    /// The number of the lane's load that was ordered last.
    func load(in lane: Lane) -> Int? { orders[lane]?.load }

    /// A `client` line sets the way of the lane's load: through this proxy, or straight.
    mutating func send(_ lane: Lane, by proxy: String?) { orders[lane, default: Order()].proxy = .some(proxy) }

    /// The proxy that the lane's load goes through, nil for none; nil altogether where no line has said so.
    func proxy(in lane: Lane) -> String?? { orders[lane]?.proxy }

    /// Another load has begun in the lane.
    mutating func begin(in lane: Lane) {
        ended.begin(in: lane)
        failed.begin(in: lane)
    }

    /// A line takes a request of the lane's load.
    mutating func requestCame(in lane: Lane) {
        begin(in: lane)
        amounts.requestCame(in: lane)
    }

    /// A line takes a callback of the load.
    mutating func reported(_ callback: ReportedCallback, _ placed: PlacedLine) { amounts.reported(callback, placed) }

    /// The client has reported the end of a load. Returns the first amount of it that became less for no reason.
    ///
    /// - Parameter connections: the number that have come.
    mutating func end(_ callback: ReportedCallback, connections: Int) -> Amounts.Fall? {
        ended.end(callback)
        if callback.kind == .fail { failed.end(callback) }
        return amounts.ended(callback, connections: connections)
    }

    /// Whether the callback's load has ended.
    func hasEnded(_ callback: ReportedCallback) -> Bool { ended.has(callback) }

    /// Whether the load that was ordered last in the lane has ended.
    func hasEnded(in lane: Lane) -> Bool { ended.has(load(in: lane), in: lane) }

    /// Whether the load that was ordered last in the lane has failed.
    func hasFailed(in lane: Lane) -> Bool { failed.has(load(in: lane), in: lane) }

    /// Whether the play has cancelled the load that was ordered last in the lane.
    func isCancelled(in lane: Lane) -> Bool { load(in: lane).map { cancelled.contains($0) } ?? false }

    /// The play cancels this load.
    mutating func cancel(_ load: Int?) { if let load { cancelled.insert(load) } }

    /// Whether the callback reports the end of a cancelled load after the next one in its lane was ordered. true once
    /// only.
    mutating func tellsCancelledLate(_ callback: ReportedCallback) -> Bool {
        guard callback.kind == .fail, let load = callback.load, cancelled.contains(load),
            callback.subject.first?.elementsEqual("cancelled".utf8) == true
        else { return false }
        guard orders[callback.lane]?.load != load else { return false }
        cancelled.remove(load)
        return true
    }

    // MARK: Questions

    /// Holds a question open that its line does not answer yet.
    mutating func hold(_ callback: ReportedCallback, in lane: Lane) { held[lane, default: []].append(callback) }

    /// Takes the lane's oldest open question, which is answered now; nil: there is none.
    mutating func takeQuestion(in lane: Lane) -> Int? {
        guard let question = held[lane]?.first?.question else { return nil }
        held[lane]?.removeFirst()
        return question
    }

    /// Keeps a question that the client answers by itself.
    mutating func keepOwn(_ callback: ReportedCallback) {
        if callback.decidesItself, let question = callback.question { own[question] = OwnQuestion(callback: callback) }
    }

    /// Notes what the answer should be, if the client gives it by itself. false: the play gives it.
    mutating func leave(_ question: Int, _ ruling: Ruling?) -> Bool {
        own[question]?.ruling = ruling
        own[question]?.isDue = true
        return own[question] != nil
    }

    /// The client has answered the question by itself. Returns how the question stood before; nil: it is none, or was
    /// given up.
    mutating func answerOwn(_ question: Int, _ decision: ResolvedDecision) -> OwnQuestion? {
        let before = own[question]
        if before?.answer == nil { own[question]?.answer = decision }
        return before
    }

    /// Gives up the questions, of this lane or of all, that the client should have answered by itself, and has not.
    mutating func giveUpOwn(in lane: Lane?) -> [OwnQuestion] {
        let numbers = own.filter { _, question in
            question.isDue && question.answer == nil && (lane == nil || question.callback.lane == lane)
        }.keys.sorted()
        return numbers.compactMap { own.removeValue(forKey: $0) }
    }

    /// Takes all open questions, which no line will answer any more, by the names of their lanes.
    mutating func takeQuestions() -> [ReportedCallback] {
        defer { held = [:] }
        return held.sorted { $0.key.name < $1.key.name }.flatMap(\.value)
    }
}

/// What a line says that the answer to a question should be.
struct Ruling {
    let decision: ResolvedDecision
    let placed: PlacedLine
}

/// A question that the client answers by itself.
struct OwnQuestion {
    let callback: ReportedCallback
    /// nil: no line takes the question, and every answer is right.
    var ruling: Ruling?
    /// The play has nothing left to say to it.
    var isDue = false
    /// The first answer of the client.
    var answer: ResolvedDecision?
}

/// The loads whose end was reported, by their numbers, or by their lanes if the client reports no numbers.
private struct EndedLoads {
    private var numbers: Set<Int> = []
    private var lanes: Set<Lane> = []

    func has(_ callback: ReportedCallback) -> Bool {
        callback.load.map { numbers.contains($0) } ?? lanes.contains(callback.lane)
    }

    /// Whether the load that was ordered last in the lane has ended.
    func has(_ load: Int?, in lane: Lane) -> Bool {
        lanes.contains(lane) || load.map { numbers.contains($0) } ?? false
    }

    mutating func end(_ callback: ReportedCallback) {
        if let load = callback.load { numbers.insert(load) } else { lanes.insert(callback.lane) }
    }

    mutating func begin(in lane: Lane) { lanes.remove(lane) }
}
