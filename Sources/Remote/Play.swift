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
    private let server: Server
    private let path: String
    private let ticket: Ticket

    /// Plays the text of a scenario. A play that is dropped without a verdict is an issue at the place of this call.
    /// After `deadline` seconds the server gives the play up.
    public init(
        of text: String, at server: Server = .current, deadline: Int? = nil, fileID: String = #fileID,
        filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async throws {
        let here = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
        var order = ["text": Member.text(text)]
        let whereabouts = Whereabouts(of: text, near: here)
        if let whereabouts {
            order["name"] = .text(whereabouts.file)
            order["line"] = .number(whereabouts.line)
            order["column"] = .number(whereabouts.indentation + 1)
        }
        do {
            try await self.init(name: "the scenario", order, server, deadline, here)
        } catch let error as ServerError where error.slug == "wrong-scenario" && whereabouts == nil {
            // A test that throws is shown at its beginning, which may be far away.
            let message = error.message.last == "\n" ? String(error.message.dropLast()) : error.message
            throw ServerError(
                "\(message)\nthe text is played at \(here.brief)", help: error.help, slug: error.slug)
        }
    }

    /// Plays a fixture of the server, such as `redirects/followed`; behind `#` stands a row of its table of cases.
    public init(
        bundled name: String, at server: Server = .current, deadline: Int? = nil, fileID: String = #fileID,
        filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async throws {
        let here = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
        let (file, row) = Self.parts(of: name)
        let scenario = file.hasSuffix(".scenario") ? file : file + ".scenario"
        try await self.init(name: name, Self.order(["scenario": .text(scenario)], row), server, deadline, here)
    }

    /// Plays the scenario of a file beside the test, if the test runs on a machine that has its sources.
    /// The path of its source is `test`; the default is right.
    public init(
        file name: String, at server: Server = .current, deadline: Int? = nil, test: String = #filePath,
        fileID: String = #fileID, line: Int = #line, column: Int = #column
    ) async throws {
        let here = TestPlace(fileID: fileID, filePath: test, line: line, column: column)
        let (file, row) = Self.parts(of: name)
        let path = URL(fileURLWithPath: test).deletingLastPathComponent().appendingPathComponent(file).path
        let text: String
        do {
            text = try String(contentsOfFile: path, encoding: .utf8)
        } catch {
            throw ServerError("\(path) cannot be read: \(error.localizedDescription)", help: Self.help(without: path))
        }
        try await self.init(
            name: name, Self.order(["text": .text(text), "name": .text(file)], row), server, deadline, here)
    }

    private init(
        name: String, _ order: [String: Member], _ server: Server, _ deadline: Int?, _ here: TestPlace
    ) async throws {
        struct Armed: Decodable {
            let id: Int
            let origins: [String: URL]
            let warnings: String?
        }
        var order = order
        // The session stays, so that requests count until the test asks for the verdict, however late they come.
        order["stays"] = .flag(true)
        order["deadline"] = deadline.map { .number($0) }
        let armed: Armed = try await server.answer("POST", "/sessions", order)
        self.name = name
        self.server = server
        origins = armed.origins
        path = "/sessions/\(armed.id)"
        ticket = Ticket(name, at: here)
        if let warnings = armed.warnings { Slip.warn(warnings, at: here) }
    }

    /// The scenarios that are there in place of a file; without any, the test may run on another machine.
    private static func help(without path: String) -> String {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        let there = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let scenarios = there.filter { $0.hasSuffix(".scenario") }.sorted().prefix(scenariosNamed)
        return scenarios.isEmpty
            ? "on a device there are no files of this machine: serve the folder, and name it by 'bundled:'"
            : "its folder has \(scenarios.joined(separator: ", "))"
    }

    private static let scenariosNamed = 20

    // MARK: Addresses

    /// An address on the scenario's origin; if it has several, on the one called `main`.
    public func url(_ path: String = "") -> URL {
        guard let base = origins["main"] ?? origins.min(by: { $0.key < $1.key })?.value else {
            preconditionFailure("\(name) has no origin")
        }
        return Self.url(path, at: base)
    }

    /// An address on another of the scenario's origins.
    public func url(_ path: String = "", on origin: String) throws -> URL {
        guard let base = origins[origin] else {
            let there = origins.keys.sorted().joined(separator: ", ")
            throw ServerError("\(name) has no origin '\(origin)'", help: "there are: \(there)")
        }
        return Self.url(path, at: base)
    }

    private static func url(_ path: String, at base: URL) -> URL {
        URL(string: base.absoluteString + path) ?? base.appendingPathComponent(path)
    }

    /// The PEM text of the authority that a client must trust if an origin has TLS.
    public func authority() async throws -> Data { try await server.ask("GET", "\(path)/ca") }

    // MARK: The course

    /// Waits until the play stands at a `! hold`, because every line above it has happened, for which so many seconds are
    /// allowed. ``go(within:)`` continues it.
    ///
    /// - Throws: ``Mismatch`` if it does not come there; in Swift Testing, where it has been recorded by then, what a failed
    ///   `#require` throws.
    public func held(
        within seconds: Double = 5, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
        column: Int = #column
    ) async throws {
        struct Standing: Decodable { let state: String }
        let until = Date(timeIntervalSinceNow: seconds)
        var standing: Standing
        repeat {
            standing = try await server.answer("GET", path)
            if standing.state == "held" { return }
            try await Task.sleep(nanoseconds: Self.turn)
        } while standing.state == "running" && Date() < until
        let reason =
            standing.state == "running"
            ? "did not come to a '! hold' in \(seconds) seconds" : "has ended without coming to a '! hold'"
        try Mismatch(description: "the play of \(name) \(reason)\n\n" + (try await text()))
            .fail(as: name, at: TestPlace(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Ends a `! hold`, once the play has come to it, for which so many seconds are allowed.
    public func go(within seconds: Double = 5) async throws {
        let until = Date(timeIntervalSinceNow: seconds)
        while true {
            do {
                _ = try await server.ask("POST", "\(path)/go")
                return
            } catch let error as ServerError where error.slug == "not-held" && Date() < until {
                try await Task.sleep(nanoseconds: Self.turn)
            }
        }
    }

    private static let turn: UInt64 = 10_000_000

    /// The expected and the actual lines so far, side by side.
    public func text() async throws -> String {
        String(decoding: try await server.ask("GET", "\(path)/verdict?format=text"), as: UTF8.self)
    }

    /// Ends the play, and throws a `Mismatch` unless the client did what the scenario says.
    ///
    /// The client counts as ended: lines that have not happened until now are missing. In Swift Testing the failure
    /// stands at this line.
    ///
    /// - Throws: ``Mismatch``; in Swift Testing, where it has been recorded by then, what a failed `#require` throws.
    public func verify(
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async throws {
        struct Ended: Decodable {
            let verdict: String
            let ended: String
            let unobserved: Int
        }
        let here = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
        guard ticket.judge(at: here) else { return }
        let ended: Ended = try await server.answer("POST", "\(path)/end")
        let reason: String
        switch (ended.verdict, ended.ended) {
        case ("fail", _): reason = "was not played as it is written"
        case (_, "deadline"):
            reason =
                "was given up at its deadline, and the test went on: give the client a timeout, or the play a 'deadline:'"
        default:
            if let remark = Self.remark(ended.unobserved) {
                Slip.say("\(here.fileID):\(here.line): \(name): \(remark)")
            }
            return
        }
        let (columns, findings) = Self.parts(ofText: try await text())
        try Mismatch(description: "\(name) \(reason)\n\(findings)\n\(columns)").fail(as: name, at: here)
    }

    /// Ends a play without a verdict. A play that is dropped without a verdict or this call is an issue of the test.
    public func close() async throws {
        ticket.close()
        _ = try await server.ask("POST", "\(path)/end")
    }

    /// The columns, and what stands below them and the verdict: the findings, which belong on top of a failure.
    static func parts(ofText text: String) -> (columns: String, findings: String) {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
        guard let verdict = lines.lastIndex(where: { $0.hasPrefix("fail  ") }) else { return (text, "") }
        let columns = lines[..<verdict].joined(separator: "\n")
        lines = lines[(verdict + 1)...]
        return (columns, lines.map { $0.isEmpty ? "" : "  \($0)\n" }.joined())
    }

    /// A remark on lines that were not judged.
    static func remark(_ unobserved: Int) -> String? {
        guard unobserved > 0 else { return nil }
        return
            "\(unobserved) line\(unobserved == 1 ? "" : "s") of callbacks not observed: a server elsewhere hears of none"
    }

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
