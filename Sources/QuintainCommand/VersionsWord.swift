// VersionsWord.swift: versions of HTTP on a command line.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainScenario

/// The values of `--http` and `--over`.
enum VersionsWord: String, CaseIterable {
    case one = "1.1", two = "2", both = "1.1,2"

    var versions: HTTPVersions {
        switch self {
        case .one: .one
        case .two: .two
        case .both: [.one, .two]
        }
    }
}
