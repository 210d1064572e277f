// Executable.swift: the path of this program.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

package enum Executable {
    /// The path of the running program; whether links are resolved depends on the system.
    package static var path: String {
        #if canImport(Darwin)
            var size: UInt32 = 0
            _NSGetExecutablePath(nil, &size)
            var name = [CChar](repeating: 0, count: Int(size))
            guard _NSGetExecutablePath(&name, &size) == 0 else { return CommandLine.arguments[0] }
            return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        #else
            return "/proc/self/exe"
        #endif
    }
}
