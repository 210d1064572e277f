// ControlAPI+Unanswered.swift: the requests that no route has answered.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import QuintainRouteHost

extension ControlAPI {
    /// How many requests have come since the server began, and the newest of those that no route has answered. With
    /// `expect=answered` a single one of these is an error of the request, and so is it if none has come at all.
    /// `DELETE` tells the same, and begins anew.
    func unanswered(_ request: ControlRequest) async throws(ControlFault) -> ControlReply {
        guard request.method == "DELETE" else { return try await toldUnanswered(request) }
        try request.allow([])
        let reply = try await toldUnanswered(request)
        routes.forgetUnanswered()
        return reply
    }

    private func toldUnanswered(_ request: ControlRequest) async throws(ControlFault) -> ControlReply {
        let format = try request.format()
        if let word = request.value("expect"), word != "answered" {
            throw ControlFault(
                400, "no-verdict", "'\(word.prefix(60))' cannot be expected", help: "write 'expect=answered'")
        }
        await Self.readOn()
        let tally = routes.tallySince
        let answered = tally[0].count
        let entries = routes.unanswered.entries
        let isAsExpected = answered > 0 && routes.unanswered.count == 0
        let status = request.value("expect") == nil || isAsExpected ? 200 : 409
        guard format == "text" else {
            let counts = tally.map { ($0.result, JSONText.number($0.count)) }
            return ControlReply(status, json: .object(counts + [("requests", .list(entries.map(Self.object)))]))
        }
        let lost = routes.unanswered.count - entries.count
        let isIdle = tally.allSatisfy { $0.count == 0 }
        let lines =
            (lost > 0 ? ["\(lost) earlier ones are forgotten"] : []) + entries.map(Self.line)
            + (status != 200 && isIdle ? [Self.idle] : [])
            + [tally.map { "\($0.count) \($0.result)" }.joined(separator: ", ")]
        return ControlReply(status, text: lines.map { $0 + "\n" }.joined())
    }

    /// `GET /lerge: no route matches GET /lerge; …`; of one that was answered as it is, `GET /large`.
    static func line(_ entry: Journal.Entry) -> String {
        let words = [entry.method, entry.target].filter { !$0.isEmpty }.map { Quoting.escaped($0.utf8) }
        let name = words.isEmpty ? "what is no request" : words.joined(separator: " ")
        let rule = entry.malformed.map { " [\($0)]" } ?? ""
        return name + (entry.refusal.map { ": \($0)" } ?? "") + rule
    }

    private static let idle = "no route was asked for anything: does the client use the address of the routes?"
    private static let turns = 4

    /// Reads what clients sent before this request: it is in the kernel, and a few turns of the loop fetch it.
    static func readOn() async {
        for _ in 0..<turns { await EventLoop.shared.sleep(until: .now) }
    }
}
