// CaseResult+Trial.swift: the result of a task for drivers.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainScenario

extension CaseResult {
    /// The result of a task of `driver-test`, which shows what a driver leaves unsaid: the end of a load, or a failure
    /// in place of which it says `unable`.
    package func judgedAsTask(_ scenario: Scenario) -> CaseResult {
        var result = self
        switch verdict {
        case .pass, .noted, .warning:
            guard let sentence = DriverPart.unended(unended) else { return self }
            result.reason = "\(sentence): \(DriverDocument.callbacks)"
        case .notApplicable where isUnable && scenario.tags.contains("failures"):
            result.reason =
                "it says 'unable' where its client fails, and every error of a client is a 'fail': \(reason ?? "")"
        case .notApplicable, .fail, .knownFailure, .crashed, .hung, .driverFault, .notPlayed: return self
        }
        result.verdict = .fail
        return result
    }
}
