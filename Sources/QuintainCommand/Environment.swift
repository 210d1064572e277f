// Environment.swift: the variables of this process.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

enum Environment {
    static func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    static var all: [String: String] { ProcessEnvironment.current }
}
