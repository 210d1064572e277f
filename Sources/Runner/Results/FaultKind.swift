// FaultKind.swift: what a driver has done wrong, without what differs from case to case.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Two cases that a driver has spoilt in the same way have the same kind.
package struct FaultKind: Hashable, Sendable {
    private let verdict: CaseResult.Verdict
    private let client: String
    private let reason: String

    /// Nil: the driver has spoilt nothing.
    package init?(_ result: CaseResult) {
        switch result.verdict {
        case .driverFault, .crashed, .hung: break
        case .pass, .noted, .warning, .fail, .knownFailure, .notApplicable, .notPlayed: return nil
        }
        (verdict, client) = (result.verdict, result.client)
        // What is quoted, and the numbers of lines, cases and ports.
        let parts = (result.reason ?? "").split(separator: "'", omittingEmptySubsequences: false)
        let own = parts.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined()
        reason = own.filter { !$0.isNumber }
    }
}
