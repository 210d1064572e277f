// WaysCompared.swift: compares the ways in which a client loads the same scenario.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainNotation
import QuintainRunner
import QuintainScenario
import QuintainSides
import QuintainWords

/// The differences between a client's ways of loading the same: in their verdicts, or in the outcomes of loads.
package struct WaysDiffering: Sendable, Equatable {
    package struct Difference: Sendable, Equatable {
        /// nil: the difference concerns the whole case.
        package var load: Int?
        /// `verdict`, `status`, `url`, `type`, `length`, `body`, `end`.
        package var what: String
        /// The different values, each with the ways that have it, in the order of the ways.
        package var values: [(value: String, ways: [String])]

        package static func == (one: Self, other: Self) -> Bool { one.sentence == other.sentence }

        /// `load 1: status: 200 as delegate, none as handler and async`
        var sentence: String {
            let place = load.map { "load \($0): " } ?? ""
            let parts = values.map { "\($0.value) as \(Self.list($0.ways))" }.joined(separator: ", ")
            return place + (load == nil ? "" : "\(what): ") + parts
        }

        private static func list(_ names: [String]) -> String {
            names.count < 2 ? names.joined() : names.dropLast().joined(separator: ", ") + " and " + names.last!
        }
    }

    package var client: String
    package var scenario: String
    package var differences: [Difference]
    /// A known failure in at least one of the ways explains the difference.
    package var isKnown: Bool

    /// `urlsession: redirects/x.scenario: fail as delegate, pass as handler; load 1: body: …`
    package var sentence: String {
        "\(client): \(scenario): \(differences.map(\.sentence).joined(separator: "; "))"
    }

    /// nil: the ways do not differ. Verdicts of cases that do not apply are not compared, nor outcomes of loads that
    /// were cut short.
    fileprivate init?(_ cases: [ReportedCase]) {
        let results = cases.map(\.result).filter { $0.verdict != .notApplicable }
        guard results.count > 1, let first = results.first else { return nil }
        client = first.client
        scenario = first.scenario
        isKnown = results.contains { $0.verdict == .knownFailure || $0.wavers }
        differences = []
        compare(nil, "verdict", results.map { ($0.way, $0.verdict.words) })
        let ended = results.filter { !$0.hasNoEnd }
        for load in Set(ended.flatMap(\.answers).map(\.load)).sorted() {
            let answers = ended.compactMap { result in
                result.answers.first { $0.load == load }.map { (way: result.way, answer: $0) }
            }
            compare(load, "end", answers.map { ($0.way, $0.answer.end ?? "none") })
            let told = answers.filter { !$0.answer.isFailureOnly }
            for (what, part) in Self.parts { compare(load, what, told.map { ($0.way, part($0.answer) ?? "none") }) }
        }
        if differences.isEmpty { return nil }
    }

    private mutating func compare(_ load: Int?, _ what: String, _ values: [(way: String, value: String)]) {
        var groups: [(value: String, ways: [String])] = []
        for (way, value) in values {
            if let index = groups.firstIndex(where: { $0.value == value }) {
                groups[index].ways.append(way)
            } else {
                groups.append((value, [way]))
            }
        }
        if groups.count > 1 { differences.append(Difference(load: load, what: what, values: groups)) }
    }

    private static let parts: [(String, @Sendable (LoadOutcome) -> String?)] = [
        ("status", { $0.status }), ("url", { $0.url }), ("type", { $0.type }), ("length", { $0.length }),
        ("body", { answer in answer.digest.map { "\(Summary.count(answer.bytes, "byte")) (\($0.prefix(8)))" } }),
    ]

    package var json: JSONText {
        let list = differences.map { difference in
            let values = difference.values.map { value, ways in
                JSONText.object([("value", .text(value)), ("ways", .list(ways.map { .text($0) }))])
            }
            let load = difference.load.map { [("load", JSONText.number($0))] } ?? []
            return JSONText.object(load + [("what", .text(difference.what)), ("values", .list(values))])
        }
        return .object([
            ("client", .text(client)), ("scenario", .text(scenario)), ("known", .bool(isKnown)),
            ("differences", .list(list)),
        ])
    }
}

extension CheckReport {
    /// The differences in the order in which the scenarios are first mentioned.
    package var differingWays: [WaysDiffering] {
        var groups: [String: [ReportedCase]] = [:]
        var order: [String] = []
        // Another delegate API is another client: it may report and decide differently.
        for one in cases where !one.result.way.isEmpty && APIStyle(rawValue: one.result.way) == nil {
            let key = "\(one.result.client): \(one.result.scenario)"
            if groups[key] == nil { order.append(key) }
            groups[key, default: []].append(one)
        }
        return order.compactMap { WaysDiffering(groups[$0] ?? []) }
    }
}

extension CaseResult {
    /// The case was cut short, so the outcomes of its loads are chance. A known failure with output of errors was a
    /// crash.
    fileprivate var hasNoEnd: Bool {
        switch verdict {
        case .crashed, .hung, .driverFault, .notPlayed: true
        case .knownFailure: errors != nil
        case .pass, .noted, .warning, .fail, .notApplicable: false
        }
    }
}
