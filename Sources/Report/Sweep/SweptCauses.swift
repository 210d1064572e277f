// SweptCauses.swift: the variants that fail for one cause.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
package import QuintainRunner
package import QuintainSides

/// Groups variants that are not as expected by their causes. A cause is one kind of change, by which a client breaks the
/// same rules, be it alone or beside a second change.
package struct SweptCauses: Sendable {
    /// One kind of change: a cut in the body.
    package struct Kind: Hashable, Sendable {
        package let family: String
        package let place: String

        package init(family: String, place: String) {
            self.family = family
            self.place = place
        }

        /// `coding a cut deflate`
        package var words: String { "\(family) \(place)" }
    }

    package struct Cause: Sendable {
        package let kind: Kind
        let symptom: Symptom
        /// The indices of its variants, in the order of the plan.
        package fileprivate(set) var variants: [Int]
        /// The index of its smallest variant.
        package fileprivate(set) var example = 0

        /// `in 21 more variants with this change, coding a cut deflate`; nil: the example is the only one.
        package func more(_ style: Style = .plain) -> String? {
            guard variants.count > 1 else { return nil }
            let count = Summary.count(variants.count - 1, "more variant")
            return style("  in \(count) with this change, \(kind.words) (--verbose prints them)", .faint)
        }

        func json(example name: String) -> JSONText {
            .object([
                ("client", .text(symptom.client)), ("family", .text(kind.family)), ("place", .text(kind.place)),
                ("verdict", .text(symptom.verdict.rawValue)),
                ("rules", .list(symptom.rules.sorted().map { .text($0) })), ("count", .number(variants.count)),
                ("example", .text(name)),
            ])
        }
    }

    /// What shows of a cause.
    struct Symptom: Hashable, Sendable {
        let client: String
        let way: String
        let verdict: CaseResult.Verdict
        let rules: Set<String>
        let badEnd: String?

        /// Nil: the variant is as expected.
        init?(_ result: CaseResult) {
            switch result.verdict {
            case .pass, .knownFailure, .notApplicable: return nil
            case .noted, .warning, .fail, .crashed, .hung, .driverFault, .notPlayed: break
            }
            (client, way, verdict) = (result.client, result.way, result.verdict)
            rules = Set(result.decisive.map(\.rule))
            badEnd = result.badEnd
        }

        /// Whether a variant with another change as well may show it like this: a change may hide a part.
        func mayShow(as other: Symptom) -> Bool {
            client == other.client && way == other.way && verdict == other.verdict && badEnd == other.badEnd
                && (rules == other.rules || !other.rules.isEmpty && other.rules.isSubset(of: rules))
        }
    }

    /// In the order of their first variants.
    package private(set) var all: [Cause] = []
    /// The causes, by the index of a variant.
    private var causes: [Int: Int] = [:]

    /// - Parameter variants: the result of each variant, its one or two changes, and the length of its text.
    package init(_ variants: [(result: CaseResult, kinds: [Kind], size: Int)]) {
        var rest: [(index: Int, symptom: Symptom)] = []
        var pairs: [(index: Int, symptom: Symptom)] = []
        for (index, one) in variants.enumerated() {
            guard let symptom = Symptom(one.result) else { continue }
            if one.kinds.count == 1 {
                add(index, one.kinds[0], symptom)
            } else {
                pairs.append((index, symptom))
            }
        }
        // The first change of a pair passes by itself, so the second one is asked first.
        for (index, symptom) in pairs {
            let known = variants[index].kinds.reversed().compactMap { kind in
                all.firstIndex { $0.kind == kind && $0.symptom.mayShow(as: symptom) }
            }
            if let known = known.first {
                all[known].variants.append(index)
            } else {
                rest.append((index, symptom))
            }
        }
        // What none of two changes does alone is told of the one that more of these pairs have.
        while let (kind, symptom) = Self.mostFrequent(of: rest, variants.map(\.kinds)) {
            for one in rest where one.symptom == symptom && variants[one.index].kinds.contains(kind) {
                add(one.index, kind, symptom)
            }
            rest.removeAll { $0.symptom == symptom && variants[$0.index].kinds.contains(kind) }
        }
        for place in all.indices {
            all[place].variants.sort()
            let found = all[place].variants
            all[place].example =
                found.min {
                    let (one, other) = (variants[$0], variants[$1])
                    return (one.kinds.count, one.size, $0) < (other.kinds.count, other.size, $1)
                } ?? 0
        }
        all.sort { $0.variants[0] < $1.variants[0] }
        for (place, cause) in all.enumerated() { for index in cause.variants { causes[index] = place } }
    }

    /// The cause of a variant, by its index; nil: it is as expected.
    package func cause(of index: Int) -> Cause? { causes[index].map { all[$0] } }

    private mutating func add(_ index: Int, _ kind: Kind, _ symptom: Symptom) {
        if let known = all.firstIndex(where: { $0.kind == kind && $0.symptom == symptom }) {
            all[known].variants.append(index)
        } else {
            all.append(Cause(kind: kind, symptom: symptom, variants: [index]))
        }
    }

    private struct Sign: Hashable {
        let kind: Kind
        let symptom: Symptom
    }

    /// The change and the symptom that most of the pairs have in common; of several the one that is met first.
    private static func mostFrequent(
        of pairs: [(index: Int, symptom: Symptom)], _ kinds: [[Kind]]
    ) -> (Kind, Symptom)? {
        var counts: [Sign: (count: Int, first: Int)] = [:]
        var met = 0
        for (index, symptom) in pairs {
            for kind in kinds[index].reversed() {
                met += 1
                counts[Sign(kind: kind, symptom: symptom), default: (0, met)].count += 1
            }
        }
        let best = counts.min { ($1.value.count, $0.value.first) < ($0.value.count, $1.value.first) }
        return best.map { ($0.key.kind, $0.key.symptom) }
    }
}
