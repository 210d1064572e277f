// Tally.swift: the number of cases for each verdict.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package struct Tally: Sendable, Equatable {
    private var counts: [CaseResult.Verdict: Int] = [:]

    package init() {}

    package init(_ results: some Sequence<CaseResult>) {
        for result in results { add(result.verdict) }
    }

    package mutating func add(_ verdict: CaseResult.Verdict) { counts[verdict, default: 0] += 1 }

    package mutating func add(_ other: Tally) { counts.merge(other.counts, uniquingKeysWith: +) }

    package subscript(verdict: CaseResult.Verdict) -> Int { counts[verdict] ?? 0 }

    package var total: Int { counts.values.reduce(0, +) }

    /// The number of cases that did not end as expected.
    package var failures: Int {
        [.fail, .crashed, .hung, .driverFault, .notPlayed].reduce(0) { $0 + self[$1] }
    }

    /// Every case ended as expected.
    package var isAsExpected: Bool { failures == 0 }
}
