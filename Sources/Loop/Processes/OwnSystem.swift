// OwnSystem.swift: the system that this process runs on.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// What `uname` says.
package struct OwnSystem: Sendable {
    /// `Linux`
    package let name: String
    /// `6.1.0-28-amd64`
    package let release: String
    /// `x86_64`
    package let architecture: String

    package static let current = OwnSystem()

    private init() {
        var names = utsname()
        uname(&names)
        name = Self.text(of: names.sysname)
        release = Self.text(of: names.release)
        architecture = Self.text(of: names.machine)
    }

    /// An array of C, up to its zero.
    private static func text(of characters: some Any) -> String {
        withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
