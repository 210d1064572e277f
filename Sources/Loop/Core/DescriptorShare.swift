// DescriptorShare.swift: keeps the last free descriptors for the connections that matter most.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The connections that may take a descriptor when few are left. The system gives out the lowest free number, so a
/// number shows how many are in use.
package enum DescriptorShare: Sendable {
    /// Connections to routes, and all else that can wait.
    case common
    /// The ports of sessions, and their connections.
    case sessions
    /// The control port, which can use the last descriptor.
    case control

    /// The first descriptor number that is kept for more important connections.
    package var end: Int {
        let limit = DescriptorLimit.current
        let reserve = min(limit / 8, Self.reserveAtMost)
        return switch self {
        case .common: limit - 2 * reserve
        case .sessions: limit - reserve
        case .control: limit
        }
    }

    /// Whether a descriptor is free for this share.
    package var hasRoom: Bool {
        let fd = open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard fd >= 0 else { return false }
        systemClose(fd)
        return Int(fd) < end
    }

    private static let reserveAtMost = 128
}
