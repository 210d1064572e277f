// TestWarnings.swift: whether a warning of a play fails its test.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation

/// What warnings do to the tests of a run, as the variable QUINTAIN_FAIL_ON says.
package enum TestWarnings: Sendable {
    case pass
    /// - Parameter why: a sentence for each warning that fails.
    case fail(why: String)

    package static let ofThisRun = TestWarnings(ProcessInfo.processInfo.environment["QUINTAIN_FAIL_ON"])

    /// Under a value that is none of the two a warning fails, too, so that a slip of the pen is seen.
    package init(_ variable: String?) {
        switch variable ?? "" {
        case "", "failure": self = .pass
        case "warning": self = .fail(why: "a warning fails here, by QUINTAIN_FAIL_ON=warning")
        case let other:
            self = .fail(why: "QUINTAIN_FAIL_ON is '\(other)', and 'warning' or 'failure' is wanted")
        }
    }
}
