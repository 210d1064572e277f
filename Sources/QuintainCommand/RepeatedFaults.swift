// RepeatedFaults.swift: faults of a driver that come again in one case after the other.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainReport
import QuintainRunner
import QuintainSides

/// Counts the cases that a driver has spoilt in the same way, of which the first is printed.
struct RepeatedFaults {
    private struct Fault {
        let first: CaseResult
        var more = 0
    }

    /// In the order in which they were met.
    private var faults: [Fault] = []
    private var places: [FaultKind: Int] = [:]

    /// Whether the case is to be printed: what spoilt it has not been printed before.
    mutating func isNew(_ result: CaseResult) -> Bool {
        guard let kind = FaultKind(result) else { return true }
        if let place = places[kind] {
            faults[place].more += 1
            return false
        }
        places[kind] = faults.count
        var first = result
        first.play = nil
        faults.append(Fault(first: first))
        return true
    }

    /// `driver fault  urllib  in 34 more cases (--verbose prints them): …`
    func lines(_ style: Style) -> [String] {
        faults.filter { $0.more > 0 }.map { fault in
            let reason = (fault.first.reason ?? "").split(separator: "\n").joined(separator: " ")
            return style(fault.first.verdict.words, .bad) + "  \(fault.first.client)  in "
                + "\(Summary.count(fault.more, "more case")) (--verbose prints them): \(reason)"
        }
    }
}
