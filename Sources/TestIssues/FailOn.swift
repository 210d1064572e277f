// FailOn.swift: whether a warning of a play fails its test.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation

/// What fails the tests of a run: failures alone, or warnings as well, as the variable QUINTAIN_FAIL_ON says.
package enum FailOn: Sendable {
    case failures
    /// - Parameter why: a sentence for each warning that fails.
    case warnings(why: String)

    package static let ofThisRun = FailOn(ProcessInfo.processInfo.environment["QUINTAIN_FAIL_ON"])

    /// Under a value that is none of the two a warning fails, too, so that a slip of the pen is seen.
    package init(_ variable: String?) {
        switch variable ?? "" {
        case "", "failure": self = .failures
        case "warning": self = .warnings(why: "a warning fails here, by QUINTAIN_FAIL_ON=warning")
        case let other:
            self = .warnings(why: "QUINTAIN_FAIL_ON is '\(other)', and 'warning' or 'failure' is wanted")
        }
    }
}
