// StubsRequests.swift: the requests to stubs, as they came.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
public import QuintainTestIssues

extension Stubs {
    /// A request of the client, as it came over the wire.
    public typealias Request = RequestOfStubs

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

extension RequestOfStubs {
    init(_ told: JournalPage.Told) {
        self.init(
            method: told.method, target: told.target, fields: told.fields, body: told.bytes, isCut: told.cut ?? false,
            stub: told.route, refusal: told.refusal, isIncomplete: told.incomplete ?? false)
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
