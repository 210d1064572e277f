// ScenarioChoice.swift: scenarios chosen by what their files say of them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainApplicability
import QuintainScenario
import QuintainWords

/// The choice of `--tag slow --tag !faults --level should --spec 'RFC 9110'`: by each of these options a scenario needs at
/// least one of what is wanted, and none of what is not.
struct ScenarioChoice {
    /// What one option asks for.
    private struct Wishes {
        var wanted: [@Sendable (Scenario) -> Bool] = []
        var unwanted: [@Sendable (Scenario) -> Bool] = []

        func take(_ scenario: Scenario) -> Bool {
            (wanted.isEmpty || wanted.contains { $0(scenario) }) && !unwanted.contains { $0(scenario) }
        }
    }

    /// Whether scenarios are chosen at all.
    let isMade: Bool
    private let wishes: [Wishes]

    init(_ arguments: Arguments, of scenarios: [Scenario]) throws(WrongUse) {
        var wishes: [Wishes] = []
        for (option, test) in [("--tag", Self.tag), ("--level", Self.level), ("--spec", Self.spec)] {
            var own = Wishes()
            for value in arguments.values(option) {
                let isUnwanted = value.hasPrefix("!")
                let takes = try test(isUnwanted ? String(value.dropFirst()) : value, scenarios)
                if isUnwanted { own.unwanted.append(takes) } else { own.wanted.append(takes) }
            }
            wishes.append(own)
        }
        self.wishes = wishes
        isMade = wishes.contains { !$0.wanted.isEmpty || !$0.unwanted.isEmpty }
    }

    func takes(_ scenario: Scenario) -> Bool { wishes.allSatisfy { $0.take(scenario) } }

    private typealias Test = @Sendable (Scenario) -> Bool

    private static func tag(_ tag: String, among scenarios: [Scenario]) throws(WrongUse) -> Test {
        let known = Set(scenarios.flatMap(\.tags))
        guard known.contains(tag) else {
            throw WrongUse(
                "no scenario has the tag '\(tag)'",
                help: known.isEmpty ? nil : NearestWord.suggestionOrList(for: tag, among: known.sorted()))
        }
        return { $0.tags.contains(tag) }
    }

    private static func level(_ word: String, among scenarios: [Scenario]) throws(WrongUse) -> Test {
        guard let level = Level(rawValue: word) else {
            throw WrongUse(
                "there is no level '\(word)'",
                help: NearestWord.suggestionOrList(for: word, among: Level.allCases.map(\.rawValue)))
        }
        return { scenario in ScenarioSurvey(scenario).lines.contains { $0.level == level && $0.deed.isOfClient } }
    }

    private static func spec(_ text: String, among scenarios: [Scenario]) throws(WrongUse) -> Test {
        let wanted = Citation(text)
        let takes: Test = { scenario in scenario.specs.contains { wanted.isPart(of: $0) } }
        guard !text.isEmpty, scenarios.contains(where: takes) else {
            let known = Set(scenarios.flatMap(\.specs).flatMap(Citation.documents))
            throw WrongUse(
                "no scenario cites '\(text)'",
                help: NearestWord.suggestion(for: wanted.document ?? text, among: known.sorted()))
        }
        return takes
    }
}

/// An RFC, and a section of it, as they are typed: `RFC 9110 section 15.4`, `rfc9110 15.4`; or any other words.
struct Citation: Equatable {
    /// `RFC 9110`; nil: it is no RFC.
    let document: String?
    /// The numbers of `15.4`; empty: the whole document.
    let section: [Substring]
    private let text: String

    init(_ text: String) {
        let cited = Self.sections(of: text)
        self.text = text.lowercased()
        document = cited.first?.document
        section = cited.lazy.map(\.section).first { !$0.isEmpty } ?? []
    }

    /// Whether a `spec` line names this, or a section within it.
    func isPart(of spec: String) -> Bool {
        guard let document else { return spec.lowercased().contains(text) }
        return Self.sections(of: spec).contains { $0.document == document && $0.section.starts(with: section) }
    }

    /// `RFC 9110` and `RFC 9112` of `RFC 9110 section 15.4, RFC 9112 section 9`.
    static func documents(of spec: String) -> [String] { sections(of: spec).map(\.document) }

    /// Each document by itself, and then with each of its sections.
    private static func sections(of text: String) -> [(document: String, section: [Substring])] {
        var found: [(document: String, section: [Substring])] = []
        var isNamed = false
        for word in text.lowercased().split(whereSeparator: { " ,;()".contains($0) }) {
            let number = word.hasPrefix("rfc") ? word.dropFirst(3) : word.hasPrefix("§") ? word.dropFirst() : word
            if word.hasPrefix("rfc"), number.isEmpty {
                isNamed = true
            } else if isNamed || word.hasPrefix("rfc"), Int(number) != nil {
                found.append(("RFC \(number)", []))
                isNamed = false
            } else if let last = found.last, let first = number.first, first.isNumber {
                found.append((last.document, number.split(separator: ".")))
            }
        }
        return found
    }
}

extension Deed {
    fileprivate var isOfClient: Bool {
        switch self {
        // `! same-connection` and `never` are about what it does, too.
        case .receive, .callback, .await, .binding, .act(.wrong): true
        case .send, .act, .order: false
        }
    }
}
