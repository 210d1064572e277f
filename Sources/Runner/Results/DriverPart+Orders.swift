// DriverPart+Orders.swift: failures that a driver explains which keeps an order, or a decision, to itself.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainApplicability
import QuintainNotation
import QuintainPlayer
import QuintainScenario
import QuintainTalk
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
            guard let difference = finding.difference else { continue }
            let before = transcript.events.prefix { !$0.happening.isBreach(difference) }
            let words: String? =
                switch difference {
                case .callback, .callbackOfRefusal: keptBack(before, lines, isAsked: isAsked)
                case .target(.way(_, _, wanted: _?)): ordered(before, \.goesThroughProxy)
                case .value(.member("realm", _)) where isOfChallenge(finding, lines):
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

    /// What explains the last callback, by what it says.
    private static func keptBack(_ before: ArraySlice<Event>, _ lines: [Line], isAsked: Bool) -> String? {
        guard let told = before.reversed().lazy.compactMap(\.happening.reported).first else { return nil }
        if told.kind == .fail, [FailKind.tls, .proxy].contains(where: { $0.rawValue == told.first }) {
            // A client that has seen no certificate, because it took a proxy's 201 for a refusal, has judged none.
            guard before.contains(where: \.happening.isOfTLS) else { return nil }
            return ordered(before, \.isTrust) ?? ordered(before, \.hasAnchor)
        }
        guard told.kind == .response, told.first == "407", lines.contains(where: \.decidesForProxy) else { return nil }
        return isAsked
            ? "does not tell the challenge of a proxy" : "does not pass on what is decided at the challenge of a proxy"
    }

    /// The last order that is such a one.
    private static func ordered(_ before: ArraySlice<Event>, _ isMeant: (ClientOrder) -> Bool) -> String? {
        for event in before.reversed() {
            guard case .ordered(let order, _) = event.happening, isMeant(order) else { continue }
            return EventPrinter.lines(of: event).first.map { "does not pass on `\($0)`" }
        }
        return nil
    }

    private static func isOfChallenge(_ finding: CaseResult.Finding, _ lines: [Line]) -> Bool {
        lines.contains { line in
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

extension ClientOrder {
    fileprivate var goesThroughProxy: Bool { if case .load(let load) = self { load.proxy != nil } else { false } }

    fileprivate var isTrust: Bool { if case .trust = self { true } else { false } }

    fileprivate var hasAnchor: Bool {
        guard case .load(let load) = self else { return false }
        return load.options.contains { $0.name == LoadOption.anchor.rawValue }
    }
}

extension Happening {
    fileprivate var isOfTLS: Bool { if case .tls = self { true } else { false } }

    fileprivate var reported: ToldCallback? { if case .reported(let callback) = self { callback } else { nil } }

    fileprivate func isBreach(_ difference: Difference) -> Bool {
        if case .broken(let breach, _) = self { breach.difference == difference } else { false }
    }
}
