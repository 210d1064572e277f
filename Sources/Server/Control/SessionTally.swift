// SessionTally.swift: what the sessions of a server have come to since its count began.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer

/// The verdict on all sessions, which must not get better because one is deleted or forgotten.
struct SessionTally {
    var armed = 0
    /// The number of ended sessions with each verdict.
    private(set) var verdicts: [Verdict: Int] = [:]
    /// Those among them that made room for others.
    private(set) var forgotten: [Verdict: Int] = [:]
    /// Those among them that a request has deleted.
    private(set) var deleted: [Verdict: Int] = [:]
    /// Those that a request has deleted after their verdict was the one that was expected: they count no more.
    private(set) var judged = 0

    mutating func end(_ verdict: Verdict) { verdicts[verdict, default: 0] += 1 }

    mutating func forget(_ verdict: Verdict) { forgotten[verdict, default: 0] += 1 }

    mutating func delete(_ verdict: Verdict, isJudged: Bool) {
        if isJudged {
            verdicts[verdict, default: 0] -= 1
            judged += 1
        } else {
            deleted[verdict, default: 0] += 1
        }
    }
}
