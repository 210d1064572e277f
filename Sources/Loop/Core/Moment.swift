// Moment.swift: points in time on the loop's clock, and the wall clock.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A point on the monotonic clock, which never goes back and has no meaning outside this process.
package struct Moment: Hashable, Sendable, Comparable {
    package var nanoseconds: UInt64

    package init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

    /// Reads the clock: some 20 ns, without a system call.
    package static var now: Moment {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Moment(nanoseconds: UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec))
    }

    package static func < (one: Moment, other: Moment) -> Bool { one.nanoseconds < other.nanoseconds }

    /// The sum is limited to the ends of the clock, so that a wait of a thousand years does not overflow.
    package static func + (moment: Moment, duration: Duration) -> Moment {
        let (seconds, attoseconds) = duration.components
        guard seconds < 1_000_000_000 else { return Moment(nanoseconds: .max) }
        let nanoseconds = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
        return moment.advanced(nanoseconds: nanoseconds)
    }

    package static func - (later: Moment, earlier: Moment) -> Duration {
        .nanoseconds(Int64(bitPattern: later.nanoseconds &- earlier.nanoseconds))
    }

    package func advanced(nanoseconds step: Int64) -> Moment {
        let (sum, overflow) =
            step < 0
            ? nanoseconds.subtractingReportingOverflow(step.magnitude)
            : nanoseconds.addingReportingOverflow(UInt64(step))
        return Moment(nanoseconds: overflow ? (step < 0 ? 0 : .max) : sum)
    }

    package func advanced(milliseconds: Int64) -> Moment {
        let (nanoseconds, overflow) = milliseconds.multipliedReportingOverflow(by: 1_000_000)
        return advanced(nanoseconds: overflow ? (milliseconds < 0 ? .min : .max) : nanoseconds)
    }
}

/// The wall clock, for `Date` fields and reports; never for deadlines.
package enum WallClock {
    /// Seconds since 1970. Reads memory that the kernel shares, so it is cheap enough for every response.
    package static var seconds: Int64 { Int64(time(nil)) }

    package static var nanoseconds: Int64 { nanoseconds(of: CLOCK_REALTIME) }

    /// The time that the system would write into a file that changes now.
    package static var ofFiles: Int64 {
        #if canImport(Darwin)
            nanoseconds
        #else
            nanoseconds(of: CLOCK_REALTIME_COARSE)
        #endif
    }

    private static func nanoseconds(of clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
