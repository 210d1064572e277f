// Ticket.swift: reports a play whose verdict is never asked for, or twice, as an issue of the test.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainTestIssues

/// Whether the verdict of a play was asked for. All copies of the play share one ticket, which is released with the
/// last.
final class Ticket: Sendable {
    private let name: String
    private let place: TestPlace
    /// Ends the play, and says what was wrong until then.
    private let lastWords: @Sendable () -> String
    /// The task that has made it.
    private let maker = TestTask()
    private let standing = Guarded(Standing.open)
    /// Its number among the plays without a verdict.
    private let number: Int

    private enum Standing {
        case open, judged, closed
    }

    init(_ name: String, at place: TestPlace, lastWords: @escaping @Sendable () -> String = { "" }) {
        self.name = name
        self.place = place
        self.lastWords = lastWords
        number = ProcessEnd.add(name, at: place)
    }

    /// The verdict is asked for. A second one would say nothing of what the client has done since the first, so asking
    /// again is an issue of the test. false: the play was closed, and has no verdict.
    func judge(at here: TestPlace) -> Bool {
        switch settle(.judged) {
        case .open: return true
        case .judged:
            Slip.tell(
                "the play of \(name) has had its verdict, and what came since then is not judged: verify it once",
                at: here)
            return true
        case .closed:
            Slip.tell("the play of \(name) was closed before it had a verdict, and gets none", at: here)
            return false
        }
    }

    /// The verdict is asked for by what was called with the play's body, unless that has done so itself. false: it has, or has
    /// closed the play.
    func judge() -> Bool { settle(.judged) == .open }

    /// The verdict is there, and its caller hears of it.
    func hasVerdict() { ProcessEnd.remove(number) }

    /// No verdict is wanted. false: there was one, or the play was closed before.
    @discardableResult
    func close() -> Bool { settle(.closed) == .open }

    /// Returns how the play stood before.
    private func settle(_ new: Standing) -> Standing {
        if case .closed = new { ProcessEnd.remove(number) } else { ProcessEnd.asked(number) }
        return standing.withLock { standing in
            defer { if standing == .open { standing = new } }
            return standing
        }
    }

    deinit {
        ProcessEnd.remove(number)
        guard standing.withLock({ $0 == .open }) else { return }
        let soFar = lastWords()
        // A test that was cancelled has no verdict.
        if maker.isCancelled { return }
        Slip.tell(
            "the play of \(name) was dropped without a verdict: call 'verify()', or 'close()' if none is wanted; 'withPlay' "
                + "also gives one where the test throws" + (soFar.isEmpty ? "" : "\n\(soFar)"), at: place)
    }
}
