// Refusal.swift: why a scenario is not played in a test's own process.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainApplicability
import QuintainDriver
import QuintainScenario
import QuintainTestIssues
import QuintainURLSessionWords
import QuintainWords

/// Thrown before anything is played: why a scenario is not played to URLSession in this process, and the command that
/// plays it in a process of its own. What shows only as it is played is the verdict's text.
public struct Refusal: Error, Sendable, CustomStringConvertible {
    /// One sentence: `URLSession on Linux does not survive trailers, and the tests would end with it`.
    public let reason: String
    /// `quintain check Scenarios/sum.scenario --client urlsession`; nil: URLSession lacks something, and no process of
    /// its own would help.
    public let command: String?
    /// Where the scenario is played.
    private let place: String
    /// Whether the scenario is in a file, as the command wants it.
    private let isFile: Bool

    public var description: String {
        let way = isFile ? "out of process" : "out of process, with the text in a file"
        let remedy = command.map { "; \(way): \(Self.orOfPlugin($0))" }
        return reason + (remedy ?? "") + "\n\(place)"
    }

    /// A command, and how a package that depends on this one runs it, where nothing need be installed.
    static func orOfPlugin(_ command: String) -> String {
        "\(command)\nfrom a package of your own: swift package --allow-network-connections all \(command)"
    }

    /// Found as the scenario is played. No other process would have the test's own delegate.
    ///
    /// - Parameter cause: what leads into the trap, to be written behind a semicolon.
    init(_ scenario: Scenario, _ trap: Trap, because cause: String, at place: TestPlace) {
        reason = "\(scenario.name) is not played to URLSession to its end: \(trap.sentence); \(cause)"
        command = nil
        isFile = scenario.word != nil
        self.place = "\(scenario.name) is played at \(place.brief)"
    }

    /// nil: the scenario can be played.
    init?(_ scenario: Scenario, at place: TestPlace) {
        guard let (reason, isTrap) = Self.reason(scenario.script) else { return nil }
        self.reason = "\(scenario.name) is not played to URLSession in this process: \(reason)"
        isFile = scenario.word != nil
        command = isTrap ? "quintain check \(scenario.word ?? "FILE") --client urlsession" : nil
        self.place = "\(scenario.name) is played at \(place.brief)"
    }

    private static func reason(_ script: QuintainScenario.Scenario) -> (sentence: String, isTrap: Bool)? {
        var applicability = Applicability(script, .ofURLSession, .asWritten)
        applicability.ordersLoads = false
        applicability.saysGo = true
        #if canImport(FoundationNetworking)
            if let trap = Trap.allCases.first(where: { $0.isSet(in: script, applicability.survey) }) {
                return (trap.sentence, true)
            }
        #endif
        return applicability.objection.map { ($0, false) }
    }
}

extension Greeting {
    /// The abilities of URLSession when a test plays the app: the test makes the loads, so only what Foundation lacks
    /// is missing.
    static var ofURLSession: Greeting {
        var greeting = Greeting(name: "URLSession", version: "")
        greeting.styles = [.urlsession]
        // Foundation has no event source; it would be code of the app.
        greeting.loads = LoadKind.allCases.filter { $0 != .events }
        for (name, decisions) in Abilities.callbacks {
            guard let kind = CallbackKind(rawValue: name) else { continue }
            greeting.callbacks[kind] = decisions.compactMap(DecisionWord.init)
        }
        greeting.challenges = Abilities.challenges.map { Set($0.compactMap(ChallengeKind.init)) }
        #if canImport(FoundationNetworking)
            greeting.acts = [.cancel]
            greeting.options = [.timeout, .total, .cookies]
            greeting.abilities = [.cookies, .lanes, .parts, .reuse, .decoding]
        #else
            greeting.acts = Set(DriverAct.allCases)
            greeting.options = [.timeout, .total, .cookies, .policy, .anchor]
            greeting.abilities = [.tls, .cookies, .cache, .lanes, .h2, .parts, .reuse, .decoding]
        #endif
        return greeting
    }
}
