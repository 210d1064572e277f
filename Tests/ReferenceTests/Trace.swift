// Trace.swift: the callbacks that a delegate of the reference client hears, in short form.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainDriver
import QuintainLoop
import QuintainPlayer
import QuintainReference
import QuintainScenario
import QuintainSessions
import QuintainTalk
import Testing
import QuintainWords

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Plays a scenario's server to the client, and answers like the delegate of a test.
@OnLoop
final class Trace {
    private(set) var lines: [String] = []
    private let answers: [String]
    private var answered = 0
    private var client: ReferenceCase?
    private var session: Session
    private let over = Bell()
    private var hasEnded = false

    private init(_ session: Session, _ answers: [String]) {
        self.session = session
        self.answers = answers
    }

    /// `answers`: one for each question, in order; after the last, the answer is `go`. `link`: the target
    /// of a download's link. From any task.
    nonisolated static func of(
        _ server: String, _ style: APIStyle, method: String = "GET", path: String = "/a", body: String? = nil,
        answers: [String] = [], kind: LoadKind = .data, link: String? = nil
    ) async throws -> [String] {
        let reading = ScenarioReader.read(Array("# t\n\(server)".utf8), file: "t") { _ in .failure(.missing) }
        let scenario = try #require(reading.scenarios.first, "\(reading.diagnostics.map(\.message))")
        return try await OnLoop.run { try await play(scenario, style, method, path, body, answers, kind, link) }
    }

    private static func play(
        _ scenario: Scenario, _ style: APIStyle, _ method: String, _ path: String, _ body: String?, _ answers: [String],
        _ kind: LoadKind, _ link: String?
    ) async throws -> [String] {
        let session = try Session(scenario)
        let trace = Trace(session, answers)
        session.start()
        let folder = try Folders.makeTemporary()
        let client = ReferenceCase(CaseOrder(number: 1, style: style, folder: folder)) { trace.heard($0) }
        trace.client = client
        let url = "http://\(session.endpoints[0].authority)\(path)"
        var load = ResolvedLoad(number: 1, method: method, url: url)
        load.kind = kind
        if let link { #expect(symlink(link, "\(folder)/download-1") == 0) }
        client.take(.load(load), body: body.map { Array($0.utf8) })
        let timer = EventLoop.shared.schedule(at: .now.advanced(milliseconds: 60_000)) { trace.end() }
        while !trace.hasEnded { await trace.over.wait() }
        timer.cancel()
        client.end()
        session.close()
        Folders.remove(folder)
        return trace.lines
    }

    private func end() {
        hasEnded = true
        over.ring()
    }

    private func heard(_ word: ReferenceCase.Word) {
        if case .obstacle = word { lines.append("obstacle") }
        guard case .callback(let callback, _, _) = word, !hasEnded else { return }
        lines.append(Self.line(callback))
        if let question = callback.question {
            let answer = answered < answers.count ? answers[answered] : "go"
            answered += 1
            let words = answer.split(separator: " ").map(String.init)
            client?.answer(question, ResolvedDecision(named: words[0], words.dropFirst().map { Array($0.utf8) }))
        }
        if callback.kind.endsLoad { end() }
    }

    /// Its name, and what distinguishes it from others of that name.
    private static func line(_ callback: ReportedCallback) -> String {
        let subject = callback.subject.first.map { String(decoding: $0, as: UTF8.self) } ?? ""
        func field(_ name: String) -> String { String(decoding: callback.fields[name] ?? [], as: UTF8.self) }
        switch callback.kind {
        case .redirect: return "redirect \(subject) \(field("method"))"
        case .response: return "response \(subject)"
        case .challenge: return "challenge \(subject) \(field("failures"))"
        case .fail: return "fail \(subject)"
        case .data: return "data \(String(decoding: callback.bytes, as: UTF8.self))"
        default: return callback.kind.rawValue
        }
    }
}
