// RefusingPort.swift: ports that refuse connections.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A port that refuses connections: it is bound, so that no other program can listen there, and does not listen.
package final class RefusingPort: Sendable {
    package let address: SocketAddress
    let fd: Int32

    package init(on wanted: SocketAddress = .loopback()) throws(LoopError) {
        fd = try Listener.bound(to: wanted)
        guard let address = Socket.localAddress(fd) else {
            systemClose(fd)
            throw .listening(on: wanted, errno)
        }
        self.address = address
    }

    deinit { systemClose(fd) }
}
