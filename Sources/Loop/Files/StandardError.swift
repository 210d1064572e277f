// StandardError.swift: lines for whoever reads what a server has to say.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
    import Darwin
#else
    import CQuintainSystem
    import Glibc
#endif

package enum StandardError {
    /// Writes a line if that keeps nobody waiting. false: whoever reads it is too slow, and it was not written.
    ///
    /// A pipe that can be written takes so short a line as a whole: POSIX, `PIPE_BUF`.
    package static func offer(_ line: [UInt8]) -> Bool {
        var poll = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
        let count = systemPoll(&poll)
        guard count == 1, poll.revents & Int16(POLLOUT) != 0 else { return false }
        return line.withUnsafeBytes { systemWrite(STDERR_FILENO, $0.baseAddress, $0.count) } == line.count
    }

    /// Lines up to this length are written whole or not at all.
    package static let longestLine = 4096

    private static func systemPoll(_ poll: inout pollfd) -> Int32 {
        #if canImport(Darwin)
            Darwin.poll(&poll, 1, 0)
        #else
            Glibc.poll(&poll, 1, 0)
        #endif
    }
}
