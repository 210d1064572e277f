// OtherProcess.swift: a process that this one has not started.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A process, by its number.
package enum OtherProcess {
    /// Whether it runs; one that has ended counts as long as its parent has not been told.
    package static func isAlive(_ number: Int) -> Bool {
        guard number > 0, let pid = pid_t(exactly: number) else { return false }
        return kill(pid, 0) == 0 || errno == EPERM
    }
}
