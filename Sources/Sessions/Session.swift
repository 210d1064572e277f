// Session.swift: one run of a scenario, with origins of its own.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainLoop
package import QuintainPlayer
import QuintainReply
package import QuintainScenario
package import QuintainTalk
import QuintainTranscript
package import QuintainWords

/// A scenario that runs: its ports, its connections, its clock, and the ``Player`` that decides.
///
/// Everything is used on the shared loop. Events are told to the player, and its orders are carried out; nothing else
/// decides.
@OnLoop
package final class Session {
    package let scenario: Scenario
    package let endpoints: [Endpoint]
    package let player: Player

    private var origins: [OpenOrigin]
    private let security: SessionSecurity
    private var clock: SessionClock
    private var connections: [ConnectionNumber: SessionConnection] = [:]
    private var lastConnection = 0
    /// The time at which the player was last told something, without standstills.
    private var lastTold: Instant = 0
    private var timer: TimerToken?
    /// Fires when all bytes that had arrived have been read.
    private var lookTimer: TimerToken?
    /// Fires when the loop's other tasks have had their turn.
    private var turnTimer: TimerToken?
    private let bell = Bell()
    /// Channels that are woken whenever the bell rings.
    private var watchers: [ObjectIdentifier: Channel] = [:]
    private var questions: [Int: Promise<ResolvedDecision?>] = [:]
    private var answers: [Int: ResolvedDecision] = [:]
    private var isClosed = false
    /// Called before a connection is read, so that callbacks that the client reported before are taken first.
    package var listensFirst: (() -> Void)?
    private var client: (@OnLoop (ClientWord) -> Void)?

    /// The words of the session to the owner that plays the client.
    package enum ClientWord: Sendable, Equatable {
        case order(ResolvedOrder)
        case answer(question: Int, ResolvedDecision)
        /// No line is left to play.
        case end
    }

    /// Opens the origins. Nothing happens before ``start()``.
    package init(
        _ scenario: Scenario,
        observing observation: Observation = .none,
        style: APIStyle? = nil,
        isPatient: Bool = false,
        patience: Int = 0,
        address: SocketAddress = .loopback(),
        ports: WantedPorts = WantedPorts(),
        publicName: String? = nil,
        authority: TestAuthority? = nil,
        seed: UInt64 = .random(in: 0 ... .max),
        takesOrders: Bool = false
    ) throws(LoopError) {
        self.scenario = scenario
        let origins = try OpenOrigin.open(scenario.origins, on: address, ports, publicName: publicName)
        do throws(LoopError) {
            security = try SessionSecurity(scenario, authority: authority, publicName: publicName)
        } catch {
            for origin in origins { origin.listener?.close() }
            throw error
        }
        self.origins = origins
        endpoints = origins.map(\.endpoint)
        clock = SessionClock(at: .now)
        player = Player(
            scenario, endpoints: endpoints, observing: observation, style: style, epoch: Int(WallClock.seconds),
            seed: seed, authority: security.anchor,
            isPatient: isPatient, patience: patience, looksFirst: true, takesOrders: takesOrders)
    }

    /// The authority that clients must trust; nil: the run has no TLS.
    package var anchor: AnchorCertificate? { security.anchor }

    /// The file of a client's certificate and key, made for this run and gone with it.
    package func clientCertificate(_ name: String) throws(LoopError) -> String {
        try security.clientCertificate(name)
    }

    /// The URL of the default origin.
    package var url: String { endpoints.first?.url ?? "" }

    /// Starts the player, before the first connection is taken; nil: it has been started.
    private var beginning: (() -> Void)?

    /// Takes connections from here on. The client's owner gets orders, and answers to the callbacks that it has
    /// ``told(_:)``, one by one and at once; it may note them, but must tell nothing before it returns.
    package func start(client: (@OnLoop (ClientWord) -> Void)? = nil) {
        self.client = client
        listen()
        tell { $0.start(at: $1) }
    }

    /// Takes connections from here on, and begins with the first of them, or with ``begin()``: only then must the
    /// observed callbacks be known.
    package func startWithTheFirst(
        observing: @escaping @OnLoop () -> (Observation, APIStyle?), client: @escaping @OnLoop (ClientWord) -> Void
    ) {
        self.client = client
        beginning = { [weak self] in
            guard let self, !self.isClosed else { return }
            let (observation, style) = observing()
            self.player.observe(observation, style: style)
            self.clock = SessionClock(at: .now)
            self.tell { $0.start(at: $1) }
        }
        listen()
    }

    /// Begins the play, if that has not happened yet.
    package func begin() {
        let beginning = self.beginning
        self.beginning = nil
        beginning?()
    }

    private func listen() {
        for origin in origins {
            guard let listener = origin.listener else { continue }
            let name = origin.endpoint.origin
            OnLoop.spawn { [weak self] in
                while let channel = await listener.accept() {
                    guard let self, !self.isClosed else {
                        channel.close()
                        continue
                    }
                    self.begin()
                    self.take(channel, origin: name)
                }
            }
        }
    }

    // MARK: Inputs

    /// A callback that a client reported. The decision comes when it may be given; nil: the session ended first,
    /// or nothing was asked.
    package func report(_ callback: ReportedCallback) async -> ResolvedDecision? {
        guard !isClosed, !player.isOver else { return nil }
        tell { $0.callbackReported(callback, at: $1) }
        guard let question = callback.question else { return nil }
        if let answer = answers.removeValue(forKey: question) { return answer }
        if isClosed || player.isOver { return nil }
        let promise = Promise<ResolvedDecision?>()
        questions[question] = promise
        return await promise.wait()
    }

    /// Takes a callback of the client; the answer goes to the owner that was given to ``start(client:)``.
    package func told(_ callback: ReportedCallback) {
        tell { $0.callbackReported(callback, at: $1) }
    }

    /// The client has answered a question by itself.
    package func decided(_ decision: ResolvedDecision, question: Int) {
        tell { $0.decided(decision, question: question, at: $1) }
    }

    /// Every load that was ordered has ended, and a moment has passed.
    package func loadsEnded() {
        tell { $0.loadsEnded(at: $1) }
    }

    /// Writes a remark into the transcript, without any effect on the play.
    package func noted(_ text: String) {
        tell { player, now in player.noted(text, at: now) }
    }

    /// The client could do nothing for so many nanoseconds, though this process ran.
    package func clientStoodStill(for nanoseconds: Int64) {
        guard nanoseconds > 0, beginning == nil else { return }
        clock.stoodStill(for: nanoseconds)
        player.stoodStill(for: nanoseconds, ofClient: true)
    }

    /// Continues a play that is held at a `! hold`. false: it is not held.
    package func release() -> Bool {
        guard player.isHeld != nil else { return false }
        tell { $0.released(at: $1) }
        return true
    }

    /// The client has ended; the verdict is final.
    package func clientEnded(_ why: ClientEnd? = nil) {
        for (_, connection) in connections.sorted(by: { $0.key < $1.key }) {
            connection.tellProgress()
            connection.tellLeftOver()
            connection.tellOmission()
        }
        tell { $0.clientEnded(why, at: $1) }
    }

    /// Tells the player an event, and carries out its orders.
    func tell(_ input: (Player, Instant) -> [Effect]) {
        guard !isClosed else { return }
        let now = now
        lastTold = now - clock.stoodStill
        for effect in input(player, now) { carryOut(effect) }
        setTimer()
        ring()
    }

    /// Tells the player the fate of a batch.
    func tell(of settled: OutgoingQueue.Settled, _ closing: Closing?) {
        let leaving = settled.leaving.map(clock.instant)
        tell { $0.batchPlayed(settled.number, sent: settled.sent, leaving: leaving, closing: closing, at: $1) }
    }

    /// Where a silence is measured, the next input counts from when the system had it.
    func heard(on channel: Channel) {
        if player.isListening { player.inputCame(at: channel.sinceData.map { now - Instant($0) * 1_000_000 }) }
    }

    private func ring() {
        bell.ring()
        for channel in watchers.values { channel.wake() }
    }

    private var now: Instant { clock.instant(at: .now) }

    private func carryOut(_ effect: Effect) {
        switch effect {
        case .play(let number, let batch):
            if let connection = connections[number.carrier] {
                connection.play(batch, on: number)
            } else if batch.number > 0 {
                let closing = Closing.reset
                OnLoop.spawn { [weak self] in
                    self?.tell { $0.batchPlayed(batch.number, sent: 0, closing: closing, at: $1) }
                }
            }
        case .proceed(let number): connections[number]?.proceed()
        case .read(let number, let on): connections[number.carrier]?.setReading(on, of: number)
        case .order(let order): client?(.order(order))  // The transcript has it for all others who watch.
        case .answer(let question, let decision):
            if let client {
                client(.answer(question: question, decision))
            } else if let waiting = questions.removeValue(forKey: question) {
                waiting.bring(decision)
            } else {
                answers[question] = decision
            }
        case .look:
            lookTimer?.cancel()
            lookTimer = EventLoop.shared.schedule(at: .now) { [weak self] in self?.looked() }
        case .goOn:
            turnTimer?.cancel()
            turnTimer = EventLoop.shared.schedule(at: .now) { [weak self] in
                self?.tell { $0.wentOn(at: $1) }
            }
        case .scriptEnded: client?(.end)
        }
    }

    /// The loop has come round: all bytes that had arrived when the player asked have been read.
    private func looked() {
        guard !isClosed else { return }
        listensFirst?()
        tell { $0.looked(at: $1) }
    }

    /// An early timer does no harm, so the timer is not moved with every input.
    private func setTimer() {
        guard let deadline = player.nextDeadline else {
            timer?.cancel()
            timer = nil
            return
        }
        let watch: SessionClock.Watch = player.awaitsSilence ? .close : .usual
        let moment = clock.next(before: deadline, at: .now, watch)
        if let timer, timer.isScheduled, timer.deadline <= moment { return }
        timer?.cancel()
        timer = EventLoop.shared.schedule(at: moment) { [weak self] in self?.timePassed(moment, watch) }
    }

    private func timePassed(_ moment: Moment, _ watch: SessionClock.Watch) {
        looked(due: moment, watch)
        listensFirst?()
        if let deadline = player.nextDeadline, deadline <= now { return tell { $0.timeArrived($1) } }
        setTimer()
    }

    /// Reports a standstill to the player, if the timer for this moment is late.
    private func looked(due moment: Moment, _ watch: SessionClock.Watch = .usual) {
        let stood = clock.looked(at: .now, due: moment, watch)
        if stood > 0 { player.stoodStill(for: stood) }
    }

    // MARK: Connections

    private func take(_ channel: Channel, origin: String) {
        lastConnection += 1
        let number = ConnectionNumber(lastConnection)
        let connection = SessionConnection(number, channel, to: origin, security, self)
        connections[number] = connection
        let peer = channel.peer?.description ?? "?"
        heard(on: channel)
        tell { $0.connectionOpened(number, origin: origin, peer: peer, at: $1) }
        player.inputCame(at: nil)
        OnLoop.spawn { [weak self] in
            await connection.run()
            self?.unwatch(channel)
            self?.connections[number] = nil
        }
    }

    // MARK: The end

    /// From here on the channel gets a message whenever the player has been told something: for an owner that waits for
    /// its own peer at the same time.
    package func watch(_ channel: Channel) { watchers[ObjectIdentifier(channel)] = channel }

    package func unwatch(_ channel: Channel) { watchers[ObjectIdentifier(channel)] = nil }

    /// Waits until the player has been told something more.
    package func changed() async {
        guard !isClosed else { return }
        await bell.wait()
    }

    /// Waits for the end of the play, for so many milliseconds at most.
    package func ended(within milliseconds: Int) async {
        let moment = Moment.now.advanced(milliseconds: Int64(milliseconds))
        while !player.isOver, !isClosed, .now < moment { _ = await bell.wait(before: moment) }
    }

    /// Waits until the last line has happened, the client has done something wrong or the play is over, for so many
    /// milliseconds at most.
    package func decided(within milliseconds: Int) async {
        let moment = Moment.now.advanced(milliseconds: Int64(milliseconds))
        while !player.isDecided, !isClosed, .now < moment { _ = await bell.wait(before: moment) }
    }

    /// Waits until the last line has happened and nothing more is expected of the client, then ends the play: the
    /// client has closed all its connections, or they are idle and nothing has come for so many milliseconds.
    package func playedOut(settle: Int = Session.settle) async {
        while !isClosed, !player.isOver {
            guard player.isScriptEnded, isIdle else {
                await changed()
                continue
            }
            let (told, isLeft) = (lastTold, isLeft)
            let end = isLeft ? told : told + Instant(settle) * 1_000_000
            let moment = max(.now, clock.next(before: end + clock.stoodStill, at: .now))
            let hasChanged = await bell.wait(before: moment)
            looked(due: moment)
            if !hasChanged, told == lastTold, now - clock.stoodStill >= end {
                clientEnded(isLeft ? .closed : .idle(settle))
            }
        }
    }

    /// The client has closed all its connections, the last one because it is done.
    private var isLeft: Bool {
        hasBeenVisited && player.leftForGood && connections.values.allSatisfy(\.isLeft)
    }

    /// How many connections are open.
    package var connectionCount: Int { connections.count }

    /// A connection has come, whether it is still open or not.
    package var hasBeenVisited: Bool { lastConnection > 0 }

    /// No connection is in the middle of something.
    package var isIdle: Bool { connections.values.allSatisfy(\.isIdle) }

    /// Reads the bytes that a client sent before it exited.
    ///
    /// Its sockets were closed before its exit was reported, so all its bytes are in the kernel already: a few turns of
    /// the loop read them. A connection that is still open then is held by another process, which is not waited for.
    package func drain(patience: Int64 = Session.drainPatience) async {
        let patience = Moment.now.advanced(milliseconds: patience)
        for _ in 0..<Self.drainTurns { await EventLoop.shared.sleep(until: .now) }
        while !connections.values.allSatisfy(\.hasHeardEnd), Moment.now < patience {
            await EventLoop.shared.sleep(until: .now.advanced(milliseconds: 1))
        }
    }

    /// The play is in a time that is worth waiting for, whatever the client says of itself: a silence that the scenario
    /// demands; while the client holds a connection, also a pause, or an act that is awaited of it. Some clients cancel a
    /// load at once, and close its connection a moment later.
    package var keepsTime: Bool {
        if player.isListening { return true }
        guard player.isPausing || player.awaitsActsAlone else { return false }
        return !connections.values.allSatisfy(\.hasHeardEnd)
    }

    /// Waits through silences and pauses of the server, and reads what the client has sent by then.
    package func timeKept() async {
        await drain(patience: 1)
        while !isClosed, keepsTime {
            await changed()
            await drain(patience: 1)
        }
    }

    /// Closes ports and connections. The outcome stays.
    ///
    /// - Parameter breaking: a connection in the middle of a reply is reset.
    package func close(_ why: ClientEnd? = nil, breaking: Bool = false) {
        guard !isClosed else { return }
        if !player.isOver { clientEnded(why) }
        isClosed = true
        timer?.cancel()
        timer = nil
        lookTimer?.cancel()
        turnTimer?.cancel()
        for origin in origins { origin.listener?.close() }
        // The ports of origins that refuse or swallow are closed as well, with the connections that fill the latter.
        origins = []
        security.close()
        for connection in connections.values { connection.close(breaking: breaking) }
        ring()
        for question in questions.values { question.bring(nil) }
        questions = [:]
        client = nil
        beginning = nil
    }

    /// How long a client must be silent to be taken as ended, in milliseconds.
    package nonisolated static let settle = 200
    private static let drainTurns = 4
    package static let drainPatience: Int64 = 1_000
}
