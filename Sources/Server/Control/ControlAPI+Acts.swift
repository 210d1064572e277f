// ControlAPI+Acts.swift: arming a scenario.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainAdvice
import QuintainDriver
import QuintainLoop
import QuintainNotation
import QuintainPlayer
import QuintainScenario
import QuintainSessions
import QuintainWire
import QuintainWords

extension ControlAPI {
    /// `{"scenario": "redirects/relative.scenario#up"}` or `{"text": "# …", "name": "own"}`, with `line` and `column` of
    /// the text, `case`, `callbacks`, `style`, `deadline`, `patience`, `settle`, `stays`, `body` and `ports`.
    func arm(_ request: ControlRequest) async throws(ControlFault) -> ControlReply {
        let order = try request.order([
            "scenario", "text", "name", "line", "column", "case", "callbacks", "style", "deadline", "patience",
            "settle", "stays", "body", "ports",
        ])
        let (scenario, slips) = try await scenario(order)
        return try arm(scenario, on: try terms(order), request, slips: slips)
    }

    /// Arms a session's scenario again, on the same terms: a file as it is in service now, a text as it was posted.
    func again(_ entry: SessionDesk.Entry, _ request: ControlRequest) async throws(ControlFault) -> ControlReply {
        _ = try request.order([])
        let armed = entry.session.scenario
        if entry.terms.isPosted { return try arm(armed, on: entry.terms, request) }
        return try arm(try await scenario(named: armed.name), on: entry.terms, request)
    }

    private func arm(
        _ scenario: Scenario, on terms: SessionDesk.Terms, _ request: ControlRequest, slips: Slips? = nil
    ) throws(ControlFault) -> ControlReply {
        do throws(WantedPorts.Fault) {
            try terms.ports.check(scenario)
        } catch {
            throw ControlFault(400, "bad-port", error.message, help: error.help)
        }
        do throws(LoopError) {
            let entry = try desk.arm(scenario, on: terms, name: hostName(request))
            var reply = ControlReply(201, json: summary(of: entry, slips: slips))
            reply.fields.append(("Location", "/sessions/\(entry.id)"))
            return reply
        } catch {
            throw ControlFault(503, error.slug, error.message, help: error.help)
        }
    }

    /// Continues a play that is held at a `! hold`.
    func go(_ entry: SessionDesk.Entry) throws(ControlFault) -> ControlReply {
        guard entry.session.release() else {
            throw ControlFault(
                409, "not-held", "session \(entry.id) is not held at a '! hold'",
                help: "it is while its state is 'held'")
        }
        return ControlReply(json: summary(of: entry))
    }

    // MARK: Which scenario

    /// The scenario that the order asks for, and the warnings of its reader.
    private func scenario(_ order: ControlOrder) async throws(ControlFault) -> (Scenario, Slips?) {
        let row = try order.name("case")
        switch (try order.name("scenario"), try order.text("text")) {
        case (let name?, nil):
            if let member = ["name", "line", "column"].first(where: { order[$0] != nil }) {
                throw ControlFault(
                    400, "bad-name", "only a text is given a \(member)", help: "leave out '\(member)' or 'scenario'")
            }
            let found = try await scenario(named: row.map { "\(name)#\($0)" } ?? name)
            let file = name.prefix { $0 != "#" }
            let slips = library.all.first { $0.name == file }.flatMap { Slips([found].advised, of: PostedText($0)) }
            return (found, slips)
        case (nil, let text?):
            let (texts, posted) = (texts, try posted(text, order, name: Self.postedName))
            let reading = await Aside.run { texts.read(posted.source, name: posted.name) }
            let slips = Slips(await Aside.run { reading.advised }, of: posted)
            if reading.hasErrors { throw ControlFault("wrong-scenario", slips) }
            let found = row.map(reading.scenarios.chosen) ?? reading.scenarios
            if reading.routes != nil || reading.scenarios.isEmpty {
                throw ControlFault(
                    422, "no-scenario", "the text is no scenario that can be armed",
                    help: "POST /routes puts routes into service")
            }
            if found.isEmpty {
                throw ControlFault(
                    404, "no-scenario", "the text has no case '\(row ?? "")'",
                    help: .nearest(to: row ?? "", among: reading.scenarios.choices))
            }
            return (try only(found, of: "the text"), slips)
        case (nil, nil), (_?, _?):
            throw ControlFault(
                400, "which-scenario", "say either 'scenario' or 'text'",
                help: "{\"scenario\": \"group/name.scenario\"}")
        }
    }

    /// The text, with its place in the client's own file if the order names one.
    func posted(_ text: String, _ order: ControlOrder, name: String) throws(ControlFault) -> PostedText {
        PostedText(
            text, name: try textName(order) ?? name, line: try place(order, "line", PostedText.lines),
            column: try place(order, "column", PostedText.columns))
    }

    private func place(_ order: ControlOrder, _ member: String, _ range: ClosedRange<Int>) throws(ControlFault) -> Int {
        let number = try order.number(member) ?? 1
        if range.contains(number) { return number }
        throw ControlFault(
            400, "bad-place", "no text begins at \(member) \(number)",
            help: "write a number from \(range.lowerBound) to \(range.upperBound)")
    }

    /// The file name of a posted text in diagnostics: the order's `name`, for a client that has read the text from a
    /// file.
    private func textName(_ order: ControlOrder) throws(ControlFault) -> String? {
        guard let name = try order.name("name") else { return nil }
        let isPlain = name.unicodeScalars.allSatisfy { $0 != "#" && $0.properties.generalCategory != .control }
        guard !name.isEmpty, isPlain else {
            throw ControlFault(
                400, "bad-name", "a text cannot be called '\(name.prefix(60))'",
                help: "write a name such as first.scenario, without '#' and control characters")
        }
        return name
    }

    private func scenario(named name: String) async throws(ControlFault) -> Scenario {
        let file = String(name.prefix { $0 != "#" })
        await library.bring(file)
        if let book = library.all.first(where: { $0.name == file }) { try refuse(book) }
        let found = library.scenarios(named: name)
        if found.isEmpty { throw await noScenario(name) }
        return try only(found, of: name)
    }

    /// A test of an older version would say nothing of the file that is there.
    private func refuse(_ book: Library.Book) throws(ControlFault) {
        if let reason = library.unreadable[book.path] {
            throw ControlFault(422, "wrong-scenario", "'\(book.name)' cannot be read: \(reason)")
        }
        if book.isBroken, book.kind == .scenario {
            throw ControlFault("wrong-scenario", Slips(book.diagnostics, of: PostedText(book)))
        }
    }

    private func only(_ found: [Scenario], of name: String) throws(ControlFault) -> Scenario {
        if found.count == 1 { return found[0] }
        let rows = found.choices
        throw ControlFault(
            400, "which-case", "'\(name)' has \(found.count) cases",
            help: "name one by 'case': \(rows.prefix(20).joined(separator: ", "))\(rows.count > 20 ? ", …" : "")")
    }

    private func noScenario(_ name: String) async -> ControlFault {
        // The typed name may be nearest to a case of a file that has not been read yet, so all are read.
        await library.bring()
        let file = name.split(separator: "#").first.map(String.init)
        let names = library.all.flatMap { [$0.name] + $0.scenarios.map(\.name) }
        // A name that lacks its folder or its ending, or has a folder too many.
        let ending = ".scenario"
        let whole = name.hasSuffix(ending) ? name : name + ending
        let longer = library.all.lazy.map(\.name).first {
            $0 == whole || $0.hasSuffix("/" + whole) || whole.hasSuffix("/" + $0)
        }
        let help =
            longer.map { "did you mean '\($0)'?" } ?? NearestWord.suggestion(for: name, among: names)
        guard let book = library.all.first(where: { $0.name == file })
        else {
            return ControlFault(404, "no-scenario", "there is no scenario '\(name)'", help: help)
        }
        if book.kind == .routes {
            return ControlFault(
                422, "no-scenario", "'\(book.name)' is a file of routes, which is not armed",
                help: "its routes answer on the routes' port")
        }
        return ControlFault(404, "no-scenario", "there is no case '\(name)'", help: help)
    }

    // MARK: For whom

    private func terms(_ order: ControlOrder) throws(ControlFault) -> SessionDesk.Terms {
        let seconds = try order.number("deadline") ?? Self.deadline
        guard Self.deadlines.contains(seconds) else {
            throw ControlFault(
                400, "bad-deadline", "the deadline cannot be \(seconds) seconds", help: "write a number from 1 to 86400"
            )
        }
        let patience = try order.number("patience") ?? 0
        guard Self.patiences.contains(patience) else {
            throw ControlFault(
                400, "bad-patience", "the patience cannot be \(patience) seconds",
                help: "write a number from 0 to 86400")
        }
        let settle = try order.number("settle") ?? Session.settle
        guard Self.settlings.contains(settle) else {
            throw ControlFault(
                400, "bad-settle", "a session cannot settle for \(settle) milliseconds",
                help: "write a number from 0 to 60000")
        }
        return SessionDesk.Terms(
            observing: try observation(order), style: try style(order), deadline: max(seconds, patience) * 1000,
            patience: patience * 1000, settle: settle, stays: try order.bool("stays") ?? false,
            bodyAtMost: try Self.bodyKept(order), isPosted: order["text"] != nil, ports: try Self.ports(order))
    }

    /// `{"main": 18080}`: for a client whose address of the server was settled before.
    private static func ports(_ order: ControlOrder) throws(ControlFault) -> WantedPorts {
        var ports = WantedPorts()
        for (name, value) in try order.members("ports") {
            guard let port = value.number else {
                throw ControlFault(
                    400, "wrong-type", "the port of '\(name.prefix(60))' cannot be \(value.excerpt)",
                    help: "it is a number from 1 to 65535, or 0 for any free one")
            }
            do throws(WantedPorts.Fault) {
                try ports.want(port, for: name)
            } catch {
                throw ControlFault(400, "bad-port", error.message, help: error.help)
            }
        }
        return ports
    }

    /// Which callbacks the client will report: `"none"` (the default), `"all"`, or a list of names.
    private func observation(_ order: ControlOrder) throws(ControlFault) -> Observation {
        switch order["callbacks"] {
        case nil, .text("none")?: return .none
        case .text("all")?: return .all
        case .list(let names)?:
            var kinds: Set<CallbackKind> = []
            for name in names { kinds.insert(try Self.kind(name)) }
            return .only(kinds)
        case let other?:
            throw ControlFault(
                400, "wrong-type", "'callbacks' cannot be \(other.excerpt)",
                help: "write \"none\", \"all\" or a list such as [\"redirect\", \"response\"]")
        }
    }

    /// The API whose callbacks will be reported; lines that are limited to other APIs are skipped.
    private func style(_ order: ControlOrder) throws(ControlFault) -> APIStyle? {
        guard let name = try order.name("style") else { return nil }
        if let style = APIStyle(rawValue: name) { return style }
        throw ControlFault(
            400, "no-style", "no API style is called '\(name)'",
            help: .nearest(to: name, among: APIStyle.allCases.map(\.rawValue)))
    }

    static func kind(_ name: JSONText) throws(ControlFault) -> CallbackKind {
        do throws(MessageFault) {
            return try CallbackKind(message: name)
        } catch {
            throw ControlFault(error)
        }
    }

    /// The host name that the client used for this server, and can use for the session's ports.
    private func hostName(_ request: ControlRequest) -> String? {
        guard let authority = request.field("Host").flatMap(Authority.init), !authority.host.isEmpty,
            authority.host.utf8.allSatisfy({ Octet.isUnreserved($0) || authority.isLiteral && $0 == UInt8(ascii: ":") })
        else { return nil }
        return authority.isLiteral ? "[\(authority.host)]" : authority.host
    }

    /// The file name of a scenario that is posted as text.
    nonisolated static let postedName = "the text"
    private static let deadline = 600
    private static let deadlines = 1...86_400
    private static let patiences = 0...86_400
    private static let settlings = 0...60_000
}
