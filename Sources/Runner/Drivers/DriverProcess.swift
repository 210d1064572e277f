// DriverProcess.swift: a driver that is a program of its own.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainDriver
import QuintainLoop
import QuintainNotation
import QuintainPlayer
import QuintainTalk

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Writes lines to a driver and reads lines from it. Writing never waits for the driver to read, and the memory for
/// lines is bounded.
@OnLoop
final class DriverProcess: Driver {
    let folder: WorkFolder
    /// Adds members that no driver knows to each message.
    var addsUnknownMembers = false
    private var talk: DriverTalk
    private let child: ChildProcess
    private let input: Channel
    private let output: Channel
    private let errors: LastWords

    private var events: ArraySlice<DriverEvent> = []
    private var isAtEnd = false
    /// Bytes that the driver has not read yet.
    private var pending: [UInt8] = []
    private var written = 0
    private var isWriting = false
    private let exitBell = Bell()
    private(set) var wasKilled = false
    /// The fault of a driver that wrote something behind its last `ended`, where it must not.
    var lastFault: DriverFault? {
        for case .fault(let fault) in events { return fault }
        return nil
    }
    private var tasks: [Task<Void, Never>] = []

    init(_ words: [String], in folder: WorkFolder, limits: DriverTalk.Limits = .init()) throws(LoopError) {
        self.folder = folder
        talk = DriverTalk(limits: limits)
        let environment = DriverEnvironment.variables(
            of: ProcessEnvironment.current, home: folder.home, temporary: folder.temporary)
        let command = Command(
            words, environment: environment, input: .pipe, output: .pipe, errors: .pipe, endsItsGroup: true)
        child = try ChildProcess(command, loop: .shared)
        input = child.input!
        output = child.output!
        errors = LastWords(of: child.errors!)
        LivingClients.add(child)
        tasks.append(
            OnLoop.spawn { [child, output, exitBell] in
                _ = await child.ended()
                exitBell.ring()
                if !output.isClosed { output.wake() }
            })
    }

    var greeting: Greeting? { talk.greeting }

    /// The end of its output to standard error. What the driver wrote before its last line is in the pipe by now.
    func complaints() -> String? { errors.text }

    var isReady: Bool { child.exit == nil && talk.isIdle }

    var isInsideLine: Bool { talk.isInsideLine }

    var mayTellLate: Bool { talk.mayTellLate }
    var hasLoadsLeft: Bool { talk.hasLoadsLeft }

    // MARK: Speaking

    /// Sends a message; long bodies go into files.
    func say(_ message: RunnerMessage) throws(LoopError) {
        var message = message
        switch message {
        case .begins(let order):
            talk.began(order.number)
            // Drops errors of the driver from before this case: those of another case or of its greeting.
            errors.forget()
        case .order(.load(let load), _):
            talk.ordered(load: load.number, load.lane)
            if let body = load.body, body.byteCount > Self.longestBodyInLine {
                let path = folder.newFile()
                try Files.write(pieces: body.pieces, to: path)
                message = .order(.load(load), bodyFile: path)
            }
        case .order(.resume(let load, _, let lane), _): talk.ordered(load: load, lane)
        case .ends: talk.saidEnd()
        case .order, .answer, .unknown: break
        }
        guard let text = message.message, !input.isClosed else { return }
        pending += Array((addsUnknownMembers ? text.withUnknownMembers : text).description.utf8) + [10]
        write()
    }

    func fileRead(_ count: Int) -> DriverFault? { talk.fileRead(count) }

    func openFolder(ofCase number: Int) async throws(LoopError) -> String {
        try await folder.makeFolder(ofCase: number)
        return folder.folder(ofCase: number)
    }

    func closeFolder(ofCase number: Int) { folder.removeFolder(ofCase: number) }

    private func write() {
        while written < pending.count, !isWriting {
            let result = pending.withUnsafeBytes { input.send(UnsafeRawBufferPointer(rebasing: $0[written...])) }
            switch result {
            case .bytes(let count): written += count
            case .full:
                isWriting = true
                tasks.append(
                    OnLoop.spawn { [weak self, input] in
                        let wake = await input.wait(for: .writable)
                        self?.isWriting = false
                        if wake == .writable { self?.write() }
                    })
                return
            // The driver is gone, which its exit reports.
            case .reset, .failed, .closed: written = pending.count
            }
        }
        if written == pending.count {
            pending = []
            written = 0
        }
    }

    // MARK: Listening

    func wake() { if !output.isClosed { output.wake() } }

    func next(until deadline: Moment?) async -> DriverHappening {
        while true {
            if let event = events.popFirst() { return .said(event) }
            switch read() {
            case true:
                // Lets other tasks run: one driver may write more than all others together.
                await Task.yield()
                if let deadline, deadline < .now, events.isEmpty { return .deadline }
                continue
            case false: break
            }
            if let exit = child.exit { return .exited(exit) }
            if isAtEnd { return await exit(within: Self.patienceAtEnd).map { .exited($0) } ?? .mute }
            switch await output.wait(for: [.readable, .message], until: deadline) {
            case .message: return .woken
            case .readable, .writable: break
            case .closed, .broken: isAtEnd = true
            case .deadline: return .deadline
            }
        }
    }

    func callbackAtHand() -> DriverEvent? {
        if events.isEmpty { _ = read() }
        guard case .callback? = events.first else {
            // The poller does not report again what has been read here, so the wait is ended.
            if !events.isEmpty || isAtEnd { wake() }
            return nil
        }
        return events.popFirst()
    }

    /// false: there is nothing to read now.
    private func read() -> Bool {
        guard !isAtEnd else { return false }
        return withUnsafeTemporaryAllocation(byteCount: Self.readAtOnce, alignment: 16) { room in
            switch output.read(into: room) {
            case .bytes(let count):
                events += talk.bytesArrived(UnsafeRawBufferPointer(rebasing: room[..<count]))
                return true
            case .nothing, .full: return false
            case .finished, .reset, .failed, .closed:
                isAtEnd = true
                return false
            }
        }
    }

    // MARK: The end

    private func exit(within milliseconds: Int) async -> ChildProcess.Exit? {
        var isLate = false
        let timer = EventLoop.shared.schedule(at: .now.advanced(milliseconds: Int64(milliseconds))) { [exitBell] in
            isLate = true
            exitBell.ring()
        }
        while child.exit == nil, !isLate { await exitBell.wait() }
        timer.cancel()
        // If the loop was given no processor meanwhile, the process may have ended unnoticed.
        for _ in 0..<Self.turnsAtEnd where child.exit == nil { await EventLoop.shared.sleep(until: .now) }
        return child.exit
    }

    @discardableResult
    func end(patience: Int, grace: Int) async -> ChildProcess.Exit {
        input.close()
        if child.exit == nil, patience > 0 { _ = await exit(within: patience) }
        wasKilled = child.exit == nil
        let exit = await child.terminate(grace: .milliseconds(grace))
        LivingClients.remove(child)
        for _ in 0..<Self.readsAtEnd where !output.isClosed && !read() { break }
        output.close()
        await errors.close()
        for task in tasks { await task.value }
        return exit
    }

    private static let readAtOnce = 65_536
    private static let longestBodyInLine = 64 << 10
    /// From the end of its output to the end of the process.
    private static let patienceAtEnd = 1_000
    private static let turnsAtEnd = 4
    private static let readsAtEnd = 16
}

extension JSONText {
    fileprivate var withUnknownMembers: JSONText {
        .object((members ?? []) + [("colour", .object([("of", .list([1, "two", .null]))]))])
    }
}

extension [BodyPiece] {
    /// The bytes piece by piece, so that a long stretch of the known stream is never made as a whole.
    var pieces: some Sequence<[UInt8]> {
        lazy.flatMap { piece -> [BodyPiece] in
            guard case .pattern(let from, let count) = piece else { return [piece] }
            return stride(from: 0, to: count, by: 1 << 20).map {
                .pattern(from: from + $0, count: Swift.min(1 << 20, count - $0))
            }
        }.map(\.bytes)
    }
}
