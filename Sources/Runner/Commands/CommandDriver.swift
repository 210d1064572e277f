// CommandDriver.swift: a plain command in the place of a driver.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainDriver
package import QuintainLoop
import QuintainPlayer
import QuintainScenario
import QuintainSessions
import QuintainTalk
import QuintainWire
import QuintainWords

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Runs the command once for each load, one after the other, or once for each case if it makes its requests itself. Its end
/// is the end of the load; what it says of it, by its status, is kept beside.
@OnLoop
final class CommandDriver: Driver {
    let greeting: Greeting?
    let folder: WorkFolder
    /// How the command ended, load by load; nil: it was ended, because the case was over.
    private(set) var exits: [ChildProcess.Exit?] = []
    private let command: PlainCommand
    /// The case that is played.
    private var briefing = Briefing()
    private let inbox = DriverInbox()
    /// The folder of the case: what a script leaves there is gone in the next one.
    private var caseFolder: String?
    private var waiting: ArraySlice<ResolvedLoad> = []
    private var underWay: ChildProcess?
    private var lastWords: LastWords?
    /// The file of the authority that was named last.
    private var anchor: String?
    /// The case is over as soon as the command has ended.
    private var isEnding = false
    /// The command was ended, because it went on when its case was over.
    private var isStopped = false
    private var isInCase = false

    init(_ command: PlainCommand, in folder: WorkFolder) throws(LoopError) {
        self.command = command
        self.folder = folder
        greeting = command.greeting
        _ = try CommandSearch.find(command.words[0], path: ProcessEnvironment.current["PATH"])
    }

    var isReady: Bool { !isInCase && inbox.isEmpty }
    var isInsideLine: Bool { false }
    var wasKilled: Bool { false }
    var mayTellLate: Bool { false }
    var hasLoadsLeft: Bool { false }
    var lastFault: DriverFault? { nil }
    func complaints() -> String? { lastWords?.text }

    /// Sets the case that is played next.
    func take(_ session: Session) { briefing = Briefing(session) }

    func openFolder(ofCase number: Int) async throws(LoopError) -> String {
        try await folder.makeFolder(ofCase: number)
        caseFolder = folder.folder(ofCase: number)
        return folder.folder(ofCase: number)
    }

    func closeFolder(ofCase number: Int) { folder.removeFolder(ofCase: number) }

    func fileRead(_ count: Int) -> DriverFault? { nil }

    // MARK: Speaking

    func say(_ message: RunnerMessage) {
        switch message {
        case .begins:
            inbox.empty()
            (waiting, exits, anchor, lastWords) = ([], [], nil, nil)
            (isInCase, isEnding, isStopped) = (true, false, false)
        case .order(.load(let load), _):
            waiting.append(load)
            goOn()
        case .order(.trust(let file), _): anchor = file
        case .ends:
            isEnding = true
            waiting = []
            goOn()
            if let underWay { end(underWay) }
        case .order, .answer, .unknown: break
        }
    }

    /// A command of a broken case notices that nothing more comes: it has a moment to say so, and to end by itself.
    private func end(_ process: ChildProcess) {
        let timer = EventLoop.shared.schedule(at: .now + Self.moment) { [weak self] in
            self?.isStopped = true
            OnLoop.spawn { await process.terminate(grace: Self.grace) }
        }
        OnLoop.spawn {
            _ = await process.ended()
            timer.cancel()
        }
    }

    /// Begins the next load, or ends the case.
    private func goOn() {
        guard isInCase, underWay == nil else { return }
        if isEnding {
            isInCase = false
            inbox.put(.ended)
        } else if let load = waiting.popFirst() {
            if let lack = lack(load) { inbox.put(.unable(lack)) } else { run(load) }
        }
    }

    private func lack(_ load: ResolvedLoad) -> String? {
        if let lack = command.lack(load) { return lack }
        guard load.url.hasPrefix("https:"), trusted(for: load) == nil else { return nil }
        return
            "the load goes to an origin with TLS, and nothing says whom the client trusts: write 'client trust ca' above it"
    }

    /// The file of the authority that the client is to trust. No load tells one that makes its requests itself.
    private func trusted(for load: ResolvedLoad) -> String? {
        load.anchor ?? anchor ?? (command.makesRequests ? briefing.authority : nil)
    }

    private func run(_ load: ResolvedLoad) {
        do throws(LoopError) {
            let environment = briefing.environment(
                beside: DriverEnvironment.variables(
                    of: ProcessEnvironment.current, home: caseFolder ?? folder.home,
                    temporary: caseFolder ?? folder.temporary))
            let process = try ChildProcess(
                Command(
                    command.words(for: try values(load)), environment: environment, output: .null, errors: .pipe,
                    endsItsGroup: true), loop: .shared)
            underWay = process
            LivingClients.add(process)
            let said = LastWords(of: process.errors!)
            lastWords = said
            OnLoop.spawn {
                let exit = await process.ended()
                LivingClients.remove(process)
                await said.close()
                self.ended(load, exit)
            }
        } catch {
            inbox.put(end: .obstacle(error.sentence))
        }
    }

    /// What stands for the placeholders; the files are written for this load.
    private func values(_ load: ResolvedLoad) throws(LoopError) -> [PlainCommand.Placeholder: String] {
        var values: [PlainCommand.Placeholder: String] = [
            .url: load.url, .origin: Self.origin(of: load.url), .method: load.method,
            .scenario: briefing.name,
        ]
        if command.names(.body), let body = load.body { values[.body] = try file(body.pieces) }
        if command.names(.fields) {
            values[.fields] = try file([load.fields.flatMap { Array("\($0.name): ".utf8) + $0.value + [10] }])
        }
        // Nobody is trusted where the scenario names no authority.
        if command.names(.anchor) {
            if let named = trusted(for: load) {
                values[.anchor] = named
            } else {
                values[.anchor] = try file([[UInt8]]())
            }
        }
        return values
    }

    /// `http://127.0.0.1:8080` of a URL there.
    private static func origin(of url: String) -> String {
        guard let scheme = url.firstRange(of: "://") else { return url }
        return String(url[..<scheme.upperBound] + url[scheme.upperBound...].prefix { !"/?#".contains($0) })
    }

    private func file(_ pieces: some Sequence<[UInt8]>) throws(LoopError) -> String {
        let path = folder.newFile()
        try Files.write(pieces: pieces, to: path)
        return path
    }

    private func ended(_ load: ResolvedLoad, _ exit: ChildProcess.Exit) {
        underWay = nil
        if isEnding {
            exits.append(isStopped ? nil : exit)
            tell(.fail, "cancelled", of: load)
        } else {
            exits.append(exit)
            if let crash = exit.crash { return inbox.put(end: .exited(crash)) }
            if exit == .code(0) {
                tell(.finish, nil, of: load)
            } else {
                inbox.put(.note("the command ended with \(exit.sentence)"))
                tell(.fail, "other", of: load)
            }
        }
        goOn()
    }

    private func tell(_ kind: CallbackKind, _ word: String?, of load: ResolvedLoad) {
        let callback = ReportedCallback(kind, lane: load.lane, subject: word.map { [$0] } ?? [])
        inbox.put(.callback(callback, load: load.number, file: nil))
    }

    // MARK: Listening

    func wake() { inbox.wake() }
    func next(until deadline: Moment?) async -> DriverHappening { await inbox.next(until: deadline) }
    func callbackAtHand() -> DriverEvent? { inbox.callbackAtHand() }

    @discardableResult
    func end(patience: Int, grace: Int) async -> ChildProcess.Exit {
        (waiting, isEnding, isStopped) = ([], true, true)
        await underWay?.terminate(grace: .milliseconds(grace))
        return .code(0)
    }

    private static let moment = Duration.milliseconds(500)
    private static let grace = Duration.seconds(1)
}

extension ChildProcess.Exit {
    /// The signal that has ended it, also as a shell reports that of its command, by 128 and the signal; nil: it did not
    /// crash.
    package var crash: Self? {
        switch self {
        case .signal: self
        case .code(let code): Self.crashes.contains(code - 128) ? .signal(code - 128) : nil
        case .unknown: nil
        }
    }

    private static let crashes: Set<Int32> = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]
}
