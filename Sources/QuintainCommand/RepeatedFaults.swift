// RepeatedFaults.swift: what comes again in one case after the other.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainReport
import QuintainRunner
import QuintainSides

/// Counts the cases that say the same. Of those that a driver has spoilt in the same way the first is printed, and of those
/// with the same findings the first few.
struct RepeatedFaults {
    struct Kind: Hashable {
        let client: String
        let verdict: CaseResult.Verdict
        let failure: String
        let isBadEnd: Bool

        static func all(of result: CaseResult) -> [Kind] {
            let failures = result.badEnd.map { [$0] } ?? result.decisive.map(\.failure)
            return failures.map {
                Kind(client: result.client, verdict: result.verdict, failure: $0, isBadEnd: result.endsBadly)
            }
        }

        /// How many cases of the kind are printed.
        var printedAtMost: Int { isBadEnd ? 1 : 5 }
    }

    /// Cases that are not printed, and what they say.
    private struct Untold {
        let verdict: CaseResult.Verdict
        let client: String
        let sentence: String
        var count = 0

        init(_ result: CaseResult) {
            (verdict, client) = (result.verdict, result.client)
            let text = result.reason ?? result.decisive.first.map { "\($0.sentence) [\($0.rule)]" } ?? ""
            sentence = text.split(separator: "\n").joined(separator: " ")
        }
    }

    private var printed: [Kind: Int] = [:]
    private var untold: [Untold] = []
    private var places: [Kind: Int] = [:]

    /// Whether the case is to be printed: something of what it says has not been printed before, or not often.
    mutating func isNew(_ result: CaseResult) -> Bool {
        let kinds = Kind.all(of: result)
        guard let first = kinds.first else { return true }
        if kinds.contains(where: { printed[$0, default: 0] < $0.printedAtMost }) {
            for kind in Set(kinds) { printed[kind, default: 0] += 1 }
            return true
        }
        let place = places[first] ?? untold.count
        if place == untold.count { untold.append(Untold(result)) }
        places[first] = place
        untold[place].count += 1
        return false
    }

    /// `driver fault  urllib  in 34 more cases (--verbose prints them): …`
    func lines(_ style: Style) -> [String] {
        untold.map { one in
            style(one.verdict.words, one.verdict.tone) + "  \(one.client)  in "
                + "\(Summary.count(one.count, "more case")) (--verbose prints them): \(one.sentence)"
        }
    }
}
