// ControlAPI+Reading.swift: the state of the server, its fixtures and its sessions.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import QuintainPlayer
import QuintainRouteHost
import QuintainScenario
import QuintainSessions
import QuintainSides
import QuintainTranscript
import QuintainWords

extension ControlAPI {
    func health(isWhole: Bool) -> ControlReply {
        let knock: [(String, JSONText)] = [("status", .text("ok")), ("server", .text(identity))]
        guard isWhole else { return ControlReply(json: .object(knock)) }
        let counts: [(String, JSONText)] = [("running", .number(desk.runningCount)), ("armed", .number(desk.armed))]
        let uptime = Int((Moment.now - began) / .seconds(1))
        let members: [(String, JSONText)] = [
            ("version", .text(version)), ("uptime", .number(uptime)),
            ("routes", .list(routes.hosts.map { .text($0.url) })),
            ("scenarioFiles", .number(library.scenarioFileCount)), ("broken", .number(library.brokenFileCount)),
            ("sessions", .object(counts)),
        ]
        return ControlReply(json: .object(knock + members))
    }

    // MARK: Fixtures

    /// All fixtures; with a text, those that have all of its words in their name, their title or their lines.
    func fixtures(with text: String?) async -> ControlReply {
        guard let text else {
            let unreadable = library.unreadable.sorted { $0.key < $1.key }.map { name, reason -> JSONText in
                let members: [(String, JSONText)] = [
                    ("name", .text(name)), ("diagnostics", .list([.text(reason)])), ("broken", .bool(true)),
                ]
                return .object(members)
            }
            return ControlReply(json: .object([("fixtures", .list(library.all.map { Self.entry($0) } + unreadable))]))
        }
        let books = library.all
        return ControlReply(
            json: await Aside.run {
                let search = FixtureSearch(text)
                let found = books.compactMap { book in
                    search.find(in: book).map { Self.entry(book, found: $0) }
                }
                return .object([("fixtures", .list(found))])
            })
    }

    nonisolated private static func entry(_ book: Library.Book, found: FixtureSearch.Found? = nil) -> JSONText {
        var members = members(of: book)
        if let line = found?.line { members += [("line", .number(line.number)), ("excerpt", .text(line.excerpt))] }
        if !book.diagnostics.isEmpty {
            members.append(("diagnostics", .list(book.diagnostics.map { .text(line($0)) })))
        }
        if book.isBroken { members.append(("broken", .bool(true))) }
        return .object(members)
    }

    /// The members that describe a file, without its faults.
    nonisolated static func members(of book: Library.Book) -> [(String, JSONText)] {
        var members: [(String, JSONText)] = [("name", .text(book.name)), ("kind", .text(book.kind.rawValue))]
        members.append(("title", .text(book.title)))
        switch book.kind {
        case .routes: members.append(("exchanges", .number(book.exchangeCount)))
        case .scenario:
            let rows = book.scenarios.choices
            if !rows.isEmpty { members.append(("cases", .list(rows.map(JSONText.text)))) }
        }
        return members
    }

    nonisolated private static func line(_ diagnostic: Diagnostic) -> String {
        let place = "\(diagnostic.file):\(diagnostic.place.line):\(diagnostic.place.column)"
        return "\(place): \(diagnostic.severity.rawValue): \(diagnostic.message) [\(diagnostic.slug.rawValue)]"
    }

    // MARK: Sessions

    /// A session as a list of sessions shows it.
    func summary(of entry: SessionDesk.Entry, slips: Slips? = nil, due: [Int] = []) -> JSONText {
        let session = entry.session
        let outcome = session.player.outcome
        let origins = session.endpoints.map { ($0.origin, JSONText.text($0.url)) }
        var members: [(String, JSONText)] = [
            ("id", .number(entry.id)), ("scenario", .text(session.scenario.name)),
            ("title", .text(session.scenario.title)), ("state", .text(Self.state(of: session.player))),
            ("origins", .object(origins)),
        ]
        if entry.terms.isPosted { members.append(("posted", .bool(true))) }
        if session.player.isOver {
            members.append(("verdict", .text(outcome.verdict.rawValue)))
            if let end = outcome.end { members.append(("ended", .text(end.word))) }
            members.append(("unobserved", .number(outcome.unobserved)))
        }
        members.append(("breaches", .list(outcome.breaches.map(\.object))))
        if let slips { members += [("warnings", .text(slips.text)), ("diagnostics", slips.list)] }
        if !due.isEmpty { members.append(("due", .list(due.map(JSONText.number)))) }
        return .object(members)
    }

    /// The state of a session. `within` is for how many milliseconds it is waited for that nothing more has to happen:
    /// the last line has, or the client has done something wrong. If it has come to neither, `due` are the lines that
    /// are next.
    func state(_ entry: SessionDesk.Entry, _ request: ControlRequest) async throws(ControlFault) -> ControlReply {
        guard let milliseconds = try request.number("within", in: 0...600_000) else {
            return ControlReply(json: summary(of: entry))
        }
        await entry.session.decided(within: milliseconds)
        let player = entry.session.player
        let due = player.isDecided ? [] : player.dueLines
        return ControlReply(json: summary(of: entry, due: due))
    }

    /// The authority's certificate, for a client that runs on another machine.
    func authority(_ entry: SessionDesk.Entry) throws(ControlFault) -> ControlReply {
        guard let anchor = entry.session.anchor else {
            throw ControlFault(
                404, "no-authority", "session \(entry.id) has no origin with TLS",
                help: "write 'origin main https' above the first line")
        }
        return ControlReply(type: "application/x-pem-file", text: String(decoding: anchor.pem, as: UTF8.self))
    }

    static func state(of player: Player) -> String {
        if player.isOver { return "ended" }
        if player.isHeld != nil { return "held" }
        return player.isScriptEnded ? "played" : "running"
    }

    func transcript(_ entry: SessionDesk.Entry, _ request: ControlRequest) throws(ControlFault) -> ControlReply {
        let after = try request.number("after", in: ControlRequest.positions) ?? 0
        let transcript = entry.session.player.transcript
        var told = after
        func next() -> [Event]? {
            let events = transcript.events(after: told, atMost: Self.eventsAtOnce)
            told = events.last?.lastNumber ?? told
            return events.isEmpty ? nil : events
        }
        switch try request.format(of: ["jsonl", "text"]) {
        case "text":
            return ControlReply(type: "text/plain; charset=utf-8") {
                next().map { Array(EventPrinter.lines(of: $0).map { $0 + "\n" }.joined().utf8) }
            }
        default:
            var header: JSONText? = TranscriptLines.header(scenario: entry.session.scenario.name)
            return ControlReply(type: "application/jsonl") {
                if let line = header {
                    header = nil
                    return Array((line.description + "\n").utf8)
                }
                return next().map { Array($0.map { TranscriptLines.object(of: $0).description + "\n" }.joined().utf8) }
            }
        }
    }

    /// A reader that reconnects names its last event in `Last-Event-ID`; `after` is the same as a parameter.
    func events(_ entry: SessionDesk.Entry, _ request: ControlRequest) throws(ControlFault) -> ControlReply {
        let after = try request.number("after", in: ControlRequest.positions) ?? 0
        guard let last = request.field("Last-Event-ID"), !last.isEmpty else {
            return ControlReply(events: entry, after: after)
        }
        return ControlReply(
            events: entry, after: try ControlRequest.number(last, named: "Last-Event-ID", in: ControlRequest.positions))
    }

    /// The verdict, once the session has ended; `wait` says how many seconds the reply waits for that. With `expect` any
    /// other verdict is an error of the request, and so is none.
    func verdict(_ entry: SessionDesk.Entry, _ request: ControlRequest) async throws(ControlFault) -> ControlReply {
        let seconds = try request.number("wait", in: 0...600) ?? 0
        let format = try request.format(of: ["json", "text", "sides"])
        let width = try request.number("width", in: Self.widths) ?? Self.width
        let expected = try request.verdicts()
        await entry.session.ended(within: seconds * 1000)
        let player = entry.session.player
        let isAsExpected = expected.map { player.isOver && $0.contains(player.outcome.verdict) } ?? true
        if expected != nil, isAsExpected { entry.isJudged = true }
        let status = !isAsExpected ? 409 : player.isOver ? 200 : 202
        guard format != "json" else { return ControlReply(status, json: summary(of: entry)) }
        let sides = SideBySide(entry.session.scenario, player.outcome, player.transcript)
        var lines = SideText(sides.rows, style: .plain, width: width).lines
        if format == "text", player.isOver {
            lines += Summary.lines(entry.session.scenario, player.outcome, style: .plain)
        } else if format == "text" {
            lines.append("not over yet: the verdict comes with the end")
        }
        return ControlReply(status, text: lines.map { $0 + "\n" }.joined())
    }

    /// The width of both sides together, in characters, which a screen or a report shows without folding.
    private static let width = 120
    private static let widths = 40...100_000

    /// How many events are made into text at a time.
    static let eventsAtOnce = 256
}
