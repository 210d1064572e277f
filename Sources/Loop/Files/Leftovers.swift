// Leftovers.swift: temporary files that must be removed when the program ends, for any reason.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Temporary files and folders that have not been removed yet: because the run was cut off, or because no descriptor
/// was free at that moment.
package enum Leftovers {
    private static let paths = Locked<Set<String>>([])

    /// A path in the temporary folder that no other program has.
    package static func newPath(_ suffix: String) -> String {
        let path = TemporaryFolder.path + "/quintain-\(String(UInt64.random(in: 0 ... .max), radix: 36))\(suffix)"
        add(path)
        return path
    }

    static func add(_ path: String) { paths.withLock { _ = $0.insert(path) } }

    /// Forgets the path if nothing is there any more.
    static func look(at path: String) {
        if !Files.isThere(path) { paths.withLock { _ = $0.remove(path) } }
    }

    /// Removes the leftovers, when the program ends.
    package static func remove() {
        for path in paths.withLock({ $0 }) { Folders.remove(path) }
    }
}
