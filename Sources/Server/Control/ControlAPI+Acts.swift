// ControlAPI+Acts.swift: arming a scenario, and reporting what its client was told.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import QuintainPlayer
import QuintainScenario
import QuintainWire

extension ControlAPI {
    // MARK: Arming

    /// `{"scenario": "redirects/relative.scenario#up"}` or `{"text": "# …"}`, with `callbacks` and `deadline`.
    func arm(_ request: ControlRequest) throws(ControlFault) -> ControlReply {
        let order = try request.object()
        try know(order, ["scenario", "text", "callbacks", "deadline"])
        let scenario = try scenario(order)
        if let reason = Unplayable.sentence(for: scenario) { throw ControlFault(422, "unplayable", reason) }
        let observation = try observation(order)
        let seconds = order["deadline"]?.number ?? Self.deadline
        guard 1...86_400 ~= seconds else {
            throw ControlFault(400, "bad-deadline", "the deadline must be from 1 to 86400 seconds")
        }
        do throws(LoopError) {
            let entry = try desk.arm(
                scenario, observing: observation, deadline: seconds * 1000, name: hostName(request))
            var reply = ControlReply(201, json: summary(of: entry))
            reply.fields.append(("Location", "/sessions/\(entry.id)"))
            return reply
        } catch {
            throw ControlFault(503, error.slug, error.message, help: error.help)
        }
    }

    private func scenario(_ order: JSONText) throws(ControlFault) -> Scenario {
        switch (order["scenario"]?.text, order["text"]?.text) {
        case (let name?, nil):
            let found = library.scenarios(named: name)
            if let only = found.first, found.count == 1 { return only }
            if found.isEmpty {
                let names = library.all.flatMap(\.scenarios).map(\.name)
                throw ControlFault(
                    404, "no-scenario", "there is no scenario '\(name)'",
                    help: NearestWord.suggestion(for: name, among: names) ?? "GET /fixtures lists them")
            }
            throw ControlFault(
                400, "which-case", "'\(name)' has \(found.count) cases",
                help: "name one: \(found.prefix(20).map(\.name).joined(separator: ", "))")
        case (nil, let text?):
            let reading = ScenarioReader.read(Array(text.utf8), file: "posted") { _ in .failure(.outsideFolder) }
            if reading.hasErrors {
                throw ControlFault(
                    422, "wrong-scenario",
                    DiagnosticText.rendered(reading.diagnostics, source: Array(text.utf8)))
            }
            guard let scenario = reading.scenarios.first else {
                throw ControlFault(422, "no-scenario", "the text is no scenario that can be armed")
            }
            return scenario
        case (nil, nil), (_?, _?):
            throw ControlFault(
                400, "which-scenario", "say either 'scenario' or 'text'", help: "{\"scenario\": \"group/name.scenario\"}")
        }
    }

    /// Which callbacks the client will report: `"none"` (the default), `"all"`, or a list of names.
    private func observation(_ order: JSONText) throws(ControlFault) -> Observation {
        switch order["callbacks"] {
        case nil, .text("none")?: return .none
        case .text("all")?: return .all
        case .list(let names)?:
            var kinds: Set<CallbackKind> = []
            for name in names { kinds.insert(try kind(name.text ?? name.description)) }
            return .only(kinds)
        case let other?:
            throw ControlFault(
                400, "bad-callbacks", "'callbacks' cannot be \(other.description)",
                help: "write \"none\", \"all\" or a list such as [\"redirect\", \"response\"]")
        }
    }

    private func kind(_ name: String) throws(ControlFault) -> CallbackKind {
        if let kind = CallbackKind(rawValue: name) { return kind }
        throw ControlFault(
            400, "no-callback", "no callback is called '\(name)'",
            help: NearestWord.suggestion(for: name, among: CallbackKind.allCases.map(\.rawValue)))
    }

    /// The name by which the client reached us: it will reach the session's ports by it, too.
    private func hostName(_ request: ControlRequest) -> String? {
        guard let host = request.field("Host"), let colon = host.lastIndex(of: ":") else { return nil }
        return String(host[..<colon])
    }

    // MARK: Callbacks

    /// `{"n": 1, "callback": "redirect", "subject": ["302", "http://…"], "question": true}`
    func callback(_ entry: SessionDesk.Entry, _ request: ControlRequest) async throws(ControlFault) -> ControlReply {
        let report = try request.object()
        try know(report, ["n", "callback", "lane", "subject", "fields", "header", "data", "hex", "question"])
        guard let number = report["n"]?.number, number > 0 else {
            throw ControlFault(400, "no-number", "'n' must be the callback's number, from 1 on")
        }
        if entry.session.player.isOver { throw ControlFault(409, "session-ended", "session \(entry.id) has ended") }
        var callback = ReportedCallback(try kind(report["callback"]?.text ?? ""))
        callback.lane = Lane(report["lane"]?.text ?? "")
        callback.subject = (report["subject"]?.list ?? []).map { Array(($0.text ?? $0.description).utf8) }
        for (name, value) in report["fields"]?.members ?? [] {
            callback.fields[name] = Array((value.text ?? value.description).utf8)
        }
        for pair in report["header"]?.list ?? [] {
            guard let halves = pair.list, halves.count == 2, let name = halves[0].text, let value = halves[1].text else {
                throw ControlFault(400, "bad-header", "'header' is a list of [\"Name\", \"value\"]")
            }
            callback.header.append((name, Array(value.utf8)))
        }
        callback.bytes = try bytes(report)
        if report["question"]?.bool ?? callback.kind.isQuestion { callback.question = number }
        switch await entry.callbacks.take(number, report: { await entry.session.report(callback) }) {
        case .refused(let reason): throw ControlFault(409, "bad-number", reason)
        case .decision(let decision): return ControlReply(json: Self.answer(number, decision))
        }
    }

    private func bytes(_ report: JSONText) throws(ControlFault) -> [UInt8] {
        if let text = report["data"]?.text { return Array(text.utf8) }
        guard let hex = report["hex"]?.text else { return [] }
        let digits = Array(hex.utf8)
        let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
            UInt8(String(decoding: digits[$0...($0 + 1)], as: UTF8.self), radix: 16)
        }
        guard digits.count.isMultiple(of: 2), bytes.count * 2 == digits.count else {
            throw ControlFault(400, "bad-hex", "'hex' is not made of pairs of hexadecimal digits")
        }
        return bytes
    }

    private static func answer(_ number: Int, _ decision: ResolvedDecision?) -> JSONText {
        var members: [(String, JSONText)] = [("n", .number(number))]
        guard let decision else { return .object(members) }
        members.append(("decision", .text(decision.word)))
        if !decision.values.isEmpty {
            members.append(("values", .list(decision.values.map { .text(String(decoding: $0, as: UTF8.self)) })))
        }
        if !decision.header.isEmpty {
            let pairs = decision.header.map { field -> JSONText in
                .list([.text(field.name), .text(String(decoding: field.value, as: UTF8.self))])
            }
            members.append(("header", .list(pairs)))
        }
        return .object(members)
    }

    /// A member that nobody knows is a slip of the pen, not to be passed over.
    private func know(_ object: JSONText, _ names: [String]) throws(ControlFault) {
        for (name, _) in object.members ?? [] where !names.contains(name) {
            throw ControlFault(
                400, "no-member", "there is no member '\(name)'",
                help: NearestWord.suggestion(for: name, among: names) ?? "one of: \(names.joined(separator: ", "))")
        }
    }

    private static let deadline = 600
}
