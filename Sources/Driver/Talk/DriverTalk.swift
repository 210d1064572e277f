// DriverTalk.swift: holds a driver to the order of the protocol.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
package import QuintainScenario
import QuintainTalk
import QuintainWords

/// The conversation with one driver. It owns no process: it takes bytes, and returns events.
///
/// ```
/// silent ──greeting──▶ idle ──began──▶ playing ──saidEnd──▶ ending ──ended──▶ idle
/// ```
///
/// After the first fault all bytes are ignored. Memory is bounded by ``Limits``.
package struct DriverTalk: Sendable {
    package struct Limits: Sendable {
        package var line = LineCutter.longest
        /// The greatest number of messages in a case, callbacks and others.
        package var messages = 100_000
        package var bytes = 64 << 20

        package init() {}
    }

    private enum State {
        case silent
        case idle
        case playing
        /// `end` has been sent.
        case ending
        case failed
    }

    /// Beside the state and not in it, so that what it has collected is not copied with every callback.
    private struct Play {
        var number = 0
        var loads: [Int: Lane] = [:]
        var questions: Set<Int> = []
        var messages = 0
        var bytes = 0
        /// A callback did not name its case.
        var isVague = false
        /// The loads that have ended, and those that the driver is unable to do.
        var ended: Set<Int> = []
    }

    private var state = State.silent
    private var play = Play()
    private var cutter: LineCutter
    private let limits: Limits
    package private(set) var greeting: Greeting?
    private var lines = 0
    private var cases = 0
    /// A load of an earlier case has had no end, which may come yet; known only of clients that report ends.
    package private(set) var hasLoadsLeft = false

    package init(limits: Limits = Limits()) {
        self.limits = limits
        cutter = LineCutter(longest: limits.line)
    }

    /// The driver has written a part of a line.
    package var isInsideLine: Bool { cutter.isInside }

    /// A callback that came in this case may be one of an earlier case: it did not say which it is of.
    package var mayTellLate: Bool { play.isVague && cases > 1 }

    /// A case may begin.
    package var isIdle: Bool { if case .idle = state { true } else { false } }

    // MARK: What the runner says

    package mutating func began(_ number: Int) {
        switch state {
        case .idle:
            let tellsEnds = greeting?.callbacks[.finish] != nil && greeting?.callbacks[.fail] != nil
            if tellsEnds, !play.ended.isSuperset(of: play.loads.keys) { hasLoadsLeft = true }
            state = .playing
            play = Play(number: number)
            cases += 1
        // A fault of the driver behind its greeting is the first event of the case.
        case .failed: break
        case .silent, .playing, .ending: preconditionFailure("a case begins before the driver is ready")
        }
    }

    /// Notes that the driver was told to load; callbacks may name the load from here on.
    package mutating func ordered(load: Int, _ lane: Lane) {
        if case .playing = state { play.loads[load] = lane }
    }

    package mutating func saidEnd() {
        if case .playing = state { state = .ending }
    }

    // MARK: What the driver says

    package mutating func bytesArrived(_ bytes: some Collection<UInt8>) -> [DriverEvent] {
        var events: [DriverEvent] = []
        for piece in cutter.append(bytes) {
            if case .failed = state { break }
            lines += 1
            do throws(DriverFault) {
                switch piece {
                case .line(let line): if let event = try event(line) { events.append(event) }
                case .tooLong:
                    throw DriverFault(
                        .tooLong,
                        "output line \(lines) is longer than \(limits.line) bytes; send long data in several pieces")
                }
            } catch {
                state = .failed
                events.append(.fault(error))
            }
        }
        return events
    }

    private mutating func event(_ line: [UInt8]) throws(DriverFault) -> DriverEvent? {
        let message = try read(line)
        do throws(MessageFault) {
            if case .silent = state { return .greeted(try greet(message)) }
            if message["driver"] != nil {
                throw MessageFault(
                    "second-greeting", "it greets a second time", help: "a greeting is the first line only")
            }
            if message["callback"] != nil { return try callback(message) }
            if message["ended"] != nil { return try ended(message) }
            if let reason = try message.text("unable") {
                try inCase("'unable'")
                try count(bytes: line.count)
                play.ended.formUnion(play.loads.keys)
                return .unable(String(reason.prefix(Self.longestSentence)))
            }
            // Other messages count, too: the runner reads all messages before it lets time be up, so there must be an
            // end to them.
            try count(bytes: line.count)
            if let note = try message.text("note") { return .note(String(note.prefix(Self.longestSentence))) }
            return .note("the driver says nothing that is known: \(message.value.excerpt)")
        } catch {
            let slug = DriverFault.Slug(rawValue: error.slug) ?? Self.slugs[error.slug] ?? .wrongType
            throw DriverFault(slug, "output line \(lines): \(error.sentence)")
        }
    }

    private func read(_ line: [UInt8]) throws(DriverFault) -> Members {
        let shown = String(decoding: line.prefix(60), as: UTF8.self).debugDescription.dropFirst().dropLast()
        do throws(JSONFault) {
            let value = try JSONText(parsing: line, anyNumber: true)
            if value.members != nil { return Members(value) }
        } catch {
            throw DriverFault(
                .noJSON,
                "output line \(lines) is no JSON: \(error.message) at byte \(error.offset) of '\(shown)'; \(Self.forProtocol)"
            )
        }
        throw DriverFault(.noJSON, "output line \(lines) is no JSON object: '\(shown)'; \(Self.forProtocol)")
    }

    private mutating func greet(_ message: Members) throws(MessageFault) -> Greeting {
        let greeting = try Greeting(message)
        self.greeting = greeting
        state = .idle
        return greeting
    }

    // MARK: In a case

    private func inCase(_ what: String) throws(MessageFault) {
        switch state {
        case .playing, .ending: return
        case .silent, .idle, .failed:
            throw MessageFault(
                "no-case", "\(what) came while no case was under way",
                help: "say nothing behind 'ended', and name the 'case' of a callback, so that a late one is told apart")
        }
    }

    private mutating func ended(_ message: Members) throws(MessageFault) -> DriverEvent {
        guard let number = try message.number("ended") else {
            throw MessageFault("wrong-type", "'ended' has no number", help: "it is that of the case")
        }
        try inCase("'ended'")
        guard case .ending = state else {
            throw MessageFault(
                "wrong-end", "it says 'ended' before it is told to end", help: "wait for {\"end\": \(play.number)}")
        }
        guard number == play.number else {
            throw MessageFault(
                "wrong-end", "it has ended case \(number), and case \(play.number) was under way",
                help: "say {\"ended\": \(play.number)}")
        }
        state = .idle
        return .ended
    }

    private mutating func callback(_ message: Members) throws(MessageFault) -> DriverEvent {
        try inCase("a callback")
        var callback = try ReportedCallback(message)
        let number = try message.number("case")
        if let number, number != play.number {
            throw MessageFault(
                "no-case", "'\(callback.kind.rawValue)' is of case \(number), and case \(play.number) was under way",
                help: "say nothing of a case behind its 'ended'")
        }
        if number == nil { play.isVague = true }
        let load = try message.number("load") ?? 1
        guard let lane = play.loads[load] else {
            throw MessageFault(
                "unknown-load", "'\(callback.kind.rawValue)' is of load \(load), which was not ordered",
                help: (play.loads.isEmpty ? "no load was" : "there are \(play.loads.keys.sorted().listed)")
                    + (number == nil && cases > 1 ? "; a late callback is told apart by its 'case'" : ""))
        }
        guard greeting?.callbacks[callback.kind] != nil else {
            throw MessageFault(
                "unnamed-callback", "'\(callback.kind.rawValue)' is not among the callbacks of its greeting",
                help: "name it there")
        }
        try expects(callback)
        callback.lane = lane
        callback.question = try message.number("question")
        let isNew = callback.question.map { !play.questions.contains($0) } ?? true
        guard isNew else {
            throw MessageFault(
                "question-again", "the question \(callback.question ?? 0) was asked before",
                help: "every question has a number of its own")
        }
        let file = try message.text("file")
        guard file == nil || callback.bytes.isEmpty else {
            throw MessageFault("bad-bytes", "bytes and a file with bytes are both there", help: "send one of them")
        }
        if let question = callback.question { play.questions.insert(question) }
        if callback.kind.endsLoad { play.ended.insert(load) }
        try count(bytes: callback.byteCount)
        return .callback(callback, load: load, file: file)
    }

    /// A challenge of a kind that the greeting leaves out is decided by an option, as for a client that is not asked.
    private func expects(_ callback: ReportedCallback) throws(MessageFault) {
        guard callback.kind == .challenge, let known = greeting?.challenges, let word = callback.subject.first else {
            return
        }
        guard let kind = ChallengeKind(rawValue: String(decoding: word, as: UTF8.self)), !known.contains(kind) else {
            return
        }
        throw MessageFault(
            "unnamed-callback", "'challenge \(kind.rawValue)' is not among the challenges of its greeting",
            help: "name '\(kind.rawValue)' there, or do as if nobody were asked about it")
    }

    private mutating func count(bytes: Int) throws(MessageFault) {
        play.messages += 1
        play.bytes += bytes
        guard play.messages <= limits.messages, play.bytes <= limits.bytes else {
            throw MessageFault(
                "too-much", "more came than a case may bring",
                help: "at most \(limits.messages) callbacks and notes, and \(limits.bytes >> 20) MiB")
        }
    }

    /// Counts the bytes of a callback that are in a file.
    package mutating func fileRead(_ count: Int) -> DriverFault? {
        play.bytes += count
        guard play.bytes > limits.bytes else { return nil }
        return DriverFault(.tooMuch, "more came than a case may bring: at most \(limits.bytes >> 20) MiB")
    }

    private static let slugs: [String: DriverFault.Slug] = [
        "no-callback": .unknownCallback, "no-failure": .unknownCallback, "no-member": .unknownCallback,
        "bad-bytes": .wrongType, "no-name": .noGreeting,
    ]
    private static let longestSentence = 1_000
    /// A program that prints elsewhere by itself, or a forgotten print.
    private static let forProtocol = "standard output is for the protocol alone, so print to standard error"
}

extension [Int] {
    fileprivate var listed: String {
        let numbers = prefix(10).map(String.init).joined(separator: ", ")
        return count > 10 ? numbers + ", …" : numbers
    }
}
