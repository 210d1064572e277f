// Delegate.swift: what a play keeps of its talk with the client's delegate.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainScenario
import QuintainTalk
import QuintainWords

/// Keeps the loads that were ordered, those that have ended, and the questions that lines hold open.
struct Delegate {
    /// What was ordered last in a lane.
    private struct Order {
        var load: Int?
        /// It may be given up after a time that its order says.
        var hasOwnTime = false
        /// The proxy that the load goes through, nil for none, once a `client` line has said so.
        var proxy: String??
    }

    /// How many loads were ordered.
    private var loads = 0
    private var orders: [Lane: Order] = [:]
    private var ended = EndedLoads()
    /// Loads that the play has cancelled, until they tell their end.
    private var cancelled: Set<Int> = []
    /// Questions that a line holds open, oldest first.
    private var held: [Lane: [ReportedCallback]] = [:]

    // MARK: Loads

    /// The number of the load that is ordered next.
    var nextLoad: Int { loads + 1 }

    /// Another load is ordered in the lane. Answers its number.
    mutating func order(in lane: Lane, hasOwnTime: Bool = false) -> Int {
        loads += 1
        orders[lane, default: Order()].load = loads
        orders[lane]?.hasOwnTime = hasOwnTime
        return loads
    }

    func hasOwnTime(in lane: Lane) -> Bool { orders[lane]?.hasOwnTime ?? false }

    /// The number of the lane's load that was ordered last.
    func load(in lane: Lane) -> Int? { orders[lane]?.load }

    /// A `client` line says which way the lane's load goes: by this proxy, or straight.
    mutating func send(_ lane: Lane, by proxy: String?) { orders[lane, default: Order()].proxy = .some(proxy) }

    /// The proxy that the lane's load goes through, nil for none; nil altogether where no line has said so.
    func proxy(in lane: Lane) -> String?? { orders[lane]?.proxy }

    /// Another load has begun in the lane.
    mutating func begin(in lane: Lane) { ended.begin(in: lane) }

    /// The client has told the end of a load.
    mutating func end(_ callback: ReportedCallback) { ended.end(callback) }

    /// Whether the callback's load has ended.
    func hasEnded(_ callback: ReportedCallback) -> Bool { ended.has(callback) }

    /// Whether the load that was ordered last in the lane has ended.
    func hasEnded(in lane: Lane) -> Bool { ended.has(load(in: lane), in: lane) }

    /// Whether the play has cancelled that load.
    func isCancelled(in lane: Lane) -> Bool { load(in: lane).map { cancelled.contains($0) } ?? false }

    /// The play cancels this load.
    mutating func cancel(_ load: Int?) { if let load { cancelled.insert(load) } }

    /// Whether the callback tells the end of a load that was cancelled, behind the order of the next one in its lane. Once.
    mutating func tellsCancelledLate(_ callback: ReportedCallback) -> Bool {
        guard callback.kind == .fail, let load = callback.load, cancelled.contains(load),
            callback.subject.first?.elementsEqual("cancelled".utf8) == true
        else { return false }
        guard orders[callback.lane]?.load != load else { return false }
        cancelled.remove(load)
        return true
    }

    // MARK: Questions

    /// The callback asks something that its line does not answer yet.
    mutating func hold(_ callback: ReportedCallback, in lane: Lane) { held[lane, default: []].append(callback) }

    /// The lane's oldest question that is open is answered; nil: none is.
    mutating func takeQuestion(in lane: Lane) -> Int? {
        guard let question = held[lane]?.first?.question else { return nil }
        held[lane]?.removeFirst()
        return question
    }

    /// No line answers any more what is open. Lanes come by name.
    mutating func takeQuestions() -> [ReportedCallback] {
        defer { held = [:] }
        return held.sorted { $0.key.name < $1.key.name }.flatMap(\.value)
    }
}

/// The loads whose end was reported, by their numbers, or by their lanes where nobody tells numbers.
private struct EndedLoads {
    private var numbers: Set<Int> = []
    private var lanes: Set<Lane> = []

    func has(_ callback: ReportedCallback) -> Bool {
        callback.load.map { numbers.contains($0) } ?? lanes.contains(callback.lane)
    }

    /// The same of the load that was ordered last in the lane.
    func has(_ load: Int?, in lane: Lane) -> Bool {
        lanes.contains(lane) || load.map { numbers.contains($0) } ?? false
    }

    mutating func end(_ callback: ReportedCallback) {
        if let load = callback.load { numbers.insert(load) } else { lanes.insert(callback.lane) }
    }

    mutating func begin(in lane: Lane) { lanes.remove(lane) }
}
