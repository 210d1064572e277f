// UnfollowedRedirects.swift: clients that follow no redirect, maybe since nobody has told them to.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainApplicability
import QuintainNotation
import QuintainPlayer
import QuintainRunner
import QuintainScenario
import QuintainSides
import QuintainTranscript

/// The cases that ended at a redirect, of each client that has followed none in the run.
struct UnfollowedRedirects {
    private var clients: [Client] = []

    private struct Client {
        let name: String
        let isCommand: Bool
        var count = 0
        var hasFollowed = false
        /// Those among them in which the redirect led to another origin.
        var countElsewhere = 0
        var hasFollowedElsewhere = false
    }

    mutating func add(_ result: CaseResult, _ scenario: Scenario, of client: ClientUnderTest) {
        let asked = Self.linesBehindRedirects(scenario)
        guard !asked.isEmpty, result.verdict != .notApplicable else { return }
        if !clients.contains(where: { $0.name == client.name }) {
            clients.append(Client(name: client.name, isCommand: client.isCommand))
        }
        let index = clients.firstIndex { $0.name == client.name }!
        let elsewhere = Self.linesBehindRedirects(scenario, elsewhere: true)
        if !result.isFailure || result.findings.contains(where: Self.isOfRequest) {
            clients[index].hasFollowed = true
            if !elsewhere.isEmpty { clients[index].hasFollowedElsewhere = true }
        } else if result.findings.contains(where: { Self.isOne($0, of: asked) }) {
            clients[index].count += 1
            if result.findings.contains(where: { Self.isOne($0, of: elsewhere) }) { clients[index].countElsewhere += 1 }
        }
    }

    var remarks: [String] {
        clients.filter { $0.count > 0 && !$0.hasFollowed }.map { client in
            let who = client.isCommand ? "the command" : client.name
            let remedy = client.isCommand ? Self.remedy : "a driver says 'unable' of an order to follow"
            return "\(who) followed no redirect, in \(Summary.count(client.count, "case")) that failed: \(remedy); "
                + "for one that never follows there is '--never-follows'"
        }
            + clients.filter { $0.countElsewhere > 0 && $0.hasFollowed && !$0.hasFollowedElsewhere }.map { client in
                "\(client.isCommand ? "the command" : client.name) followed no redirect to another origin, in "
                    + "\(Summary.count(client.countElsewhere, "case")) that failed: for one that stays there is '--stays-at-origin'"
            }
    }

    /// The remedy for a command that has ended at a redirect; nil: it has not, or was told to follow.
    static func help(_ outcome: Outcome, _ scenario: Scenario, _ command: [String]) -> String? {
        guard !command.contains(where: Self.saysToFollow) else { return nil }
        let asked = linesBehindRedirects(scenario)
        guard !outcome.breaches.contains(where: { $0.slug == .unexpectedRequest }) else { return nil }
        let isUnfollowed = outcome.breaches.contains { isOne($0.slug.rawValue, $0.line?.number, of: asked) }
        return isUnfollowed ? "the redirect was not followed: \(remedy)" : nil
    }

    /// `-L`, `-sL` or `--location` of curl, also in a shell's one word.
    private static func saysToFollow(_ words: String) -> Bool {
        words.split(separator: " ").contains { word in
            word == "--location" || word.hasPrefix("-") && !word.hasPrefix("--") && word.contains("L")
        }
    }

    /// Behind a driver the response to the redirect breaks a line first, and what never came follows from it.
    private static func isOne(_ finding: CaseResult.Finding, of asked: Set<Int>) -> Bool {
        isOne(finding.rule, finding.line, of: asked)
            || finding.follows.contains { isOne($0.rule, $0.line, of: asked) }
    }

    /// A request that came, and is not the one that was wanted: the client has followed, to elsewhere or by another method.
    private static func isOfRequest(_ finding: CaseResult.Finding) -> Bool {
        ([finding] + finding.follows).contains { $0.rule == Breach.Slug.unexpectedRequest.rawValue }
    }

    private static func isOne(_ rule: String, _ line: Int?, of asked: Set<Int>) -> Bool {
        rule == Breach.Slug.neverCame.rawValue && line.map(asked.contains) == true
    }

    private static func linesBehindRedirects(_ scenario: Scenario, elsewhere: Bool = false) -> Set<Int> {
        Set(ScenarioSurvey.linesBehindRedirects(scenario, elsewhere: elsewhere).map(\.place.line))
    }

    private static let remedy = "many commands have an option for it, such as curl's '-L'"
}
