// Course.swift: the place of a play in its program, and how long it has waited there.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainReply
import QuintainScenario
import QuintainTranscript
import QuintainWords

/// Owns the window of lines in reach, the stop at its end, and the time since which the next line or choice has been
/// next. A class, so that asking it copies none of that.
final class Course {
    /// A place that the play could reach, without going there.
    struct Ahead {
        fileprivate var window: Window
        fileprivate var stop: Window.Stop
        /// No line of theirs came into reach.
        fileprivate(set) var reachesNothing: Bool

        /// The next line may belong to the same reply, so that one stays open.
        var leavesRepliesOpen: Bool { reachesNothing && stop.leavesRepliesOpen }

        /// A line was passed over that this client cannot report.
        var passesUnobserved: Bool { window.passed.contains { $0.1 == .unobserved } }
    }

    private(set) var window: Window
    private(set) var stop = Window.Stop.end
    /// The number of lines of ours that were done when the lines in reach came into reach.
    private(set) var oursDone = 0
    /// The item that must happen next, and the time since which it is next.
    private var due: (item: Int, since: Instant)?
    /// The time since which a choice has been next, and the earliest time at which the client may have seen that.
    private var choiceSince: (lived: Instant, awake: Instant)?

    init(_ program: Program, observing observation: Observation, style: APIStyle?) {
        window = Window(program: program, observation: observation, style: style)
    }

    /// Sets which callbacks will come in. Only before the start.
    func observe(_ observation: Observation, style: APIStyle?) {
        window = Window(program: program, observation: observation, style: style)
    }

    // MARK: What is in reach

    var items: [Item] { _read { yield window.items } }

    var program: Program { window.program }

    var cursor: Cursor { window.cursor }

    var observation: Observation { window.observation }

    func sees(_ callback: Callback) -> Bool { window.sees(callback) }

    /// The line must happen for this client.
    func demands(_ callback: Callback) -> Bool { sees(callback) && callback.occurrence != .optional }

    /// The first item of theirs that must happen before the next line of ours.
    var holdUp: Item? { items.first(where: \.holdsUpOurs) }

    /// A quick test, because most scenarios await nothing and every turn asks; a choice may have such a line in a
    /// branch.
    var mayAwait: Bool {
        if case .choice = stop { return true }
        return items.contains { $0.state == .due && $0.isAwait }
    }

    func index(ofItem id: Int) -> Int? { items.firstIndex { $0.id == id } }

    /// Whether a line is still to come that takes more of the lane's request.
    func hasRestAhead(_ lane: Lane) -> Bool {
        items.contains { $0.isRest && $0.lane == lane && $0.state == .due }
            || program.hasRest(from: cursor.pc, lane: lane)
    }

    /// The kinds of line with which the lane's reply goes on.
    func continuation(of lane: Lane) -> Continuation {
        program.continuation(from: cursor.pc, counters: cursor.counters, lane: lane)
    }

    func move(_ index: Int, to state: Item.State) { window.move(index, to: state) }

    /// Changes what is expected of a callback; nil: it is none.
    func changeCallback<Result>(_ index: Int, _ body: (inout ExpectedCallback) -> Result) -> Result? {
        window.changeCallback(index, body)
    }

    /// Gives up an item: no input is waited for there any longer.
    func giveUp(_ index: Int) {
        if items[index].state == .due { window.skipExchange(of: index) }
        window.move(index, to: .gone)
    }

    // MARK: Moving

    /// Makes room in a full window for lines further down.
    func makeRoom() {
        if window.isFull { window.forgetPast() }
    }

    /// The place that the play would reach with all the lines of theirs that are next.
    var ahead: Ahead {
        var probe = window
        let stop = probe.extend()
        return Ahead(window: probe, stop: stop, reachesNothing: probe.items.count == items.count)
    }

    /// A line of theirs, or a choice of the client, is next, if need be below orders that the client gives itself.
    var isUpToTheirs: Bool {
        var probe = window
        if case .choice = probe.extend(passingOwnOrders: true) { return true }
        return probe.items.count > items.count
    }

    func goOn() -> Reached { arrive(window.extend()) }

    func adopt(_ ahead: Ahead) -> Reached { adopt(ahead.window, ahead.stop) }

    /// A line of ours was performed: the lines below it come into reach.
    func passOurs(_ placed: PlacedLine) { window.passOurs(placed) }

    /// The last line of ours was `! quiet`.
    var isBehindSilence: Bool { window.isBehindSilence }

    /// Counts the lines of ours that have left: input from here on comes behind them.
    func countOurs() { oursDone = window.oursPassed }

    /// Takes the branches that lead to a line that was found.
    func take(_ found: FoundLine) -> Reached {
        guard let ahead = found.ahead else { return Reached() }
        return adopt(ahead.window, ahead.stop)
    }

    func choose(_ way: ForkWay) -> Reached {
        let (ahead, stop) = window.behind(way)
        return adopt(ahead, stop)
    }

    /// Takes no branch, and plays no more rounds.
    func passOver(_ ways: [ForkWay]) -> Reached {
        guard let last = ways.last else { return Reached() }
        var passed = window
        passed.passOver(last)
        let stop = passed.extend()
        return adopt(passed, stop)
    }

    /// Skips a part in any order: no input is waited for there any longer.
    func skip(_ way: ForkWay) -> Reached {
        choiceSince = nil
        var ahead = window
        ahead.skip(way)
        let stop = ahead.extend()
        return adopt(ahead, stop)
    }

    /// Nothing more is played.
    func end() { stop = .end }

    private func adopt(_ reached: Window, _ stop: Window.Stop) -> Reached {
        window = reached
        return arrive(stop)
    }

    private func arrive(_ stop: Window.Stop) -> Reached {
        self.stop = stop
        return window.takeReached()
    }

    // MARK: Waiting

    /// Starts the clock of the first line of theirs that must happen next, or of a choice.
    func waitsForTheirs(at now: Instant, awake: Instant) {
        if let item = holdUp {
            if due?.item != item.id { due = (item.id, now) }
            choiceSince = nil
        } else {
            due = nil
            if case .choice = stop { choiceSince = choiceSince ?? (now, awake) } else { choiceSince = nil }
        }
    }

    /// Stops the clocks: a line of ours is next, or nothing.
    func waitsForOurs() {
        due = nil
        choiceSince = nil
    }

    /// The line of theirs that must happen next, and the time since which it is next.
    var dueLine: (line: Line, since: Instant)? {
        guard let due, let index = index(ofItem: due.item) else { return nil }
        return (items[index].first.line, due.since)
    }

    /// The branches that are next, the time since which they are, and the time from which the client may count.
    var dueChoice: (ways: [ForkWay], since: Instant, awake: Instant)? {
        guard let choiceSince, case .choice(let ways, _) = stop else { return nil }
        return (ways, choiceSince.lived, choiceSince.awake)
    }
}
