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

    /// Variants of one family at one kind of place. Pairs are those of two families, at the place of the second.
    private struct Group {
        let family: String
        /// The last change.
        let kind: SweptCauses.Kind
        /// The name that patterns use: `cut:in-a-chunk-size`, of pairs `framing:*+cut:in-a-trailer`.
        let name: String
        let isPair: Bool
        var tally = Tally()

        init?(_ parts: [Variant.Part]) {
            guard let last = parts.last else { return nil }
            family = parts.map(\.family).joined(separator: "+")
            kind = SweptCauses.Kind(family: last.family, place: last.place)
            name = (parts.dropLast().map { "\($0.family):*" } + ["\(last.family):\(last.placeWord)"])
                .joined(separator: "+")
            isPair = parts.count > 1
        }

        var hasFailed: Bool { CaseResult.Verdict.allCases.contains { $0.isBad && tally[$0] > 0 } }

        func line(_ style: Style) -> String {
            let bad = CaseResult.Verdict.allCases.filter { $0.isBad && tally[$0] > 0 }
            let what = "\(family) \(kind.place): "
            if bad.isEmpty { return style("\(what)\(tally.total) of \(tally.total)", .faint) }
            let counts = bad.map { "\(tally[$0]) \($0.words)" }.joined(separator: ", ")
            return "\(what)\(style("\(counts) of \(tally.total)", .bad)) [\(name)]"
        }

        var json: JSONText {
            .object(
                [("family", .text(family)), ("place", .text(kind.place)), ("name", .text(name))]
                    + CaseResult.Verdict.allCases.filter { tally[$0] > 0 }.map { ($0.rawValue, .number(tally[$0])) })
        }
    }

    package init(_ check: CheckReport) { self.check = check }

    package mutating func add(_ one: ReportedCase, _ variant: Variant) {
        guard let group = Group(variant.parts) else { return }
        check.cases.append(one)
        let index = numbers[group.name] ?? groups.count
        if index == groups.count {
            groups.append(group)
            numbers[group.name] = index
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

    /// The causes of what is not as expected.
    package var causes: SweptCauses {
        SweptCauses(zip(check.cases, places).map { ($0.result, groups[$1].kind) })
    }

    /// `cut in a chunk's size: 14 of 14` for each family and place, and what was left out. A pair of families has a
    /// line of its own only for places at which something failed. Many reasons to leave variants out are counted.
    package func lines(_ style: Style, isVerbose: Bool) -> [String] {
        var shown: [String] = []
        var passed: [String: Int] = [:]
        let sorted = groups.sorted { ($0.family, $0.kind.place) < ($1.family, $1.kind.place) }
        for group in sorted where group.isPair && !group.hasFailed {
            passed[group.family, default: 0] += group.tally.total
        }
        for group in sorted {
            if let count = passed.removeValue(forKey: group.family) {
                shown.append(style("\(group.family): \(count) of \(count)", .faint))
            }
            if !group.isPair || group.hasFailed { shown.append(group.line(style)) }
        }
        return shown + linesOfLeftOut(isVerbose).map { style($0, .faint) }
    }

    /// Of many reasons those that left out most.
    private func linesOfLeftOut(_ isVerbose: Bool) -> [String] {
        func line(_ one: (reason: String, count: Int)) -> String { "left out: \(one.reason) (\(one.count))" }
        guard !isVerbose, leftOut.count > Self.reasonsTold else { return leftOut.map(line) }
        let sorted = leftOut.sorted { ($1.count, $0.reason) < ($0.count, $1.reason) }
        let rest = sorted.dropFirst(Self.reasonsTold - 1)
        let count = rest.reduce(0) { $0 + $1.count }
        return sorted.prefix(Self.reasonsTold - 1).map(line)
            + ["left out: \(rest.count) more reasons (\(count)), --verbose lists them"]
    }

    private static let reasonsTold = 6

    /// The report of the cases, with the groups and what was left out.
    package var json: JSONText {
        guard case .object(let members) = check.json else { return check.json }
        return .object(members + [("sweep", summary)])
    }

    /// The groups, the causes of what is not as expected, and what was left out.
    var summary: JSONText {
        let left = leftOut.map { JSONText.object([("reason", .text($0.reason)), ("count", .number($0.count))]) }
        let found = causes.all.map { cause in cause.json(example: check.cases[cause.variants[0]].result.name) }
        return .object([("groups", .list(groups.map(\.json))), ("causes", .list(found)), ("leftOut", .list(left))])
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
