// StandardStream.swift: writes to standard output and standard error.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Synchronization

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

package enum StandardStream: Sendable {
    case output
    case errors

    package enum Written: Equatable, Sendable {
        case whole
        /// The reader is too slow; at least a part was not written.
        case dropped
        /// The reader is gone.
        case unread
        /// The system refused the write, for example because a disk is full.
        case refused(String)
    }

    /// Writes all bytes, however long the reader takes. A signal that the program handles ends the wait, because the
    /// reader may never come.
    @discardableResult
    package func write(_ bytes: [UInt8]) -> Written { write(bytes[...], keepsWaiting: true) }

    /// Writes as much as fits, without waiting.
    package func offer(_ bytes: [UInt8]) -> Written { write(bytes[...], keepsWaiting: false) }

    /// Pieces up to this length are written whole or not at all: POSIX, `PIPE_BUF`.
    package static let pieceAtMost = 4096

    /// Opens /dev/null in place of standard streams that came closed: what is opened next would get their number, so
    /// that the event loop, for example, were written to. Call it before anything is opened.
    package static func openClosed() {
        while true {
            var fd = open("/dev/null", O_RDWR)
            // A bare root folder has no devices. A folder can be neither read nor written, and has a number, too.
            if fd < 0 { fd = open("/", O_RDONLY) }
            if fd > STDERR_FILENO { systemClose(fd) }
            if !(0...STDERR_FILENO ~= fd) { return }
        }
    }

    private func write(_ bytes: ArraySlice<UInt8>, keepsWaiting: Bool) -> Written {
        var rest = bytes
        while !rest.isEmpty {
            switch room(keepsWaiting) {
            case .none: return .dropped
            case .some(let code) where code != 0: return Self.failure(code)
            case .some: break
            }
            let piece = rest.prefix(Self.pieceAtMost)
            let count = piece.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR, errno != EAGAIN {
                return Self.failure(errno)
            }
        }
        return .whole
    }

    /// Waits until a piece can be written: 0, or the error; nil: it cannot be written now.
    private func room(_ keepsWaiting: Bool) -> Int32? {
        while true {
            var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            // A signal that comes between the check and the wait is seen at the next check.
            let count = systemPoll(&poll, keepsWaiting && !Signals.hasCome ? 100 : 0)
            if count == 1 { return poll.revents & Int16(POLLNVAL) != 0 ? EBADF : 0 }
            if count < 0, errno != EINTR { return errno }
            if !keepsWaiting || Signals.hasCome { return nil }
        }
    }

    private static func failure(_ code: Int32) -> Written {
        code == EPIPE ? .unread : .refused(systemText(code))
    }

    private var descriptor: Int32 {
        switch self {
        case .output: STDOUT_FILENO
        case .errors: STDERR_FILENO
        }
    }

    private func systemPoll(_ poll: inout pollfd, _ milliseconds: Int32) -> Int32 {
        #if canImport(Darwin)
            Darwin.poll(&poll, 1, milliseconds)
        #else
            Glibc.poll(&poll, 1, milliseconds)
        #endif
    }
}
