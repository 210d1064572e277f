// RestingPorts.swift: ports that wait a while before they are given again.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// The last few thousand ports that the system chose for this process.
///
/// A client may retry a broken request after its run has ended. If another run used the same port by then, it would be
/// blamed for a request that its client never made. Systems choose ports at random, so in a long check one choice in
/// ten is a port from a second ago.
final class RestingPorts: Sendable {
    static let shared = RestingPorts()

    private struct State {
        var rests = [Bool](repeating: false, count: 1 << 16)
        var inOrder: [UInt16] = []
        var oldest = 0
    }

    private let state = Locked(State())
    private let count: Int

    init(count: Int = 4096) { self.count = count }

    /// Whether the port may be used; if so, it rests from now on, and the port that has rested longest is free again.
    func take(_ port: UInt16) -> Bool {
        state.withLock { state in
            guard !state.rests[Int(port)] else { return false }
            state.rests[Int(port)] = true
            if state.inOrder.count < count {
                state.inOrder.append(port)
            } else {
                state.rests[Int(state.inOrder[state.oldest])] = false
                state.inOrder[state.oldest] = port
                state.oldest = (state.oldest + 1) % count
            }
            return true
        }
    }
}
