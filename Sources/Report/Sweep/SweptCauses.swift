// SweptCauses.swift: the variants that fail for one cause.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
package import QuintainRunner
package import QuintainSides

/// Groups variants that are not as expected by their causes. A cause is one kind of change, by which a client breaks the
/// same rules, be it alone or as the second of a pair: the first one passes by itself.
package struct SweptCauses: Sendable {
    /// One kind of change: a cut in the body.
    package struct Kind: Hashable, Sendable {
        package let family: String
        package let place: String

        package init(family: String, place: String) {
            self.family = family
            self.place = place
        }
    }

    package struct Cause: Sendable {
        let kind: Kind
        let symptom: Symptom
        /// The indices of its variants, in the order of the plan; the first one stands for all.
        package fileprivate(set) var variants: [Int]

        /// `in 21 more variants with this change, coding a cut deflate`; nil: there is only one.
        package func more(_ style: Style = .plain) -> String? {
            guard variants.count > 1 else { return nil }
            let count = Summary.count(variants.count - 1, "more variant")
            let change = "\(kind.family) \(kind.place)"
            return style("  in \(count) with this change, \(change) (--verbose prints them)", .faint)
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
    }

    /// In the order of their first variants.
    package private(set) var all: [Cause] = []

    /// - Parameter variants: the result of each variant, and its last change.
    package init(_ variants: [(result: CaseResult, kind: Kind)]) {
        for (index, one) in variants.enumerated() {
            guard let symptom = Symptom(one.result) else { continue }
            if let known = all.firstIndex(where: { $0.kind == one.kind && $0.symptom == symptom }) {
                all[known].variants.append(index)
            } else {
                all.append(Cause(kind: one.kind, symptom: symptom, variants: [index]))
            }
        }
    }
}
