// ExplainCommand.swift: `quintain explain`, an explanation of a slug, a rule or a word of the language.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainExplanations
import QuintainFrames
import QuintainLoop
import QuintainOrder
import QuintainPlayer
import QuintainScenario
import QuintainWire
import QuintainWords
import QuintainTranscript

enum ExplainCommand {
    static let subcommand = Subcommand(usage: usage, run: run)

    private static let usage = Usage(
        name: "explain",
        summary: "explains an error's slug, a rule's name or a word of scenarios",
        form: "NAME…",
        about: """
            Explains faults of scenario files (by their slugs in 'quintain lint --json'), breaches of a play (the word
            in brackets after the sentence), deviations from HTTP in a transcript, contracts, the rules that
            'quintain judge' names, and the words of the language: marks, acts, callbacks, orders, functions, verdicts.
            """,
        options: [
            .init("--list", nil, "lists all names"),
            .init("--sheet", nil, "prints all words of scenarios on one page, in Markdown"),
        ],
        examples: [
            "quintain explain too-soon", "quintain explain quiet", "quintain explain U10", "quintain explain --list",
        ])

    @OnLoop
    private static func run(_ arguments: Arguments) throws(WrongUse) -> Status {
        if arguments.has("--list") {
            Output.write(list)
            return .asExpected
        }
        if arguments.has("--sheet") {
            Output.writeOpen(CheatSheet.text)
            return .asExpected
        }
        guard !arguments.words.isEmpty else {
            throw WrongUse("which slug or word?", help: "quintain explain --list lists them")
        }
        var status = Status.asExpected
        var isFirst = true
        for word in arguments.words {
            let text =
                explanation(of: word) ?? explanation(of: name(in: word)) ?? explanation(of: name(in: word).lowercased())
            guard let text else {
                let help = help(for: word)
                Invocation.complain(
                    WrongUse("no slug, rule or word is called '\(word)'", help: help), "quintain explain")
                status = .wrongUse
                continue
            }
            if !isFirst { Output.write("") }
            isFirst = false
            Output.write(text)
        }
        return status
    }

    private static func help(for word: String) -> String {
        NearestWord.suggestion(for: word, among: all) ?? "quintain explain --list lists them"
    }

    /// The word of a text as it is written in a file: `{{any}}`, `! quiet 300ms`, `* data`; or in a report:
    /// `unexpected-callback:finish`.
    private static func name(in text: String) -> String {
        String(text.drop { " {*!?<>".contains($0) }.prefix { !" }:".contains($0) })
    }

    private static func explanation(of word: String) -> String? {
        if let slug = Breach.Slug(rawValue: word) { return "\(word) (breach)\n\n\(slug.explanation)" }
        if word == WantedExit.rule { return "\(word) (end of a command)\n\n\(WantedExit.explanation)" }
        if let rule = WireRule(rawValue: word) {
            return "\(word) (deviation)\n\n\(rule.sentence) (\(rule.citation)).\n\(consequence(of: rule))"
        }
        if let rule = FieldRule(rawValue: word) {
            return "\(word) (deviation)\n\n\(rule.sentence) (\(rule.citation)).\n\(consequence(.malformedRequest))"
        }
        if let rule = FrameRule(rawValue: word) {
            return "\(word) (deviation)\n\n\(rule.sentence) (\(rule.citation)).\n\(consequence(.unreadableRequest))"
        }
        if let rule = Rule(rawValue: word) { return ContractText.explanation(rule) }
        if let contract = Contract(rawValue: word) { return ContractText.explanation(contract) }
        guard var text = DiagnosticCatalogue.explanation(of: word) else {
            return WordCatalogue.explanation(of: word)
        }
        while text.last == "\n" { text.removeLast() }
        return text
    }

    private static func consequence(of rule: WireRule) -> String {
        if rule.endsReading { return "The request is refused with \(rule.status ?? 400)." }
        let routes = rule.status.map { "Routes refuse the request with \($0). " } ?? ""
        guard rule.isHeldToForm else { return routes + "It is reported, and the verdict does not change." }
        return routes + consequence(rule == .requestAfterClose ? .wrongConnection : .malformedRequest)
    }

    private static func consequence(_ slug: Breach.Slug) -> String {
        "In a scenario it breaks the line that takes the request: quintain explain \(slug.rawValue)."
    }

    /// Whether the rule can be in a file of known failures: `*` and the ends of a driver are rules only there.
    static func knows(rule: String) -> Bool { ends.contains(rule) || explanation(of: rule) != nil }

    static func help(rule: String) -> String {
        NearestWord.suggestion(for: rule, among: all + ends)
            ?? "it stands in brackets behind what 'quintain check' prints"
    }

    private static let ends = ["*", "crashed", "hung", "driver-fault"]

    private static var all: [String] {
        let slugs = Slug.allCases.map(\.rawValue) + Breach.Slug.allCases.map(\.rawValue)
        return slugs + WireRule.allCases.map(\.rawValue) + FieldRule.allCases.map(\.rawValue)
            + FrameRule.allCases.map(\.rawValue) + Contract.allCases.map(\.name) + Rule.allCases.map(\.name)
            + WordCatalogue.words + [WantedExit.rule]
    }

    private static var list: String {
        func block(_ title: String, _ names: [String]) -> String {
            title + "\n" + names.map { "  " + $0 }.joined(separator: "\n")
        }
        return [
            block("faults of scenario files:", Slug.allCases.map(\.rawValue)),
            block("breaches of a play:", Breach.Slug.allCases.map(\.rawValue)),
            block("deviations from HTTP/1.1:", WireRule.allCases.map(\.rawValue)),
            block("deviations from HTTP/2:", FrameRule.allCases.map(\.rawValue)),
            block("rules for the fields of a request:", FieldRule.allCases.map(\.rawValue)),
            block("contracts:", Contract.allCases.map(\.name)),
            block("rules of contracts:", Rule.allCases.map(\.name)),
            block("verdicts:", WordCatalogue.ofVerdicts),
            block("words of the language:", Set(WordCatalogue.ofScenarios).sorted()),
        ].joined(separator: "\n\n")
    }
}
