// RepeatedRounds.swift: the ways in which the cases of `--repeat` end.
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
        let broken: Set<RepeatedFaults.Kind>
    }

    /// The rounds that ended alike.
    private struct Way {
        let first: CaseResult
        var rounds: [Int]
    }

    private let rounds: Int
    /// The number of cases in a round.
    private let count: Int
    /// By the index of the case.
    private var ways: [[Way]]
    private var places: [Ending: Int] = [:]

    init(_ rounds: Int, count: Int) {
        (self.rounds, self.count) = (rounds, count)
        ways = Array(repeating: [], count: count)
    }

    func round(of place: Int) -> Int { place / count + 1 }

    /// Whether the case has not ended so in an earlier round.
    ///
    /// - Parameter place: its index among the cases of all rounds.
    mutating func isNew(_ result: CaseResult, at place: Int) -> Bool {
        let index = place % count
        let kinds = Set(RepeatedFaults.Kind.all(of: result))
        let ending = Ending(index: index, verdict: result.verdict, broken: kinds)
        if let known = places[ending] {
            ways[index][known].rounds.append(round(of: place))
            return false
        }
        places[ending] = ways[index].count
        var first = result
        first.play = nil
        ways[index].append(Way(first: first, rounds: [round(of: place)]))
        return true
    }

    /// `fail  urllib  a.scenario  in rounds 2, 3 and 5 of 20: the method is POST, not GET [unexpected-request]`; of a known
    /// failure with a question mark, only the rounds in which it came.
    func lines(_ style: Style) -> [String] {
        let wavering = ways.filter { $0.count > 1 && $0[0].first.wavers }.flatMap { ways in
            ways.filter { $0.first.verdict == .knownFailure }
        }
        let differing = ways.filter { $0.count > 1 && !$0[0].first.wavers }
        let alike = ways.count { $0.count == 1 && $0[0].rounds.count == rounds }
        let noun = differing.isEmpty && wavering.isEmpty ? "case" : "other case"
        return differing.flatMap { ways in ways.map { line(of: $0, style) } } + wavering.map { line(of: $0, style) }
            + (alike > 0 ? ["\(Summary.count(alike, noun)) ended alike in all \(rounds) rounds"] : [])
    }

    private func line(of way: Way, _ style: Style) -> String {
        let one = way.first
        let shown = way.rounds.prefix(Self.roundsAtMost).map { String($0) }
        let more = way.rounds.count - shown.count
        let list = more > 0 ? shown + ["\(more) more"] : shown
        let others = list.dropLast()
        let sentence = one.reason ?? one.decisive.first.map { "\($0.sentence) [\($0.rule)]" }
        return style(one.verdict.words, one.verdict.tone) + "  \(one.client)  \(one.name)  in round"
            + (way.rounds.count == 1 ? " " : "s ")
            + (others.isEmpty ? list[0] : others.joined(separator: ", ") + " and " + list[list.count - 1])
            + " of \(rounds)" + (sentence.map { ": " + $0.split(separator: "\n").joined(separator: " ") } ?? "")
    }

    private static let roundsAtMost = 10
}
