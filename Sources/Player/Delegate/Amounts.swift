// Amounts.swift: what a load reports as sent and as written does not become less.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainScenario
import QuintainTalk
import QuintainTranscript
import QuintainWords

/// The amounts that each load reports, until it ends.
///
/// A body that is sent again is counted anew, and so is a download that begins anew. Of that the server sees a request,
/// or no more than a connection: a request may be lost on one that is dead. So a load is judged when it has finished,
/// and everything that it sent has come.
struct Amounts {
    /// A load by its number, or by its lane if the client reports none.
    private enum Key: Hashable {
        case load(Int)
        case lane(Lane)

        init(_ callback: ReportedCallback) { self = callback.load.map { .load($0) } ?? .lane(callback.lane) }
    }

    /// A line that took a smaller amount than was reported before.
    struct Fall {
        let placed: PlacedLine
        let difference: ValueDifference
    }

    private struct Reports {
        var latest: [CallbackKind: Int] = [:]
        var falls: [Fall] = []
        /// The number of requests that had come in the load's lane when it began.
        var requestsBefore = 0
    }

    private var reports: [Key: Reports] = [:]
    private var requests: [Lane: Int] = [:]

    mutating func requestCame(in lane: Lane) { requests[lane, default: 0] += 1 }

    mutating func ordered(_ load: Int, in lane: Lane) {
        reports[.load(load), default: Reports()].requestsBefore = requests[lane, default: 0]
    }

    /// A line takes a report of the load.
    mutating func reported(_ callback: ReportedCallback, _ placed: PlacedLine) {
        guard callback.kind == .sent || callback.kind == .progress, let amount = callback.amount?.done else { return }
        let key = Key(callback)
        let before = reports[key]?.latest[callback.kind] ?? 0
        if amount < before, reports[key, default: Reports()].falls.count < Self.fallsAtMost {
            let difference = ValueDifference.lessThanBefore(amount, callback.kind, before: before)
            reports[key]?.falls.append(Fall(placed: placed, difference: difference))
        }
        reports[key, default: Reports()].latest[callback.kind] = amount
    }

    /// The load has ended. Returns the first amount that became less for no reason.
    ///
    /// - Parameter connections: the number that have come; each but the first may have cost a request.
    mutating func ended(_ callback: ReportedCallback, connections: Int) -> Fall? {
        let load = reports.removeValue(forKey: Key(callback)) ?? Reports()
        let came = requests[callback.lane, default: 0]
        if callback.load == nil { reports[Key(callback), default: Reports()].requestsBefore = came }
        guard callback.kind == .finish else { return nil }
        let again = max(0, came - load.requestsBefore - 1) + max(0, connections - 1)
        return again < load.falls.count ? load.falls[again] : nil
    }

    /// More falls than anything is sent again.
    private static let fallsAtMost = 1_000
}
