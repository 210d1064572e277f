// Leftovers.swift: temporary files that must be removed when the program ends, for any reason.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Temporary files and folders that have not been removed yet: because the run was cut off, or because no descriptor
/// was free at that moment.
package enum Leftovers {
    private static let state = Locked((paths: Set<String>(), isEnding: false))
    private static let removal = Locked(())

    /// A path in the temporary folder that no other program has.
    package static func newPath(_ suffix: String) -> String {
        let path = TemporaryFolder.path + "/quintain-\(String(UInt64.random(in: 0 ... .max), radix: 36))\(suffix)"
        state.withLock { _ = $0.paths.insert(path) }
        return path
    }

    /// Makes a folder and returns its path; nil: it could not be made, or the program ends and nobody would remove it.
    static func make(_ body: () -> String?) -> String? {
        state.withLock { state in
            guard !state.isEnding, let path = body() else { return nil }
            state.paths.insert(path)
            return path
        }
    }

    /// Forgets the path if nothing is there any more.
    static func look(at path: String) {
        if !Files.isThere(path) { state.withLock { _ = $0.paths.remove(path) } }
    }

    /// Ends the processes that are left, and removes the leftovers, when the program ends. A second thread that does so
    /// waits for the first, or it would end the program too soon.
    package static func remove() {
        OtherProcess.killOrphans()
        state.withLock { $0.isEnding = true }
        removal.withLock { _ in
            // Another thread may be writing to one of them.
            for _ in 0..<attempts { for path in state.withLock({ $0.paths }) { Folders.remove(path) } }
        }
    }

    private static let attempts = 5
}
