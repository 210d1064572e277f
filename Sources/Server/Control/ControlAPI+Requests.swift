// ControlAPI+Requests.swift: the journal of the requests to routes, and the requests of a session.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import QuintainPlayer
import QuintainRouteHost
import QuintainSessions
import QuintainSides
import QuintainTranscript
import QuintainWire

extension ControlAPI {
    /// `POST` begins a journal, `GET` reads it, `DELETE` ends it.
    func requests(_ request: ControlRequest) async throws(ControlFault) -> ControlReply {
        if request.method == "POST" {
            let order = try request.order(["keep", "body"])
            let limit = try order.number("keep") ?? Self.requestsKept
            guard Self.requestsKeptAtMost.contains(limit) else {
                throw ControlFault(
                    400, "bad-keep", "\(limit) requests cannot be kept", help: "write a number from 1 to 10000")
            }
            let journal = Journal(keeping: limit, bodies: try Self.bodyKept(order) ?? Journal.bodyAtMost)
            routes.journal = journal
            return ControlReply(json: .object(Self.members(of: journal)))
        }
        guard let journal = routes.journal else {
            throw ControlFault(
                409, "no-journal", "requests are not kept", help: "POST /requests begins to keep them")
        }
        if request.method == "DELETE" {
            routes.journal = nil
            return ControlReply(json: .object(Self.members(of: journal)))
        }
        return try await chosen(request, of: journal)
    }

    /// The requests of the journal that a reader asks for. With `expect=3` another number of them is an error of its request.
    private func chosen(_ request: ControlRequest, of journal: Journal) async throws(ControlFault) -> ControlReply {
        let format = try request.format()
        let since = try request.number("since", in: ControlRequest.positions) ?? 0
        let seconds = try request.number("wait", in: 0...600) ?? 0
        let expected = try request.number("expect", in: 0...Self.requestsKeptAtMost.upperBound)
        if expected != nil, since > journal.count {
            throw ControlFault(
                400, "bad-number", "since is \(since), and the journal has come to \(journal.count)",
                help: "a journal that is begun anew counts from 1")
        }
        let until = Moment.now.advanced(milliseconds: Int64(seconds) * 1000)
        let (method, path) = (request.value("method"), request.value("path"))
        try Self.check(method, path)
        func isWanted(_ entry: Journal.Entry) -> Bool {
            entry.number > since && (method ?? entry.method) == entry.method && Self.fits(entry, path)
        }
        // Each is looked at once.
        var (looked, count) = (since, 0)
        while seconds > 0 {
            count += journal.entries.suffix(max(0, journal.count - looked)).count(where: isWanted)
            looked = max(looked, journal.count)
            // That none comes is known at the end alone.
            guard count < max(1, expected ?? 1), await journal.another(before: until) else { break }
        }
        if expected != nil { await Self.readOn() }
        guard routes.journal === journal else {
            throw ControlFault(409, "no-journal", "the journal has ended while a request was waited for")
        }
        let found = journal.entries.filter(isWanted)
        // Of those that are forgotten nobody knows whether they were asked for.
        let isComplete = journal.count - journal.entries.count <= since
        let isAsExpected = expected.map { $0 == found.count && isComplete } ?? true
        let status = isAsExpected ? 200 : 409
        let told = found.prefix(Self.requestsAtOnce)
        if format == "text" {
            let more = found.count > told.count ? ["\(found.count - told.count) more"] : []
            let sum = Summary.count(found.count, "request") + (expected.map { ", and \($0) expected" } ?? "")
            let lost = journal.count - journal.entries.count
            let forgotten = isComplete ? [] : ["\(lost) earlier one\(lost == 1 ? " is" : "s are") forgotten"]
            let lines = forgotten + told.map(Self.line) + more + [sum]
            return ControlReply(status, text: lines.map { $0 + "\n" }.joined())
        }
        var members = Self.members(of: journal) + [("selected", .number(found.count))]
        if let expected { members.append(("expected", .number(expected))) }
        if told.count < found.count { members.append(("more", .bool(true))) }
        return ControlReply(status, members, list: "requests", Array(told), Self.object)
    }

    /// How many bytes of each body an order wants to be kept.
    static func bodyKept(_ order: ControlOrder) throws(ControlFault) -> Int? {
        guard let count = try order.number("body") else { return nil }
        guard bodiesKept.contains(count) else {
            throw ControlFault(
                400, "bad-keep", "\(count) bytes of a body cannot be kept", help: "write a number from 0 to 4194304")
        }
        return count
    }

    /// Refuses what selects no request ever: nobody would notice that it counts none.
    private static func check(_ method: String?, _ path: String?) throws(ControlFault) {
        if let method, method != method.uppercased() {
            throw ControlFault(
                400, "bad-method", "no method is called '\(method.prefix(60))': its letters are large",
                help: "write '\(method.prefix(60).uppercased())'")
        }
        guard let path, path != "*" else { return }
        guard path.hasPrefix("/"), !path.dropLast().contains("*"), !path.contains(where: { "?# ".contains($0) }) else {
            throw ControlFault(
                400, "bad-path", "no request has the path '\(path.prefix(60))'",
                help: "such as '/notes/7', without a query, or '/notes/*' for all that begin so")
        }
    }

    /// Whether the entry has this path; a path with `*` at its end stands for all that begin so.
    private static func fits(_ entry: Journal.Entry, _ path: String?) -> Bool {
        guard let path else { return true }
        return path.hasSuffix("*") ? entry.path.hasPrefix(path.dropLast()) : entry.path == path
    }

    private static func members(of journal: Journal) -> [(String, JSONText)] {
        [("keep", .number(journal.limit)), ("count", .number(journal.count)), ("kept", .number(journal.entries.count))]
    }

    nonisolated static func object(_ entry: Journal.Entry) -> JSONText {
        var members: [(String, JSONText)] = [
            ("n", .number(entry.number)),
            ("time", .text(Timestamp.text(nanosecondsSinceEpoch: entry.nanoseconds))), ("to", .text(entry.port)),
        ]
        members += message(entry.method, entry.target, entry.fields, entry.body, isCut: entry.isCut)
        members.append(("route", entry.route.map(JSONText.text) ?? .null))
        if let refusal = entry.refusal { members.append(("refusal", .text(refusal))) }
        if let rule = entry.malformed { members.append(("malformed", .text(rule))) }
        if entry.isIncomplete { members.append(("incomplete", .bool(true))) }
        return .object(members)
    }

    /// The requests of a session, as far as its transcript has them.
    func requests(of entry: SessionDesk.Entry, _ request: ControlRequest) async throws(ControlFault) -> ControlReply {
        let since = try request.number("since", in: ControlRequest.positions) ?? 0
        let transcript = entry.session.player.transcript
        let all = await Aside.run { ReceivedRequest.all(in: transcript.events, bodies: transcript.bodies) }
        let listed = Array(all.enumerated().dropFirst(since))
        return ControlReply(200, [("count", .number(all.count))], list: "requests", listed) {
            Self.object($0.element, number: $0.offset + 1)
        }
    }

    nonisolated private static func object(_ request: ReceivedRequest, number: Int) -> JSONText {
        .object(
            [("n", .number(number)), ("origin", .text(request.origin))]
                + message(request.method, request.target, request.fields, request.body, isCut: request.isCut)
                + [("line", request.line.map(JSONText.number) ?? .null)])
    }

    /// What both kinds of requests tell of the message.
    nonisolated private static func message(
        _ method: String, _ target: String, _ fields: [(name: String, value: String)], _ body: [UInt8], isCut: Bool
    ) -> [(String, JSONText)] {
        var members: [(String, JSONText)] = [
            ("method", .text(method)), ("target", .text(target)),
            ("header", .list(fields.map { .list([.text($0.name), .text($0.value)]) })),
        ]
        if let text = String(validating: body, as: UTF8.self) {
            if !text.isEmpty { members.append(("body", .text(text))) }
        } else {
            members.append(("hex", .text(Quoting.hexDigits(body))))
        }
        if isCut { members.append(("cut", .bool(true))) }
        return members
    }

    private static let requestsKept = 1_000
    private static let requestsKeptAtMost = 1...10_000
    private static let bodiesKept = 0...RouteHost.bodyLimit
    nonisolated static let requestsAtOnce = 1_000
}
