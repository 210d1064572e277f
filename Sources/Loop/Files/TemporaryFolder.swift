// TemporaryFolder.swift: the folder for temporary files.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

package enum TemporaryFolder {
    /// `TMPDIR`, or `/tmp`; without a slash at its end.
    package static var path: String {
        guard let named = getenv("TMPDIR"), named[0] != 0 else { return "/tmp" }
        let path = String(cString: named)
        return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }
}
