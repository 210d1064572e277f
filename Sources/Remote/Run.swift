// Run.swift: the session of the server in which a play runs, and what is asked of it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import QuintainTestIssues

/// The session of the server in which a play runs.
struct Run: Sendable {
    let server: Server
    /// `/sessions/3`
    let path: String
    /// The name of the play.
    let name: String
    /// What stands before the number of a line.
    let file: String

    /// What the server tells of a session.
    struct Standing: Decodable {
        let state: String
        let verdict: String?
        let ended: String?
        let unobserved: Int?
        let breaches: [Breach]
        let due: [Int]?

        var isBroken: Bool { breaches.contains { $0.severity == "failure" } }

        /// Nothing more has to happen for the verdict, or nothing can but for `go()`.
        var isSettled: Bool {
            isBroken || ["played", "ended"].contains(state) || state == "held" && (due ?? []).count < 2
        }
    }

    struct Breach: Decodable {
        let line: Int?
        let near: Int?
        let rule: String
        let severity: String
        let text: String
        let hint: String?
        let follows: [Breach]?

        var finding: Finding {
            Finding(
                rule: rule, isFailure: severity == "failure", line: line, sentence: text,
                follows: (follows ?? []).map { more in
                    (more.line.map { "line \($0): " } ?? "") + "\(more.text) [\(more.rule)]"
                })
        }
    }

    func ask(_ method: String, _ below: String = "") async throws -> Data {
        try await server.ask(method, path + below)
    }

    func standing(_ query: String = "") async throws -> Standing { try await server.answer("GET", path + query) }

    /// The expected and the actual lines so far, side by side.
    func text() async throws -> String { String(decoding: try await ask("GET", Self.text), as: UTF8.self) }

    private static let text = "/verdict?format=text"
    private static let sides = "/verdict?format=sides"

    // MARK: The end

    /// Waits until nothing more has to happen. The first connection may take as long as the patience; after that the server
    /// says of each line when it is too late for it. A task that was cancelled waits no longer.
    func settle(_ patience: Patience) async throws {
        let until = ContinuousClock.now + patience.duration
        var hasBegun = false
        while true {
            let rest = hasBegun ? Self.turn : min(Self.turn, max(.zero, until - .now))
            let isSettled = try await standing("?within=\(Int(rest / .milliseconds(1)))").isSettled
            if isSettled || Task.isCancelled { return }
            if !hasBegun { hasBegun = try await hasConnections() }
            if !hasBegun, .now >= until { return }
        }
    }

    private func hasConnections() async throws -> Bool {
        let transcript = String(decoding: try await ask("GET", "/transcript"), as: UTF8.self)
        return transcript.contains(#""event":"opened""#)
    }

    private static let turn = Duration.seconds(1)

    /// The client counts as ended: what has not happened until now is missing.
    func end() async throws -> Ending {
        let ended: Standing = try await server.answer("POST", path + "/end")
        return Ending(
            self, ended, ended.isAsWritten ? "" : String(decoding: try await ask("GET", Self.sides), as: UTF8.self))
    }

    /// Ends a play that is dropped, and says what was wrong until then.
    func lastWords() -> String {
        guard let ended = try? server.read(server.askBlocking("POST", path + "/end")) as Standing else { return "" }
        if ended.isAsWritten { return "until then all was as it is written" }
        let text = (try? server.askBlocking("GET", path + Self.sides)) ?? Data()
        return Ending(self, ended, String(decoding: text, as: UTF8.self)).mismatch?.description ?? ""
    }
}

extension Run.Standing {
    fileprivate var isAsWritten: Bool { verdict != "fail" && ended != "deadline" }
}

/// The result of a play.
struct Ending {
    let mismatch: Mismatch?
    /// A sentence about the `*` lines that were not judged.
    let remark: String?

    /// - Parameter sides: both sides, unless the client did what the scenario says.
    fileprivate init(_ run: Run, _ ended: Run.Standing, _ sides: String) {
        remark = Self.remark(ended.unobserved ?? 0)
        guard !ended.isAsWritten else {
            mismatch = nil
            return
        }
        let reason =
            ended.verdict == "fail"
            ? "was not played as it is written"
            : "was given up at its deadline, and the test went on: give the client a timeout, or the play a 'deadline:'"
        let findings = ended.breaches.map(\.finding)
        let told = zip(ended.breaches, findings).flatMap { breach, finding in
            let place = (breach.line ?? breach.near).map { "\(run.file):\($0): " } ?? ""
            return ["  \(place)\(breach.severity): \(finding.sentence) [\(finding.rule)]"]
                + finding.follows.map { "    so \($0)" } + (breach.hint.map { ["  \($0)"] } ?? [])
        }
        mismatch = Mismatch(
            findings: findings, description: (["\(run.name) \(reason)"] + told + ["", sides]).joined(separator: "\n"))
    }

    /// A remark on lines that were not judged.
    static func remark(_ unobserved: Int) -> String? {
        guard unobserved > 0 else { return nil }
        return "\(unobserved) line\(unobserved == 1 ? "" : "s") not checked: a server elsewhere hears of no callbacks"
    }
}
