// DriverPart+Orders.swift: failures that a driver explains which keeps an order, or a decision, to itself.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainApplicability
import QuintainNotation
import QuintainPlayer
import QuintainScenario
import QuintainTranscript
import QuintainWords

extension DriverPart {
    /// Adds to each finding what the client may not have been told. The finding may as well be the client's, so it keeps
    /// its sources.
    static func explainOrders(
        _ result: inout CaseResult, _ scenario: Scenario, _ transcript: Transcript, isAsked: Bool
    ) {
        let lines = ScenarioSurvey(scenario).lines
        for (index, finding) in result.findings.enumerated() where finding.ofDriver == nil {
            let before = transcript.events.prefix { !$0.happening.isBreach(finding.sentence) }
            let words: String? =
                switch Breach.Slug(rawValue: finding.rule) {
                case .unexpectedCallback: keptBack(before, lines, isAsked: isAsked)
                case .unexpectedRequest, .wrongTarget:
                    finding.sentence.contains(Self.pastProxy) ? ordered(before) { $0.contains(" via ") } : nil
                case .wrongValue where isOfRealm(finding, lines):
                    "reads the field of the challenge itself, and does not undo the quotes of its realm,"
                default: nil
                }
            guard let words else { continue }
            let section =
                finding.rule == Breach.Slug.wrongValue.rawValue ? DriverDocument.callbacks : DriverDocument.orders
            result.findings[index].ofDriver =
                "\(Self.anyDriver) \(words) makes its client fail like this ('quintain driver-test' tries it): \(section)"
        }
    }

    /// How the sentences begin that are about any driver: this one may be right.
    static let anyDriver = "a driver that"
    private static let pastProxy = "not through the proxy"

    /// What explains the last callback, by what it says.
    private static func keptBack(_ before: ArraySlice<Event>, _ lines: [Line], isAsked: Bool) -> String? {
        guard let told = before.reversed().lazy.compactMap(\.happening.reported).first else { return nil }
        if told.hasPrefix("fail tls") || told.hasPrefix("fail proxy") {
            // A client that has seen no certificate, because it took a proxy's 201 for a refusal, has judged none.
            guard before.contains(where: \.happening.isOfTLS) else { return nil }
            return ordered(before) { $0.hasPrefix("client trust ") } ?? ordered(before) { $0.contains(" anchor=") }
        }
        guard told.hasPrefix("response 407"), lines.contains(where: \.decidesForProxy) else { return nil }
        return isAsked
            ? "does not tell the challenge of a proxy" : "does not pass on what is decided at the challenge of a proxy"
    }

    /// The last order that is such a one.
    private static func ordered(_ before: ArraySlice<Event>, _ isMeant: (String) -> Bool) -> String? {
        before.reversed().lazy.compactMap(\.happening.ordered).first(where: isMeant).map { "does not pass on `\($0)`" }
    }

    private static func isOfRealm(_ finding: CaseResult.Finding, _ lines: [Line]) -> Bool {
        finding.sentence.hasPrefix("realm is ")
            && lines.contains { line in
                guard case .callback(let callback) = line.deed else { return false }
                return line.place.line == finding.line && callback.kind == .challenge
            }
    }
}

extension CaseResult.Finding {
    /// Whether it is told what a driver may have kept to itself.
    var isOfOrder: Bool { ofDriver?.hasPrefix(DriverPart.anyDriver) ?? false }
}

extension Line {
    /// `* challenge Basic proxy=yes -> use bob:gatepass`
    fileprivate var decidesForProxy: Bool {
        guard case .callback(let callback) = deed, callback.kind == .challenge, callback.decision?.word == .use else {
            return false
        }
        return callback.fields.contains { $0.name == "proxy" && $0.value.literalText == "yes" }
    }
}

extension Happening {
    fileprivate var ordered: String? { if case .ordered(let words) = self { words } else { nil } }

    fileprivate var isOfTLS: Bool { if case .tls = self { true } else { false } }

    fileprivate var reported: String? { if case .reported(let words, _) = self { words } else { nil } }

    fileprivate func isBreach(_ sentence: String) -> Bool {
        if case .broken(_, let said, _) = self { said == sentence } else { false }
    }
}
