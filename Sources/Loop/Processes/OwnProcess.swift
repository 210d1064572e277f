// OwnProcess.swift: the resources that this process uses.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
    import Darwin
#else
    import CQuintainSystem
    import Glibc
#endif

package enum Processors {
    /// The number of processors.
    package static var count: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}

package enum OwnProcess {
    /// The process number, to which others can send signals.
    package static var number: Int { Int(getpid()) }

    /// The memory in use, in bytes; if the system does not tell, the largest amount so far.
    package static var residentBytes: Int {
        #if os(Linux)
            if let pages = statm { return pages * Int(sysconf(Int32(_SC_PAGESIZE))) }
        #endif
        let most = Int(usage.ru_maxrss)
        #if canImport(Darwin)
            return most
        #else
            return most * 1024
        #endif
    }

    /// Processor time of all its threads, in seconds.
    package static var processorSeconds: Double {
        let usage = usage
        return seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }

    private static var usage: rusage {
        var usage = rusage()
        #if canImport(Darwin)
            getrusage(RUSAGE_SELF, &usage)
        #else
            getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        #endif
        return usage
    }

    private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000 }

    #if os(Linux)
        /// The second number of `/proc/self/statm`: pages in memory.
        private static var statm: Int? {
            guard let bytes = try? Files.read("/proc/self/statm", limit: 4096) else { return nil }
            let words = bytes.split(separator: UInt8(ascii: " "))
            return words.count > 1 ? Int(String(decoding: words[1], as: UTF8.self)) : nil
        }
    #endif
}
