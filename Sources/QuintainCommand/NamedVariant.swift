// NamedVariant.swift: the variant of a scenario that a command line names.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainApplicability
import QuintainLoop
import QuintainRunner
import QuintainScenario
import QuintainSessions
import QuintainSweep
import QuintainTranscript
import QuintainWords

/// Derives `FILE@cut:17` from its file.
@OnLoop
enum NamedVariant {
    /// The derived scenario, and its name by places. Bytes are those that the server sends to this client.
    static func scenario(
        _ label: String, of run: Scenario, in source: ScenarioSource, playedBy client: ClientUnderTest
    ) async throws(WrongUse) -> (scenario: Scenario, place: String) {
        var lines = run.ownText.map(\.text)
        var parts: [Variant.Part] = []
        var variant: Variant?
        for part in label.split(separator: "+") {
            let words = part.split(separator: ":", maxSplits: 1).map(String.init)
            guard let name = words.first, let family = Family.named(name) else {
                throw WrongUse(
                    "'\(part)' names no family of variants",
                    help: NearestWord.suggestionOrList(for: words.first ?? "", among: Family.all.map(\.name)))
            }
            let subject = try await subject(
                of: run, lines, altered: variant?.alterations ?? [:], in: source, playedBy: client)
            let changes = family.changes(of: subject).all
            guard words.count == 2, let change = changes.first(where: { $0.value == words[1] }) else {
                throw WrongUse(
                    "\(run.name) has no variant '\(part)'", help: "quintain sweep \(run.name) --family \(name) --list")
            }
            let derived = Variant(subject, family, change, of: parts)
            (variant, lines, parts) = (derived, derived.lines, derived.parts)
        }
        guard let variant, let scenario = variant.scenario(of: run, reading: source.read) else {
            throw WrongUse("the text of \(run.name)@\(label) cannot be read")
        }
        return (scenario, variant.placeLabel)
    }

    /// Who plays the scenario as it is: a script with requests of its own that is the only client, for nobody else may make
    /// them, or else the reference client.
    static func player(among clients: [ClientUnderTest]) -> ClientUnderTest {
        if clients.count == 1, clients[0].makesRequests { return clients[0] }
        return ClientUnderTest(name: "reference", seat: .inside, ways: [.delegate])
    }

    /// The same for the command of a play; nil: there is none.
    static func player(_ command: [String]?) -> ClientUnderTest {
        guard let words = command, PlainCommand.strange(in: words) == nil,
            let plain = PlainCommand(words, called: "command")
        else { return player(among: []) }
        return player(among: [ClientUnderTest(name: "command", seat: .command(plain))])
    }

    /// The run as a subject, with the baseline of a play.
    private static func subject(
        of run: Scenario, _ lines: [String], altered: [Int: Alteration], in source: ScenarioSource,
        playedBy client: ClientUnderTest
    ) async throws(WrongUse) -> Subject {
        guard var flat = SweepPlan.Run(source: source, scenario: run, lines: lines).flat else {
            throw WrongUse("the text of \(run.name) alone cannot be read")
        }
        flat.alterations = altered
        var subject = Subject(flat, lines: lines)
        let authority = try TestAuthority.bundledForServing()
        await Runner.run(
            cases: [Case(flat, client: client, way: client.ways[0])], authority: authority, keepsPlays: true
        ) {
            _, result in
            guard !result.isFailure, let play = result.play else { return }
            subject.take(play.transcript.events)
        }
        guard subject.baseline != nil else {
            let who = client.makesRequests ? "the command" : "the reference client"
            throw WrongUse("\(run.name) has no variants: \(who) does not pass it as it is")
        }
        return subject
    }
}
