// SweepReport.swift: the results of a run of `quintain sweep`.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainNotation
import QuintainRunner
package import QuintainSides
package import QuintainSweep

/// The results of variants, by the family and the place that was varied.
package struct SweepReport: Sendable {
    /// The variants as cases.
    package var check: CheckReport
    private var groups: [Group] = []
    /// The group of each case.
    private(set) var places: [Int] = []
    private var numbers: [String: Int] = [:]
    /// The number of runs and variants that were left out for each reason.
    private var leftOut: [(reason: String, count: Int)] = []

    /// Variants of one family at one kind of place.
    private struct Group {
        let family: String
        let place: String
        /// The name that patterns use: `cut:in-a-chunk-size`.
        let name: String
        var tally = Tally()

        var isPair: Bool { family.contains("+") }
        var hasFailed: Bool { CaseResult.Verdict.allCases.contains { $0.isBad && tally[$0] > 0 } }

        func line(_ style: Style) -> String {
            let bad = CaseResult.Verdict.allCases.filter { $0.isBad && tally[$0] > 0 }
            let what = "\(family) \(place): "
            if bad.isEmpty { return style("\(what)\(tally.total) of \(tally.total)", .faint) }
            let counts = bad.map { "\(tally[$0]) \($0.words)" }.joined(separator: ", ")
            return "\(what)\(style("\(counts) of \(tally.total)", .bad)) [\(name)]"
        }

        var json: JSONText {
            .object(
                [("family", .text(family)), ("place", .text(place)), ("name", .text(name))]
                    + CaseResult.Verdict.allCases.filter { tally[$0] > 0 }.map { ($0.rawValue, .number(tally[$0])) })
        }
    }

    package init(_ check: CheckReport) { self.check = check }

    package mutating func add(_ one: ReportedCase, _ variant: Variant) {
        check.cases.append(one)
        let family = variant.parts.map(\.family).joined(separator: "+")
        let place = variant.parts.map(\.place).joined(separator: ", ")
        let key = "\(family) \(place)"
        let index = numbers[key] ?? groups.count
        if index == groups.count {
            groups.append(Group(family: family, place: place, name: variant.placeLabel))
            numbers[key] = index
        }
        groups[index].tally.add(one.result.verdict)
        places.append(index)
    }

    /// Notes the runs and variants that were left out, and the reasons.
    package mutating func leaveOut(_ runs: [(name: String, reason: String)], _ choice: VariantChoice?, pairs: Int) {
        for run in runs { leaveOut("\(run.name): \(run.reason)", 1) }
        guard let choice else { return }
        for (family, reasons) in choice.leftOut.sorted(by: { $0.key < $1.key }) {
            for (reason, count) in reasons.sorted(by: { $0.key < $1.key }) { leaveOut("\(family): \(reason)", count) }
        }
        for (family, count) in choice.beyond.sorted(by: { $0.key < $1.key }) {
            leaveOut("\(family): beyond its share", count)
        }
        if pairs > 0 { leaveOut("pairs: beyond the budget", pairs) }
    }

    private mutating func leaveOut(_ reason: String, _ count: Int) {
        if let index = leftOut.firstIndex(where: { $0.reason == reason }) {
            leftOut[index].count += count
        } else {
            leftOut.append((reason, count))
        }
    }

    /// `cut in a chunk's size: 14 of 14` for each family and place, and what was left out. A pair of families has a
    /// line of its own only for places at which something failed.
    package func lines(_ style: Style) -> [String] {
        let sorted = groups.sorted { ($0.family, $0.place) < ($1.family, $1.place) }
        var shown: [String] = []
        var passed: [String: Int] = [:]
        for group in sorted where group.isPair && !group.hasFailed {
            passed[group.family, default: 0] += group.tally.total
        }
        for group in sorted {
            if let count = passed.removeValue(forKey: group.family) {
                shown.append(style("\(group.family): \(count) of \(count)", .faint))
            }
            if !group.isPair || group.hasFailed { shown.append(group.line(style)) }
        }
        return shown + leftOut.map { style("left out: \($0.reason) (\($0.count))", .faint) }
    }

    /// The report of the cases, with the groups and what was left out.
    package var json: JSONText {
        guard case .object(let members) = check.json else { return check.json }
        return .object(members + [("sweep", summary)])
    }

    /// The groups and what was left out.
    var summary: JSONText {
        let left = leftOut.map { JSONText.object([("reason", .text($0.reason)), ("count", .number($0.count))]) }
        return .object([("groups", .list(groups.map(\.json))), ("leftOut", .list(left))])
    }
}

extension CaseResult.Verdict {
    fileprivate var isBad: Bool {
        switch self {
        case .fail, .crashed, .hung, .driverFault, .notPlayed: true
        case .pass, .noted, .warning, .knownFailure, .notApplicable: false
        }
    }
}
