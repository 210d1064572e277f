// SessionDesk.swift: the sessions of a server, running and ended.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainLoop
import QuintainNotation
package import QuintainPlayer
package import QuintainRouteHost
package import QuintainScenario
package import QuintainSessions
import QuintainTranscript
package import QuintainWords

/// Arms scenarios, and keeps ended sessions as long as there is room.
@OnLoop
package final class SessionDesk {
    /// The terms on which a scenario is armed.
    package struct Terms: Sendable {
        let observes: Observation
        let style: APIStyle?
        /// How long a session waits before it gives up a client that never comes, in milliseconds, as the next.
        let deadline: Int
        /// How long a line is waited for at least, whatever the file says.
        let patience: Int
        /// How long a client that reports no callbacks must be silent to be taken as ended.
        let settle: Int
        /// The session ends only when a request says so: until then it notices a request too many.
        let stays: Bool
        /// How many bytes of each body are kept; nil: as many as the transcript has.
        let bodyAtMost: Int?
        /// The scenario came as a text, so no file of the library has it.
        let isPosted: Bool
        let ports: WantedPorts

        package init(
            observing observes: Observation = .none, style: APIStyle? = nil, deadline: Int, patience: Int = 0,
            settle: Int = Session.settle, stays: Bool = false, bodyAtMost: Int? = nil, isPosted: Bool = false,
            ports: WantedPorts = WantedPorts()
        ) {
            self.observes = observes
            self.style = style
            self.deadline = deadline
            self.patience = patience
            self.settle = settle
            self.stays = stays
            self.bodyAtMost = bodyAtMost
            self.isPosted = isPosted
            self.ports = ports
        }
    }

    /// A session and what the control API needs to know of it.
    @OnLoop
    package final class Entry {
        package let id: Int
        package let session: Session
        package let terms: Terms
        fileprivate(set) var hasEnded = false
        /// A request has named this verdict as the one that it expects, and it is.
        var isJudged = false
        fileprivate let began = Moment.now
        /// The memory that the session takes once it has ended.
        fileprivate var size = 0
        /// Callbacks in the order of the client's numbers.
        let callbacks = CallbackInbox()

        init(id: Int, session: Session, terms: Terms) {
            self.id = id
            self.session = session
            self.terms = terms
        }
    }

    private var entries: [Int: Entry] = [:]
    /// Ended sessions, the oldest first.
    private var ended: [Int] = []
    private var endedSize = 0
    private var lastID = 0
    private(set) package var armed = 0
    /// The number of ended sessions with each verdict.
    private(set) package var verdicts: [Verdict: Int] = [:]
    /// What counts for the verdict on all sessions: those since the last time that all were deleted.
    private(set) var tally = SessionTally()
    private let address: SocketAddress
    private let authority: TestAuthority?
    private let log: ServerLog?

    /// - Parameter address: the address on which sessions open their origins.
    package init(
        address: SocketAddress = .loopback(), authority: TestAuthority? = nil, log: ServerLog? = nil
    ) {
        self.address = address
        self.authority = authority
        self.log = log
    }

    package var all: [Entry] { entries.values.sorted { $0.id < $1.id } }

    package subscript(id: Int) -> Entry? { entries[id] }

    package var runningCount: Int { entries.count - ended.count }

    var connectionCount: Int {
        entries.values.reduce(0) { $0 + ($1.hasEnded ? 0 : $1.session.connectionCount) }
    }

    /// Opens origins of its own for the scenario, and takes connections there.
    ///
    /// The session ends by itself once the last line has happened and the client is gone, or has settled. A client that
    /// reports callbacks says itself when it has ended, and so does one whose session stays.
    package func arm(_ scenario: Scenario, on terms: Terms, name host: String?) throws(LoopError) -> Entry {
        if runningCount >= Self.runningAtMost {
            throw LoopError(
                "too-many-sessions", "\(Self.runningAtMost) sessions are running already",
                help: "end those that are no longer needed: DELETE /sessions/ID")
        }
        let session = try Session(
            scenario, observing: terms.observes, style: terms.style, isPatient: true, patience: terms.patience,
            address: address.with(port: 0), ports: terms.ports, publicName: host, authority: authority)
        if let count = terms.bodyAtMost { session.player.keepBodies(atMost: count) }
        lastID += 1
        armed += 1
        tally.armed += 1
        let entry = Entry(id: lastID, session: session, terms: terms)
        entries[entry.id] = entry
        session.start()
        log?.tell(.sessionArmed, nil, [("id", .number(entry.id)), ("scenario", .text(scenario.name))])
        let timer = EventLoop.shared.schedule(at: .now.advanced(milliseconds: Int64(terms.deadline))) { [weak self] in
            self?.end(entry, .deadline)
        }
        OnLoop.spawn { [weak self] in
            if terms.observes == .none, !terms.stays {
                await session.playedOut(settle: terms.settle)
            } else {
                while !session.player.isOver { await session.changed() }
            }
            timer.cancel()
            self?.end(entry)
        }
        return entry
    }

    /// Ends a session: the verdict is final, and the ports are closed.
    package func end(_ entry: Entry, _ why: ClientEnd? = nil) {
        guard !entry.hasEnded else { return }
        entry.hasEnded = true
        entry.session.close(why)
        entry.callbacks.close()
        note(entry)
        guard entries[entry.id] != nil else { return }
        ended.append(entry.id)
        entry.size = entry.session.size(isOwn: entry.terms.isPosted)
        endedSize += entry.size
        while ended.count > Self.endedAtMost || (endedSize > Self.sizeAtMost && ended.count > 1) {
            forget(ended[0])
        }
    }

    private func note(_ entry: Entry) {
        let outcome = entry.session.player.outcome
        verdicts[outcome.verdict, default: 0] += 1
        tally.end(outcome.verdict)
        let hasFailed = !outcome.verdict.isGood || outcome.verdict == .warning
        log?.tell(
            .sessionEnded, hasFailed ? .warning : nil,
            [
                ("id", .number(entry.id)), ("scenario", .text(entry.session.scenario.name)),
                ("verdict", .text(outcome.verdict.rawValue)), ("breaches", .number(outcome.breaches.count)),
                ("events", .number(entry.session.player.transcript.count)),
                ("milliseconds", .number(Int((Moment.now - entry.began) / .milliseconds(1)))),
            ])
    }

    private func forget(_ id: Int) {
        guard let entry = drop(id) else { return }
        tally.forget(entry.session.player.outcome.verdict)
    }

    /// Ends the session if it runs, and removes it.
    package func remove(_ id: Int) {
        guard let entry = entries[id] else { return }
        end(entry, .told)
        if drop(id) != nil { tally.delete(entry.session.player.outcome.verdict, isJudged: entry.isJudged) }
    }

    /// Ends the sessions that run, and removes all: what comes is judged by itself.
    func removeAll() {
        for entry in all { remove(entry.id) }
        tally = SessionTally()
    }

    private func drop(_ id: Int) -> Entry? {
        guard let index = ended.firstIndex(of: id), let entry = entries.removeValue(forKey: id) else { return nil }
        ended.remove(at: index)
        endedSize -= entry.size
        return entry
    }

    package func close() {
        for entry in all { end(entry, .stopped) }
    }

    nonisolated package static let runningAtMost = 10_000
    nonisolated package static let endedAtMost = 1_000
    /// In bytes, approximately.
    private static let sizeAtMost = 64 << 20
}

extension Session {
    /// About how many bytes of memory the session takes once it has ended.
    fileprivate func size(isOwn: Bool) -> Int {
        let steps = player.outcome.steps.count * MemoryLayout<Step>.stride
        // The library keeps all other scenarios anyway. A line that was read takes a few times its length.
        let lines = isOwn ? scenario.source.reduce(0) { $0 + $1.utf8.count } * 4 : 0
        return player.transcript.size + steps + lines
    }
}

extension Transcript {
    /// About how many bytes of memory the transcript takes.
    fileprivate var size: Int {
        events.reduce(0) { $0 + Self.sizeOfEvent + $1.happening.keptBytes } + bodies.values.reduce(0) { $0 + $1.count }
    }

    private static let sizeOfEvent = 256
}
