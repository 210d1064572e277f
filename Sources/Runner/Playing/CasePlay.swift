// CasePlay.swift: one scenario with one driver, from its beginning to its end.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainDriver
import QuintainLoop
import QuintainNotation
import QuintainPlayer
import QuintainScenario
import QuintainServer

/// Brings a session and a driver together: orders and answers one way, callbacks the other. Nothing else decides.
///
/// ```
/// playing ──all lines happened──▶ settling ──a moment──▶ ending ──the driver says `ended`──▶ over
/// ```
@OnLoop
final class CasePlay {
    /// Starts the driver's program again, with the same disk, and takes its greeting.
    typealias Restart = @OnLoop (DriverProcess) async -> Result<DriverProcess, DriverFailure>

    private(set) var driver: DriverProcess
    let session: Session
    private(set) var watch: ContractWatch
    private(set) var loads: LoadBook
    /// What was broken before the client ended: the rest only says that it did.
    private(set) var breachesBeforeEnd: [Breach] = []

    private let number: Int
    private let order: CaseOrder
    private let greeting: Greeting
    private let observed: Set<CallbackKind>
    private let deadlines: Deadlines
    private let halt: Halt
    private let restart: Restart
    private let addsUnknownMembers: Bool

    /// What the session has said and is not carried out yet.
    private var words: ArraySlice<Session.ClientWord> = []
    private var hasSaidEnd = false
    private var reason: CaseEnd?
    /// Something that was wrong with a callback which was heard before its turn.
    private var faultHeard: CaseEnd?
    private let wholeUntil: Moment

    /// Questions as the session knows them: numbers of our own, since a process that begins again counts anew.
    private struct Question {
        var theirs: Int
        var load: Int
        var kind: CallbackKind
        var process: ObjectIdentifier
    }

    private var questions: [Int: Question] = [:]
    private var asked = 0
    private var files: [String] = []

    init(
        _ session: Session, _ applicability: Applicability, _ driver: DriverProcess, number: Int,
        deadlines: Deadlines, halt: Halt,
        addsUnknownMembers: Bool = false, restart: @escaping Restart
    ) {
        self.session = session
        loads = LoadBook(session.endpoints)
        self.driver = driver
        self.number = number
        self.deadlines = deadlines
        self.halt = halt
        self.restart = restart
        self.addsUnknownMembers = addsUnknownMembers
        greeting = applicability.greeting
        observed = applicability.observed
        watch = ContractWatch(style: applicability.style, greeting)
        order = CaseOrder(
            number: number, style: greeting.styles.count > 1 ? applicability.style : nil,
            folder: driver.folder.folder(ofCase: number), resolve: applicability.hosts)
        wholeUntil = .now.advanced(milliseconds: Int64(deadlines.whole + applicability.survey.time))
    }

    /// Plays it. The session is over then, and not closed.
    func play() async -> CaseEnd {
        defer { for file in files { Files.remove(file) } }
        do throws(LoopError) {
            try await driver.folder.makeFolder(ofCase: number)
        } catch {
            return .obstacle(error.message)
        }
        defer { driver.folder.removeFolder(ofCase: number) }
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
        // What the client has sent before is in the kernel.
        await session.drain(patience: 0)
        breachesBeforeEnd = session.player.outcome.breaches
        session.clientEnded()
        var isWhole = session.player.outcome.verdict != .fail
        if case .played = end {} else { isWhole = false }
        watch.finished(isPrefix: !isWhole)
        return end
    }

    private func begin() {
        driver.note { $0.began(number) }
        say(order.message)
    }

    private func say(_ message: JSONText) {
        guard addsUnknownMembers, let members = message.members else { return driver.say(message) }
        driver.say(.object(members + [("colour", .object([("of", .list([1, "two", .null]))]))]))
    }

    private func course() async -> CaseEnd {
        while true {
            if let end = await carryOutWords() ?? faultHeard { return end }
            let deadline = nextDeadline
            switch await driver.next(until: deadline) {
            case .said(let event): if let end = take(event) { return end }
            case .woken: break
            case .exited(let exit): return crashed(exit)
            case .mute: return .fault("it closed its standard output while a case was under way")
            case .deadline: if let end = timeIsUp() { return end }
            }
            if halt.isCalled { return .halted }
            if let deadline, deadline <= .now, let end = timeIsUp() { return end }
            if let stillAt, stillAt <= .now { await giveUpLoads() }
        }
    }

    // MARK: Time

    private var settledAt: Moment?
    private var endedUntil: Moment?

    private var nextDeadline: Moment? { endedUntil ?? settledAt ?? stillAt.map { min($0, wholeUntil) } ?? wholeUntil }

    /// When a client all of whose loads have ended will have had its moment.
    private var stillAt: Moment?

    private func looksForStillness() {
        stillAt = loads.haveEnded ? .now.advanced(milliseconds: Int64(deadlines.afterLoads)) : nil
    }

    /// What only a load brings does not come any more, so the rest of its time is not waited for.
    private func giveUpLoads() async {
        looksForStillness()
        // What it sent and said before is in the kernel.
        await session.drain(patience: 0)
        hear()
        if loads.haveEnded, words.isEmpty, !hasSaidEnd { session.loadsEnded() }
    }

    /// nil: the play goes on.
    private func timeIsUp() -> CaseEnd? {
        if let endedUntil, endedUntil <= .now {
            return .hung("it did not say 'ended' within \(deadlines.ended) ms\(whatIsOpen)")
        }
        if hasSaidEnd { return nil }
        if settledAt.map({ $0 <= .now }) == true { sayEnd() }
        if !hasSaidEnd, wholeUntil <= .now {
            reason = .tooLong
            sayEnd()
        }
        return nil
    }

    private var whatIsOpen: String {
        questions.isEmpty ? "" : "; a question at '\(questions.values.first!.kind.rawValue)' was not answered yet"
    }

    private func sayEnd() {
        guard !hasSaidEnd else { return }
        hasSaidEnd = true
        watch.ending()
        driver.note { $0.saidEnd() }
        say(.object([("end", .number(number))]))
        endedUntil = .now.advanced(milliseconds: Int64(deadlines.ended))
    }

    // MARK: What the driver says

    /// A callback is written before the client goes on, so what the client does next on the wire comes behind it:
    /// also where both have arrived, and the wire is looked at first.
    private func hear() {
        while faultHeard == nil, let event = driver.callbackAtHand() { faultHeard = take(event) }
        // Who waits for the driver began to do so before its loads had ended.
        if stillAt != nil { driver.wake() }
    }

    private func take(_ event: DriverEvent) -> CaseEnd? {
        switch event {
        case .greeted: return nil
        case .callback(let callback, let load, let file): return take(callback, load, file)
        case .unable(let sentence):
            if reason == nil { reason = .unable(sentence) }
            sayEnd()
            return nil
        case .note(let text):
            session.noted(text)
            return nil
        case .ended: return reason ?? .played
        case .fault(let fault): return .fault(fault.sentence)
        }
    }

    private func take(_ reported: ReportedCallback, _ load: Int, _ file: String?) -> CaseEnd? {
        var callback = reported
        if let file {
            do throws(LoopError) {
                callback.bytes = try Files.read(file)
            } catch {
                return .fault("the file of '\(callback.kind.rawValue)' cannot be read: \(error.message)")
            }
            var fault: DriverFault?
            driver.note { fault = $0.fileRead(callback.bytes.count) }
            if let fault { return .fault(fault.sentence) }
        }
        if let theirs = reported.question {
            asked += 1
            callback.question = asked
            questions[asked] = Question(
                theirs: theirs, load: load, kind: callback.kind, process: ObjectIdentifier(driver))
        }
        watch.reported(callback, load: load)
        if !hasSaidEnd { loads.reported(callback, load: load) }
        looksForStillness()
        // That a load which was under way fails at the end is our own doing.
        if hasSaidEnd, callback.kind == .fail { return nil }
        guard observed.contains(callback.kind) else {
            answerUnobserved(callback)
            return nil
        }
        session.told(callback)
        return nil
    }

    /// What a load of this kind need not tell is not held against any line.
    private func answerUnobserved(_ callback: ReportedCallback) {
        guard let question = callback.question else { return }
        let word = callback.kind.decisions.first?.rawValue ?? "go"
        answer(question, ResolvedDecision(word))
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
            case .order(.restart): if let end = await beginAgain() { return end }
            case .order(let order): if !hasSaidEnd, let end = give(order) { return end }
            }
        }
        return nil
    }

    /// A client that tells no end of its loads gets a moment for what it does still.
    private func settle() {
        guard greeting.callbacks[.finish] == nil || greeting.callbacks[.fail] == nil else { return sayEnd() }
        settledAt = .now.advanced(milliseconds: Int64(deadlines.settling))
    }

    private func answer(_ number: Int, _ decision: ResolvedDecision) {
        guard let question = questions.removeValue(forKey: number) else { return }
        watch.answered(decision, load: question.load, to: question.kind)
        guard question.process == ObjectIdentifier(driver) else { return }
        let certificate = decision.word == "use-certificate" ? certificate(decision) : nil
        say(decision.message(answering: question.theirs, certificate: certificate))
    }

    private func certificate(_ decision: ResolvedDecision) -> String {
        let name = String(decoding: decision.values.first ?? [], as: UTF8.self)
        return (try? session.clientCertificate(name)) ?? name
    }

    private func give(_ order: ResolvedOrder) -> CaseEnd? {
        if case .load(let load) = order { return give(load) }
        guard let (act, message) = order.act else { return nil }
        guard greeting.acts.contains(act) else {
            reason = reason ?? .unable("the client cannot be told to \(act.rawValue)")
            sayEnd()
            return nil
        }
        switch order {
        case .resume(let load, _, let lane):
            began(load)
            driver.note { $0.ordered(load: load, lane) }
            watch.ordered(load: load, .download, resumes: true)
        case .cancel(let load): watch.cancelled(load: load)
        case .load, .suspend, .proceed, .trust, .addCookie, .forget, .invalidate, .restart: break
        }
        say(message)
        return nil
    }

    private func give(_ load: ResolvedLoad) -> CaseEnd? {
        var load = load
        for index in load.decisions.indices where load.decisions[index].decision.word == "use-certificate" {
            let path = certificate(load.decisions[index].decision)
            load.decisions[index].decision.values = [Array(path.utf8)]
        }
        began(load.number)
        driver.note { $0.ordered(load: load.number, load.lane) }
        watch.ordered(load: load.number, load.kind)
        var file: String?
        if let body = load.body, Batch(elements: body).byteCount > Self.longestBodyInLine {
            let path = driver.folder.newFile()
            files.append(path)
            do throws(LoopError) {
                try Files.write(pieces: body.pieces, to: path)
            } catch {
                return .obstacle(error.message)
            }
            file = path
        }
        say(load.message(bodyFile: file))
        return nil
    }

    private func began(_ load: Int) {
        loads.began(load)
        stillAt = nil
    }

    // MARK: Restart

    /// Ends the case in the driver and the driver itself, and goes on with another that has the same disk.
    private func beginAgain() async -> CaseEnd? {
        guard !hasSaidEnd else { return nil }
        sayEnd()
        var held: [Session.ClientWord] = []
        restarting: while true {
            // Answers are waited for; orders are for the next process.
            while let word = words.popFirst() {
                if case .answer(let question, let decision) = word {
                    answer(question, decision)
                } else {
                    held.append(word)
                }
            }
            let deadline = nextDeadline
            switch await driver.next(until: deadline) {
            case .said(.ended): break restarting
            case .said(let event): if let end = take(event) { return end }
            case .woken: break
            case .exited(let exit): return crashed(exit)
            case .mute: return .fault("it closed its standard output while a case was under way")
            case .deadline: if let end = timeIsUp() { return end }
            }
            if halt.isCalled { return .halted }
        }
        halt.forget(driver)
        await driver.end(patience: deadlines.ended, grace: deadlines.grace)
        switch await restart(driver) {
        case .failure(let failure): return .fault("begun again, \(failure.sentence)")
        case .success(let fresh): driver = fresh
        }
        halt.watch(driver)
        words = held[...] + words
        hasSaidEnd = false
        endedUntil = nil
        looksForStillness()
        begin()
        return nil
    }

    private static let longestBodyInLine = 64 << 10
}

extension [Batch.Element] {
    /// Its bytes, one after the other, so that a long stretch of the known stream is never made as a whole.
    fileprivate var pieces: some Sequence<[UInt8]> {
        lazy.flatMap { element -> [Batch.Element] in
            guard case .pattern(let from, let count) = element else { return [element] }
            return stride(from: 0, to: count, by: 1 << 20).map {
                .pattern(from: from + $0, count: Swift.min(1 << 20, count - $0))
            }
        }.map { Batch(elements: [$0]).bytes }
    }
}
