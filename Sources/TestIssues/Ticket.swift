// Ticket.swift: reports a play whose verdict is never asked for, or twice, as an issue of the test.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Whether the verdict of a play was asked for. All copies of the play share one ticket, which is released with the
/// last.
package final class Ticket: Sendable {
    package enum Standing: Sendable {
        case open
        /// The verdict was asked for, and will come.
        case asked
        case judged
        /// The play was closed without a verdict.
        case closed
    }

    private let name: String
    private let place: TestPlace
    /// Ends the play, and says what was wrong until then.
    private let lastWords: @Sendable () -> String
    /// The task that has made the play.
    package let maker = TestTask()
    private let standing = Guarded(Standing.open)
    /// Its number among the plays without a verdict.
    private let number: Int

    package init(_ name: String, at place: TestPlace, lastWords: @escaping @Sendable () -> String = { "" }) {
        (self.name, self.place, self.lastWords) = (name, place, lastWords)
        number = ProcessEnd.add(name, at: place)
    }

    /// Nothing comes of the play any more.
    package var isOver: Bool { standing.withLock { $0 == .judged || $0 == .closed } }

    /// The verdict is asked for. A second one would say nothing of what the client has done since the first, so asking
    /// again is an issue of the test, and so is to ask for that of a play that was closed.
    ///
    /// - Returns: how the play stood before.
    package func judge(at here: TestPlace, mayAskAgain: Bool = false) -> Standing {
        let before = settle(.asked)
        if before == .closed {
            Slip.tell("the play of \(name) was closed before it had a verdict, and gets none", at: here)
        } else if before != .open, !mayAskAgain {
            Slip.tell(
                "the play of \(name) has had its verdict, and what came since then is not judged: verify it once",
                at: here)
        }
        return before
    }

    /// The verdict is asked for by what was called with the play's body, unless that has done so itself. false: it has, or has
    /// closed the play.
    package func judge() -> Bool { settle(.asked) == .open }

    /// The verdict is there, and its caller hears of it.
    package func hasVerdict() {
        ProcessEnd.remove(number)
        standing.withLock { $0 = $0 == .asked ? .judged : $0 }
    }

    /// No verdict is wanted. false: there was one, or the play was closed before.
    @discardableResult
    package func close() -> Bool { settle(.closed) == .open }

    /// Returns how the play stood before.
    private func settle(_ new: Standing) -> Standing {
        if new == .closed { ProcessEnd.remove(number) } else { ProcessEnd.asked(number) }
        return standing.withLock { standing in
            defer { if standing == .open { standing = new } }
            return standing
        }
    }

    /// The play was dropped without a verdict, which is an issue of its test.
    package func tellDropped(_ soFar: String) {
        Slip.tell(
            "the play of \(name) was dropped without a verdict: call 'verify()', or 'close()' if none is wanted; 'withPlay' "
                + "also gives one where the test throws" + (soFar.isEmpty ? "" : "\n\(soFar)"), at: place)
    }

    deinit {
        ProcessEnd.remove(number)
        guard standing.withLock({ $0 == .open }) else { return }
        let soFar = lastWords()
        // A test that was cancelled has no verdict.
        if !maker.isCancelled { tellDropped(soFar) }
    }
}
