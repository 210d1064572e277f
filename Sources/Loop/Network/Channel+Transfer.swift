// Channel+Transfer.swift: reads and writes without blocking.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
    import Darwin
#else
    import CQuintainSystem
    import Glibc
#endif

extension Channel {
    package enum Read: Equatable, Sendable {
        /// This many bytes came.
        case bytes(Int)
        /// There are no bytes now: wait for `.readable`.
        case nothing
        /// The peer sends no more (FIN). Every read returns this again, but no wait ends for it twice.
        case finished
        /// The peer has reset the connection (RST).
        case reset
        /// The network gave up, with this `errno`.
        case failed(Int32)
        /// The buffer has reached its limit: consume first.
        case full
        /// We closed the channel.
        case closed
    }

    /// Reads the bytes that are there, at most as many as the buffer has free room for, in one system call.
    package func read(into buffer: inout ReadBuffer) -> Read {
        if buffer.isFull { return .full }
        var result = Read.nothing
        _ = buffer.append(room: Self.leastRoom) { room in
            result = read(into: room)
            if case .bytes(let count) = result { return count }
            return 0
        }
        return result
    }

    package func read(into room: UnsafeMutableRawBufferPointer) -> Read {
        loop.assertOnLoop()
        if state.isDisjoint(with: [.readable, .closed]) { return .nothing }
        if state.contains(.closed) { return .closed }
        while true {
            let count = systemRead(room)
            if count > 0 {
                if isSocket { loop.traffic.received &+= count }
                // A short read has drained a socket. After a FIN there may be no further edge, so read on; after a RST,
                // too, because it may be reported as an error alone, before the kernel has shut the connection.
                if count < room.count, isSocket, state.isDisjoint(with: [.finished, .broken]) {
                    state.remove(.readable)
                }
                return .bytes(count)
            }
            // A send may have noticed the break first. Then bytes from before it are still here, and the kernel, which
            // reports an error once, follows them with what looks like a regular end.
            if failure != 0 { return Self.readFailure(failure) }
            if count == 0 {
                state.remove(.readable)
                state.insert(.finished)
                return .finished
            }
            switch errno {
            case EINTR: continue
            case EAGAIN:
                state.remove(.readable)
                return .nothing
            case let code:
                broke(code)
                return Self.readFailure(code)
            }
        }
    }

    /// Asks the kernel whether a read would return bytes or the end, without waiting for the poller.
    package func look() -> Bool {
        loop.assertOnLoop()
        if isClosed || state.contains(.readable) { return true }
        let count = Socket.peek(fd)
        if count < 0 {
            if errno == EAGAIN || errno == EINTR { return false }
            broke(errno)
        }
        state.insert(.readable)
        return true
    }

    package enum Send: Equatable, Sendable {
        /// The kernel took this many bytes, perhaps not all.
        case bytes(Int)
        /// The kernel takes none now: wait for `.writable`.
        case full
        /// The peer has reset the connection (RST), or the pipe's reader is gone.
        case reset
        /// The network gave up, with this `errno`.
        case failed(Int32)
        /// We closed the channel.
        case closed
    }

    package func send(_ bytes: UnsafeRawBufferPointer) -> Send {
        loop.assertOnLoop()
        if bytes.isEmpty { return .bytes(0) }
        if state.contains(.closed) { return .closed }
        if failure != 0 { return Self.sendFailure(failure) }
        if !state.contains(.writable) { return .full }
        while true {
            let count = isSocket ? Socket.send(fd, bytes) : systemWrite(fd, bytes.baseAddress, bytes.count)
            if count >= 0 {
                if isSocket { loop.traffic.sent &+= count }
                if count < bytes.count { state.remove(.writable) }
                return .bytes(count)
            }
            switch errno {
            case EINTR: continue
            case EAGAIN:
                state.remove(.writable)
                return .full
            case let code:
                // The peer's last bytes may still be unread, so the reader learns of the end by reading.
                if code != EPIPE { broke(code) }
                return Self.sendFailure(code)
            }
        }
    }

    /// Sends the front of the buffer and consumes what the kernel took.
    package func send(from buffer: inout WriteBuffer) -> Send {
        let result = send(buffer.bytes)
        if case .bytes(let count) = result { buffer.consume(count) }
        return result
    }

    package enum Flush: Equatable, Sendable {
        case done
        case deadline
        /// The connection is dead, or we closed it; the unsent bytes are still in the buffer.
        case broken
    }

    /// Sends all bytes, and waits for room whenever needed. Messages wait until the owner's next wait.
    package func flush(_ buffer: inout WriteBuffer, until deadline: Moment? = nil) async -> Flush {
        while !buffer.isEmpty {
            switch send(from: &buffer) {
            case .bytes: continue
            case .full:
                if await wait(for: .writable, until: deadline) == .deadline { return .deadline }
            case .reset, .failed, .closed: return .broken
            }
        }
        return .done
    }

    /// Half-close: a FIN follows the bytes that were sent. The peer may still send, and we may still read. A pipe is
    /// closed.
    package func finishSending() {
        loop.assertOnLoop()
        guard !isClosed else { return }
        if isSocket { _ = Socket.shutdownWriting(fd) } else { close() }
    }

    /// The number of bytes in the kernel that the peer has not acknowledged.
    package var unacknowledged: Int {
        guard isSocket, !isClosed else { return 0 }
        #if canImport(Darwin)
            var count: Int32 = 0
            var length = socklen_t(MemoryLayout<Int32>.size)
            return getsockopt(fd, SOL_SOCKET, SO_NWRITE, &count, &length) == 0 ? Int(count) : 0
        #else
            return max(0, Int(quintain_unacknowledged(fd)))
        #endif
    }

    /// For how many milliseconds at least no bytes have come: a kernel may count by tens. nil: the system does not tell.
    package var sinceData: Int? {
        #if canImport(Darwin)
            return nil
        #else
            let milliseconds = Int(quintain_since_data(fd))
            return milliseconds < 0 ? nil : max(0, milliseconds - 10)
        #endif
    }

    package var localAddress: SocketAddress? { isClosed ? nil : Socket.localAddress(fd) }

    private func systemRead(_ room: UnsafeMutableRawBufferPointer) -> Int {
        isSocket ? recv(fd, room.baseAddress, room.count, 0) : QuintainLoop.systemRead(fd, room.baseAddress, room.count)
    }

    private func broke(_ code: Int32) {
        failure = code
        state.formUnion([.broken, .readable, .writable])
    }

    private static func readFailure(_ code: Int32) -> Read {
        code == ECONNRESET || code == EPIPE ? .reset : .failed(code)
    }

    private static func sendFailure(_ code: Int32) -> Send {
        code == ECONNRESET || code == EPIPE ? .reset : .failed(code)
    }

    private static let leastRoom = 1024
}
