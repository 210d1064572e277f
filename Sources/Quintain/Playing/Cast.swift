// Cast.swift: the loads of a play: which task is which, and whether their callbacks come as URLSession promises.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainContracts
import QuintainDriver
import QuintainScenario
import QuintainTalk
import QuintainWords

struct Cast {
    private struct Part {
        var lane: Lane
        var cancel: (@Sendable () -> Void)?
        var hasEnded = false
        /// Whether a delegate is told of its end.
        var tellsEnd = false
        /// The amount that its last callback has reported; nil: that was another one.
        var amount: ReportedCallback?
    }

    private let lanes: [Lane]
    private var parts: [Int: Part] = [:]
    private var loads: [ObjectIdentifier: Int] = [:]
    /// The ordered loads whose tasks are not known yet.
    private var vacant: [ResolvedLoad] = []
    private var watch = ContractWatch(style: .urlsession, .ofURLSession)
    private var extras = 0

    init(lanes: [Lane]) {
        self.lanes = lanes
    }

    mutating func ordered(_ load: ResolvedLoad) { vacant.append(load) }

    /// The number of the task's load. One that was not ordered gets a number of its own.
    mutating func load(of task: HeardTask) -> Int {
        if let known = loads[task.identity] { return known }
        let load = order(for: task)
        extras += load == nil ? 1 : 0
        let number = load?.number ?? Self.firstExtra + extras
        let named = lanes.first { $0.name == task.word }
        loads[task.identity] = number
        parts[number] = Part(
            lane: load?.lane ?? named ?? .unnamed, cancel: task.cancel, tellsEnd: task.isJudged)
        if task.isJudged { watch.ordered(load: number, task.kind) }
        return number
    }

    /// The ordered load of a task: by the lane that the app has named the task for, else by its URL, else the oldest.
    private mutating func order(for task: HeardTask) -> ResolvedLoad? {
        let index =
            vacant.firstIndex { !$0.lane.name.isEmpty && $0.lane.name == task.word }
            ?? vacant.firstIndex { $0.url == task.url } ?? vacant.indices.first
        return index.map { vacant.remove(at: $0) }
    }

    /// Whether the callback reports the same amount as the one before it: URLSession on Linux reports the last one more than
    /// once, and as often as it likes.
    mutating func isRepeated(_ callback: ReportedCallback, load: Int) -> Bool {
        let amount = callback.kind == .sent || callback.kind == .progress ? callback : nil
        defer { parts[load]?.amount = amount }
        return amount != nil && parts[load]?.amount == amount
    }

    func lane(of load: Int) -> Lane { parts[load]?.lane ?? .unnamed }

    mutating func heard(_ callback: ReportedCallback, load: Int) {
        watch.reported(callback, load: load)
        if callback.kind.endsLoad { parts[load]?.hasEnded = true }
    }

    mutating func answered(_ decision: ResolvedDecision, load: Int, to kind: CallbackKind) {
        watch.answered(decision, load: load, to: kind)
    }

    /// How to cancel the load's task; nil: its task is not known.
    mutating func cancelled(_ load: Int) -> (@Sendable () -> Void)? {
        watch.cancelled(load: load)
        return parts[load]?.cancel
    }

    /// Whether any load is known.
    var hasLoads: Bool { !parts.isEmpty }

    var haveEnded: Bool { parts.values.allSatisfy { $0.hasEnded || !$0.tellsEnd } }

    /// Breaks a cycle: a task holds its session, the session its delegate, and the delegate the play.
    mutating func letGo() {
        for load in parts.keys { parts[load]?.cancel = nil }
    }

    mutating func finished(isPrefix: Bool) { watch.finished(isPrefix: isPrefix) }

    /// - Parameter early: the response of a 401 was told before its challenge, which U8 takes for what the credential has
    ///   led to.
    func findings(after401s early: Bool) -> [Finding] {
        watch.findings.filter { !(early && $0.rule == "U8" && $0.status == 401) }.map { found in
            Finding(
                rule: found.rule, isFailure: found.isFailure, line: nil, sentence: found.sentence,
                citation: found.citation)
        }
    }

    private static let firstExtra = 1_000
}
