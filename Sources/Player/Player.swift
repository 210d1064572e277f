// Player.swift: takes what happened, and returns what to do: the machine that plays a scenario.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
package import QuintainScenario
package import QuintainTranscript
import QuintainWire
package import QuintainWords

/// Plays one scenario: takes each input, returns the effects to carry out, and judges.
///
/// A player owns no socket and no clock. Every input carries the time in and returns the effects that the caller must
/// carry out, in order; ``nextDeadline`` is the time at which the player wants to be called again.
///
/// Lines are *ours* (`<`, `!`, `client`) or *theirs* (`>`, `*`, `! await`). A line of ours is done
/// only when every line above it is done; between two lines of ours, theirs stand in a ``Window``
/// in which each lane keeps two orders, that of the wire and that of the callbacks.
///
/// A class, so that nothing copies it: the compiler takes seven times as long over a noncopyable structure of this size.
package final class Player {
    enum Phase: Sendable {
        case ready
        case playing
        /// The last line has happened; any further input is unexpected.
        case scriptEnded
        /// A line under `must` never came: the rest is not played.
        case brokenOff
        case over
    }

    /// The scenario, with which the package's users name the lines of a run.
    package let scenario: Scenario
    /// The client loads only when it is ordered to; a test, for one, loads by itself.
    let takesOrders: Bool

    var values: Values
    var phase = Phase.ready
    var clock: Clock
    let course: Course
    let record = Record()

    let connections = Connections()
    var standIns: StandIns
    var waiting = Waiting()
    var delegate = Delegate()

    var effects: [Effect] = []
    var wait: Wait?
    var turn: Turn
    let replies = Replies()
    private(set) var clientEnd: ClientEnd?

    package init(
        _ scenario: Scenario,
        endpoints: [Endpoint],
        observing observation: Observation,
        style: APIStyle? = nil,
        epoch: Int,
        seed: UInt64,
        authority: AnchorCertificate? = nil,
        isPatient: Bool = false,
        patience: Int = 0,
        looksFirst: Bool = false,
        takesOrders: Bool = false
    ) {
        self.scenario = scenario
        self.takesOrders = takesOrders
        turn = Turn(looksFirst: looksFirst)
        clock = Clock(epoch: epoch, isPatient: isPatient, patience: patience)
        standIns = StandIns(Set(scenario.origins.filter { $0.scheme == .https }.map(\.name)))
        // Whoever orders a load gives its URL, which has the port.
        let endpoints = takesOrders ? endpoints : endpoints.map { $0.named(inCodeFor: scenario) }
        values = Values(scenario, at: endpoints, seed: seed, authority: authority)
        course = Course(Program(scenario), observing: observation, style: style)
    }

    // MARK: Inputs

    /// Sets which callbacks will come in, if that is known only now. Only before the start.
    package func observe(_ observation: Observation, style: APIStyle?) {
        precondition(phase == .ready, "what is observed is known when the play begins")
        course.observe(observation, style: style)
    }

    /// Starts the play: the origins are open.
    package func start(at now: Instant) -> [Effect] {
        input(now) {
            phase = .playing
            if course.observation != .none, let load = scenario.impliedLoad {
                record.write(.ordered(.load(load), nil), lane: load.lane)
                hand(.load(load), load.lane, nil)
            }
        }
    }

    /// The time of ``nextDeadline`` has come, and all input up to it has been reported.
    package func timeArrived(_ now: Instant) -> [Effect] {
        input(now) {
            turn.looked()
            checkTime()
        }
    }

    /// The inputs that follow came at this time; nil: as they are told.
    package func inputCame(at moment: Instant?) { clock.inputCame(at: moment) }

    /// The client could do nothing for this time before the next input: it gets as much more. No process ran, or, of the
    /// client alone, another play has held up all loads of its process.
    package func stoodStill(for nanoseconds: Instant, ofClient isOfClient: Bool = false) {
        clock.stoodStill(for: nanoseconds, ofClient: isOfClient)
    }

    /// The caller has reported all that was there when ``Effect/look`` was ordered.
    package func looked(at now: Instant) -> [Effect] {
        input(now) { turn.looked() }
    }

    /// Other tasks have had their turn since ``Effect/goOn`` was ordered.
    package func wentOn(at now: Instant) -> [Effect] {
        input(now) {}
    }

    /// The test lets a `! hold` go on.
    package func released(at now: Instant) -> [Effect] {
        input(now) {
            guard case .go(let placed)? = wait else { return }
            wait = nil
            record.finish(placed)
        }
    }

    /// Records a remark that means nothing for the play.
    package func noted(_ text: String, at now: Instant) -> [Effect] {
        input(now) { record.write(.noted(.remark(text))) }
    }

    /// The client has ended: no more input can come from it.
    package func clientEnded(_ why: ClientEnd? = nil, at now: Instant) -> [Effect] {
        input(now) {
            if phase != .over { clientEnd = why }
            // Lines of ours that only waited for another turn would have been done by now.
            if turn.isOutOfBreath { playOn(.last) }
            if case .idle? = why { answerForgotten(isSilent: true) }
            end()
        }
    }

    /// The time at which ``timeArrived(_:)`` is wanted.
    package var nextDeadline: Instant? {
        guard phase == .playing else {
            return phase == .scriptEnded ? replies.forgotten.map { $0.deadline + clock.stoodStill } : nil
        }
        if case .time(let until, _)? = wait { return until }
        let end =
            if let wait {
                wait.end(by: clock, disorder: waiting.tooSoonSince)
            } else {
                clock.hasBegun ? [inquiry.lineDeadline, inquiry.choiceDeadline].compactMap(\.self).min() : nil
            }
        return end.map { $0 + clock.stoodStill }
    }

    /// Silence ends rounds, or begins a branch: time in which the client cannot go on must not be taken for its own.
    package var awaitsSilence: Bool {
        phase == .playing && wait == nil && clock.hasBegun && course.dueChoice != nil && course.silentBranch != nil
    }

    /// What is asked of the play as it stands.
    var inquiry: Inquiry { Inquiry(of: self) }

    // MARK: Time

    private func checkTime() {
        answerForgotten()
        guard phase == .playing else { return }
        checkWait()
        guard clock.hasBegun, wait == nil else { return }
        let isLate = [inquiry.lineDeadline, inquiry.choiceDeadline].contains { $0.map(clock.isOver) ?? false }
        if isLate, takeUnfinished() { return }
        checkSilence()
        if let deadline = inquiry.lineDeadline, clock.isOver(deadline) { neverCame() }
        if let deadline = inquiry.choiceDeadline, clock.isOver(deadline) { noBranchCame() }
    }

    private func checkWait() {
        switch wait?.outcome(at: clock, disorder: waiting.tooSoonSince) {
        case .over(let placed)?:
            wait = nil
            record.finish(placed)
        case .noSilence(let placed, let milliseconds)?:
            wait = nil
            record.breach(.noSilence(milliseconds, within: placed.line.within), placed)
        case .noConnection(let placed)?: noConnectionCame(placed, .within(clock.within(placed.line)))
        case .noRoom(let batch)?: windowStayedFull(batch)
        case .noEndOfLoad(let order, let placed)?:
            performAtLast(order, placed, .loadNotEnded(inquiry.whenLate(placed)))
        case nil: break
        }
    }

    /// Records that the run has reached a line.
    func reach(_ placed: PlacedLine, _ state: Step.State) {
        standIns.read(placed.line)
        record.reach(placed, state)
    }

    package var transcript: Transcript { record.transcript }
    /// The number of the event of the callback that was reported last.
    package var lastReported: Int { record.reported }

    /// The last input was compared for so long that others should have their turn before the next one.
    package var workedLong: Bool { values.effort.isLong }

    /// Keeps as much of each of the client's bodies, beside the transcript, which has their beginnings.
    package func keepBodies(atMost count: Int) { record.keepBodies(atMost: count) }

    /// The outcome of the run so far.
    package var outcome: Outcome { record.outcome(clientEnd) }
}
