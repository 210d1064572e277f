// LoadBook.swift: the loads of a case, and what each has come to.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainScenario

/// Keeps what a client said of each of its loads.
struct LoadBook {
    private var underWay: Set<Int> = []
    private var seen = 0

    /// There were some, and none is under way. Never of a client that does not tell how they end.
    var haveEnded: Bool { seen > 0 && underWay.isEmpty }

    mutating func began(_ load: Int) {
        seen += 1
        underWay.insert(load)
    }

    mutating func reported(_ callback: ReportedCallback, load: Int) {
        if callback.kind.endsLoad { underWay.remove(load) }
    }
}
