// Stubs.swift: standing answers to requests in any order, at a server elsewhere.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

public import Foundation
import QuintainTestIssues

/// Routes that a server elsewhere answers by: any number of requests, in any order and at the same time.
///
/// ```swift
/// try await withStubs(of: "> GET /greeting\n< 200\n<\n< hello") { stubs in
///     let greeting = try await Greeter(stubs.url).greeting()
///     #expect(greeting == "hello")
///     #expect(try await stubs.requests.map(\.target) == ["/greeting"])
/// }
/// ```
///
/// Stubs that ask for the same answer in turn: each once, in the order in which they are written, and the last one from then
/// on. A stub without `?` in its target answers any query.
///
/// All stubs of a server answer at one address, and have one journal. So tests with stubs run one after another, or each has
/// a server of its own. They are taken away by ``close()``, or when they are released. Stubs that are released without that,
/// and without ``verify(fileID:filePath:line:column:)``, fail the test if a request had no answer.
public final class Stubs: Sendable {
    /// Where they answer: `http://127.0.0.1:8080/`.
    public let url: URL

    let server: Server
    /// How many requests had come before.
    let since: Int
    /// Their texts at the server: `/routes/3`.
    private let texts: Guarded<[String]>
    /// Their number among the stubs that are not judged.
    private let number: Int
    private let neighbours: Neighbours.Entry
    private let place: TestPlace
    private let maker = TestTask()
    /// The test has asked for what no stub has answered, or wants no word of it.
    private let isJudged = Guarded(false)

    /// Answers by the routes of a text. A line `routes` above them is not needed.
    ///
    /// - Throws: ``ServerError``, with the place and what to write instead.
    public convenience init(
        of text: String, at server: Server = .current, fileID: String = #fileID, filePath: String = #filePath,
        line: Int = #line, column: Int = #column
    ) async throws {
        try await self.init(
            [["text": .text(text), "name": .text("the text")]], server,
            TestPlace(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Answers by the routes of a file beside the test, if the test runs on a machine that has its sources:
    /// `Stubs/notes.routes`.
    public convenience init(
        file: String, at server: Server = .current, test: String = #filePath, fileID: String = #fileID,
        line: Int = #line, column: Int = #column
    ) async throws {
        try await self.init(
            [NearbyFile(file, besides: test).order], server,
            TestPlace(fileID: fileID, filePath: test, line: line, column: column))
    }

    /// Answers by the routes of all files `….routes` in a folder beside the test and in those below it.
    public convenience init(
        in folder: String, at server: Server = .current, test: String = #filePath, fileID: String = #fileID,
        line: Int = #line, column: Int = #column
    ) async throws {
        try await self.init(
            NearbyFile.all(in: folder, besides: test, ending: Self.ending).map(\.order), server,
            TestPlace(fileID: fileID, filePath: test, line: line, column: column))
    }

    private init(
        _ orders: @autoclosure () throws -> [[String: Member]], _ server: Server, _ here: TestPlace
    ) async throws {
        struct Posted: Decodable {
            let id: Int
            let diagnostics: [Diagnostic]?
        }
        do {
            let orders = try orders()
            url = try await server.routesURL()
            since = try await server.journalCount()
            self.server = server
            place = here
            texts = Guarded([])
            number = ProcessEnd.addStubs(at: here) { [server, since, texts] in
                Self.fault(server, since, texts.withLock { $0 })?.description
            }
            neighbours = Neighbours.enter(server, at: here)
            // Of texts that fit a request equally well the newer one answers, and of these the earlier one.
            for var order in orders.reversed() {
                order["inTurn"] = .flag(true)
                let posted: Posted = try await server.answer("POST", "/routes", order)
                texts.withLock { $0.append("/routes/\(posted.id)") }
                for one in posted.diagnostics ?? [] { Slip.warn(one.sentence(in: order["name"]), at: here) }
            }
        } catch let error as ServerError where error.slug == "wrong-routes" {
            throw Slip.heard(error.adding("the text is that of \(here.brief)"), at: here)
        } catch {
            throw Slip.heard(error, at: here)
        }
    }

    deinit {
        neighbours.leave()
        ProcessEnd.remove(number)
        if !isJudged.withLock({ $0 }), !maker.isCancelled { tellOfUnanswered() }
        for text in take() { _ = try? server.askBlocking("DELETE", text) }
    }

    /// An address at which they answer.
    public func url(_ path: String) -> URL { url.with(path) }

    /// Takes them away: the server answers by its other routes alone.
    public func close() async throws {
        judge()
        neighbours.leave()
        for text in take() { _ = try await server.ask("DELETE", text) }
    }

    private func tellOfUnanswered() {
        guard let fault = Self.fault(server, since, texts.withLock { $0 }) else { return }
        Slip.tell(
            "the stubs were dropped without 'verify()', and \(fault.description)\n"
                + "call 'verify()', or 'close()' if that is meant; 'withStubs' verifies by itself", at: place)
    }

    /// Where nothing can be awaited.
    private static func fault(_ server: Server, _ since: Int, _ texts: [String]) -> Unanswered? {
        let requests = server.journalBlocking(since: since).map(Request.init)
        let unused = texts.flatMap { path -> [UnusedAnswers] in
            let sheet = try? server.read(server.askBlocking("GET", path + withoutLines)) as Sheet
            return sheet?.unusedAnswers ?? []
        }
        return Unanswered(among: requests, unused)
    }

    func judge() {
        isJudged.withLock { $0 = true }
        ProcessEnd.remove(number)
    }

    private func take() -> [String] {
        texts.withLock { texts in
            defer { texts = [] }
            return texts
        }
    }

    /// Answers in turn that no request has come for by now.
    var unused: [UnusedAnswers] {
        get async throws {
            var found: [UnusedAnswers] = []
            for path in texts.withLock({ $0 }).reversed() {
                let sheet: Sheet = try await server.answer("GET", path + Self.withoutLines)
                found += sheet.unusedAnswers
            }
            return found
        }
    }

    private static let ending = ".routes"
    private static let withoutLines = "?after=1000000000"
}

extension Stubs: JudgedStubs {
    package func fault() async throws -> Unanswered? {
        judge()
        return Unanswered(among: try await requests, try await unused)
    }

    package func end() async { try? await close() }
}

/// A text of routes, as the server tells of it.
private struct Sheet: Decodable {
    struct Turns: Decodable {
        let route: String
        let answers: Int
        let unused: [String]
    }

    let unused: [Turns]?

    var unusedAnswers: [UnusedAnswers] {
        (unused ?? []).map { UnusedAnswers(route: $0.route, answers: $0.answers, stubs: $0.unused) }
    }
}

extension NearbyFile {
    fileprivate var order: [String: Member] { ["text": .text(text), "name": .text(name)] }
}

/// A warning of the server about a text of routes.
private struct Diagnostic: Decodable {
    let line: Int
    let message: String
    let help: String?

    func sentence(in name: Member?) -> String {
        let place = if case .text(let name) = name { "\(name):\(line): " } else { "" }
        return place + message + (help.map { "\n\($0)" } ?? "")
    }
}

extension Server {
    /// Where the routes answer.
    fileprivate func routesURL() async throws -> URL {
        struct Health: Decodable { let routes: [URL]? }
        if let routes { return routes }
        let health: Health = try await answer("GET", "/health")
        guard let port = health.routes?.first(where: { $0.scheme == "http" })?.port, let host = url.host
        else {
            throw ServerError(
                "the server at \(url.absoluteString) does not tell where its routes answer",
                help:
                    "it is older than this library, or its token is missing: 'Server(url, token: …, routes: …)' names both"
            )
        }
        // The server knows the port, and this side by which name it reaches it.
        return URL(string: "http://\(host.contains(":") ? "[\(host)]" : host):\(port)/") ?? url
    }
}
