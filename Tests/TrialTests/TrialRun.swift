// TrialRun.swift: plays a client of a trial to a session, over sockets.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import QuintainPlayer
import QuintainScenario
import QuintainSessions
import QuintainTLS
import QuintainTalk
import QuintainTranscript
import QuintainWords

/// One client, step by step. The server reads all that a step has sent before the next step begins, so the verdict does
/// not depend on timing.
@OnLoop
final class TrialRun {
    private let trial: Trial
    /// Request heads are sent byte by byte, and the server reads each byte by itself.
    private let cutsHeads: Bool
    private let session: Session
    private var guests: [String: Guest] = [:]
    private var current = ""
    private var taken: [String: [UInt8]] = [:]
    private var asked = 0
    private var open: [Int] = []
    private var answers: [Int: ResolvedDecision] = [:]
    private var orders = 0
    private let bell = Bell()

    /// How many clients play at once: more would wait for each other, and each asks the
    /// loop for a turn again and again.
    private static let atOnce = 16
    private static var playing = 0
    private static let free = Bell()

    /// The verdict on the client, and its transcript.
    static func play(_ trial: Trial, _ client: Trial.Client, cutsHeads: Bool = false) async throws -> (
        Trial.Expected, story: String
    ) {
        while playing >= atOnce { await free.wait() }
        playing += 1
        defer {
            playing -= 1
            free.ring()
        }
        let run = try TrialRun(trial, client, cutsHeads)
        defer { run.session.close() }
        run.session.start { [weak run] in run?.hear($0) }
        for step in client.steps { try await run.take(step) }
        try await run.leave()
        return (run.result(at: client.verdict.line), run.story)
    }

    private init(_ trial: Trial, _ client: Trial.Client, _ cutsHeads: Bool) throws {
        self.trial = trial
        self.cutsHeads = cutsHeads
        session = try Session(
            trial.scenario, observing: client.reports ? .all : .none, patience: trial.saysWithin ? 3_000 : 20_000,
            authority: Self.authority, seed: 1, takesOrders: client.reports)
    }

    private static let root = String(#filePath.dropLast("Tests/TrialTests/TrialRun.swift".count))
    private static let authority = TestAuthority(folder: root + "certs")

    private func result(at line: Int) -> Trial.Expected {
        let outcome = session.player.outcome
        let findings = outcome.breaches.map { breach in
            Trial.Finding(slug: breach.slug, line: breach.line.map { $0.number + trial.offset })
        }
        return Trial.Expected(line: line, verdict: outcome.verdict, findings: findings)
    }

    private var story: String {
        let sentences = session.player.outcome.breaches.map {
            "\($0.slug.rawValue) \($0.line?.number ?? 0): \($0.sentence)"
        }
        let events = session.player.transcript.events.flatMap(EventPrinter.lines)
        return (sentences + events).joined(separator: "\n")
    }

    private func hear(_ word: Session.ClientWord) {
        switch word {
        case .order: orders += 1
        case .answer(let question, let decision): answers[question] = decision
        case .end: break
        }
        bell.ring()
    }

    // MARK: Steps

    private func take(_ step: Step) async throws {
        do {
            switch step.deed {
            case .atOnce(let steps):
                for step in steps { try sayAtOnce(step) }
            case .send(let text): try connection.say(bytes(text))
            case .clear(let text): try connection.say(bytes(text), inTheClear: true)
            case .request(let method, let target, let fields, let body):
                try await say(request(method, target, fields, body))
            case .connect(let origin, let name):
                guests[name] = try await guest(to: origin)
                current = name
            case .on(let name): current = name
            case .read(let hearing): try await read(hearing)
            case .take(let name, let after, let before):
                guard let start = connection.story.lastRange(of: after)?.upperBound,
                    let end = connection.story[start...].firstRange(of: before)?.lowerBound
                else { throw Unable("that has not come, in \(Guest.shown(connection.story))") }
                taken[name] = Array(connection.story[start..<end])
            case .answered(let text): try await answered(text, to: open.first)
            case .ordered:
                try await wait("no order came") { self.orders > 0 }
                orders -= 1
            case .secure(let greeting, let isRefused):
                try greet(greeting)
                let failure = await connection.shakeHands()
                guard (failure != nil) == isRefused else {
                    throw Unable(failure.map { "the handshake failed: \($0)" } ?? "the handshake was not refused")
                }
            case .close: try await depart(connection)
            case .stay: try await wait("lines are still to be done") { self.session.player.isScriptEnded }
            case .report(let report):
                try sayAtOnce(step)
                if let decision = report.decision { try await answered(decision, to: asked) }
            case .greet, .halfClose, .reset, .loadsEnd: try sayAtOnce(step)
            }
            try await settle()
        } catch let unable as Unable {
            throw TrialFault(
                file: trial.name, line: step.line, message: "'\(step.source)': \(unable.reason)\n\(story)")
        }
    }

    /// A step that takes no time.
    private func sayAtOnce(_ step: Step) throws {
        switch step.deed {
        case .send(let text): try connection.say(bytes(text))
        case .clear(let text): try connection.say(bytes(text), inTheClear: true)
        case .request(let method, let target, let fields, let body):
            try connection.say(request(method, target, fields, body))
        case .greet(let greeting): try greet(greeting)
        case .on(let name): current = name
        case .halfClose: connection.finishSending()
        case .reset: connection.reset()
        case .close: connection.close()
        case .report(let report):
            asked += 1
            if report.kind.isQuestion { open.append(asked) }
            session.told(try callback(report))
        case .loadsEnd: session.loadsEnded()
        case .connect, .read, .take, .answered, .ordered, .secure, .stay, .atOnce:
            throw Unable("this cannot be done at once: it waits")
        }
    }

    private var connection: Guest { guests[current]! }

    private func guest(to origin: String) async throws -> Guest {
        let endpoint = session.endpoints.first { $0.origin == origin }!
        guard let colon = endpoint.authority.lastIndex(of: ":"),
            let port = UInt16(endpoint.authority[endpoint.authority.index(after: colon)...])
        else { throw Unable("\(endpoint.authority) has no port") }
        return try await Guest(
            to: SocketAddress("127.0.0.1", port: port), origin: origin, authority: endpoint.authority)
    }

    private func greet(_ greeting: Step.Greeting) throws {
        try connection.greet(greeting, trusting: [Self.authority.load().certificate])
    }

    /// The body is sent with the last byte of the head: a late body would be another test than a cut one.
    private func say(_ request: [UInt8]) async throws {
        let end = cutsHeads ? request.firstRange(of: [13, 10, 13, 10]).map { $0.upperBound - 1 } ?? 0 : 0
        for byte in request[..<end] {
            try connection.say([byte])
            try await settle()
        }
        try connection.say(Array(request[end...]))
    }

    private func read(_ hearing: Step.Hearing) async throws {
        switch hearing {
        case .reply(let status, let onlyHead):
            let came = try await connection.reply(onlyHead: onlyHead)
            if came != status { throw Unable("the status is \(came)") }
        case .bytes(let text): _ = try await connection.take(through: bytes(text))
        case .end:
            if await connection.end() == .nothing { throw Unable("the server does not end") }
        case .fin, .reset:
            let isReset = if case .reset = hearing { true } else { false }
            let end = await connection.end()
            guard end == (isReset ? .reset : .finished) else { throw Unable("the end was '\(end)'") }
        }
    }

    private func answered(_ text: Text, to question: Int?) async throws {
        guard let question else { throw Unable("no question is open") }
        open.removeAll { $0 == question }
        try await wait("no answer came") { self.answers[question] != nil }
        let answer = answers[question]!.description
        let expected = String(decoding: bytes(text), as: UTF8.self)
        if answer != expected { throw Unable("the answer was '\(answer)'") }
    }

    private func callback(_ report: Step.Report) throws -> ReportedCallback {
        let subject = report.subject.map(bytes)
        let isBytes = report.kind == .data || report.kind == .file
        var callback = ReportedCallback(
            report.kind, lane: report.lane, header: report.header.map { ($0.name, bytes($0.value)) },
            bytes: isBytes ? subject.flatMap(\.self) : [], question: report.kind.isQuestion ? asked : nil)
        if !isBytes { callback.subject = subject }
        for (name, value) in report.fields { callback.fields[name] = bytes(value) }
        return callback
    }

    // MARK: Bytes

    private func request(
        _ method: String, _ target: Text, _ fields: [(name: String, value: Text)], _ body: Text?
    ) -> [UInt8] {
        var head = Array("\(method) ".utf8) + bytes(target) + Array(" HTTP/1.1\r\n".utf8)
        if !fields.contains(where: { $0.name.lowercased() == "host" }) {
            head += Array("Host: \(connection.authority)\r\n".utf8)
        }
        for (name, value) in fields { head += Array("\(name): ".utf8) + bytes(value) + [13, 10] }
        return head + [13, 10] + (body.map(bytes) ?? [])
    }

    private func bytes(_ text: Text) -> [UInt8] {
        text.pieces.flatMap { piece -> [UInt8] in
            switch piece {
            case .bytes(let bytes): bytes
            case .authority(let origin): Array((session.endpoints.first { $0.origin == origin }?.authority ?? "").utf8)
            case .url(let origin): Array((session.endpoints.first { $0.origin == origin }?.url ?? "").utf8)
            case .pattern(let count, let from): PatternBytes.array(count, from: from)
            case .taken(let name): taken[name] ?? []
            }
        }
    }

    // MARK: Waiting

    /// Waits until the server has read what was sent, and has acted on it.
    private func settle() async throws {
        var quiet = 0
        var events = session.player.transcript.events.count
        let patience = Guest.soon
        while quiet < Self.quietTurns {
            await EventLoop.shared.sleep(until: .now)
            let now = session.player.transcript.events.count
            quiet = now == events && guests.values.allSatisfy(\.isDelivered) ? quiet + 1 : 0
            events = now
            if patience < .now { throw Unable("the server does not come to rest") }
        }
    }

    private func wait(_ complaint: String, until condition: @OnLoop () -> Bool) async throws {
        let patience = Guest.soon
        while !condition() {
            if patience < .now { throw Unable(complaint) }
            await EventLoop.shared.sleep(until: .now.advanced(milliseconds: 1))
        }
    }

    private func depart(_ guest: Guest) async throws {
        guard !guest.isGone else { return }
        guest.finishSending()
        try await settle()
        guest.close()
    }

    /// Leaves like a process that ends: its connections are closed, and what it sent is read to the end.
    private func leave() async throws {
        for name in guests.keys.sorted() { try await depart(guests[name]!) }
        await session.drain()
        session.clientEnded()
    }

    /// The poller is asked once a turn, and its events have been handled by the next turn.
    private static let quietTurns = 4
}

extension Array where Element == UInt8 {
    fileprivate func lastRange(of part: [UInt8]) -> Range<Int>? {
        guard count >= part.count else { return nil }
        return (0...(count - part.count)).reversed().first { self[$0..<($0 + part.count)].elementsEqual(part) }
            .map { $0..<($0 + part.count) }
    }
}
