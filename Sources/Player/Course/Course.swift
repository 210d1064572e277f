// Course.swift: where a play stands, and since when it waits there.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainReply
import QuintainScenario
import QuintainTranscript
import QuintainWords

/// Owns the window of lines in reach, what stops it, and the time since which the line or choice that is next has been next.
struct Course {
    /// Where the play would stand.
    struct Ahead {
        fileprivate var window: Window
        fileprivate var stop: Window.Stop
        /// No line of theirs came into reach.
        fileprivate(set) var reachesNothing: Bool

        /// What comes next is something of theirs.
        var isUpToTheirs: Bool {
            if case .choice = stop { return true }
            return !reachesNothing
        }

        /// More of the same reply may come directly.
        var leavesRepliesOpen: Bool { reachesNothing && stop.leavesRepliesOpen }

        /// A line was passed over that this client cannot report.
        var passesUnobserved: Bool { window.passed.contains { $0.1 == .unobserved } }
    }

    private(set) var window: Window
    private(set) var stop = Window.Stop.end
    /// How many lines of ours were done when what is in reach came into reach.
    private(set) var oursDone = 0
    /// What must happen next, and since when.
    private var due: (item: Int, since: Instant)?
    /// Since when a choice has been next.
    private var choiceSince: Instant?

    init(_ program: Program, observing observation: Observation, style: APIStyle?) {
        window = Window(program: program, observation: observation, style: style)
    }

    // MARK: What is in reach

    var items: [Item] { _read { yield window.items } }

    var program: Program { window.program }

    var cursor: Cursor { window.cursor }

    var observation: Observation { window.observation }

    func sees(_ callback: Callback) -> Bool { window.sees(callback) }

    /// The first thing of theirs that must happen before the next line of ours.
    var holdUp: Item? { items.first(where: \.holdsUpOurs) }

    func index(ofItem id: Int) -> Int? { items.firstIndex { $0.id == id } }

    /// Whether a line is still to come that takes more of what the lane's request brings.
    func hasRestAhead(_ lane: Lane) -> Bool {
        items.contains { $0.isRest && $0.lane == lane && $0.state == .due }
            || program.hasRest(from: cursor.pc, lane: lane)
    }

    /// With which kinds of line the lane's reply goes on.
    func continuation(of lane: Lane) -> Continuation {
        program.continuation(from: cursor.pc, counters: cursor.counters, lane: lane)
    }

    mutating func move(_ index: Int, to state: Item.State) { window.move(index, to: state) }

    mutating func put(_ kind: Item.Kind, at index: Int) { window.put(kind, at: index) }

    /// Lets go of the callback's line, so that what it has collected is changed where it is.
    mutating func takeOut(_ index: Int) { window.put(.await(.connection), at: index) }

    /// The item is not waited for any longer.
    mutating func giveUp(_ index: Int) {
        if items[index].state == .due { window.skipExchange(of: index) }
        window.move(index, to: .gone)
    }

    // MARK: Moving

    /// Makes room for lines further down, where too much is awaited.
    mutating func makeRoom() {
        if window.isFull { window.forgetPast() }
    }

    /// Where the play would stand with all lines of theirs in reach that are next.
    var ahead: Ahead {
        var probe = window
        let stop = probe.extend()
        return Ahead(window: probe, stop: stop, reachesNothing: probe.items.count == items.count)
    }

    mutating func goOn() -> Reached { arrive(window.extend()) }

    mutating func adopt(_ ahead: Ahead) -> Reached { adopt(ahead.window, ahead.stop) }

    /// A line of ours is performed; what stands below it comes into reach.
    mutating func passOurs(_ placed: PlacedLine) { window.passOurs(placed) }

    /// What has left by now is known: what comes from here on comes behind it.
    mutating func countOurs() { oursDone = window.oursPassed }

    /// Takes the branches that lead to the line that was found.
    mutating func take(_ found: FoundLine) -> Reached {
        guard let ahead = found.ahead else { return Reached() }
        return adopt(ahead.window, ahead.stop)
    }

    mutating func choose(_ way: Way) -> Reached {
        var ahead = window
        ahead.take(way)
        let stop = ahead.extend()
        return adopt(ahead, stop)
    }

    /// No branch is taken, and no more rounds are played.
    mutating func passOver(_ ways: [Way]) -> Reached {
        guard let last = ways.last else { return Reached() }
        var passed = window
        passed.passOver(last)
        let stop = passed.extend()
        return adopt(passed, stop)
    }

    /// The part in any order is not waited for any longer.
    mutating func skip(_ way: Way) -> Reached {
        choiceSince = nil
        var ahead = window
        ahead.skip(way)
        let stop = ahead.extend()
        return adopt(ahead, stop)
    }

    /// Nothing more is played.
    mutating func end() { stop = .end }

    private mutating func adopt(_ reached: Window, _ stop: Window.Stop) -> Reached {
        window = reached
        return arrive(stop)
    }

    private mutating func arrive(_ stop: Window.Stop) -> Reached {
        self.stop = stop
        return window.takeReached()
    }

    // MARK: Waiting

    /// The first line of theirs that must happen next starts its clock, and so does a choice.
    mutating func waitsForTheirs(at now: Instant) {
        if let item = holdUp {
            if due?.item != item.id { due = (item.id, now) }
            choiceSince = nil
        } else {
            due = nil
            if case .choice = stop { choiceSince = choiceSince ?? now } else { choiceSince = nil }
        }
    }

    /// Something else is waited for, or nothing.
    mutating func waitsForOurs() {
        due = nil
        choiceSince = nil
    }

    /// The line of theirs that must happen next, and since when it is next.
    var dueLine: (line: Line, since: Instant)? {
        guard let due, let index = index(ofItem: due.item) else { return nil }
        return (items[index].first.line, due.since)
    }

    /// The branches that are next, and since when they are.
    var dueChoice: (ways: [Way], since: Instant)? {
        guard let choiceSince, case .choice(let ways, _) = stop else { return nil }
        return (ways, choiceSince)
    }
}
