// CheckPage.swift: a run of `quintain check` as one page to look at.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainPages
import QuintainRunner
import QuintainSides
import QuintainTranscript

/// The data for the scripts of `Sources/Pages/Assets`: an index of all cases, which is read when the page opens, and
/// the cases' events, packed a hundred cases at a time and unpacked when one is looked at.
package struct CheckPage {
    private let report: CheckReport
    /// The places of a sweep, and the place of each case.
    private var sweep: (summary: JSONText, places: [Int])?
    /// The comparison with an earlier run, if there is one.
    private var runs: RunsBeside?
    /// The cases, ordered by scenario, then by column.
    private var cases: [(scenario: Int, column: Int, one: ReportedCase, number: Int)] = []
    private var columns: [Column] = []
    private var scenarios: [(name: String, title: String, group: Int)] = []
    private var groups = Numbering()

    /// A client in one of its ways of loading.
    private struct Column {
        let client: String
        let way: String
        var version: String

        var json: JSONText {
            .object([("client", .text(client)), ("way", .text(way)), ("version", .text(version))])
        }
    }

    package init(_ report: SweepReport) {
        self.init(report.check)
        sweep = (report.summary, report.places)
    }

    /// The page of the newer of two runs, which shows the change of each case.
    package init(_ runs: RunsBeside) {
        self.init(runs.new)
        self.runs = runs
    }

    package init(_ report: CheckReport) {
        self.report = report
        var seats = Numbering()
        var names = Numbering()
        for (number, one) in report.cases.enumerated() {
            let result = one.result
            let column = seats.number(of: "\(result.client)\u{0}\(result.way)")
            if column == columns.count {
                columns.append(Column(client: result.client, way: result.way, version: result.version))
            } else if columns[column].version.isEmpty {
                columns[column].version = result.version
            }
            let scenario = names.number(of: result.scenario)
            if scenario == scenarios.count {
                scenarios.append((result.scenario, result.title, groups.number(of: Self.group(of: result.scenario))))
            }
            cases.append((scenario, column, one, number))
        }
        cases.sort { ($0.scenario, $0.column) < ($1.scenario, $1.column) }
    }

    /// `redirects` of `redirects/chain.scenario#two`
    private static func group(of scenario: String) -> String {
        let path = scenario.prefix { $0 != "#" }
        return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }

    package var html: [UInt8] {
        var page = Page(title: "Quintain: \(headline)", assets: PageAsset.reporting)
        page.values = [("report", index)]
        for (number, start) in stride(from: 0, to: cases.count, by: Self.casesInBlock).enumerated() {
            let block = cases[start..<min(start + Self.casesInBlock, cases.count)]
            page.values.append(("cases-\(number)", Page.packed(.list(block.map { $0.one.detail }))))
        }
        return page.html
    }

    private var headline: String { CaseText.counts(report.tally) }

    private var index: JSONText {
        var rules = Numbering()
        let rows = cases.map { scenario, column, one, _ -> JSONText in
            let result = one.result
            let verdict = CaseResult.Verdict.allCases.firstIndex(of: result.verdict)!
            let level = result.findings.map(\.severity).max().map { Self.levels.firstIndex(of: $0)! } ?? -1
            let broken = Set(result.findings.map { rules.number(of: $0.rule) }).sorted()
            return .list(
                [scenario, column, verdict, level, result.milliseconds].map { .number($0) }
                    + [.list(broken.map { .number($0) })])
        }
        var members: [(String, JSONText)] = [
            ("program", .text(report.program)), ("asExpected", .bool(report.isAsExpected)),
            ("date", report.date.map { .text($0) } ?? .null),
            ("systems", .list(report.systems.map { .text($0.sentence) })),
            ("givenUp", .bool(report.isGivenUp)), ("complaints", .list(report.complaints.map { .text($0) })),
            ("verdicts", .list(CaseResult.Verdict.allCases.map { .text($0.rawValue) })),
            ("levels", .list(Self.levels.map { .text($0.rawValue) })),
            ("columns", .list(columns.map(\.json))), ("groups", .list(groups.names.map { .text($0) })),
            (
                "scenarios",
                .list(scenarios.map { .list([.text($0.name), .text($0.title), .number($0.group)]) })
            ),
            ("cases", .list(rows)), ("casesInBlock", .number(Self.casesInBlock)),
            ("rules", .list(rules.names.map { RuleText.json($0) ?? .object([("name", .text($0))]) })),
        ]
        if let sweep {
            members.append(("sweep", sweep.summary))
            members.append(("places", .list(cases.map { .number(sweep.places[$0.number]) })))
        }
        if let runs { members.append(("comparison", comparison(runs))) }
        return .object(members)
    }

    /// The data of an earlier run: for each case that differs, by its number, the kind of change and the earlier
    /// verdict.
    private func comparison(_ runs: RunsBeside) -> JSONText {
        let changes = RunsBeside.Change.allCases
        let differences = cases.enumerated().compactMap { number, entry -> JSONText? in
            guard let difference = runs.difference(of: entry.one) else { return nil }
            let before = difference.before.map { CaseResult.Verdict.allCases.firstIndex(of: $0.result.verdict)! } ?? -1
            return .list([number, changes.firstIndex(of: difference.change)!, before].map { .number($0) })
        }
        let gone = runs.differences.filter { $0.change == .gone }.map { difference -> JSONText in
            let result = difference.one.result
            return .text("\(result.client): \(result.name), was \(result.verdict.words)")
        }
        return .object([
            ("old", runs.old.origin), ("changes", .list(changes.map { .text($0.rawValue) })),
            ("differences", .list(differences)), ("gone", .list(gone)),
            ("complaints", .list(runs.complaints.map { .text($0) })),
            ("remarks", .list(runs.remarks.map { .text($0) })),
        ])
    }

    private static let levels: [Severity] = [.failure, .warning, .noted]
    private static let casesInBlock = 100
}

/// Numbers texts in the order in which they are first mentioned.
private struct Numbering {
    private(set) var names: [String] = []
    private var numbers: [String: Int] = [:]

    mutating func number(of name: String) -> Int {
        if let number = numbers[name] { return number }
        numbers[name] = names.count
        names.append(name)
        return names.count - 1
    }
}
