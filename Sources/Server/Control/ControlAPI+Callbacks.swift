// ControlAPI+Callbacks.swift: what a client's delegate was told, reported from anywhere.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import QuintainPlayer
import QuintainScenario

extension ControlAPI {
    /// `{"n": 1, "callback": "redirect", "subject": ["302", "http://…"], "question": true}`
    func callback(_ entry: SessionDesk.Entry, _ request: ControlRequest) async throws(ControlFault) -> ControlReply {
        let report = try request.order([
            "n", "callback", "lane", "subject", "fields", "header", "data", "hex", "question",
        ])
        guard let number = try report.number("n"), number > 0 else {
            throw ControlFault(
                400, "no-number", "'n' must be the callback's number", help: "count a client's callbacks from 1 on")
        }
        let callback = try Self.callback(report, number)
        let answer = await entry.callbacks.take(number) {
            if entry.session.player.isOver { return .ended }
            let decision = await entry.session.report(callback)
            return decision == nil && callback.question != nil ? .ended : .decision(decision)
        }
        switch answer {
        case .decision(let decision): return ControlReply(json: Self.answer(number, decision))
        case .refused(let reason):
            throw ControlFault(409, "bad-order", reason, help: "count a client's callbacks from 1 on, one by one")
        case .ended:
            throw ControlFault(
                409, "session-ended", "session \(entry.id) has ended",
                help: "GET /sessions/\(entry.id)/verdict tells how")
        }
    }

    private static func callback(_ report: ControlOrder, _ number: Int) throws(ControlFault) -> ReportedCallback {
        guard let name = report["callback"] else {
            throw ControlFault(
                400, "no-callback", "'callback' is missing", help: "name the callback: {\"callback\": \"response\"}")
        }
        var callback = ReportedCallback(try kind(name))
        callback.lane = Lane(try report.text("lane") ?? "")
        callback.subject = try report.list("subject").map { (word) throws(ControlFault) in
            try bytes(word, in: "subject")
        }
        for (name, value) in try report.members("fields") { callback.fields[name] = try bytes(value, in: "fields") }
        for pair in try report.list("header") {
            guard let halves = pair.list, halves.count == 2, let name = halves[0].text, let value = halves[1].text
            else {
                throw ControlFault(
                    400, "wrong-type", "'header' has \(pair.excerpt)", help: "it is a list of [\"Name\", \"value\"]")
            }
            callback.header.append((name, Array(value.utf8)))
        }
        callback.bytes = try bytes(report)
        if try report.bool("question") ?? callback.kind.isQuestion { callback.question = number }
        return callback
    }

    /// A word of a callback: `"302"`, or `302`.
    private static func bytes(_ word: JSONText, in name: String) throws(ControlFault) -> [UInt8] {
        switch word {
        case .text(let text): return Array(text.utf8)
        case .number(let number): return Array(String(number).utf8)
        case .null, .bool, .decimal, .list, .object:
            throw ControlFault(400, "wrong-type", "'\(name)' has \(word.excerpt)", help: "write strings or numbers")
        }
    }

    /// The bytes of `data` and `file`.
    private static func bytes(_ report: ControlOrder) throws(ControlFault) -> [UInt8] {
        switch (try report.text("data"), try report.text("hex")) {
        case (nil, nil): return []
        case (let text?, nil): return Array(text.utf8)
        case (_?, _?):
            throw ControlFault(400, "bad-bytes", "'data' and 'hex' are both there", help: "send one of them")
        case (nil, let hex?):
            guard let bytes = Quoting.bytes(hexDigits: hex) else {
                throw ControlFault(
                    400, "bad-bytes", "'hex' is not made of pairs of hexadecimal digits", help: "write \"00ff\"")
            }
            return bytes
        }
    }

    // MARK: The answer

    private static func answer(_ number: Int, _ decision: ResolvedDecision?) -> JSONText {
        var members: [(String, JSONText)] = [("n", .number(number))]
        guard let decision else { return .object(members) }
        members.append(("decision", .text(decision.word)))
        if !decision.values.isEmpty { members.append(("values", .list(decision.values.map(value)))) }
        if !decision.header.isEmpty {
            let pairs = decision.header.map { JSONText.list([.text($0.name), value($0.value)]) }
            members.append(("header", .list(pairs)))
        }
        return .object(members)
    }

    /// Text as a string; what is no text by its digits.
    private static func value(_ bytes: [UInt8]) -> JSONText {
        if let text = String(validating: bytes, as: UTF8.self) { return .text(text) }
        return .object([("hex", .text(bytes.map(Quoting.hexDigits).joined()))])
    }
}

extension Quoting {
    /// Nil unless it is pairs of hexadecimal digits.
    fileprivate static func bytes(hexDigits text: String) -> [UInt8]? {
        let digits = text.utf8.map { Character(UnicodeScalar($0)).hexDigitValue }
        guard digits.count.isMultiple(of: 2), !digits.contains(nil) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0]! << 4 | digits[$0 + 1]!) }
    }
}
