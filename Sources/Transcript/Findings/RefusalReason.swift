// RefusalReason.swift: why a request is refused, as its reply says it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Why a request is answered by a refusal.
package enum RefusalReason: Sendable, Equatable {
    case unreadable(String, citation: String)
    case onlyHTTP2(origin: String)
    case strange(StrangeRequest, Untaken?)
    /// The play was over, perhaps with a failure.
    case late(Note, Breach?)
    case tooSoon
    case noReply(QuotedLine)
    /// No line answers it, for which the last breach may be the reason.
    case unanswered(String?)
    case brokenOff(String?)
    case ended
}
