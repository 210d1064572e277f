// Channel+Connect.swift: connecting to a peer.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

extension Channel {
    /// Connects, or throws an error of one sentence. Only on the loop.
    package static func connect(
        to address: SocketAddress,
        loop: EventLoop,
        until deadline: Moment? = nil
    ) async throws(LoopError) -> Channel {
        let channel = try connecting(to: address, loop: loop)
        try await channel.connected(until: deadline)
        return channel
    }

    /// Begins to connect; ``connected(until:)`` waits for the result. To give up in between, close the channel.
    package static func connecting(to address: SocketAddress, loop: EventLoop) throws(LoopError) -> Channel {
        loop.assertOnLoop()
        let fd = Socket.open(address.family)
        guard fd >= 0 else { throw .connecting(to: address, errno) }
        Socket.set(fd, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
        if Socket.connect(fd, to: address) != 0 && errno != EINPROGRESS && errno != EINTR {
            let code = errno
            systemClose(fd)
            throw .connecting(to: address, code)
        }
        // The socket is polled only now, because one that has not begun to connect reports a hang-up.
        return Channel(fd: fd, peer: address, state: [], loop: loop)
    }

    /// Waits until a channel of ``connecting(to:loop:)`` is connected. If that fails, the channel is closed.
    package func connected(until deadline: Moment? = nil) async throws(LoopError) {
        guard let peer else { return }
        switch await wait(for: .writable, until: deadline) {
        case .deadline:
            close()
            throw .connecting(to: peer, ETIMEDOUT)
        case .closed: throw .connecting(to: peer, ECANCELED)
        case .message, .readable, .writable, .broken:
            let code = Socket.takeError(fd)
            guard code == 0 else {
                close()
                throw .connecting(to: peer, code)
            }
        }
    }

    /// Two channels that are connected to each other, without a port.
    package static func pair(loop: EventLoop) throws(LoopError) -> (Channel, Channel) {
        loop.assertOnLoop()
        var ends: [Int32] = [0, 0]
        #if canImport(Darwin)
            let kind = SOCK_STREAM
        #else
            let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        #endif
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw .tooManyOpenFiles("could not join two sockets") }
        for end in ends {
            _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
            #if canImport(Darwin)
                _ = fcntl(end, F_SETFD, FD_CLOEXEC)
                Socket.set(end, SOL_SOCKET, SO_NOSIGPIPE, 1)
            #endif
        }
        return (
            Channel(fd: ends[0], state: [.writable], loop: loop), Channel(fd: ends[1], state: [.writable], loop: loop)
        )
    }
}

extension LoopError {
    static func connecting(to address: SocketAddress, _ code: Int32) -> LoopError {
        switch code {
        case ECONNREFUSED: LoopError("refused", "nothing listens on \(address): the connection was refused")
        case ETIMEDOUT: LoopError("connect-timeout", "no answer from \(address) in time")
        case ECONNRESET: LoopError("reset", "\(address) reset the connection")
        case ENETUNREACH, EHOSTUNREACH: LoopError("unreachable", "there is no way to \(address)")
        case EMFILE, ENFILE: tooManyOpenFiles("could not connect to \(address)")
        case EADDRNOTAVAIL: LoopError("no-port-left", "no local port is left to connect to \(address)")
        default: LoopError("connect-failure", "could not connect to \(address): \(systemText(code))")
        }
    }
}
