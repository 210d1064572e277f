// CasePlay.swift: one scenario with one driver, from its beginning to its end.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainApplicability
import QuintainContracts
import QuintainDriver
import QuintainLoop
import QuintainPlayer
import QuintainScenario
import QuintainSessions
import QuintainTalk
import QuintainTranscript
import QuintainWords

/// Connects a session and a driver: passes orders and answers one way, callbacks the other.
///
/// ```
/// playing ──all lines happened──▶ settling ──all loads ended──▶ ending ──the driver says `ended`──▶ over
/// ```
@OnLoop
final class CasePlay {
    let driver: any Driver
    let session: Session
    private(set) var watch: ContractWatch
    private(set) var loads: LoadBook
    /// The breaches before the client ended: those after it only follow from the end.
    private(set) var breachesBeforeEnd: [Breach] = []
    /// Those from before the client told a decision that a line would have held back.
    private var breachesBeforeUnable: [Breach]?

    private let number: Int
    private var order: CaseOrder
    private let greeting: Greeting
    private let observed: Set<CallbackKind>
    private let deadlines: Deadlines
    private let halt: Halt

    /// Words of the session to the client that are not carried out yet.
    private var words: ArraySlice<Session.ClientWord> = []
    /// The callbacks at which a line holds the answer back. Only a client that asks there can do the case, and a
    /// greeting does not say whether it asks or has an option.
    private let held: Set<CallbackKind>
    /// The client's delegate is told of a load that is cancelled. In the older styles nothing comes behind a cancel.
    private let tellsCancels: Bool
    /// The loads whose end was reported, when the case was over or before.
    private var ended: Set<Int> = []
    private var reason: CaseEnd?
    /// A fault in a callback that was taken early, by ``hear()``.
    private var faultHeard: CaseEnd?
    private let wholeUntil: Moment
    /// How long loads may go on after the last line has happened, in milliseconds.
    private let within: Int

    private struct Question {
        var load: Int
        var kind: CallbackKind
    }

    /// By the driver's numbers.
    private var questions: [Int: Question] = [:]

    init(
        _ session: Session, _ applicability: Applicability, _ driver: any Driver, number: Int, deadlines: Deadlines,
        halt: Halt
    ) {
        self.session = session
        loads = LoadBook(session.endpoints)
        self.driver = driver
        self.number = number
        self.deadlines = deadlines
        self.halt = halt
        greeting = applicability.greeting
        observed = applicability.observed
        tellsCancels = applicability.style == .urlsession
        watch = ContractWatch(style: applicability.style, greeting)
        order = CaseOrder(
            number: number, style: greeting.styles.count > 1 ? applicability.style : nil,
            folder: "", resolve: applicability.hosts)
        held = Set(
            applicability.survey.lines.compactMap { line in
                guard case .callback(let callback) = line.deed else { return nil }
                return callback.decision == .plain(.hold) ? callback.kind : nil
            })
        within = max(applicability.survey.lines.last?.within ?? 0, deadlines.patience)
        wholeUntil = .now.advanced(
            milliseconds: Int64(deadlines.whole + deadlines.patience + applicability.survey.time))
    }

    /// Plays the case. The session is over then, but not closed.
    func play() async -> CaseEnd {
        do throws(LoopError) {
            order.folder = try await driver.openFolder(ofCase: number)
        } catch {
            // The folder was there when the case began, so the driver has removed it.
            if error.slug == "no-such-file" || error.slug == "not-a-folder" {
                return .fault("the folder that it was given is gone: \(error.message)")
            }
            return .obstacle(error.sentence)
        }
        defer { driver.closeFolder(ofCase: number) }
        begin()
        session.start { [weak self] word in
            self?.words.append(word)
            self?.driver.wake()
        }
        session.listensFirst = { [weak self] in self?.hear() }
        defer { session.listensFirst = nil }
        halt.watch(driver)
        let end = await course()
        halt.forget(driver)
        // Reads the bytes that the client sent before its end: they are in the kernel.
        await session.drain(patience: 1)
        breachesBeforeEnd = breachesBeforeUnable ?? session.player.outcome.breaches
        session.clientEnded()
        var isWhole = session.player.outcome.verdict.isGood
        if case .played = end {} else { isWhole = false }
        watch.finished(isPrefix: !isWhole)
        return end
    }

    private func begin() { say(.begins(order)) }

    /// nil: the message was sent.
    @discardableResult
    private func say(_ message: RunnerMessage) -> CaseEnd? {
        do throws(LoopError) {
            try driver.say(message)
            return nil
        } catch {
            return .obstacle(error.sentence)
        }
    }

    private func course() async -> CaseEnd {
        while true {
            if let end = await carryOutWords() ?? faultHeard { return end }
            if case .settling(_, waitsForLoads: true) = phase, !loads.areUnderWay { sayEnd() }
            let deadline = nextDeadline
            let happening = await driver.next(until: deadline)
            if let end = take(happening) { return end }
            // Everything that the driver has written is read before time counts as over; its amount is bounded.
            var hasSaidAll = true
            if case .said = happening { hasSaidAll = false }
            if hasSaidAll, deadline <= .now, let end = timeIsUp() { return end }
            if let stillAt, stillAt <= .now { await giveUpLoads() }
        }
    }

    private func take(_ happening: DriverHappening) -> CaseEnd? {
        let end: CaseEnd? =
            switch happening {
            case .said(let event): take(event)
            case .obstacle(let sentence): .obstacle(sentence)
            case .woken: nil
            case .exited(let exit): crashed(exit)
            case .mute: .fault("it closed its standard output while a case was under way")
            case .deadline: timeIsUp()
            }
        return end ?? (halt.isCalled ? .halted : nil)
    }

    // MARK: Time

    private enum Phase {
        case playing
        /// All lines have happened, and loads go on, as long as they may or at most until this time. They are not cut short,
        /// because callbacks that no line takes are breaches, and would otherwise come or not by chance.
        case settling(until: Moment, waitsForLoads: Bool)
        /// The driver was told that the case ends.
        case ending(until: Moment)
    }

    private var phase = Phase.playing
    private var hasSaidEnd: Bool { if case .ending = phase { true } else { false } }

    private var nextDeadline: Moment {
        switch phase {
        case .playing: stillAt.map { min($0, wholeUntil) } ?? wholeUntil
        case .settling(let until, _), .ending(let until): until
        }
    }

    /// The time until which a client whose loads have all ended is waited for.
    private var stillAt: Moment?

    private func looksForStillness() {
        stillAt = loads.haveEnded ? .now.advanced(milliseconds: Int64(deadlines.afterLoads)) : nil
    }

    /// Gives up lines that only a load can fulfil: no load is left, so the rest of their time is not waited for.
    private func giveUpLoads() async {
        looksForStillness()
        // Reads the bytes and callbacks that the client sent before: they are in the kernel.
        await session.drain(patience: 1)
        hear()
        if loads.haveEnded, words.isEmpty, !hasSaidEnd {
            session.loadsEnded()
            // A client that may take its time to begin has come and gone without a connection.
            if greeting.endsAreSeen, !session.player.hasSeenConnections { sayEnd() }
        }
    }

    /// nil: the play goes on.
    private func timeIsUp() -> CaseEnd? {
        switch phase {
        case .ending(let until):
            return until <= .now ? .hung("it did not say 'ended' within \(deadlines.ended) ms\(whatIsOpen)") : nil
        case .settling(let until, _) where until <= .now:
            if greeting.endsAreSeen, loads.areUnderWay {
                reason = .hung("the command had not ended \(within) ms after the last line; --patience gives it longer")
            }
        case .playing, .settling:
            guard wholeUntil <= .now else { return nil }
            reason = .tooLong
        }
        sayEnd()
        return nil
    }

    private var whatIsOpen: String {
        questions.isEmpty ? "" : "; a question at '\(questions.values.first!.kind.rawValue)' was not answered yet"
    }

    private func sayEnd() {
        guard !hasSaidEnd else { return }
        phase = .ending(until: .now.advanced(milliseconds: Int64(deadlines.ended)))
        watch.event = session.player.transcript.count
        watch.ending()
        say(.ends(number))
    }

    // MARK: What the driver says

    /// Takes the callbacks that have been reported. A client reports a callback before it goes on, so the callback
    /// counts as earlier than the bytes that it sends next, even if the wire is read first.
    private func hear() {
        while faultHeard == nil, let event = driver.callbackAtHand() { faultHeard = take(event) }
        // Ends the current wait for the driver: it began before the loads had ended, so its deadline is too late.
        if stillAt != nil { driver.wake() }
    }

    private func take(_ event: DriverEvent) -> CaseEnd? {
        switch event {
        case .greeted: return nil
        case .callback(let callback, let load, let file): return take(callback, load, file)
        case .unable(let sentence):
            session.noted("the driver is unable to go on: \(sentence)")
            endUnable(sentence)
            return nil
        case .note(let text):
            session.noted(text)
            return nil
        case .ended: return reason ?? .played
        case .fault(let fault): return .fault(fault.sentence, fault.slug)
        }
    }

    /// Ends a case that the client cannot do.
    private func endUnable(_ sentence: String) {
        reason = reason ?? .unable(sentence)
        sayEnd()
    }

    private func take(_ reported: ReportedCallback, _ load: Int, _ file: String?) -> CaseEnd? {
        var callback = reported
        if let file {
            do throws(LoopError) {
                callback.bytes = try Files.read(file)
            } catch {
                return .fault("the file of '\(callback.kind.rawValue)' cannot be read: \(error.message)")
            }
            if let fault = driver.fileRead(callback.bytes.count) { return .fault(fault.sentence, fault.slug) }
        }
        if let question = callback.question { questions[question] = Question(load: load, kind: callback.kind) }
        callback.load = load
        // A load that was cut short by the end of the case may fail, once.
        let isCut = hasSaidEnd && callback.kind == .fail && loads.endsWithUs(load)
        let isObserved = observed.contains(callback.kind) && !isCut
        if isObserved { session.told(callback) }
        watch.event = isObserved ? session.player.lastReported : session.player.transcript.count
        watch.reported(callback, load: load)
        if !hasSaidEnd { loads.reported(callback, load: load) }
        if callback.kind.endsLoad { ended.insert(load) }
        looksForStillness()
        guard isObserved else {
            if !isCut { answerUnobserved(callback) }
            return nil
        }
        if callback.question == nil, held.contains(callback.kind) {
            // What the client does next is no mistake: its option has decided.
            breachesBeforeUnable = breachesBeforeUnable ?? session.player.outcome.breaches
            endUnable("the client does not ask at '\(callback.kind.rawValue)', so no answer can be held")
        }
        return nil
    }

    /// Answers a callback that this kind of load need not report, without comparing it with any line.
    private func answerUnobserved(_ callback: ReportedCallback) {
        guard let question = callback.question else { return }
        answer(question, callback.kind.isQuestion ? .plain(.byDefault) : .go)
    }

    private func crashed(_ exit: ChildProcess.Exit) -> CaseEnd {
        let place = driver.isInsideLine ? ", in the middle of a line" : ""
        return .crashed("it ended before the case did, with \(exit.sentence)\(place)")
    }

    // MARK: What the session says

    private func carryOutWords() async -> CaseEnd? {
        while let word = words.popFirst() {
            switch word {
            case .answer(let question, let decision): answer(question, decision)
            case .end: settle()
            case .order(let order): if !hasSaidEnd, let end = give(order) { return end }
            }
        }
        return nil
    }

    /// Lets loads go on to their end for as long as a line may take; a client that reports no ends gets a moment.
    private func settle() {
        guard !hasSaidEnd else { return }
        let waitsForLoads = greeting.tellsEnds && loads.areUnderWay && !session.player.isBrokenOff
        if greeting.tellsEnds, !waitsForLoads { return sayEnd() }
        let isSoon = !tellsCancels && loads.areOnlyCancelled
        let time = !greeting.tellsEnds ? deadlines.settling : isSoon ? deadlines.afterLoads : within
        phase = .settling(until: .now.advanced(milliseconds: Int64(time)), waitsForLoads: waitsForLoads)
    }

    private func answer(_ number: Int, _ decision: ResolvedDecision) {
        guard let question = questions.removeValue(forKey: number) else { return }
        watch.event = session.player.transcript.count
        watch.answered(decision, load: question.load, to: question.kind)
        if decision.word == .cancel { loads.cancelled(question.load) }
        say(.answer(number, withFile(decision)))
    }

    /// Writes a certificate into a file, and puts the file's name in place of the certificate's.
    private func withFile(_ decision: ResolvedDecision) -> ResolvedDecision {
        guard case .useCertificate(let bytes) = decision else { return decision }
        let name = String(decoding: bytes, as: UTF8.self)
        return .useCertificate(Array(((try? session.clientCertificate(name)) ?? name).utf8))
    }

    private func give(_ order: ResolvedOrder) -> CaseEnd? {
        if case .load(let load) = order { return give(load) }
        guard let (act, _) = order.act else { return nil }
        guard greeting.acts.contains(act) else {
            endUnable("the client cannot be told to \(act.rawValue)")
            return nil
        }
        switch order {
        case .resume(let load, _, _):
            began(load)
            watch.ordered(load: load, .download, resumes: true)
        case .cancel(let load):
            watch.event = session.player.transcript.count
            watch.cancelled(load: load)
            loads.cancelled(load)
        case .load, .suspend, .proceed, .trust: break
        }
        return say(.order(order, bodyFile: nil))
    }

    private func give(_ load: ResolvedLoad) -> CaseEnd? {
        var load = load
        for index in load.decisions.indices {
            load.decisions[index].decision = withFile(load.decisions[index].decision)
        }
        began(load.number)
        watch.ordered(load: load.number, load.kind)
        return say(.order(.load(load), bodyFile: nil))
    }

    /// The loads of which no end was reported, of a client that reports ends itself.
    var unendedLoads: [Int] {
        greeting.tellsEnds && !greeting.endsAreSeen ? loads.numbers.filter { !ended.contains($0) } : []
    }

    private func began(_ load: Int) {
        loads.began(load)
        stillAt = nil
    }
}
