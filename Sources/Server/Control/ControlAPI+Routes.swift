// ControlAPI+Routes.swift: routes that are posted, replaced and taken away.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainAdvice
import QuintainLoop
import QuintainNotation
import QuintainRoutes
import QuintainScenario

extension ControlAPI {
    /// `/routes` and `/routes/ID`.
    func routes(_ id: String?, _ request: ControlRequest) async throws(ControlFault) -> ControlReply {
        guard let id else {
            switch request.method {
            case "POST":
                guard !routes.isFull else {
                    throw ControlFault(
                        503, "too-many-routes", "\(RouteDesk.sheetsAtMost) texts of routes are in service",
                        help: "DELETE /routes takes them away")
                }
                let sheet = try sheet(routes.nextID, request)
                await routes.add(sheet)
                var reply = ControlReply(201, json: .object(Self.members(of: sheet)))
                reply.fields.append(("Location", "/routes/\(sheet.id)"))
                return reply
            case "DELETE":
                let gone = routes.sheets
                await routes.remove { _ in true }
                return Self.list(gone)
            default: return Self.list(routes.sheets)
            }
        }
        guard let number = Int(id), String(number) == id, let old = routes[number] else {
            throw ControlFault(404, "no-routes", "there are no routes '\(id)'", help: "GET /routes lists them")
        }
        switch request.method {
        case "PUT":
            let sheet = try sheet(number, request)
            await routes.replace(sheet)
            return ControlReply(json: .object(Self.members(of: sheet)))
        case "DELETE":
            await routes.remove { $0.id == number }
            return ControlReply(json: .object(Self.members(of: old)))
        default:
            let after = try request.number("after", in: ControlRequest.positions) ?? 0
            return ControlReply(
                json: .object(
                    Self.members(of: old) + Self.lines(of: old.text.source, after: max(after, old.text.linesAbove))))
        }
    }

    private static func list(_ sheets: [RouteDesk.Sheet]) -> ControlReply {
        ControlReply(json: .object([("routes", .list(sheets.map { .object(members(of: $0)) }))]))
    }

    private static func members(of sheet: RouteDesk.Sheet) -> [(String, JSONText)] {
        var members: [(String, JSONText)] = [
            ("id", .number(sheet.id)), ("title", .text(sheet.routes.title)),
            ("exchanges", .number(sheet.routes.exchanges.count)),
        ]
        if sheet.routes.turns != nil { members.append(("unused", unused(of: sheet))) }
        if sheet.diagnostics.isEmpty { return members }
        return members + [("diagnostics", sheet.text.list(sheet.diagnostics))]
    }

    /// `[{"route":"GET /a","answers":1,"unused":["own.routes:4"]}]`
    private static func unused(of sheet: RouteDesk.Sheet) -> JSONText {
        .list(
            sheet.routes.unusedTurns.map { turns in
                .object([
                    ("route", .text(turns.route)), ("answers", .number(turns.answers)),
                    ("unused", .list(turns.unused.map(JSONText.text))),
                ])
            })
    }

    /// `{"text": "> GET /a\n< 200\n", "name": "own.routes"}`; the line `routes` of a file may be left out.
    private func sheet(_ id: Int, _ request: ControlRequest) throws(ControlFault) -> RouteDesk.Sheet {
        let order = try request.order(["text", "name", "line", "column", "inTurn"])
        guard let text = try order.text("text") else {
            throw ControlFault(
                400, "no-text", "there is no text to read", help: #"{"text": "> GET /a\n< 200\n"}"#)
        }
        guard text.utf8.count <= Self.lintedAtMost else {
            throw ControlFault(
                413, "text-too-large", "the text has more than \(Self.lintedAtMost) bytes",
                help: "post it in several texts, or serve it from a file")
        }
        let posted = try posted(text, order, name: "routes/\(id)")
        let reading = texts.read(posted.source, name: posted.name, routes: true)
        if reading.hasErrors { throw ControlFault("wrong-routes", Slips(reading.diagnostics, of: posted)) }
        guard var routes = reading.routes, !routes.exchanges.isEmpty else {
            throw ControlFault(
                422, "wrong-routes", "the text has no routes", help: "write at least '> GET /a' and '< 200'")
        }
        var diagnostics = reading.advised
        if try order.bool("inTurn") == true {
            routes.turns = RouteTurns()
            // Of exchanges that ask for the same each has its turn.
            diagnostics.removeAll { $0.slug == .shadowedRoute }
        }
        return RouteDesk.Sheet(id: id, routes: routes, text: posted, diagnostics: diagnostics)
    }
}
