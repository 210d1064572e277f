// Listener.swift: a port that takes connections.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A listening socket with its incoming connections. Only on the loop, except for `address`.
package final class Listener: Sendable {
    /// The address, with the port that the system chose if port 0 was requested.
    package let address: SocketAddress
    private let channel: Channel
    private let share: DescriptorShare
    private let shortage = Shortage()
    private let burst = Burst()

    /// Whether descriptors are short, and the function that is told. Only on the loop.
    private final class Shortage: @unchecked Sendable {
        var isOn = false
        var tell: (@OnLoop (Bool) -> Void)?
    }

    /// The connections that come before the listener waits again. Only on the loop.
    private final class Burst: @unchecked Sendable {
        /// Another connection is likely to be there already.
        private(set) var goesOn = false
        private var count = 0
        private var lastCount = 0

        func took() {
            count += 1
            goesOn = lastCount > Self.looksAtMost
        }

        func isOver() {
            lastCount = count
            count = 0
        }

        func begins() { goesOn = true }

        /// So many looks cost as much as one accept that finds nothing.
        private static let looksAtMost = 8
    }

    /// Listens from now on; connections queue up until `accept` is called.
    package init(
        on wanted: SocketAddress = .loopback(),
        backlog: Int32 = Listener.defaultBacklog,
        for share: DescriptorShare = .common,
        loop: EventLoop
    ) throws(LoopError) {
        loop.assertOnLoop()
        let fd = try Self.bound(to: wanted)
        guard Int(fd) < share.end else {
            systemClose(fd)
            throw .listening(on: wanted, EMFILE)
        }
        self.share = share
        // Accepted sockets inherit the option, which saves a call for each connection.
        Socket.set(fd, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
        guard listen(fd, backlog) == 0, let address = Socket.localAddress(fd) else {
            let code = errno
            systemClose(fd)
            throw .listening(on: wanted, code)
        }
        self.address = address
        channel = Channel(fd: fd, peer: nil, isSocket: true, state: [], loop: loop)
    }

    /// The next connection; nil once the listener is closed.
    ///
    /// Connections that die in the queue are skipped. While this listener may not use another descriptor, connections
    /// stay in the queue, and accepting is tried again every few milliseconds.
    package func accept() async -> Channel? {
        let loop = channel.loop
        while !channel.isClosed {
            guard !shortage.isOn || share.hasRoom else {
                _ = await channel.wait(for: [], until: .now.advanced(milliseconds: Self.shortagePause))
                continue
            }
            // Linux makes a socket before it finds no connection to accept: one look is cheaper.
            if !burst.goesOn, !Socket.isReady(channel.fd) {
                await waitForConnection()
                continue
            }
            var fd: Int32 = -1
            let peer = SocketAddress(filledIn: {
                fd = Socket.accept(channel.fd, $0, &$1.pointee)
                return fd >= 0
            })
            if fd >= 0 {
                burst.took()
                // This connection is served; the next one must wait.
                setShortage(Int(fd) >= share.end)
                #if canImport(Darwin)
                    Socket.set(fd, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
                #endif
                // Bytes that came with the connection are read in the same turn: the poller would report them in the
                // next.
                return Channel(fd: fd, peer: peer, state: [.readable, .writable], isPolledLate: true, loop: loop)
            }
            switch errno {
            case EAGAIN: await waitForConnection()
            case EINTR, ECONNABORTED:
                continue
            case EMFILE, ENFILE:
                setShortage(true)
            default:
                // No memory is left, or Linux passes on a network error of the new connection.
                _ = await channel.wait(for: [], until: .now.advanced(milliseconds: Self.shortagePause))
            }
        }
        return nil
    }

    private func waitForConnection() async {
        burst.isOver()
        channel.state.remove(.readable)
        if await channel.wait(for: .readable) == .readable { burst.begins() }
    }

    /// Reports when connections begin to wait for descriptors, and when they no longer do.
    @OnLoop
    package func onShortage(_ tell: @escaping @OnLoop (Bool) -> Void) { shortage.tell = tell }

    private func setShortage(_ isOn: Bool) {
        guard shortage.isOn != isOn else { return }
        shortage.isOn = isOn
        channel.loop.assertOnLoop()
        guard let tell = shortage.tell else { return }
        OnLoop.spawn { tell(isOn) }
    }

    /// Stops listening and resets queued connections. `accept` returns nil.
    package func close() {
        guard !channel.isClosed else { return }
        // A process that another thread is just starting holds copies of our descriptors until it runs its program; the
        // shutdown frees the port nevertheless.
        shutdown(channel.fd, Int32(SHUT_RDWR))
        channel.close()
    }

    /// A socket that is bound to its port and does not listen. If the system chooses the port, it is one that has
    /// rested.
    static func bound(to address: SocketAddress) throws(LoopError) -> Int32 {
        guard address.port == 0 else { return try opened(on: address) }
        var chosen = try opened(on: address)
        for _ in 0..<mostPassedOver {
            guard let port = Socket.localAddress(chosen)?.port, !RestingPorts.shared.take(port) else { break }
            systemClose(chosen)
            chosen = try opened(on: address)
        }
        return chosen
    }

    /// A port that is asked for by its number may have been used a moment ago.
    ///
    /// If the system chooses, ports that rest in the system itself come last. Linux would also choose from half of its
    /// ports alone if it were told before that the port may be used again.
    private static func opened(on address: SocketAddress) throws(LoopError) -> Int32 {
        if address.port == 0, let fd = try? opened(on: address, restingAsWell: false) {
            Socket.set(fd, SOL_SOCKET, SO_REUSEADDR, 1)
            return fd
        }
        return try opened(on: address, restingAsWell: true)
    }

    private static func opened(on address: SocketAddress, restingAsWell: Bool) throws(LoopError) -> Int32 {
        let fd = Socket.open(address.family)
        guard fd >= 0 else { throw .listening(on: address, errno) }
        if restingAsWell { Socket.set(fd, SOL_SOCKET, SO_REUSEADDR, 1) }
        if address.isIPv6 {
            // `::` means every address there is, of both families; any other address means itself.
            Socket.set(fd, Int32(IPPROTO_IPV6), IPV6_V6ONLY, address.isAny ? 0 : 1)
        }
        guard Socket.bind(fd, to: address) == 0 else {
            let code = errno
            systemClose(fd)
            throw .listening(on: address, code)
        }
        return fd
    }

    /// The kernel reduces this to its own limit.
    package static let defaultBacklog: Int32 = 4096
    private static let shortagePause: Int64 = 10
    /// The most ports that are skipped: when hardly any is free, one that has not rested will do.
    private static let mostPassedOver = 16
}

extension LoopError {
    static func listening(on address: SocketAddress, _ code: Int32) -> LoopError {
        switch code {
        case EADDRINUSE:
            LoopError(
                "port-in-use",
                "port \(address.port) on \(address.host) is in use",
                help: "choose another port, or port 0 for any free one"
            )
        case EACCES, EPERM:
            LoopError(
                "no-permission",
                "no permission to listen on port \(address.port) of \(address.host)",
                help: "ports below 1024 often need special rights; choose a higher one"
            )
        case EADDRNOTAVAIL: LoopError("no-such-address", "this machine has no address \(address.host)")
        case EAFNOSUPPORT: LoopError("no-such-family", "this machine has no IPv6, so \(address.host) cannot be used")
        case EMFILE, ENFILE: tooManyOpenFiles("could not listen on \(address)")
        default: LoopError("listen-failure", "could not listen on \(address): \(systemText(code))")
        }
    }
}
