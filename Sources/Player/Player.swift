// Player.swift: a scenario and what happened give what to do.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
package import QuintainScenario
package import QuintainTranscript
import QuintainWire
package import QuintainWords

/// Plays one scenario: takes in what happened, says what to do next, and judges.
///
/// It owns no socket and no clock. Every input carries the time in and returns the effects that
/// the caller must carry out, in order; ``nextDeadline`` is when it wants to be told of the time.
///
/// Lines are *ours* (`<`, `!`, `client`) or *theirs* (`>`, `*`, `! await`). A line of ours is done
/// only when every line above it is done; between two lines of ours, theirs stand in a ``Window``
/// in which each lane keeps two orders, that of the wire and that of the callbacks.
package struct Player: ~Copyable, Sendable {
    enum Phase: Sendable {
        case ready
        case playing
        /// The last line has happened; whatever still comes is too much.
        case scriptEnded
        /// A line under `must` never came: the rest is not played.
        case brokenOff
        case over
    }

    /// Why a line of ours is not done yet.
    enum Wait {
        case time(until: Instant, PlacedLine)
        /// Until nothing has come for so long.
        case quiet(since: Instant, milliseconds: Int, PlacedLine)
        case go(PlacedLine)
        /// Its connection has not come yet.
        case connection(Lane, PlacedLine, since: Instant)
        /// The load before it in its lane has not ended.
        case load(ClientOrder, PlacedLine, since: Instant)
        case batch(OutgoingBatch)
        /// What is left of it has no room in the client's window.
        case window(OutgoingBatch, since: Instant)
    }

    /// How the package's users see a run: which lines there were, and what became of each.
    package let scenario: Scenario
    let origins: Origins
    /// The client loads when it is ordered to, and not of its own accord, as a test does.
    let takesOrders: Bool

    var values: Values
    var phase = Phase.ready
    var clock: Clock
    var course: Course
    var record = Record()

    var connections = Connections()
    var standIns: StandIns
    var waiting = Waiting()
    var delegate = Delegate()

    var effects: [Effect] = []
    var wait: Wait?
    var turn: Turn
    var replies = Replies()
    private var clientEnd: ClientEnd?

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
        standIns = StandIns(areAsked: scenario.origins.contains { $0.scheme == .https })
        values = Values(endpoints: endpoints, seed: seed, authority: authority)
        origins = Origins(scenario, at: values.endpoints)
        course = Course(Program(scenario), observing: observation, style: style)
    }

    // MARK: Inputs

    /// Which callbacks will come in, if that is known only now. Before the start.
    package mutating func observe(_ observation: Observation, style: APIStyle?) {
        precondition(phase == .ready, "what is observed is known when the play begins")
        course = Course(course.program, observing: observation, style: style)
    }

    /// The origins are open.
    package mutating func start(at now: Instant) -> [Effect] {
        input(now) { player in
            player.phase = .playing
            if player.course.observation != .none, let load = player.scenario.impliedLoad {
                player.record.write(.ordered("client (the first request below)"), lane: load.lane)
                player.hand(.load(load), load.lane, nil)
            }
        }
    }

    /// It is as late as ``nextDeadline`` said, or later, and what had come by then has been told.
    package mutating func timeArrived(_ now: Instant) -> [Effect] {
        input(now) { player in
            player.turn.looked()
            player.checkTime()
        }
    }

    /// For so many nanoseconds before what is told next nobody ran, the client neither: it gets as many more.
    package mutating func stoodStill(for nanoseconds: Instant) { clock.stoodStill(for: nanoseconds) }

    /// All that was there when ``Effect/look`` was ordered has been told.
    package mutating func looked(at now: Instant) -> [Effect] {
        input(now) { $0.turn.looked() }
    }

    /// Others have had their turn since ``Effect/goOn`` was ordered.
    package mutating func wentOn(at now: Instant) -> [Effect] {
        input(now) { _ in }
    }

    /// The test lets a `! hold` go on.
    package mutating func released(at now: Instant) -> [Effect] {
        input(now) { player in
            guard case .go(let placed)? = player.wait else { return }
            player.wait = nil
            player.record.finish(placed)
        }
    }

    /// Somebody has something to say that means nothing for the play.
    package mutating func noted(_ text: String, at now: Instant) -> [Effect] {
        input(now) { $0.record.write(.noted(text)) }
    }

    /// Whether a `! hold` waits for ``released(at:)``, and at which line.
    package var isHeld: Int? {
        if case .go(let placed)? = wait { placed.line.place.line } else { nil }
    }

    /// The client is at its end: nothing more can come from it.
    package mutating func clientEnded(_ why: ClientEnd? = nil, at now: Instant) -> [Effect] {
        input(now) { player in
            if player.phase != .over { player.clientEnd = why }
            // What waited for its turn only would have been done by now.
            if player.turn.isOutOfBreath { player.advance(.last) }
            player.end()
        }
    }

    /// How many connections are kept in mind.
    package var connectionCount: Int { connections.count }

    /// The connection that the client closed last was one that it could have gone on with.
    package var leftForGood: Bool { connections.wasLeftForGood }

    package var isOver: Bool { phase == .over }

    /// Every line has happened, or the play was broken off: only the client's end is waited for.
    package var isScriptEnded: Bool { phase == .scriptEnded || phase == .brokenOff || phase == .over }

    /// A line under `must` never came, so what still comes breaks nothing.
    package var isBrokenOff: Bool { phase == .brokenOff }

    /// The first callback that has to come next in this lane.
    package func nextCallback(in lane: Lane) -> CallbackKind? {
        for placed in course.linesAhead() where placed.line.lane == lane {
            guard case .callback(let line) = placed.line.deed, line.occurrence != .optional else { continue }
            return line.kind
        }
        return nil
    }

    /// When ``timeArrived(_:)`` is wanted.
    package var nextDeadline: Instant? {
        guard phase == .playing else { return nil }
        switch wait {
        case .time(let until, _)?: return until
        case .go?, .batch?: return nil
        default: return endOfPatience.map { $0 + clock.stoodStill }
        }
    }

    /// When the client has been waited for long enough, as ``Clock/lived`` counts.
    private var endOfPatience: Instant? {
        switch wait {
        case .quiet(let since, let milliseconds, let placed)?:
            return min(
                clock.silenceEnds(since: since, milliseconds),
                clock.end(since: since, milliseconds + placed.line.within))
        case .connection(_, let placed, let since)?:
            return clock.hasBegun ? clock.end(since: since, placed.line.within) : nil
        case .load(_, let placed, let since)?: return clock.end(since: since, placed.line.within)
        case .window(let batch, let since)?: return clock.end(since: since, within(batch))
        case nil where clock.hasBegun: return [lineDeadline, choiceDeadline].compactMap(\.self).min()
        case .time?, .go?, .batch?, nil: return nil
        }
    }

    // MARK: The course of play

    /// Runs an input and whatever it makes possible.
    mutating func input(_ now: Instant, _ body: (inout Player) -> Void) -> [Effect] {
        clock.goOn(to: now)
        record.goOn(at: clock.now)
        // What was to be done before this came is not behind it.
        if turn.isOutOfBreath { advance(.input) }
        if endDistance() { advance(.input) }
        body(&self)
        repeat { advance(.input) } while !turn.isOutOfBreath && takeFromBacklog()
        sendRefusals()
        answerGreetings()
        updateDue()
        if turn.end() { effects.append(.goOn) }
        defer { effects = [] }
        return effects
    }

    /// Whether a line of ours may be done now; if not, the caller is asked to look. Lines of ours with nothing between
    /// them that had to come are done together: what comes of the first is not too soon for the second. When a plain
    /// command does what a `client` line says is its own business, so nothing waits for that.
    private mutating func mayAct(_ placed: PlacedLine) -> Bool {
        guard course.window.hasAwaited, !course.window.isOwnBusiness(placed) else { return true }
        switch turn.mayAct() {
        case .given: return true
        case .afterLook: effects.append(.look)
        case .denied: break
        }
        return false
    }

    /// Plays on as far as nothing has to be waited for, and no further than a turn lasts.
    private mutating func advance(_ length: Turn.Length) {
        turn.begin(length)
        advance()
    }

    private mutating func advance() {
        while phase == .playing, wait == nil {
            course.makeRoom()
            if replies.isPending || replies.areOpen {
                let ahead = course.ahead
                if !ahead.leavesRepliesOpen {
                    pauseWriters()
                    // What stands below is due only when these bytes have left.
                    if replies.isPending { return emit() }
                } else if ahead.passesUnobserved {
                    pauseWriters()
                }
                file(course.adopt(ahead))
            } else {
                file(course.goOn())
            }
            if !replies.isPending { course.countOurs() }
            if offerWhatWaits() { continue }
            switch course.stop {
            case .ours(let placed):
                guard course.holdUp == nil else { return }
                guard mayAct(placed) else { return }
                guard turn.spend(1), perform(placed) else { return }
            case .choice(let ways, let line):
                guard passBlind(ways, line) || followWhatWaits(ways) else { return }
            case .end:
                guard course.holdUp == nil else { return }
                phase = .scriptEnded
                effects.append(.scriptEnded)
                releaseWhatWaits()
            case .full: return
            case .pause:
                guard turn.spend(Window.opsAtOnce) else { return }
            }
        }
    }

    private mutating func updateDue() {
        if phase == .playing, wait == nil, clock.hasBegun {
            course.waitsForTheirs(at: clock.lived)
        } else {
            course.waitsForOurs()
        }
    }

    /// A silence above lines of theirs says how soon they may happen: what comes now is behind it, whatever came within.
    private mutating func endDistance() -> Bool {
        guard case .quiet(let since, let milliseconds, let placed)? = wait,
            clock.isOver(clock.end(since: since, milliseconds)), course.ahead.isUpToTheirs
        else { return false }
        wait = nil
        record.finish(placed)
        return true
    }

    private mutating func checkTime() {
        guard phase == .playing else { return }
        checkWait()
        guard clock.hasBegun, wait == nil else { return }
        checkSilence()
        if let deadline = lineDeadline, clock.isOver(deadline) { neverCame() }
        if let deadline = choiceDeadline, clock.isOver(deadline) { noBranchCame() }
    }

    private mutating func checkWait() {
        switch wait {
        case .time(let until, let placed)? where until <= clock.now:
            wait = nil
            record.finish(placed)
        case .quiet(let since, let milliseconds, let placed)?:
            let isSilent = clock.isOver(clock.silenceEnds(since: since, milliseconds))
            guard isSilent || clock.isOver(clock.end(since: since, milliseconds + placed.line.within)) else { return }
            wait = nil
            if isSilent { return record.finish(placed) }
            record.breach(
                .wrongTime, placed, "there was no silence of \(milliseconds) ms within \(placed.line.within) ms")
        case .connection(_, let placed, let since)?
        where clock.hasBegun && clock.isOver(clock.end(since: since, placed.line.within)):
            noConnectionCame(placed, "within \(placed.line.within) ms")
        case .window(let batch, let since)? where clock.isOver(clock.end(since: since, within(batch))):
            windowStayedFull(batch)
        case .load(let order, let placed, let since)? where clock.isOver(clock.end(since: since, placed.line.within)):
            giveAtLast(order, placed, "the load before has not ended within \(placed.line.within) ms")
        case .time?, .connection?, .load?, .go?, .batch?, .window?, nil: break
        }
    }

    /// The run has come to the line.
    mutating func reach(_ placed: PlacedLine, _ state: Step.State) {
        standIns.read(placed.line)
        record.reach(placed, state)
    }

    package var transcript: Transcript { record.transcript }

    /// What has become of the run so far.
    package var outcome: Outcome { record.outcome(clientEnd) }
}
