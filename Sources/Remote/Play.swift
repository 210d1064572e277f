// Play.swift: a scenario that a server elsewhere plays to the client under test.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

public import Foundation
import QuintainTestIssues

/// A scenario that is played to the client under test by a server that runs elsewhere.
///
/// ```swift
/// let play = try await Play(of: "> GET /notes/1\n< 404")
/// #expect(try await Notes(play.url()).note(1) == nil)
/// try await play.verify()
/// ```
///
/// Each play has ports of its own, so that any number of plays go on side by side. The wire is judged; the lines of
/// callbacks are unobserved.
public struct Play: Sendable {
    /// The name of the scenario, or `the scenario` if it was given as text.
    public let name: String
    /// The address of each of its origins, by their names.
    public let origins: [String: URL]
    let run: Run
    let ticket: Ticket
    let patience: Patience

    /// Plays the text of a scenario, or the `row` of its table. A play that is dropped without a verdict is an issue at the
    /// place of this call. Each line of the client's is waited for as long as `patience` at least, or for as many seconds
    /// as the variable QUINTAIN_PATIENCE says if these are more, and so is its first connection; after `deadline` seconds
    /// the server gives the play up.
    public init(
        of text: String, row: String? = nil, at server: Server = .current, patience: Duration? = nil,
        deadline: Int? = nil, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
        column: Int = #column
    ) async throws {
        try await self.init(
            name: "the scenario", Self.order(["text": .text(text)], row), server, patience, deadline,
            TestPlace(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Plays a fixture of the server, such as `redirects/followed`; behind `#` stands a row of its table of cases.
    public init(
        bundled name: String, at server: Server = .current, patience: Duration? = nil, deadline: Int? = nil,
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async throws {
        let (file, row) = Self.parts(of: name)
        let scenario = file.hasSuffix(".scenario") ? file : file + ".scenario"
        try await self.init(
            name: name, Self.order(["scenario": .text(scenario)], row), server, patience, deadline,
            TestPlace(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Plays the scenario of a file beside the test, if the test runs on a machine that has its sources.
    /// The path of its source is `test`; the default is right.
    public init(
        file name: String, at server: Server = .current, patience: Duration? = nil, deadline: Int? = nil,
        test: String = #filePath, fileID: String = #fileID, line: Int = #line, column: Int = #column
    ) async throws {
        let (file, row) = Self.parts(of: name)
        try await self.init(
            name: name, Self.order(["text": .text(NearbyFile(file, besides: test).text), "name": .text(file)], row),
            server, patience, deadline, TestPlace(fileID: fileID, filePath: test, line: line, column: column))
    }

    private init(
        name: String, _ order: @autoclosure () throws -> [String: Member], _ server: Server, _ patience: Duration?,
        _ deadline: Int?, _ here: TestPlace
    ) async throws {
        struct Armed: Decodable {
            let id: Int
            let origins: [String: URL]
            let scenario: String
            let warnings: String?
        }
        let armed: Armed
        do {
            self.patience = try Patience(patience)
            var order = try order()
            // The session stays, so that requests count until the test asks for the verdict, however late they come.
            order["stays"] = .flag(true)
            order["deadline"] = deadline.map { .number($0) }
            order["patience"] = .number(Patience.wholeSeconds(self.patience.ofLines))
            order["body"] = .number(Self.bodyAtMost)
            armed = try await server.answer("POST", "/sessions", order)
        } catch let error as ServerError where error.slug == "wrong-scenario" {
            throw Slip.heard(error.adding("the text is played at \(here.brief)"), at: here)
        } catch {
            throw Slip.heard(error, at: here)
        }
        self.name = name
        origins = armed.origins
        let run = Run(
            server: server, path: "/sessions/\(armed.id)", name: name, file: "\(armed.scenario.prefix { $0 != "#" })")
        self.run = run
        ticket = Ticket(name, at: here) { run.lastWords() }
        if let warnings = armed.warnings { Slip.warn(warnings, at: here) }
    }

    private static let bodyAtMost = 1 << 20

    // MARK: Addresses

    /// The address of the scenario's origin; if it has several, of the one called `main`.
    public var url: URL { url("/") }

    /// An address on the scenario's origin; if it has several, on the one called `main`.
    public func url(_ path: String = "") -> URL {
        guard let base = origins["main"] ?? origins.min(by: { $0.key < $1.key })?.value else {
            preconditionFailure("\(name) has no origin")
        }
        return base.with(path)
    }

    /// An address on another of the scenario's origins.
    public func url(_ path: String = "", on origin: String) throws -> URL {
        guard let base = origins[origin] else {
            let there = origins.keys.sorted().joined(separator: ", ")
            throw ServerError("\(name) has no origin '\(origin)'", help: "there are: \(there)")
        }
        return base.with(path)
    }

    /// The PEM text of the authority that a client must trust if an origin has TLS.
    public func authority() async throws -> Data { try await run.ask("GET", "/ca") }

    // MARK: Names

    private static func parts(of name: String) -> (file: String, row: String?) {
        let parts = name.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        return (parts[0], parts.count > 1 ? parts[1] : nil)
    }

    private static func order(_ which: [String: Member], _ row: String?) -> [String: Member] {
        var order = which
        order["case"] = row.map { .text($0) }
        return order
    }
}

extension URL {
    /// An address at this server: a `path` such as `/form?page=1` is taken as it stands on the wire.
    func with(_ path: String) -> URL {
        let base = absoluteString.hasSuffix("/") ? String(absoluteString.dropLast()) : absoluteString
        let whole = path.isEmpty || path.hasPrefix("/") ? path : "/" + path
        return URL(string: base + whole) ?? appendingPathComponent(path)
    }
}
