// Stubs.swift: standing answers to requests in any order, for a test in this process.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

public import Foundation
import QuintainLoop
import QuintainRoutes
import QuintainScenario
import QuintainRouteHost
package import QuintainTestIssues

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// A server that answers by routes: any number of requests, in any order and at the same time.
///
/// ```swift
/// @Test func `the greeting is shown`() async throws {
///     try await withStubs(
///         of: """
///             > GET /greeting
///             < 200
///             <
///             < hello
///             """
///     ) { stubs in
///         let greeter = Greeter(stubs.url, session: stubs.session())
///         #expect(try await greeter.greeting() == "hello")
///         #expect(await stubs.requests.map(\.target) == ["/greeting"])
///     }
/// }
/// ```
///
/// Stubs that ask for the same answer in turn: each once, in the order in which they are written, and the last one from
/// then on. A stub without `?` in its target answers any query.
///
/// Code of the test answers what no stub does: ``answer(fileID:filePath:line:column:by:)``.
///
/// Stubs have a port of their own, so tests run beside each other. It is closed by ``close()``, or when the stubs are
/// released. Stubs that are released without that, and without ``verify(fileID:filePath:line:column:)``, fail the test if a
/// request had no answer.
public final class Stubs: Sendable {
    /// Where they answer: `http://127.0.0.1:40123/`.
    public let url: URL

    /// The same without a path.
    private let address: String
    let host: RouteHost
    private let journal: Journal
    private let routes: [RouteFile]
    private let place: TestPlace
    private let maker = TestTask()
    /// The test has asked for what no stub has answered, or wants no word of it.
    private let isJudged = Guarded(false)
    /// Their number among the stubs that are not judged.
    private let number: Int

    /// Answers by the routes of a text. A line `routes` above them is not needed.
    ///
    /// - Throws: ``ScenarioError``, with the place and what to write instead.
    public convenience init(
        of text: String, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
        column: Int = #column
    ) async throws {
        let place = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
        try await self.init(Slip.made(at: place) { try StubTexts(of: text, at: place) }, at: place)
    }

    /// Answers by the routes of a file: `Stubs/notes.routes`, beside the test's own file.
    public convenience init(
        file: String, besides source: StaticString = #filePath, fileID: String = #fileID,
        filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async throws {
        let place = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
        try await self.init(Slip.made(at: place) { try StubTexts(file: file, besides: "\(source)") }, at: place)
    }

    /// Answers by the routes of all files in a folder and in those below it: `Stubs`, beside the test's own file.
    public convenience init(
        in folder: String, besides source: StaticString = #filePath, fileID: String = #fileID,
        filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async throws {
        let place = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
        try await self.init(Slip.made(at: place) { try StubTexts(in: folder, besides: "\(source)") }, at: place)
    }

    /// Answers by code alone: ``answer(fileID:filePath:line:column:by:)``.
    public convenience init(
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async throws {
        let place = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
        try await self.init(StubTexts(), at: place)
    }

    private init(_ texts: StubTexts, at place: TestPlace) async throws {
        let (host, journal, address) = try await OnLoop.run {
            try Scenario.telling { () throws(LoopError) in
                let host = try RouteHost(on: .loopback(), table: RouteTable(texts.routes))
                let journal = Journal(keeping: Self.requestsAtMost, bodies: Self.bodyAtMost)
                host.journal = journal
                host.start()
                return (host, journal, host.url)
            }
        }
        (self.host, self.journal, self.address, self.place) = (host, journal, address, place)
        routes = texts.routes
        number = ProcessEnd.addStubs(at: place) {
            Self.fault(journal, texts.routes)?.description
        }
        // The server writes its own address, with a number for the host.
        url = URL(string: address + "/")!
    }

    deinit {
        ProcessEnd.remove(number)
        let wasJudged = isJudged.withLock { isJudged in
            defer { isJudged = true }
            return isJudged
        }
        if !wasJudged, !maker.isCancelled, !EventLoop.shared.isCurrent {
            // The test may be over in a moment.
            if let fault = Self.fault(journal, routes) {
                Slip.tell(
                    "the stubs were dropped without 'verify()', and \(fault.description)\n"
                        + "call 'verify()', or 'close()' if that is meant; 'withStubs' verifies by itself", at: place)
            }
        }
        let host = self.host
        OnLoop.spawn { host.close() }
    }

    /// A URL at which they answer. A `path` such as `/form?page=1` is escaped as on the wire.
    public func url(_ path: String) -> URL {
        URL(string: address + (path.hasPrefix("/") ? path : "/" + path)) ?? url
    }

    /// A URLSession, by default one that keeps nothing. A client may load with any other one as well, such as one with a
    /// delegate of its own.
    ///
    /// On Linux a load that is asked for a password by Basic fails as cancelled in this one, which is a warning of the
    /// test, and waits for ever in a session without a delegate.
    public func session(_ configuration: URLSessionConfiguration = .ephemeral) -> URLSession {
        #if canImport(FoundationNetworking)
            return URLSession(configuration: configuration, delegate: NoPassword(at: place), delegateQueue: nil)
        #else
            return URLSession(configuration: configuration)
        #endif
    }

    /// The requests so far, in the order in which they were whole: those that no stub has answered are among them.
    public var requests: [Request] {
        get async {
            let journal = self.journal
            return (try? await OnLoop.run { await Self.entries(of: journal) }) ?? []
        }
    }

    /// The requests so far, once there are so many: for a client that sends them in the background. They are waited for
    /// at least as long as the variable QUINTAIN_PATIENCE says, in seconds.
    ///
    /// ```swift
    /// tracker.record("opened")
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
        let journal = self.journal
        try await OnLoop.run {
            let moment = Moment.now.advanced(milliseconds: Int64(patience.milliseconds))
            while journal.count < count, await journal.another(before: moment) {}
        }
        let requests = await self.requests
        if requests.count >= count { return requests }
        let place = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
        try StubsFault.tooFew(requests.map(\.description), of: count, within: patience, at: place)
    }

    /// The requests that no stub has answered, and those that are no HTTP.
    public var unanswered: [Request] {
        get async {
            judge()
            return await requests.filter(\.isUnanswered)
        }
    }

    private static func fault(of requests: [Request], _ routes: [RouteFile]) -> Unanswered? {
        let unused = routes.flatMap(\.unusedTurns).map {
            UnusedAnswers(route: $0.route, answers: $0.answers, stubs: $0.unused)
        }
        return Unanswered(among: requests, unused)
    }

    /// Where nothing can be awaited.
    private static func fault(_ journal: Journal, _ routes: [RouteFile]) -> Unanswered? {
        fault(of: OnLoop.runBlocking { await entries(of: journal) }, routes)
    }

    private func judge() {
        isJudged.withLock { $0 = true }
        ProcessEnd.remove(number)
    }

    /// Ends them. Nothing listens at their URL any more.
    public func close() {
        judge()
        let host = self.host
        OnLoop.spawn { host.close() }
    }

    @OnLoop
    private static func entries(of journal: Journal) async -> [Request] {
        // What the client has sent before this call is in the kernel: a few turns of the loop read it.
        for _ in 0..<turns { await EventLoop.shared.sleep(until: .now) }
        return journal.entries.map(Request.init)
    }

    private static let requestsAtMost = 10_000
    private static let bodyAtMost = 1 << 20
    private static let turns = 4
}

extension Stubs: JudgedStubs {
    package func fault() async -> Unanswered? {
        judge()
        return Self.fault(of: await requests, routes)
    }

    package func end() { close() }
}
