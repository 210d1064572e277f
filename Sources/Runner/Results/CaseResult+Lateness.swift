// CaseResult+Lateness.swift: a case that may have failed because the server was late.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

extension CaseResult {
    /// The case has failed, and this process stood still for long enough that a client may have noticed.
    var mayFailByLateness: Bool {
        switch verdict {
        case .warning, .fail, .crashed, .hung: millisecondsLate >= Self.noticeable
        case .pass, .noted, .knownFailure, .notApplicable, .driverFault, .notPlayed: false
        }
    }

    /// Says at the first finding that the server was late in each of so many plays, if it was in this one.
    mutating func tellOfLateness(plays: Int) {
        guard mayFailByLateness, !findings.isEmpty else { return }
        findings[0].sentence +=
            "; the server stood still for \(millisecondsLate) ms meanwhile, the last of \(plays) times, so this may be the "
            + "fault of a busy machine"
    }

    /// In milliseconds.
    private static let noticeable = 400
}
