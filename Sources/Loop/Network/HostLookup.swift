// HostLookup.swift: asks the system for the addresses of a host name.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Asks the system's resolver, which blocks, on threads of its own: a few at a time, the others wait.
@OnLoop
package enum HostLookup {
    private static var underWay = 0
    private static let bell = Bell()

    /// The addresses of a host, never empty. Numeric addresses need no lookup, and names under `localhost` mean this
    /// machine: RFC 6761 section 6.3.
    package static func addresses(of host: String, port: UInt16) async throws(LoopError) -> [SocketAddress] {
        if let known = known(host, port: port) { return known }
        while underWay >= threadsAtMost { await bell.wait() }
        underWay += 1
        let found = await ask(host, port)
        underWay -= 1
        bell.ring()
        guard !found.isEmpty else { throw LoopError("no-such-host", "there is no address for '\(host)'") }
        return found
    }

    /// The addresses of a host that needs no lookup.
    package static func known(_ host: String, port: UInt16) -> [SocketAddress]? {
        if host == "localhost" || host.hasSuffix(".localhost") {
            return [.loopback(port: port), .loopback6(port: port)]
        }
        return (try? SocketAddress(host, port: port)).map { [$0] }
    }

    private static func ask(_ host: String, _ port: UInt16) async -> [SocketAddress] {
        await suspend { (continuation: LoopContinuation<[SocketAddress]>) in
            startThread(named: "quintain-lookup") {
                let addresses = SocketAddress.found(for: host, port: port)
                EventLoop.shared.call { continuation.resume(returning: addresses) }
            }
        }
    }

    private static let threadsAtMost = 8
}
