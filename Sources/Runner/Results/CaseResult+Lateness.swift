// CaseResult+Lateness.swift: a case that may have failed because the server was late.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

extension CaseResult {
    /// The case has failed, and this process stood still for so long that a client may have given a load up.
    var mayFailByLateness: Bool { (isFailure || verdict == .warning) && millisecondsLate != nil }

    /// Says at the first finding that the server was late in each play, if it was in this one.
    mutating func tellOfLateness() {
        guard mayFailByLateness, !findings.isEmpty, let millisecondsLate else { return }
        findings[0].sentence +=
            "; the server stood still for \(millisecondsLate) ms, the last of \(plays) times, so that this may be the fault of "
            + "a busy machine"
    }
}
