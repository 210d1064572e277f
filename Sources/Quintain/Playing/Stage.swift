// Stage.swift: one play: its session, and the callbacks and answers of the test's client.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Dispatch
import QuintainApplicability
import QuintainDriver
import QuintainLoop
import QuintainNotation
import QuintainPlayer
import QuintainScenario
import QuintainSessions
import QuintainTalk
import QuintainTestIssues
import QuintainTranscript
import Synchronization
import QuintainWords

/// Everything but the inbox is used on the loop alone. A stage lives until the play is judged or released.
@OnLoop
final class Stage {
    /// The callbacks of the client that are observed.
    enum Hearing: Int, Sendable {
        case nothing, questions, everything

        var kinds: Set<CallbackKind> {
            switch self {
            case .nothing: []
            case .questions: [.redirect, .challenge, .needBody]
            case .everything: Set(Greeting.ofURLSession.callbacks.keys)
            }
        }
    }

    nonisolated let scenario: Scenario
    nonisolated let endpoints: [Endpoint]
    /// The authority that clients must trust; nil: the play has no TLS.
    nonisolated let anchor: AnchorCertificate?
    nonisolated let inbox = Inbox()
    nonisolated let sessions = OwnSessions()
    nonisolated let queue = ClientQueue()
    private var tasks = TaskStandstill()
    nonisolated let client = Mutex(Client())
    /// The rules that are not held against the client. Settled when the first connection comes.
    nonisolated let tolerated = Mutex<Set<String>>([])
    /// The first load that the scenario orders with `client`.
    nonisolated let firstLoad: ResolvedLoad?

    nonisolated let kind: Play.Client
    let session: Session
    private var cast: Cast
    nonisolated private let patience: Int
    /// Where the play was made.
    private let place: TestPlace
    /// How long the server's pauses and silences take, all together.
    private let ownTime: Int
    /// How long an answer may hold up all loads, in milliseconds: a verdict that is asked for ends the play before.
    nonisolated var longestAnswer: Int { patience + ownTime + 1_000 }
    private(set) var ending: Ending?
    /// The queue of completion handlers, which go on where they are called, and may wait: never on the loop.
    private let answers = DispatchQueue(label: "quintain.answers")
    private var questions: [Int: Question] = [:]
    /// Further answers of the test's own delegate to a question.
    private var others: [Int: ResolvedDecision] = [:]
    /// For how many nanoseconds other plays have held up all loads, or tasks have got no thread.
    private var stoodStill: Int64 = 0
    private var hasHeard = false
    /// The kinds of callbacks that are observed, settled when the play begins.
    private var observed: Set<CallbackKind> = []
    private var tolerance = Tolerance()

    /// A question to a delegate, until it is answered.
    struct Question {
        enum State {
            /// No line may be for it, and it was left to the test's own delegate.
            case unobserved
            /// The scenario has not decided yet.
            case open
            /// The scenario has decided, and the test's own delegate has not.
            case left
        }

        let heard: Heard
        let load: Int
        var state: State
        /// The system has gone on without its answer.
        var isAssumed = false

        var kind: CallbackKind { heard.callback.kind }
    }

    init(_ scenario: Scenario, for kind: Play.Client, _ patience: Patience, at place: TestPlace) throws {
        self.scenario = scenario
        self.kind = kind
        self.place = place
        self.patience = patience.milliseconds
        let survey = ScenarioSurvey(scenario.script)
        ownTime = survey.time
        let authority =
            scenario.script.demands.contains(.tls) ? TestAuthority(folder: try FixturePlace.certificates()) : nil
        do throws(LoopError) {
            let ofLines = patience.millisecondsOfLines
            session = try Session(scenario.script, observing: .none, patience: ofLines, authority: authority)
        } catch {
            throw ScenarioError([error.message, error.help].compactMap { $0 }.joined(separator: "; "))
        }
        session.player.keepBodies(atMost: Self.bodyAtMost)
        endpoints = session.endpoints
        anchor = session.anchor
        cast = Cast(lanes: scenario.script.lanes)
        client.withLock { $0.isOfURLSession = kind == .urlSession }
        firstLoad = session.player.firstLoad
        inbox.open { [weak self] in OnLoop.spawn { self?.hear() } }
        session.listensFirst = { [weak self] in self?.hear() }
        session.startWithTheFirst(
            observing: { [weak self] in
                let hearing = self?.client.withLock { client in
                    client.observed = client.hearing
                    return client.hearing
                }
                let kinds = hearing?.kinds ?? []
                self?.observed = kinds
                #if canImport(FoundationNetworking)
                    let leavesAlone = kinds.isEmpty && Trap.leavesChallengeAlone(survey.lines)
                    if kind == .urlSession, leavesAlone { OnLoop.spawn { self?.refuseUnheard() } }
                #endif
                return kinds.isEmpty ? (.none, nil) : (.only(kinds), .urlsession)
            },
            client: { [weak self] word in self?.take(word) })
    }

    // MARK: What the client says

    nonisolated func tolerates(_ rules: Set<String>) { tolerated.withLock { $0.formUnion(rules) } }

    private func hear() {
        let stood = max(queue.standstill(), tasks.standstill(closely: session.player.awaitsSilence))
        stoodStill += stood
        session.clientStoodStill(for: stood)
        for letter in inbox.take() {
            switch letter {
            case .callback(let heard): take(heard)
            case .decision(let decision, let question): take(decision, to: question)
            case .another(let decision, let question): others[question] = others[question] ?? decision
            case .assumption(let decision, let question): assume(decision, to: question)
            }
        }
        for number in others.keys.sorted() where questions[number] == nil {
            if let other = others.removeValue(forKey: number) { session.decided(other, question: number) }
        }
        // A delegate that cancels the task need not answer.
        cancel { $0.heard.task.isCancelled() && !$0.heard.hasAnswered() }
    }

    private func take(_ heard: Heard) {
        guard ending == nil else {
            leave([heard])
            return giveUp([heard])
        }
        hasHeard = true
        session.begin()
        // A callback of a session that was taken after the play had begun is not observed.
        guard observed.contains(heard.callback.kind) else {
            // The test's own delegate is asked all the same, and a thread may wait for it.
            if let number = heard.callback.question, heard.giveUp != nil {
                questions[number] = Question(heard: heard, load: 0, state: .unobserved)
            }
            return leave([heard])
        }
        var heard = heard
        let load = cast.load(of: heard.task)
        heard.callback.lane = cast.lane(of: load)
        heard.callback.load = load
        let callback = heard.callback
        if cast.isRepeated(callback, load: load) { return }
        if let number = callback.question { questions[number] = Question(heard: heard, load: load, state: .open) }
        // A load that was cancelled while its delegate was asked has that for an answer, if another one comes at all.
        if callback.tellsCancelled { cancel { $0.load == load } }
        cast.heard(callback, load: load)
        tolerance.rules = tolerated.withLock { $0 }
        if tolerance.lets(callback, of: load, pass: session.player.nextCallback(in: callback.lane)) {
            session.noted("\(callback.kind.rawValue) is let pass: the system tells it too soon")
            if let number = callback.question, settle(number, .plain(.byDefault)) != nil { leave([heard]) }
            return
        }
        session.told(callback)
    }

    /// Takes a cancel for the answer of the test's own delegate to questions that it has left open.
    private func cancel(_ isCancelled: (Question) -> Bool) {
        for number in questions.filter({ $0.value.state == .left && isCancelled($0.value) }).keys.sorted() {
            take(.plain(.cancel), to: number)
        }
    }

    /// The test's own delegate has answered a question.
    private func take(_ decision: ResolvedDecision, to number: Int) {
        guard ending == nil, let question = questions[number], question.state == .left else { return }
        questions[number] = nil
        if !question.isAssumed { cast.answered(decision, load: question.load, to: question.kind) }
        session.decided(decision, question: number)
        refuse(decision, at: question)
    }

    /// The system has gone on without an answer, which is still awaited.
    private func assume(_ decision: ResolvedDecision, to number: Int) {
        guard ending == nil, let question = questions[number], question.state != .unobserved, !question.isAssumed
        else { return }
        questions[number]?.isAssumed = true
        cast.answered(decision, load: question.load, to: question.kind)
    }

    // MARK: What the scenario says

    private func take(_ word: Session.ClientWord) {
        switch word {
        case .answer(let number, let decision):
            guard let reply = settle(number, decision)?.heard.reply else { return }
            answers.async { reply(decision) }
        case .order(.load(let load)): cast.ordered(load)
        case .order(.cancel(let load)):
            guard let cancel = cast.cancelled(load) else { return }
            answers.async { cancel() }
        // The test plays the app, and carries out all other orders itself.
        case .order, .end: break
        }
    }

    /// The scenario has decided, which settles the question unless the test's own delegate does. nil: it is not open.
    private func settle(_ number: Int, _ decision: ResolvedDecision) -> Question? {
        guard let question = questions[number], question.state == .open else { return nil }
        if question.heard.callback.decidesItself {
            questions[number]?.state = .left
        } else {
            questions[number] = nil
            if !question.isAssumed { cast.answered(decision, load: question.load, to: question.kind) }
            noteDecision(decision, at: question.kind)
            refuse(decision, at: question)
        }
        return question
    }

    /// Says once that the scenario has decided otherwise than the client would by itself.
    private func noteDecision(_ decision: ResolvedDecision, at kind: CallbackKind) {
        guard client.withLock({ $0.isSteered(by: decision, at: kind) }) else { return }
        session.noted("the scenario decides here, in place of a delegate of the client")
    }

    // MARK: What URLSession does not survive

    /// Ends the play where a decision that is right leads into a trap. One that is wrong is reported as that.
    private func refuse(_ decision: ResolvedDecision, at question: Question) {
        #if canImport(FoundationNetworking)
            guard session.player.outcome.verdict != .fail,
                let trap = Trap(decision, at: question.heard.callback, of: question.heard.task),
                trap != .challengeLeftAlone || kind == .urlSession
            else { return }
            let isOwn = question.heard.callback.decidesItself
            refuse(
                trap,
                because: isOwn ? "the test's delegate decides so" : "no delegate of the test's own decides otherwise")
        #endif
    }

    /// Ends the play before a challenge is left alone by a session of which nothing is known.
    private func refuseUnheard() {
        guard session.hasBeenVisited else { return }
        refuse(
            .challengeLeftAlone,
            because:
                "no delegate of this play hears of it: load with play.session(), or with a session whose delegate is a "
                + "RecordingDelegate(play); with 'for: .other' it is played all the same")
    }

    private func refuse(_ trap: Trap, because cause: String) {
        guard ending == nil else { return }
        close(with: Ending(Refusal(scenario, trap, because: cause, at: place), session.player.transcript))
    }

    /// All that happened so far, in the notation of scenarios.
    var transcript: String { EventPrinter.text(of: session.player.transcript) }

    // MARK: The course

    /// Waits until the play stands at a `! hold`, as long as its patience. false: it did not come there.
    func comeToHold() async -> Bool {
        let until = Moment.now.advanced(milliseconds: Int64(patience))
        while ending == nil {
            hear()
            if session.player.isHeld != nil { return true }
            guard !session.player.isScriptEnded, .now < until else { return false }
            await EventLoop.shared.sleep(for: .milliseconds(2))
        }
        return false
    }

    /// Continues a play that is held, once it is. false: it was not held in time.
    func go() async -> Bool { await comeToHold() && session.release() }

    // MARK: The end

    /// Waits until nothing more is to be expected of the client, then judges and closes. A second call returns the
    /// same.
    func end(_ waiting: Waiting) async -> Ending {
        if let ending { return ending }
        hear()
        session.begin()
        if waiting.end == .judged { await comeToRest(waits: waiting == .whole) }
        await session.drain(patience: 1)
        hear()
        await takeAnswersUnderWay()
        if let ending { return ending }
        let isWhole = session.player.isScriptEnded && cast.haveEnded
        let wasBroken = session.player.outcome.verdict == .fail
        session.clientEnded(waiting.end)
        let outcome = session.player.outcome
        cast.finished(isPrefix: !isWhole || !outcome.verdict.isGood)
        tolerance.rules = tolerated.withLock { $0 }
        let findings = tolerance.judged(cast)
        var ending = Ending(scenario, outcome, session.player.transcript, findings, client.withLock { $0 })
        ending.wasBroken = wasBroken
        close(with: ending)
        if ending.mismatch != nil { await sessions.comeToEnd() }
        tolerance.say(of: scenario.name)
        return ending
    }

    /// Closes the play without a verdict.
    func close() {
        guard ending == nil else { return }
        close(with: nil)
    }

    private func close(with ending: Ending?) {
        self.ending = ending ?? .unasked
        // URLSession on Linux does not survive a FIN within a head.
        session.close(breaking: true)
        cast.letGo()
        let unheard = inbox.close()
        leave(unheard + asked(.open).map(\.heard))
        giveUp(unheard + questions.values.map(\.heard))
        questions = [:]
    }

    /// The questions in a state.
    func asked(_ state: Question.State) -> [Question] { questions.values.filter { $0.state == state } }

    /// Gives up the answers of the test's own delegate: loads wait for them, and other plays where a thread does.
    private func giveUp(_ questions: [Heard]) {
        let waiting = questions.compactMap(\.giveUp)
        answers.async { for goOn in waiting { goOn() } }
    }

    /// Answers questions as if there were no delegate.
    private func leave(_ questions: [Heard]) {
        let replies = questions.compactMap(\.reply)
        guard !replies.isEmpty else { return }
        answers.async { for reply in replies { reply(nil) } }
    }

    /// Waits for decisions that the test's own delegate has made by now.
    private func takeAnswersUnderWay() async {
        let until = Moment.now.advanced(milliseconds: Self.answersAtMost)
        while ending == nil, .now < until, asked(.left).contains(where: { $0.heard.hasAnswered() }) {
            await EventLoop.shared.sleep(for: .milliseconds(1))
            hear()
        }
    }

    private static let answersAtMost: Int64 = 250
    /// Waits until the client has been quiet for a moment, whether all lines have happened or not.
    private func comeToRest(waits: Bool) async {
        let (began, stoodBefore) = (Moment.now, stoodStill)
        let longest = began.advanced(milliseconds: Int64(patience + ownTime) + Self.longest)
        var until = began.advanced(milliseconds: Int64(waits ? patience : 0))
        let client = client.withLock { $0 }
        // The sessions that the play has made say what is under way. Of others, a delegate that reports everything may
        // not have reported a load yet whose bytes have just left.
        let knowsTasks = client.delegates == sessions.count
        let hearsLoads = client.hearing == .everything
        var (events, lastEvent) = (0, began)
        var quietSince: Moment?
        var stuckSince: Moment?
        var inquiry: OwnSessions.Inquiry?
        while true {
            hear()
            let now = Moment.now.advanced(nanoseconds: stoodBefore - stoodStill)
            // A pause or a slow body of our own counts as an event, so a client that waits for it is waited for.
            if now >= longest || ending != nil { return }
            let isAtEnd = session.player.isScriptEnded
            if session.player.transcript.count != events {
                (events, lastEvent, quietSince, inquiry) = (session.player.transcript.count, now, nil, nil)
                if waits, !isAtEnd { until = now.advanced(milliseconds: Int64(patience)) }
            }
            // A silence that the scenario keeps is waited for to its end.
            if !waits || !session.keepsTime {
                let (hasOpen, hasLeft) = (!asked(.open).isEmpty, !asked(.left).isEmpty)
                let isStill = session.isIdle && !hasOpen && !hasLeft
                let hasComeToRest = isStill && cast.haveEnded
                // Where no task is left, the callbacks of those that have sent something will not come any more: an end is
                // told of no task with a completion handler.
                let waitsForEnds = isAtEnd && !cast.haveEnded
                let waitsInVain = isStill && knowsTasks && (session.player.awaitsCallbacksAlone || waitsForEnds)
                let isQuiet = waitsInVain || hasComeToRest && (!hearsLoads || cast.hasLoads || knowsTasks)
                // Nothing tells how long a client pauses before it asks again: its line says when it is too late.
                let mayPause = waits && patience > 0 && session.player.awaitsClientsPause
                quietSince =
                    isQuiet && !mayPause && (!waits || hasHeard || session.hasBeenVisited) ? quietSince ?? now : nil
                if let quietSince, now - quietSince >= (isAtEnd && !waitsForEnds ? Self.settling : Self.moment) {
                    // A load that is under way may still send requests.
                    if let inquiry, inquiry.isAnswered, waitsInVain ? !inquiry.areLeft : !inquiry.areUnderWay {
                        return
                    }
                    if inquiry?.isOver ?? true { inquiry = sessions.inquire(after: inquiry) }
                }
                // A task that is under way and has told nothing may only be late.
                let isAsked = knowsTasks && hearsLoads
                if hasComeToRest, isAtEnd, !isAsked, now - lastEvent >= Self.momentOfDelegates { return }
                // A question that the test's own delegate leaves open holds up its load, and nothing else is to come.
                stuckSince = session.isIdle && !hasOpen && hasLeft ? stuckSince ?? now : nil
                let isStuck = stuckSince.map { now - $0 >= Self.moment } ?? false
                if hasComeToRest || isAtEnd || isStuck, now >= until, !mayPause { return }
            }
            await EventLoop.shared.sleep(for: .milliseconds(2))
        }
    }

    private static let bodyAtMost = 1 << 20
    private static let moment = Duration.milliseconds(250)
    /// How long unexpected bytes of a client are waited for at the end.
    private static let settling = Duration.milliseconds(5)
    private static let momentOfDelegates = Duration.seconds(1)
    private static let longest: Int64 = 60_000
}

extension ReportedCallback {
    fileprivate var tellsCancelled: Bool {
        kind == .fail && subject.first?.elementsEqual("cancelled".utf8) == true
    }
}
