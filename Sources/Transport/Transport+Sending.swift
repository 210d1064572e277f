// Transport+Sending.swift: sends all of some bytes, and ends a connection so that they arrive.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainLoop

extension Transport {
    /// Sends all bytes, and waits for room whenever needed. false: the client is gone or accepts nothing more.
    package func sendAll(_ bytes: [UInt8]) async -> Bool {
        var sent = 0
        var turns = 0
        while sent < bytes.count {
            switch bytes.withUnsafeBytes({ send(UnsafeRawBufferPointer(rebasing: $0[sent...])) }) {
            case .bytes(let count):
                sent += count
                turns += 1
                // A client that takes everything at once may not keep the others waiting.
                if turns.isMultiple(of: Self.turnsAtOnce) { await Task.yield() }
            case .full:
                switch await wait(for: .writable, until: patienceEnd) {
                case .closed, .broken, .deadline: return false
                case .message, .readable, .writable: break
                }
            case .reset, .failed, .closed: return false
            }
        }
        return await flushed()
    }

    /// Waits until the kernel has taken the backlog. false: the client is gone or accepts nothing more.
    private func flushed(within time: Int64? = nil) async -> Bool {
        let time = time ?? patience
        while hasBacklog {
            switch flush() {
            case .bytes: return true
            case .reset, .failed, .closed: return false
            case .full: break
            }
            switch await channel.wait(for: .writable, until: time.map { .now.advanced(milliseconds: $0) }) {
            case .closed, .broken, .deadline: return false
            case .message, .readable, .writable: break
            }
        }
        return true
    }

    /// Sends the last bytes and ends the connection so that the client gets them, whatever it was still sending:
    /// to close over unread bytes would send a RST, which may destroy what the client has not read.
    package func finish(_ bytes: [UInt8] = []) async {
        guard await sendAll(bytes) else { return }
        finishSending()
        guard await flushed() else { return }
        await drain(until: .now.advanced(milliseconds: Self.drainPatience))
    }

    /// Ends the connection of a client that has nothing more to say. Under TLS a close_notify is sent all the same,
    /// because otherwise somebody might have cut the answer short, RFC 8446 section 6.1.
    package func leave() async {
        guard isSecure else { return }
        finishSending()
        _ = await flushed(within: Self.drainPatience)
    }

    /// Discards input until the client closes, or until the deadline.
    package func drain(until deadline: Moment?) async {
        var turns = 0
        while true {
            let result = withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 16) { read(into: $0) }
            switch result {
            case .bytes:
                turns += 1
                if turns.isMultiple(of: Self.turnsAtOnce) {
                    if let deadline, deadline < .now { return }
                    await Task.yield()
                }
                continue
            case .nothing, .full: break
            case .finished, .reset, .failed, .closed: return
            }
            switch await wait(for: .readable, until: deadline) {
            case .closed, .broken, .deadline: return
            case .message, .readable, .writable: break
            }
        }
    }

    @inlinable nonisolated package static var turnsAtOnce: Int { 32 }
    nonisolated private static var drainPatience: Int64 { 2_000 }
}
