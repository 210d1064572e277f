// DescriptorLimit.swift: raises the limit of open files as far as the system allows.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

package enum DescriptorLimit {
    /// The fewest descriptors with which a program starts: Dispatch, which runs beside the loop, ends the process if it
    /// gets none.
    package static let leastNeeded = 64

    /// The limit in force, which does not change while the process runs.
    package static let current = raise()

    /// Raises the limit; the reason why the program cannot start, or nil.
    package static func refusal() -> String? {
        let allowed = raise()
        guard allowed < leastNeeded else { return nil }
        return "only \(allowed) open files are allowed, and \(leastNeeded) are needed at least\n"
            + "  help: raise the limit with 'ulimit -n 1024'"
    }

    /// Raises the soft limit to the hard one, and returns the new limit.
    @discardableResult
    package static func raise() -> Int {
        var limit = rlimit()
        guard getrlimit(kind, &limit) == 0 else { return 256 }
        var wanted = limit
        wanted.rlim_cur = limit.rlim_max
        #if canImport(Darwin)
            // Darwin reports "infinity", but refuses more than OPEN_MAX.
            wanted.rlim_cur = min(limit.rlim_max, rlim_t(OPEN_MAX))
        #endif
        if wanted.rlim_cur > limit.rlim_cur, setrlimit(kind, &wanted) == 0 { limit = wanted }
        return Int(clamping: limit.rlim_cur)
    }

    #if canImport(Darwin)
        private static let kind = RLIMIT_NOFILE
    #else
        private static let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #endif
}
