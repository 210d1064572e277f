// StubsRequests.swift: the requests to stubs, as they came.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

public import Foundation
import QuintainTestIssues

extension Stubs {
    /// A request of the client, as it came over the wire.
    public struct Request: Sendable, Hashable, CustomStringConvertible {
        /// One field of its head.
        public typealias Field = Play.Request.Field

        public let method: String
        /// `/form?page=1`, or whatever else the client wrote there.
        public let target: String
        /// The fields in the order in which they came; a name may occur more than once.
        public let fields: [Field]
        /// The content, without the frames of chunks; of a long one its beginning, a mebibyte.
        public let body: Data
        /// Whether it was longer than what is kept of it.
        public let isCut: Bool
        /// The stub that has answered, by its line: `NotesTests.swift:14`, `notes.routes:4`; nil: none has.
        public let stub: String?
        /// Why none has: names the nearest stub. nil: one has.
        public let refusal: String?
        /// Whether its client ended before it was whole.
        public let isIncomplete: Bool

        /// The target without its query.
        public var path: String { String(target.prefix { $0 != "?" }) }

        /// The values of all fields of this name, in any case of its letters.
        public func values(of name: String) -> [String] { fields.values(of: name) }

        /// The value of the first field of this name.
        public subscript(name: String) -> String? { values(of: name).first }

        /// `GET /notes/1`
        public var description: String {
            method.isEmpty && target.isEmpty ? "what is no request" : "\(method) \(target)"
        }

        init(_ told: JournalPage.Told) {
            (method, target, fields) = (told.method, told.target, told.fields)
            (body, isCut) = (told.bytes, told.cut ?? false)
            (stub, refusal, isIncomplete) = (told.route, told.refusal, told.incomplete ?? false)
        }

        /// A client may end at any time, which is no mistake.
        var isUnanswered: Bool { stub == nil && !isIncomplete }
    }

    /// The requests to the server's routes since the stubs began, in the order in which they were whole: those that no stub
    /// has answered are among them.
    public var requests: [Request] {
        get async throws { try await server.journal(since: since).map(Request.init) }
    }

    /// The requests so far, once there are so many: for a client that sends them in the background. They are waited for
    /// at least as long as the variable QUINTAIN_PATIENCE says, in seconds.
    ///
    /// ```swift
    /// app.buttons["Open"].tap()
    /// let sent = try await stubs.requests(atLeast: 1)
    /// #expect(sent[0].path == "/events")
    /// ```
    ///
    /// - Throws: an error that says which have come, if too few have. Swift Testing has it at this line.
    public func requests(
        atLeast count: Int, within time: Duration = .seconds(5), fileID: String = #fileID,
        filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async throws -> [Request] {
        let patience = try Patience(time)
        let end = ContinuousClock.now + patience.duration
        var told = try await server.journal(since: since)
        while told.count < count, case let left = ContinuousClock.now.duration(to: end), left > .zero {
            told += try await server.journal(since: told.last?.n ?? since, waiting: left)
        }
        if told.count >= count { return told.map(Request.init) }
        let place = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
        try StubsFault.tooFew(told.map { Request($0).description }, of: count, within: patience, at: place)
    }

    /// The requests that no stub has answered, and those that are no HTTP.
    public var unanswered: [Request] {
        get async throws {
            judge()
            return try await requests.filter(\.isUnanswered)
        }
    }
}

extension Server {
    /// How many requests the server's journal has counted; it is begun if there is none.
    func journalCount() async throws -> Int {
        do {
            // Those that are kept are not wanted.
            return try await page(since: Self.beyondAll).count
        } catch let error as ServerError where error.slug == "no-journal" {
            struct Begun: Decodable { let count: Int }
            let begun: Begun = try await answer(
                "POST", "/requests", ["keep": .number(Self.kept), "body": .number(Self.bodyKept)])
            return begun.count
        }
    }

    /// The requests to routes behind that of this number.
    ///
    /// - Parameter time: how long the first of them is waited for, in whole seconds.
    fileprivate func journal(since: Int, waiting time: Duration = .zero) async throws -> [JournalPage.Told] {
        let seconds = min(Patience.wholeSeconds(time), Self.waitedAtOnce)
        var (found, last) = ([JournalPage.Told](), since)
        while true {
            let page = try await page(since: last, waiting: found.isEmpty ? seconds : 0)
            found += page.requests
            guard page.more == true, let newest = page.requests.last else { return found }
            last = newest.n
        }
    }

    /// The same where nothing can be awaited: the first page, and nothing where the server does not answer.
    func journalBlocking(since: Int) -> [JournalPage.Told] {
        let page = try? read(askBlocking("GET", Self.path(since))) as JournalPage
        return page?.requests ?? []
    }

    private func page(since: Int, waiting seconds: Int = 0) async throws -> JournalPage {
        try await answer("GET", Self.path(since) + (seconds > 0 ? "&wait=\(seconds)" : ""))
    }

    private static func path(_ since: Int) -> String { "/requests?since=\(since)" }

    private static let beyondAll = 1 << 32
    /// In seconds.
    private static let waitedAtOnce = 30
    private static let kept = 10_000
    private static let bodyKept = 1 << 20
}
