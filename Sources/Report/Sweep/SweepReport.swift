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
    /// The length of each variant's text.
    private var sizes: [Int] = []
    private var numbers: [String: Int] = [:]
    /// The number of runs and variants that were left out for each reason.
    private var leftOut: [(reason: String, count: Int)] = []

    /// Variants of one family at one kind of place.
    private struct Group {
        let family: String
        let place: String
        /// The name that patterns use: `cut:in-a-chunk-size`.
        let name: String
        /// The one or two changes.
        let kinds: [SweptCauses.Kind]
        var tally = Tally()

        init(family: String, place: String, name: String, kinds: [SweptCauses.Kind]) {
            self.family = family
            self.place = place
            self.name = name
            self.kinds = kinds
        }

        /// Pairs of the same families that have one change in common.
        init(of groups: [Group], with kind: SweptCauses.Kind) {
            let names = zip(groups[0].kinds, groups[0].name.split(separator: "+"))
            family = groups[0].family
            place = kind.place
            name = names.map { $0 == kind ? String($1) : "\($0.family):*" }.joined(separator: "+")
            kinds = groups[0].kinds
            for group in groups { tally.add(group.tally) }
        }

        var isPair: Bool { kinds.count > 1 }
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
            let kinds = variant.parts.map { SweptCauses.Kind(family: $0.family, place: $0.place) }
            groups.append(Group(family: family, place: place, name: variant.placeLabel, kinds: kinds))
            numbers[key] = index
        }
        groups[index].tally.add(one.result.verdict)
        places.append(index)
        sizes.append(variant.text.count)
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
        SweptCauses(check.cases.indices.map { (check.cases[$0].result, groups[places[$0]].kinds, sizes[$0]) })
    }

    /// `cut in a chunk's size: 14 of 14` for each family and place, and what was left out. A pair of families has a
    /// line of its own only for places at which something failed, and one for all places that fail for one cause. Many
    /// reasons to leave variants out are counted.
    package func lines(_ style: Style, isVerbose: Bool) -> [String] {
        var shown: [String] = []
        var passed: [String: Int] = [:]
        let sorted = folded.sorted { ($0.family, $0.place) < ($1.family, $1.place) }
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

    /// The groups, of which those are one that fail with the same change beside others: `framing+coding br`.
    private var folded: [Group] {
        let causes = causes
        var known: [Int: SweptCauses.Kind] = [:]
        for (index, place) in places.enumerated() where check.cases[index].result.verdict.isBad {
            if groups[place].isPair, known[place] == nil { known[place] = causes.cause(of: index)?.kind }
        }
        var left = groups.indices.map { $0 }
        var made: [Group] = []
        for place in groups.indices {
            guard let kind = known[place], left.contains(place) else { continue }
            let alike = left.filter { groups[$0].family == groups[place].family && groups[$0].kinds.contains(kind) }
            guard alike.count(where: { known[$0] == kind }) > 1 else { continue }
            let own = alike.filter { known[$0] == nil || known[$0] == kind }
            made.append(Group(of: own.map { groups[$0] }, with: kind))
            left.removeAll(where: own.contains)
        }
        return made + left.map { groups[$0] }
    }

    /// The report of the cases, with the groups and what was left out.
    package var json: JSONText {
        guard case .object(let members) = check.json else { return check.json }
        return .object(members + [("sweep", summary)])
    }

    /// The groups, the causes of what is not as expected, and what was left out.
    var summary: JSONText {
        let left = leftOut.map { JSONText.object([("reason", .text($0.reason)), ("count", .number($0.count))]) }
        let found = causes.all.map { cause in cause.json(example: check.cases[cause.example].result.name) }
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
