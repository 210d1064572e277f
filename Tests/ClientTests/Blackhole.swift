// Blackhole.swift: a port that never answers, for tests of patience.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

@testable import QuintainLoop

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A port on which a connection is never answered: neither accepted nor refused.
///
/// The queue of the listening socket is as short as possible, and filled with connections of our own that are never
/// accepted. A kernel drops each SYN while the queue is full, so a client retries until it gives up, as it would with a
/// machine that is switched off.
final class Blackhole: Sendable {
    let address: SocketAddress
    private let listener: RefusingPort
    private let fillers: [Int32]

    init(on wanted: SocketAddress = .loopback()) throws(LoopError) {
        listener = try RefusingPort(on: wanted)
        address = listener.address
        guard listen(listener.fd, 0) == 0 else { throw .listening(on: wanted, errno) }
        fillers = try Self.fill(address)
    }

    deinit { for filler in fillers { systemClose(filler) } }

    private static func fill(_ address: SocketAddress) throws(LoopError) -> [Int32] {
        var target = address
        if address.isAny { target = address.isIPv6 ? .loopback6(port: address.port) : .loopback(port: address.port) }
        var fillers: [Int32] = []
        while fillers.count < mostFillers {
            let filler = Socket.open(target.family)
            guard filler >= 0 else { break }
            fillers.append(filler)
            guard Socket.connect(filler, to: target) == 0 || errno == EINPROGRESS else { break }
            // On loopback a connection that fits into the queue is connected before `connect` returns.
            var query = pollfd(fd: filler, events: Int16(POLLOUT), revents: 0)
            if poll(&query, 1, fillPatience) == 0 { return fillers }
        }
        for filler in fillers { systemClose(filler) }
        throw LoopError("no-blackhole", "could not fill the queue of \(address)")
    }

    private static let mostFillers = 64
    private static let fillPatience: Int32 = 5
}
