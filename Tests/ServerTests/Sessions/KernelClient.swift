// KernelClient.swift: a client that works without the loop, and knows when its bytes have arrived.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainPlayer
import QuintainSessions
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Uses blocking sockets on the calling thread, even if the server needs that thread.
final class KernelClient {
    private let authority: String
    private let port: UInt16
    private var sockets: [Int32] = []

    @OnLoop
    init(_ session: Session) {
        authority = session.endpoints[0].authority
        port = UInt16(authority.split(separator: ":").last ?? "") ?? 0
    }

    deinit { for socket in sockets { close(socket) } }

    /// A request on a new connection, which the server need not have accepted yet.
    func ask(_ path: String) throws {
        #if canImport(Darwin)
            let socket = Darwin.socket(AF_INET, SOCK_STREAM, 0)
        #else
            let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        sockets.append(socket)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try #require(code == 0)
        try askAgain(path)
    }

    /// A request on the connection that was made last.
    func askAgain(_ path: String) throws {
        let request = Array("GET \(path) HTTP/1.1\r\nHost: \(authority)\r\n\r\n".utf8)
        try #require(send(try #require(sockets.last), request, request.count, 0) == request.count)
    }

    /// Ends the sending side.
    func finish() { for socket in sockets { shutdown(socket, Int32(SHUT_WR)) } }

    /// Returns when the kernel of the other side has received all that was sent, an end included.
    func awaitAcknowledgement() {
        for socket in sockets { while Self.unacknowledged(socket) > 0 { sched_yield() } }
    }

    private static func unacknowledged(_ socket: Int32) -> Int32 {
        var count: Int32 = 0
        #if canImport(Darwin)
            var size = socklen_t(MemoryLayout<Int32>.size)
            getsockopt(socket, SOL_SOCKET, SO_NWRITE, &count, &size)
        #else
            _ = ioctl(socket, UInt(TIOCOUTQ), &count)
        #endif
        return count
    }

    /// Lets the server run until this has arrived on the connection that was made last.
    @OnLoop
    func hears(_ text: String) async -> Bool {
        var heard: [UInt8] = []
        var room = [UInt8](repeating: 0, count: 4_096)
        let late = Moment.now.advanced(milliseconds: 20_000)
        while .now < late {
            let count = recv(sockets.last ?? -1, &room, room.count, KernelClient.atOnce)
            if count > 0 { heard += room[..<count] }
            if !heard.isEmpty, String(decoding: heard, as: UTF8.self).contains(text) { return true }
            if count == 0 { return false }
            await EventLoop.shared.sleep(for: .milliseconds(1))
        }
        return false
    }

    private static let atOnce = Int32(MSG_DONTWAIT)
}

/// Blocks the thread until then.
func standStill(until moment: Moment) {
    while .now < moment { usleep(1_000) }
}
