// RouteTurns.swift: exchanges of a file that ask for the same, and answer in turn.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// How often the exchanges of a file have answered that ask for the same as others of it.
///
/// A class, because the count goes on where the table of routes is made anew.
package final class RouteTurns: Sendable {
    /// By the index of the first of the exchanges that ask for the same.
    private let answers = Mutex<[Int: Int]>([:])

    package init() {}

    package func answers(of first: Int) -> Int { answers.withLock { $0[first, default: 0] } }
    package func count(_ first: Int) { answers.withLock { $0[first, default: 0] += 1 } }
}

extension RouteFile {
    /// An exchange, with those behind it that ask for the same and answer in turn.
    package struct InTurn {
        package let index: Int
        package let exchange: StandingExchange
        package fileprivate(set) var followers: [StandingExchange] = []
    }

    /// The exchanges, each with those that ask for the same.
    package var exchangesInTurn: [InTurn] {
        var (found, places) = ([InTurn](), [RouteKey: Int]())
        for (index, exchange) in exchanges.enumerated() {
            let key = RouteKey(exchange)
            if let place = places[key] {
                found[place].followers.append(exchange)
            } else {
                places[key] = found.count
                found.append(InTurn(index: index, exchange: exchange))
            }
        }
        return found
    }
}
