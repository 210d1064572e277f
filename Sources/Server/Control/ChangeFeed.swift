// ChangeFeed.swift: the changes that one reader of `/changes` has not been told yet.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import QuintainPlayer
import QuintainRouteHost
import QuintainScenario
import QuintainSessions
import QuintainTranscript

/// Compares the current state with the state that the reader was told last. So sessions and fixtures need not know of
/// readers, and a slow reader gets the current state without those in between.
struct ChangeFeed {
    /// The part of a session's state that a list of sessions shows.
    private struct Glimpse: Equatable {
        var state: String
        var events: Int
        var breaches: Int
        /// The lines that are due.
        var due: [Int]
    }

    private var told: [Int: Glimpse] = [:]
    private var reading: Int?
    private var routeChanges = 0
    /// The number of requests that the journal has counted; nil: there is no journal.
    private var requests: Int?

    /// The news as server-sent events; empty if there are none.
    @OnLoop
    mutating func news(of api: ControlAPI) -> String {
        var text = ""
        if reading == nil {
            let routes = JSONText.list(api.routes.hosts.map { .text($0.url) })
            text += Self.event(
                "begin", [("version", .text(api.version)), ("server", .text(api.identity)), ("routes", routes)])
        }
        if reading != api.library.readings {
            reading = api.library.readings
            text += Self.event("fixtures", [("readings", .number(api.library.readings))])
        }
        if routeChanges != api.routes.changes {
            routeChanges = api.routes.changes
            text += Self.event("routes", [("changes", .number(routeChanges))])
        }
        if requests != api.routes.journal?.count {
            requests = api.routes.journal?.count
            text += Self.event("requests", [("count", requests.map(JSONText.number) ?? .null)])
        }
        var count = 0
        for entry in api.desk.all.reversed() {
            let glimpse = Self.glimpse(of: entry.session)
            guard told[entry.id] != glimpse else { continue }
            // The newest sessions come first; those beyond the limit come the next time.
            guard count < Self.atOnce else { break }
            count += 1
            told[entry.id] = glimpse
            text += Self.event("session", Self.members(entry, glimpse))
        }
        for id in told.keys.sorted() where api.desk[id] == nil {
            told[id] = nil
            text += Self.event("forgotten", [("id", .number(id))])
        }
        return text
    }

    @OnLoop
    private static func glimpse(of session: Session) -> Glimpse {
        Glimpse(
            state: ControlAPI.state(of: session.player), events: session.player.transcript.count,
            breaches: session.player.outcome.breaches.count, due: session.player.dueLines)
    }

    @OnLoop
    private static func members(_ entry: SessionDesk.Entry, _ glimpse: Glimpse) -> [(String, JSONText)] {
        let scenario = entry.session.scenario
        var members: [(String, JSONText)] = [
            ("id", .number(entry.id)), ("scenario", .text(scenario.name)), ("title", .text(scenario.title)),
            ("state", .text(glimpse.state)), ("events", .number(glimpse.events)),
            ("breaches", .number(glimpse.breaches)),
        ]
        if !glimpse.due.isEmpty { members.append(("due", .list(glimpse.due.map(JSONText.number)))) }
        if entry.session.player.isOver {
            members.append(("verdict", .text(entry.session.player.outcome.verdict.rawValue)))
        }
        return members
    }

    private static func event(_ name: String, _ members: [(String, JSONText)]) -> String {
        "event: \(name)\ndata: \(JSONText.object(members).description)\n\n"
    }

    static let atOnce = 200
}
