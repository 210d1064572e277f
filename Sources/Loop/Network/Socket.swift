// Socket.swift: the socket calls whose form differs between systems.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
    import Darwin
#else
    import CQuintainSystem
    import Glibc
#endif

/// Thin names over the C calls. Every descriptor is non-blocking, and closed in child processes.
enum Socket {
    /// Negative on error, with `errno` set.
    static func open(_ family: Int32) -> Int32 {
        #if canImport(Darwin)
            prepared(socket(family, SOCK_STREAM, 0))
        #else
            socket(family, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
        #endif
    }

    static func accept(_ listener: Int32, _ address: UnsafeMutablePointer<sockaddr>, _ length: inout socklen_t) -> Int32
    {
        #if canImport(Darwin)
            prepared(Darwin.accept(listener, address, &length))
        #else
            quintain_accept(listener, address, &length)
        #endif
    }

    /// Whether a socket has input, a connection or an error, without a wait.
    static func isReady(_ fd: Int32) -> Bool {
        var query = pollfd(fd: fd, events: Int16(POLLIN), revents: 0)
        return poll(&query, 1, 0) != 0
    }

    /// Sends without a signal: a broken connection is only an error.
    static func send(_ fd: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        #if canImport(Darwin)
            Darwin.send(fd, bytes.baseAddress, bytes.count, 0)
        #else
            Glibc.send(fd, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        #endif
    }

    /// Reads one byte and leaves it unread.
    static func peek(_ fd: Int32) -> Int {
        var byte: UInt8 = 0
        #if canImport(Darwin)
            return recv(fd, &byte, 1, MSG_PEEK)
        #else
            return recv(fd, &byte, 1, Int32(MSG_PEEK))
        #endif
    }

    static func bind(_ fd: Int32, to address: SocketAddress) -> Int32 {
        #if canImport(Darwin)
            address.withSystemAddress { Darwin.bind(fd, $0, $1) }
        #else
            address.withSystemAddress { Glibc.bind(fd, $0, $1) }
        #endif
    }

    static func connect(_ fd: Int32, to address: SocketAddress) -> Int32 {
        #if canImport(Darwin)
            address.withSystemAddress { Darwin.connect(fd, $0, $1) }
        #else
            address.withSystemAddress { Glibc.connect(fd, $0, $1) }
        #endif
    }

    static func localAddress(_ fd: Int32) -> SocketAddress? {
        SocketAddress(filledIn: { getsockname(fd, $0, $1) == 0 })
    }

    static func set(_ fd: Int32, _ level: Int32, _ option: Int32, _ value: Int32) {
        var value = value
        setsockopt(fd, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Takes the pending error, such as the outcome of a connect.
    static func takeError(_ fd: Int32) -> Int32 {
        var code: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(fd, SOL_SOCKET, SO_ERROR, &code, &length) == 0 ? code : errno
    }

    /// Closing will now reset the connection instead of finishing it.
    static func abandonOnClose(_ fd: Int32) {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(fd, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
    }

    static func shutdownWriting(_ fd: Int32) -> Int32 {
        shutdown(fd, Int32(SHUT_WR))
    }

    #if canImport(Darwin)
        private static func prepared(_ fd: Int32) -> Int32 {
            guard fd >= 0 else { return fd }
            _ = fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK)
            _ = fcntl(fd, F_SETFD, FD_CLOEXEC)
            set(fd, SOL_SOCKET, SO_NOSIGPIPE, 1)
            return fd
        }
    #endif
}
