// OtherProcess.swift: a process that this one has not started.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Synchronization

#if canImport(Darwin)
    import Darwin
#else
    import CQuintainSystem
    import Glibc
#endif

/// A process, by its number.
package enum OtherProcess {
    /// Whether it runs; one that has ended counts as long as its parent has not been told.
    package static func isAlive(_ number: Int) -> Bool {
        guard number > 0, let pid = pid_t(exactly: number) else { return false }
        return kill(pid, 0) == 0 || errno == EPERM
    }

    /// Whether it is this process, or one that this one has started, itself or by others, such as `timeout` does.
    package static func isPart(_ number: Int, of starter: Int) -> Bool {
        var process = number
        for _ in 0..<generationsAtMost {
            if process == starter { return true }
            guard let parent = parent(of: process), parent > 0 else { return false }
            process = parent
        }
        return false
    }

    /// Processes may change their parents while we look.
    private static let generationsAtMost = 1000

    #if os(Linux)
        private static let keepsOrphans = Atomic(false)

        /// From now on, what a child has started becomes a child of this process when the child ends, be it in a session of
        /// its own. A program that a shell has become may have children already, and cannot tell them from these.
        package static func keepOrphans() {
            guard waitpid(-1, nil, WNOHANG) < 0, quintain_keep_orphans() == 0 else { return }
            keepsOrphans.store(true, ordering: .relaxed)
        }

        /// Kills all children: when none is left but orphans, or the program ends.
        static func killOrphans() {
            guard keepsOrphans.load(ordering: .relaxed) else { return }
            // The children of one that is killed come next.
            for _ in 0..<20 {
                while true {
                    let ended = waitpid(-1, nil, WNOHANG)
                    if ended < 0 { return }
                    if ended == 0 { break }
                }
                for process in Files.names(in: "/proc").compactMap({ pid_t($0) })
                where parent(of: Int(process)) == OwnProcess.number { kill(process, SIGKILL) }
                usleep(1_000)
            }
        }

        /// The second member behind the name in `/proc/NUMBER/stat`; nil: it has ended, or is hidden from us.
        private static func parent(of number: Int) -> Int? {
            guard let bytes = try? Files.read("/proc/\(number)/stat", limit: 4096),
                let end = bytes.lastIndex(of: UInt8(ascii: ")"))
            else { return nil }
            let words = bytes[(end + 1)...].split(separator: UInt8(ascii: " "))
            return words.count > 1 ? Int(String(decoding: words[1], as: UTF8.self)) : nil
        }
    #else
        package static func keepOrphans() {}
        static func killOrphans() {}

        /// The leader of its group, which a script starts for itself.
        private static func parent(of number: Int) -> Int? {
            guard let pid = pid_t(exactly: number) else { return nil }
            let group = getpgid(pid)
            return group > 0 && group != pid ? Int(group) : nil
        }
    #endif
}
