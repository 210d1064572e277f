// Worker.swift: plays one case after the other, and keeps processes that can play another.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainApplicability
import QuintainDriver
import QuintainLoop
import QuintainPlayer
import QuintainScenario
import QuintainSessions
import QuintainWords

/// One of the workers that play at the same time. They share the clients' greetings.
@OnLoop
final class Worker {
    final class Greetings {
        var known: [ClientUnderTest.Seat: Greeting] = [:]
        private var limited: [ClientUnderTest.Seat: [APIStyle: Greeting]] = [:]

        /// A client's greeting, as far as it concerns one of its APIs.
        func greeting(_ whole: Greeting, of seat: ClientUnderTest.Seat, in style: APIStyle?) -> Greeting {
            guard let style else { return whole }
            if let known = limited[seat]?[style] { return known }
            let greeting = whole.limited(to: style)
            limited[seat, default: [:]][style] = greeting
            return greeting
        }
    }

    private let deadlines: Deadlines
    private let authority: TestAuthority?
    private let greetings: Greetings
    private let halt: Halt
    private let seed: UInt64
    private let keepsPlays: Bool
    /// A process that can play another case, and the one that it has played last.
    private struct Warm {
        let driver: any Driver
        let last: Case
    }

    private var warm: [ClientUnderTest.Seat: Warm] = [:]
    private var cases = 0
    /// Processes that ended badly after their cases were done.
    private(set) var badExits: [BadExit] = []
    /// Waits for processes that are ending while other cases are played.
    private var endings: [Task<Void, Never>] = []

    /// The seed determines the random values of a scenario, which are the same in each of a client's ways.
    ///
    /// - Parameter keepsPlays: results keep their plays even if the case passed.
    init(
        _ deadlines: Deadlines, authority: TestAuthority?, greetings: Greetings, halt: Halt, seed: UInt64 = 0,
        keepsPlays: Bool = false
    ) {
        self.deadlines = deadlines
        self.authority = authority
        self.greetings = greetings
        self.halt = halt
        self.seed = seed
        self.keepsPlays = keepsPlays
    }

    /// nil: the run was halted meanwhile. A case whose loads have a time limit and that fails while this process stands
    /// still is played again: it may have been the server that was late, and not the client.
    func play(_ one: Case) async -> CaseResult? {
        var last: CaseResult?
        for number in 1...Self.playsAtMost {
            guard var result = await playOnce(one) else { return last }
            result.plays = number
            guard result.mayFailByLateness else { return result }
            last = result
        }
        last?.tellOfLateness()
        return last
    }

    private func playOnce(_ one: Case) async -> CaseResult? {
        let began = Moment.now
        var result = CaseResult(
            client: one.client.name, scenario: one.scenario.name, way: one.way.name, title: one.scenario.title,
            verdict: .pass)
        result.place = one.place
        result.specs = one.scenario.specs
        if one.place == nil { result.source = BodyDigest.of(one.scenario.source) }
        guard await play(one, &result) else { return nil }
        result.milliseconds = Int((Moment.now - began) / .milliseconds(1))
        return result
    }

    /// The greeting of the client.
    func greeting(of client: ClientUnderTest) async -> Result<Greeting, DriverFailure> {
        await driver(of: client).map { driver in
            retire(driver)
            return driver.greeting!
        }
    }

    /// Ends the processes that are still running.
    func end() async {
        let processes = warm.values
        warm = [:]
        for process in processes { retire(process.driver, behind: process.last) }
        for ending in endings { await ending.value }
        endings = []
    }

    // MARK: One case

    private func play(_ one: Case, _ result: inout CaseResult) async -> Bool {
        // A client's abilities are the same in each process, so no process is started to ask again.
        var applicability: Applicability?
        if let greeting = greetings.known[one.client.seat] {
            applicability = self.applicability(to: greeting, one, &result)
            if result.verdict == .notApplicable { return true }
        }
        let driver: any Driver
        switch await self.driver(of: one.client) {
        case .success(let started): driver = started
        case .failure(let failure):
            failure.tell(&result)
            return !halt.isCalled
        }
        let greeting = driver.greeting!
        let known = applicability ?? self.applicability(to: greeting, one, &result)
        if result.verdict == .notApplicable {
            keep(driver, greeting, one)
            return true
        }
        return await play(known, one, driver, greeting, &result)
    }

    /// Whether the client can play the case; if not, the result says so.
    private func applicability(
        to greeting: Greeting, _ one: Case, _ result: inout CaseResult
    ) -> Applicability {
        result.version = greeting.description
        if one.client.isCalledAsItGreets { result.client = greeting.name }
        let style = one.way.style ?? greeting.styles.first
        let limited = greetings.greeting(greeting, of: one.client.seat, in: style)
        let way = one.way.fitting(greeting, one.scenario)
        let scenario = one.scenario.loading(as: way.kind)
        let makesRequests = one.client.makesRequests
        var applicability = Applicability(makesRequests ? scenario.begun : scenario, limited: limited, way, style)
        applicability.makesRequests = makesRequests
        applicability.following = one.client.following
        if let objection = applicability.objection {
            result.verdict = .notApplicable
            result.reason = objection
        }
        return applicability
    }

    private func play(
        _ applicability: Applicability, _ one: Case, _ driver: any Driver, _ greeting: Greeting,
        _ result: inout CaseResult
    ) async -> Bool {
        let session: Session
        do throws(LoopError) {
            session = try Session(
                applicability.scenario, observing: applicability.observation, style: applicability.style,
                isPatient: greeting.endsAreSeen, patience: deadlines.patience, authority: authority,
                seed: one.seed(seed),
                takesOrders: true)
        } catch {
            keep(driver, greeting, one)
            result.verdict = .notPlayed
            result.reason = error.sentence
            return true
        }
        cases += 1
        if let process = driver as? DriverProcess { process.addsUnknownMembers = one.addsUnknownMembers }
        (driver as? CommandDriver)?.take(session)
        let play = CasePlay(
            session, applicability, driver, number: cases, deadlines: deadlines, halt: halt)
        let watch = LateWatch()
        let spareTime = one.scenario.spareTime
        if spareTime != nil { watch.start() }
        let end = await play.play()
        watch.stop()
        if let spareTime, watch.milliseconds >= spareTime { result.millisecondsLate = watch.milliseconds }
        session.close()
        if end.leavesDriverWell {
            keep(play.driver, greeting, one)
        } else {
            await play.driver.end(patience: 0, grace: deadlines.grace)
            await play.driver.folder.remove()
        }
        if case .halted = end { return false }
        result.take(end, play, keepsPlay: keepsPlays)
        return true
    }

    // MARK: Processes

    private func driver(of client: ClientUnderTest) async -> Result<any Driver, DriverFailure> {
        if let known = warm.removeValue(forKey: client.seat) {
            if known.driver.isReady { return .success(known.driver) }
            retire(known.driver, behind: known.last)
        }
        let folder: WorkFolder
        do throws(LoopError) {
            folder = try await WorkFolder()
        } catch {
            return .failure(DriverFailure(sentence: error.sentence, isOurs: true))
        }
        switch await start(client.seat, in: folder) {
        case .success(let driver):
            greetings.known[client.seat] = driver.greeting
            return .success(driver)
        case .failure(var failure):
            await folder.remove()
            if failure.isMissing {
                failure.sentence = "the client '\(client.name)' cannot be started: \(failure.sentence)"
            }
            return .failure(failure)
        }
    }

    private func start(
        _ seat: ClientUnderTest.Seat, in folder: WorkFolder
    ) async -> Result<any Driver, DriverFailure> {
        switch seat {
        case .program(let words): return await start(words, in: folder)
        case .inside: return .success(InnerDriver(in: folder))
        case .command(let command):
            do throws(LoopError) {
                return .success(try CommandDriver(command, in: folder))
            } catch {
                return .failure(DriverFailure(sentence: error.sentence, isOurs: error.isShortage))
            }
        }
    }

    /// Starts the program and takes its greeting.
    private func start(_ words: [String], in folder: WorkFolder) async -> Result<any Driver, DriverFailure> {
        let driver: DriverProcess
        do throws(LoopError) {
            driver = try DriverProcess(words, in: folder, limits: deadlines.limits)
        } catch {
            return .failure(
                DriverFailure(sentence: error.sentence, isOurs: error.isShortage))
        }
        halt.watch(driver)
        defer { halt.forget(driver) }
        let until = Moment.now.advanced(milliseconds: Int64(deadlines.greeting))
        var failure: DriverFailure?
        listening: while failure == nil {
            switch await driver.next(until: until) {
            case .said(.greeted): return .success(driver)
            case .said(.fault(let fault)): failure = DriverFailure(sentence: fault.sentence)
            case .said, .obstacle: break
            case .woken: if halt.isCalled { failure = DriverFailure(sentence: "the run was given up") }
            case .exited(.code(Self.clientIsMissing)): failure = DriverFailure(sentence: "", isMissing: true)
            case .exited(let exit):
                failure = DriverFailure(
                    sentence: "it ended before it greeted, with \(exit.sentence)", hasCrashed: true)
            case .mute: failure = DriverFailure(sentence: "it closed its standard output before it greeted")
            case .deadline:
                failure = DriverFailure(sentence: "it did not greet within \(deadlines.greeting) ms")
            }
        }
        await driver.end(patience: 0, grace: deadlines.grace)
        let said = driver.complaints()
        if failure?.isMissing == true {
            // What the driver says then is the reason, and is not said twice.
            failure?.sentence = said?.split(separator: "\n").last.map(String.init) ?? "it is not there"
        } else {
            failure?.errors = said
        }
        return .failure(failure!)
    }

    /// Keeps a process for the next case, or lets it end.
    private func keep(_ driver: any Driver, _ greeting: Greeting, _ one: Case) {
        let seat = one.client.seat
        if greeting.doesManyCases, driver.isReady, warm[seat] == nil {
            warm[seat] = Warm(driver: driver, last: one)
        } else {
            retire(driver, behind: one)
        }
    }

    /// - Parameter last: the case that it has played; nil: it was started for its greeting.
    private func retire(_ driver: any Driver, behind last: Case? = nil) {
        let deadlines = deadlines
        endings.append(
            OnLoop.spawn { [weak self] in
                let patience = last == nil ? min(deadlines.leaving, Self.patienceWithGreeting) : deadlines.leaving
                let exit = await driver.end(patience: patience, grace: deadlines.grace)
                if let last, let bad = BadExit(of: driver, exit, behind: last) { self?.badExits.add(bad) }
                await driver.folder.remove()
            })
        // One task waits for the oldest, so that the list does not grow in a long run.
        if endings.count > Self.endingsKept {
            let done = endings.prefix(Self.endingsKept / 2)
            endings.removeFirst(done.count)
            endings.append(OnLoop.spawn { for ending in done { await ending.value } })
        }
    }

    /// For a process that was started for its greeting alone: the run waits for its end.
    private static let patienceWithGreeting = 2_000
    private static let endingsKept = 64
    private static let playsAtMost = 3
    /// The exit status of a driver whose client is not installed.
    private static let clientIsMissing: Int32 = 69
}

extension Applicability {
    fileprivate var observation: Observation { .only(observed, challenges: greeting.challenges) }
}

extension Case {
    /// The seed of its random values: no session of another case or round is right here. In each of a client's ways they are
    /// the same.
    fileprivate func seed(_ seed: UInt64) -> UInt64 {
        "\(round) \(scenario.name)".utf8.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}

extension Scenario {
    /// `login.scenario#bob` of `shop/login.scenario#bob`: the same where a folder is played, or the file alone.
    package var nameWithoutFolders: String {
        let row = name.dropFirst(file.utf8.count)
        return String(file.split(separator: "/").last ?? "") + row
    }
}
