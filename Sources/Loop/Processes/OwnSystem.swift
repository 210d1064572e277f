// OwnSystem.swift: the system that this process runs on.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The values of `uname`.
package struct OwnSystem: Sendable {
    /// Such as `Linux`.
    package let name: String
    /// Such as `6.1.0-28-amd64`.
    package let release: String
    /// Such as `x86_64`.
    package let architecture: String

    package static let current = OwnSystem()

    private init() {
        var names = utsname()
        uname(&names)
        name = Self.text(of: names.sysname)
        release = Self.text(of: names.release)
        architecture = Self.text(of: names.machine)
    }

    /// The text of a C array, up to its zero.
    private static func text(of characters: some Any) -> String {
        withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
