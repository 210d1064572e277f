// RouteTurn.swift: exchanges that ask for the same, and answer in turn.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
package import QuintainScenario

/// How often the exchanges have answered that ask for the same as this one.
struct RouteTurn: Sendable {
    let turns: RouteTurns
    /// The index of the first one in its file.
    let first: Int

    var answers: Int { turns.answers(of: first) }
    func count() { turns.count(first) }
}

extension CompiledExchange {
    /// The exchange that answers next: each once, and the last one from then on.
    var onTurn: CompiledExchange {
        guard let turn, let last = followers.indices.last else { return self }
        let answers = turn.answers
        return answers == 0 ? self : followers[min(answers - 1, last)]
    }
}

/// Exchanges that answer in turn, and some of which have not answered.
package struct UnusedTurns: Sendable {
    /// The request as it was written: `GET /status/{{path code}}`.
    package let route: String
    /// How often it was answered.
    package let answers: Int
    /// The exchanges that have not answered: `notes.routes:4`.
    package let unused: [String]
}

extension RouteFile {
    /// The exchanges that answer in turn, and are not through yet.
    package var unusedTurns: [UnusedTurns] {
        guard let turns else { return [] }
        return exchangesInTurn.compactMap { each in
            let (answers, all) = (turns.answers(of: each.index), [each.exchange] + each.followers)
            guard all.count > 1, answers < all.count else { return nil }
            return UnusedTurns(
                route: each.exchange.text, answers: answers,
                unused: all[answers...].map { "\(file):\($0.place.line)" })
        }
    }
}
