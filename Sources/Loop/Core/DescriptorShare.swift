// DescriptorShare.swift: for which connections the last free descriptors are kept.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Which connections may take a descriptor when few are left. The system gives out the lowest free number, so a number
/// shows how many are in use.
package enum DescriptorShare: Sendable {
    /// Connections to routes, and all else that can wait.
    case common
    /// The ports of sessions, and their connections.
    case sessions
    /// The control port, which can be reached as long as one is left.
    case control

    /// Descriptors from this number on are for more important connections.
    package var end: Int {
        let limit = DescriptorLimit.current
        let reserve = min(limit / 8, Self.reserveAtMost)
        return switch self {
        case .common: limit - 2 * reserve
        case .sessions: limit - reserve
        case .control: limit
        }
    }

    /// Whether one is free for it.
    package var hasRoom: Bool {
        let fd = open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard fd >= 0 else { return false }
        systemClose(fd)
        return Int(fd) < end
    }

    private static let reserveAtMost = 128
}
