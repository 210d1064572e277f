// Record.swift: the record of a run: its events, the state of each line, and the breaches.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
package import QuintainScenario
import QuintainTalk
package import QuintainTranscript
import QuintainWire
import QuintainWords

/// Keeps the transcript, the steps and the breaches of a run, and the verdict that they come to.
///
/// The severity of a breach is that of the level in force at its line, unless the breach follows from a milder one;
/// trails show what follows from what. The verdict is final once the run is over.
final class Record {
    private(set) var transcript = Transcript()
    private var steps = Steps()
    private var breaches: [Breach] = []
    private(set) var trails = Trails()
    /// The requests that lines took, by the hash of their start: where the first of each stand in the beginning of the transcript.
    private(set) var takers: [Int: [Int]] = [:]
    /// How many requests each line took.
    private(set) var takings: [Int: Int] = [:]
    private var worst: Severity?
    private var deviations = 0
    private var unobserved = 0
    /// How many events there were when the last request came, and when each lane's last load was ordered.
    private var asked = 0
    private var ordered: [Lane: Int] = [:]
    /// The time of the events that are recorded now.
    private var now: Instant = 0
    /// The number of the event that records the last callback.
    private(set) var reported = 0
    /// The number of the callback's event while the callback is judged; nil otherwise.
    private var hearing: Int?
    /// The mistakes by which callbacks of the lanes' loads came too soon.
    private var early: [Lane: Trail] = [:]
    /// The `! hold` at which the play stood to its end.
    private(set) var heldAt: PlacedLine?
    private var isOver = false
    /// The limit of ours at which the play ended.
    private(set) var limit: Limit?

    /// Sets the time of the events that are recorded from here on.
    func goOn(at now: Instant) { self.now = now }

    /// A line took the request whose start this event records.
    func tookRequest(_ start: some Sequence<UInt8>, _ line: LineReference, event: Int) {
        takings[line.number, default: 0] += 1
        let hash = Array(start).hashValue
        guard event <= transcript.first.count, takers[hash, default: []].count < Self.takersAtMost else { return }
        takers[hash, default: []].append(event - 1)
    }

    func staysHeld(at placed: PlacedLine) { heldAt = placed }

    // MARK: Events

    func write(
        _ happening: Happening, connection: ConnectionNumber? = nil, lane: Lane? = nil, line: LineReference? = nil
    ) {
        transcript.append(at: now, connection: connection, lane: lane?.name, line: line, happening)
        if case .received(.start, _) = happening { asked = transcript.count }
        if case .ordered = happening { ordered[lane ?? .unnamed] = transcript.count }
    }

    /// No request has come, on any connection, since the lane's last load was ordered.
    func hasAskedNothing(in lane: Lane) -> Bool { ordered[lane].map { $0 > asked } ?? false }

    /// More is kept of the bodies of clients than their events have.
    func keepBodies(atMost count: Int) { transcript.bodyAtMost = count }

    /// Records bytes that came. Returns the number of their event.
    @discardableResult
    func writeBytes(
        _ bytes: ArraySlice<UInt8>, _ part: Part, _ payload: Payload, connection: ConnectionNumber, lane: Lane?,
        line: LineReference? = nil
    ) -> Int {
        let number = transcript.appendBytes(
            part, payload, at: now, connection: connection, lane: lane?.name, line: line)
        if part == .body { transcript.keep(bytes, of: number) }
        return number
    }

    /// Records a frame of the client.
    func writeFrame(_ frame: FrameReport, on connection: ConnectionNumber) {
        let increment = frame.values.first("increment").flatMap { Int(String(decoding: $0, as: UTF8.self)) }
        if frame.kind == .windowUpdate, let increment {
            transcript.appendWindowUpdate(increment: increment, at: now, connection: connection)
        } else {
            write(.frame(by: .client, frame), connection: connection)
        }
    }

    /// Names the line of an event that was recorded before its line was known.
    func name(_ event: Int, lane: Lane, line: LineReference?, pattern: (from: Int, count: Int)? = nil) {
        transcript.name(event, lane: lane.name, line: line, pattern: pattern)
    }

    /// Records a callback that has come, and is judged until ``heard()``.
    func hear(_ callback: ReportedCallback) {
        write(.reported(ToldCallback(callback)), lane: callback.lane)
        reported = transcript.count
        hearing = reported
    }

    func heard() { hearing = nil }

    /// Callbacks of the lane's load came too soon by this mistake; nil: the load has ended.
    func loadIsEarly(_ mistake: Trail?, in lane: Lane) { early[lane] = mistake }

    /// Names the line that takes the last callback.
    func nameHeard(_ line: LineReference) { transcript.nameLine(line, of: reported) }

    /// Records that the input deviates from the protocol.
    func deviated(_ happening: Happening, on connection: ConnectionNumber) {
        deviations += 1
        write(happening, connection: connection)
    }

    // MARK: Steps

    /// The run has reached a line.
    func reach(_ placed: PlacedLine, _ state: Step.State) {
        if state == .unobserved { unobserved += 1 }
        steps.append(Step(line: placed.line.place.line, state: state, doneAt: state == .done ? now : nil))
    }

    /// Counts callback lines that were passed over, because this client cannot report them.
    func passOver(unobserved count: Int) { unobserved += count }

    func finish(_ placed: PlacedLine) { finish(placed.step) }

    func finish(_ step: Int) {
        if isDue(step) { steps.set(step, .done, at: now) }
    }

    /// Sets the state of a line, unless the line is broken already: then it stays broken.
    func mark(_ placed: PlacedLine, _ state: Step.State) {
        if case .broken? = steps[number: placed.step]?.state { return }
        steps.set(placed.step, state, at: now)
    }

    /// The step was passed over.
    func leave(_ step: Int) {
        if isDue(step) { steps.set(step, .skipped, at: now) }
    }

    func isDue(_ placed: PlacedLine) -> Bool { isDue(placed.step) }

    func isDue(_ step: Int) -> Bool { steps[number: step]?.state == .due }

    /// The line that the run reached directly behind the last of these lines; nil: it has reached none.
    func line(behind lines: Set<Int>) -> Int? {
        let last = steps.numbers.last { steps[number: $0].map { lines.contains($0.line) } ?? false }
        return last.flatMap { steps[number: $0 + 1]?.line }
    }

    /// The number of the step's line; nil: the step is not kept.
    func line(ofStep step: Int) -> Int? { steps[number: step]?.line }

    /// The time at which the nearest done step above this one was done.
    func lastDone(above step: Int) -> Instant? { steps.lastDone(above: step) }

    // MARK: Breaches

    /// Records that a line is broken, or that no line takes an input.
    ///
    /// - Parameters:
    ///   - untaken: a value that the line uses, and that was not taken above.
    ///   - due: the severity where no line gives one.
    ///   - lane: the lane that is concerned where no line names one.
    ///   - cause: the mistake that the breach follows from, if it is known.
    ///   - near: the line nearest to the input; nil: the last that was reached.
    ///   - event: the request that no line takes; nil: the callback that is heard, if one is.
    ///   - telling: how a callback was told, if that broke the line.
    @discardableResult
    func breach(
        _ difference: Difference, _ placed: PlacedLine?, untaken: Untaken? = nil, counting due: Severity? = nil,
        in lane: Lane? = nil, from cause: Trail? = nil, near: PlacedLine? = nil, event: Int? = nil,
        telling: Breach.Telling? = nil
    ) -> Trail {
        let own = due ?? placed.map { Severity($0.line.level) } ?? .failure
        guard !isOver else { return Trail(event: transcript.count, severity: own) }
        let slug = difference.slug
        let lane = placed?.line.lane ?? lane
        var breach = Breach(difference, line: placed?.reference, round: placed?.count, severity: own)
        breach.untaken = untaken
        breach.near = place(placed, near)
        breach.telling = telling
        if let trail = cause ?? explanation(of: slug, own, in: lane, for: placed) {
            var trail = trail
            trail.severity = min(own, trail.severity)
            breach.severity = trail.severity
            breach.event = hearing
            follow(trail, breach, placed, lane)
            return trail
        }
        if let placed { mark(placed, .broken(own)) }
        // A hundred are enough to read, but a breach that is worse than all before it is not lost.
        guard breaches.count < Self.breachesAtMost || worst.map({ $0 < own }) ?? true else {
            return Trail(event: transcript.count, severity: own)
        }
        worst = max(worst ?? own, own)
        breach.due = slug.isOutOfOrder ? firstDue : nil
        breach.event = event ?? hearing
        let root = slug == .wrongValue ? rootOfTooSoon(own, in: lane) : nil
        if let root { takePlace(of: root, breach) } else { breaches.append(breach) }
        write(.broken(breach), lane: lane, line: placed?.reference)
        return Trail(root: root ?? breaches.count - 1, event: transcript.count, severity: own)
    }

    /// Records a failure from which all breaches so far follow.
    func breachBehindAll(_ difference: Difference, _ line: Int?) {
        guard !isOver else { return }
        let line = line.map { LineReference(number: $0, step: 0) }
        let consequences = breaches.flatMap { breach in
            var alone = breach
            alone.follows = []
            return [alone] + breach.follows
        }
        let breach = Breach(
            difference, line: line, severity: .failure, follows: Array(consequences.prefix(Self.followingAtMost)))
        breaches = [breach]
        worst = .failure
        write(.broken(breach), line: line)
    }

    /// The index of the breach that a callback of the lane's load came too soon, if it counts no more than this.
    private func rootOfTooSoon(_ own: Severity, in lane: Lane?) -> Int? {
        guard let root = lane.flatMap({ early[$0]?.root }), breaches[root].slug == .tooSoon,
            breaches[root].severity <= own
        else { return nil }
        return root
    }

    /// Puts a breach in the place of one that follows from it: a client that takes something else for what it waits for
    /// tells of it too soon, or in time by chance.
    private func takePlace(of root: Int, _ breach: Breach) {
        var consequence = breaches[root]
        let others = consequence.follows
        consequence.follows = []
        breaches[root] = breach
        breaches[root].follows = [consequence] + others
    }

    /// Records a breach that follows from a mistake, under the root of that mistake.
    private func follow(_ trail: Trail, _ breach: Breach, _ placed: PlacedLine?, _ lane: Lane?) {
        if let placed { mark(placed, .broken(trail.severity)) }
        guard let root = trail.root, breaches[root].follows.count < Self.followingAtMost else { return }
        breaches[root].follows.append(breach)
        write(.broken(breach, follows: trail.event), lane: lane, line: placed?.reference)
    }

    /// Records that a line is broken, and that its lane goes astray by that.
    @discardableResult
    func breakCourse(_ difference: Difference, _ placed: PlacedLine) -> Trail {
        let mistake = breach(difference, placed)
        goAstray(placed.line.lane, mistake)
        return mistake
    }

    /// Records that an input came before a line of ours was done; what follows in the lane is explained by that.
    @discardableResult
    func breakOrder(
        _ placed: PlacedLine?, _ early: Early, _ hold: Hold = .oursAbove, hint: Remedy? = nil,
        counting severity: Severity? = nil, in lane: Lane
    ) -> Trail {
        let mistake = breach(.tooSoon(early, hold, hint: hint), placed, counting: severity, in: lane)
        loseOrder(lane, mistake)
        return mistake
    }

    /// Where a reader looks who is told of a breach of no line.
    private func place(_ placed: PlacedLine?, _ near: PlacedLine?) -> LineReference? {
        if placed != nil { return nil }
        return near?.reference ?? firstDue ?? reference(ofStep: steps.total - 1)
    }

    /// The first line that is due, of the last ones that were reached.
    private var firstDue: LineReference? {
        let last = max(0, steps.total - 1)
        return (max(0, last - Self.looksBack)...last).first(where: isDue).flatMap(reference)
    }

    private func reference(ofStep step: Int) -> LineReference? {
        steps[number: step].map { LineReference(number: $0.line, step: step) }
    }

    /// How far above the last line one is looked for that is due.
    private static let looksBack = 64

    /// The first mistake of which one of these lines tells, or a consequence of it; nil: there is none.
    func mistake(onLines lines: Set<Int>) -> Trail? {
        for (root, breach) in breaches.enumerated() {
            let told = [breach] + breach.follows
            guard told.contains(where: { $0.line.map { lines.contains($0.number) } ?? false }) else { continue }
            let event = transcript.events.first { event in
                guard case .broken(let other, nil) = event.happening else { return false }
                return other.line == breach.line && other.difference == breach.difference
            }
            return Trail(root: root, event: event?.number ?? transcript.count, severity: breach.severity)
        }
        return nil
    }

    var breachCount: Int { breaches.count }

    /// Takes back the breaches behind the first ones: they rest on what was not compared, and the play ends.
    func takeBack(to count: Int) {
        breaches = Array(breaches.prefix(count))
        worst = breaches.map(\.severity).max()
        (trails, early) = (Trails(), [:])
    }

    func reachLimit(_ limit: Limit) {
        self.limit = self.limit ?? limit
        write(.noted(.limit(limit)))
    }

    var isFailed: Bool { worst == .failure }

    /// The limit at which the play ended, or else the last breach.
    var lastSentence: String? { limit.map(FindingText.sentence) ?? breaches.last?.sentence }

    // MARK: Trails

    /// The lane goes astray from here on because of this mistake.
    func goAstray(
        _ lane: Lane?, _ mistake: Trail, _ reach: Trail.Reach = .course,
        announcing announced: Trail.Announcement? = nil, refusal: Trail.Refusal? = nil
    ) {
        var trail = mistake
        trail.reach = reach
        trail.announced = announced
        trail.refusal = refusal
        trails[lane] = trail
    }

    /// The order of the lane is lost from here on, unless the lane is astray already.
    func loseOrder(_ lane: Lane?, _ mistake: Trail) {
        if trails[lane] == nil { goAstray(lane, mistake, .order) }
    }

    /// The lane follows the file again.
    func findBack(_ lane: Lane) { trails.end(lane) }

    func trail(in lane: Lane?) -> Trail? { trails[lane] }

    /// The mistake in the lane from which such a breach follows.
    func explanation(of slug: Breach.Slug, _ own: Severity, in lane: Lane?, for placed: PlacedLine?) -> Trail? {
        let isRequest = if case .receive(.start)? = placed?.line.deed { true } else { false }
        return trails[lane].flatMap { $0.explains(slug, own, ofRequest: isRequest) ? $0 : nil }
    }

    /// The lane has passed the line.
    func leaveBehind(_ line: Line) { trails.leaveBehind(line) }

    /// The play has passed these branches, of which one might have been taken: whether the next request depends on them
    /// is read from their lines.
    func leaveBehind(_ ways: [ForkWay], of program: Program) {
        for line in ways.flatMap({ program.lines(in: $0.ops) }) { trails.mayBring(line) }
    }

    /// Restores the trails of all lanes.
    func goBack(to trails: Trails) { self.trails = trails }

    /// Remembers a request that was refused: it may be sent again.
    func wasRefused(_ start: String, _ mistake: Trail) { trails.wasRefused(start, mistake) }

    func refusal(of start: String) -> Trail? { trails.refusal(of: start) }

    /// Remembers a request that was given up: it may come late.
    func wasSkipped(_ placed: PlacedLine, _ request: ExpectedRequest, _ mistake: Trail) {
        trails.wasSkipped(placed, request, mistake)
    }

    var skipped: [Trails.Skipped] { trails.skipped }

    /// Remembers a callback that was given up: it may come late.
    func isMissing(_ kind: CallbackKind, in lane: Lane, _ mistake: Trail) {
        trails.isMissing(kind, in: lane, mistake)
    }

    func takeMissing(_ kind: CallbackKind, in lane: Lane) -> Trail? { trails.takeMissing(kind, in: lane) }

    /// The client has reported all of our refusal.
    func refusalIsTold(in lane: Lane) { trails[lane]?.refusal = nil }

    // MARK: The end

    /// Ends the record: due lines will not happen, and no input changes the verdict any more.
    func end() {
        steps.giveUpDue()
        isOver = true
    }

    func outcome(_ end: ClientEnd?) -> Outcome {
        let verdict: Verdict =
            switch worst {
            case .failure?: .fail
            case _ where limit != nil: .unable
            case nil: .pass
            case .noted?: .noted
            case .warning?: .warning
            }
        return Outcome(
            verdict: verdict, breaches: breaches, steps: steps, unobserved: unobserved, deviations: deviations,
            limit: verdict == .unable ? limit.map(FindingText.sentence) : nil, end: end)
    }

    static let breachesAtMost = 100
    private static let takersAtMost = 16
    private static let followingAtMost = 20
}

extension Breach.Slug {
    /// It matters where in the conversation the client was.
    fileprivate var isOutOfOrder: Bool { self == .tooSoon || self == .unexpectedRequest }
}

extension Severity {
    /// The severity of a broken line under this level.
    package init(_ level: Level) {
        switch level {
        case .must: self = .failure
        case .should: self = .warning
        case .may, .convention: self = .noted
        }
    }
}
