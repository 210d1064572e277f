// ControlAPI.swift: what the control API does; `docs/control-api.md` is its contract.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainLoop
import QuintainNotation
import QuintainPlayer
import QuintainScenario
import QuintainTranscript
import QuintainWire

@OnLoop
package final class ControlAPI {
    let library: Library
    let desk: SessionDesk
    private let version: String
    private let began = Moment.now

    package init(library: Library, desk: SessionDesk, version: String) {
        self.library = library
        self.desk = desk
        self.version = version
    }

    func answer(_ request: ControlRequest) async throws(ControlFault) -> ControlReply {
        let path = request.path
        let method = request.head.method == "HEAD" ? "GET" : request.head.method
        switch (path.first, path.count) {
        case ("health", 1):
            try require(method, ["GET"])
            return health()
        case ("fixtures", 1):
            try require(method, ["GET"])
            return fixtures()
        case ("sessions", 1):
            try require(method, ["GET", "POST"])
            return method == "GET" ? sessions() : try arm(request)
        case ("sessions", 2...3):
            guard let id = Int(path[1]), let entry = desk[id] else {
                throw ControlFault(404, "no-session", "there is no session '\(path[1])'")
            }
            return try await session(entry, path.count == 3 ? path[2] : nil, method, request)
        default:
            throw ControlFault(
                404, "no-resource", "there is nothing at '/\(path.joined(separator: "/"))'",
                help: "see /health, /fixtures and /sessions")
        }
    }

    private func session(
        _ entry: SessionDesk.Entry, _ part: String?, _ method: String, _ request: ControlRequest
    ) async throws(ControlFault) -> ControlReply {
        switch part {
        case nil:
            try require(method, ["GET", "DELETE"])
            if method == "DELETE" {
                desk.end(entry)
                let summary = summary(of: entry)
                desk.remove(entry.id)
                return ControlReply(json: summary)
            }
            return ControlReply(json: summary(of: entry))
        case "transcript":
            try require(method, ["GET"])
            return try transcript(entry, request)
        case "events":
            try require(method, ["GET"])
            let last = request.field("Last-Event-ID") ?? request.query["after"]
            return ControlReply(events: entry, after: last.flatMap(Int.init) ?? 0)
        case "verdict":
            try require(method, ["GET"])
            return try await verdict(entry, request)
        case "callbacks":
            try require(method, ["POST"])
            return try await callback(entry, request)
        case "go":
            try require(method, ["POST"])
            guard entry.session.release() else {
                throw ControlFault(409, "not-held", "session \(entry.id) is not held at a '! hold'")
            }
            return ControlReply(json: summary(of: entry))
        case "end":
            try require(method, ["POST"])
            await entry.session.drain(patience: 0)
            desk.end(entry)
            return ControlReply(json: summary(of: entry))
        case let other?:
            throw ControlFault(
                404, "no-resource", "a session has no '\(other)'",
                help: "one of: transcript, events, verdict, callbacks, go, end")
        }
    }

    private func require(_ method: String, _ allowed: [String]) throws(ControlFault) {
        guard allowed.contains(method) else {
            throw ControlFault(405, "wrong-method", "\(method) is not possible here", help: "use \(allowed.joined(separator: " or "))")
        }
    }

    // MARK: Reading

    private func health() -> ControlReply {
        let broken = library.all.count { $0.isBroken } + library.unreadable.count
        let counts: [(String, JSONText)] = [("running", .number(desk.runningCount)), ("armed", .number(desk.armed))]
        let uptime = Int((Moment.now - began) / .seconds(1))
        let members: [(String, JSONText)] = [
            ("status", .text("ok")), ("version", .text(version)), ("uptime", .number(uptime)),
            ("scenarios", .number(library.scenarioCount)), ("broken", .number(broken)), ("sessions", .object(counts)),
        ]
        return ControlReply(json: .object(members))
    }

    private func fixtures() -> ControlReply {
        let unreadable = library.unreadable.sorted { $0.key < $1.key }.map { name, reason -> JSONText in
            let members: [(String, JSONText)] = [
                ("name", .text(name)), ("diagnostics", .list([.text(reason)])), ("broken", .bool(true)),
            ]
            return .object(members)
        }
        let members: [(String, JSONText)] = [("fixtures", .list(library.all.map(Self.entry) + unreadable))]
        return ControlReply(json: .object(members))
    }

    private static func entry(_ book: Library.Book) -> JSONText {
        var members: [(String, JSONText)] = [("name", .text(book.name))]
        if let routes = book.routes {
            members.append(("kind", .text("routes")))
            members.append(("title", .text(routes.title)))
            members.append(("exchanges", .number(routes.exchanges.count)))
        } else {
            members.append(("kind", .text("scenario")))
            members.append(("title", .text(book.scenarios.first?.title ?? "")))
            let rows = book.scenarios.compactMap(\.row)
            if !rows.isEmpty { members.append(("cases", .list(rows.map(JSONText.text)))) }
            if let reason = book.scenarios.first.flatMap(Unplayable.sentence(for:)) {
                members.append(("unplayable", .text(reason)))
            }
        }
        if !book.diagnostics.isEmpty {
            members.append(("diagnostics", .list(book.diagnostics.map { .text(line($0)) })))
        }
        if book.isBroken { members.append(("broken", .bool(true))) }
        return .object(members)
    }

    private static func line(_ diagnostic: Diagnostic) -> String {
        "\(diagnostic.file):\(diagnostic.place.line):\(diagnostic.place.column): \(diagnostic.severity.rawValue): \(diagnostic.message)"
    }

    private func sessions() -> ControlReply {
        let members: [(String, JSONText)] = [("sessions", .list(desk.all.map(summary)))]
        return ControlReply(json: .object(members))
    }

    /// A session in a few members.
    func summary(of entry: SessionDesk.Entry) -> JSONText {
        let session = entry.session
        let outcome = session.player.outcome
        let origins = session.endpoints.map { ($0.origin, JSONText.text($0.url)) }
        var members: [(String, JSONText)] = [
            ("id", .number(entry.id)), ("scenario", .text(session.scenario.name)),
            ("title", .text(session.scenario.title)), ("state", .text(Self.state(of: session.player))),
            ("origins", .object(origins)),
        ]
        if session.player.isOver {
            members.append(("verdict", .text(outcome.verdict.rawValue)))
            members.append(("unobserved", .number(outcome.unobserved)))
        }
        members.append(("breaches", .list(outcome.breaches.map(\.object))))
        return .object(members)
    }

    private static func state(of player: Player) -> String {
        if player.isOver { return "ended" }
        if player.isHeld != nil { return "held" }
        return player.isScriptEnded ? "played" : "running"
    }

    private func transcript(_ entry: SessionDesk.Entry, _ request: ControlRequest) throws(ControlFault) -> ControlReply {
        let transcript = entry.session.player.transcript
        let events = transcript.events(after: request.query["after"].flatMap(Int.init) ?? 0)
        switch request.query["format"] {
        case nil, "jsonl":
            let lines = [EventLines.header(scenario: entry.session.scenario.name)] + events.map(EventLines.object)
            return ControlReply(type: "application/jsonl", text: lines.map { $0.description + "\n" }.joined())
        case "text":
            let lines = events.flatMap { EventPrinter.lines(of: $0) }
            return ControlReply(type: "text/plain; charset=utf-8", text: lines.map { $0 + "\n" }.joined())
        case let other?:
            throw ControlFault(400, "no-format", "there is no format '\(other)'", help: "write 'jsonl' or 'text'")
        }
    }

    /// Waits for the end as long as is asked for.
    private func verdict(_ entry: SessionDesk.Entry, _ request: ControlRequest) async throws(ControlFault) -> ControlReply {
        if let text = request.query["wait"] {
            guard let seconds = Int(text), 0...600 ~= seconds else {
                throw ControlFault(400, "bad-wait", "'\(text)' is no number of seconds", help: "write a number from 0 to 600")
            }
            await entry.session.ended(within: seconds * 1000)
        }
        return ControlReply(entry.session.player.isOver ? 200 : 202, json: summary(of: entry))
    }
}
