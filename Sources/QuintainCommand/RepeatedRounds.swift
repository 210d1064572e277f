// RepeatedRounds.swift: cases of `--repeat` that end as they did in an earlier round.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainReport
import QuintainRunner
import QuintainSides

/// Counts the rounds in which a case ends alike, of which the first is printed.
struct RepeatedRounds {
    /// What two rounds have in common that ended alike: ports and times differ.
    private struct Ending: Hashable {
        let index: Int
        let verdict: CaseResult.Verdict
        let broken: [String]
    }

    private struct Case {
        let first: CaseResult
        var rounds: [Int] = []

        var isPrinted: Bool { first.isFailure || first.verdict == .warning || first.verdict == .noted }
    }

    /// The number of cases in a round.
    private let count: Int
    private var cases: [Case] = []
    private var places: [Ending: Int] = [:]

    init(count: Int) { self.count = count }

    /// Whether the case is to be printed: it has not ended so in an earlier round.
    ///
    /// - Parameter place: its index among the cases of all rounds.
    mutating func isNew(_ result: CaseResult, at place: Int) -> Bool {
        let ending = Ending(
            index: place % count, verdict: result.verdict,
            broken: result.findings.map { "\($0.line ?? 0) \($0.rule)" })
        if let known = places[ending] {
            cases[known].rounds.append(place / count + 1)
            return false
        }
        places[ending] = cases.count
        var first = result
        first.play = nil
        cases.append(Case(first: first))
        return true
    }

    /// `fail  urllib  a.scenario  also in rounds 2, 3 and 5 (--verbose prints them)`
    func lines(_ style: Style) -> [String] {
        cases.filter { !$0.rounds.isEmpty && $0.isPrinted }.map { one in
            let rounds = one.rounds.prefix(Self.roundsAtMost).map { String($0) }
            let more = one.rounds.count - rounds.count
            let last = more > 0 ? "\(more) more" : rounds[rounds.count - 1]
            let others = more > 0 ? rounds[...] : rounds.dropLast()
            let list = others.isEmpty ? last : others.joined(separator: ", ") + " and " + last
            return style(one.first.verdict.words, one.first.isFailure ? .bad : .doubtful)
                + "  \(one.first.client)  \(one.first.name)  also in round\(one.rounds.count == 1 ? "" : "s") \(list) "
                + "(--verbose prints them)"
        }
    }

    private static let roundsAtMost = 10
}
