// Environment.swift: the variables of this process.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

enum Environment {
    static func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    static var all: [String: String] {
        var result: [String: String] = [:]
        var entry = environ
        while let line = entry.pointee {
            let parts = String(cString: line).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { result[String(parts[0])] = String(parts[1]) }
            entry += 1
        }
        return result
    }
}
