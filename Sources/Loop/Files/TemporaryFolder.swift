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
        guard let path = named else { return "/tmp" }
        return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    /// The path that `TMPDIR` names; nil if it is not set.
    private static var named: String? {
        guard let named = getenv("TMPDIR"), named[0] != 0 else { return nil }
        return String(cString: named)
    }

    /// A failed call on the folder. If the variable names the folder, the message names the variable.
    static func error(_ doing: String, _ code: Int32) -> LoopError {
        // A folder that takes no new files, such as '/proc', says of each that there is none.
        let isThere = code == ENOENT && access(path, F_OK) == 0
        let error = LoopError.file(path, doing, isThere ? EROFS : code)
        guard named != nil else {
            return LoopError(
                error.slug, error.message, help: error.help ?? "set TMPDIR to a folder in which files can be made")
        }
        return LoopError(
            error.slug, "TMPDIR: \(error.message)",
            help: error.help ?? "let it name a folder in which files can be made, or unset it")
    }
}
