// RestingPorts.swift: ports that wait a while before they are given again.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The ports that the system chose for this process, the last few thousand of them.
///
/// A client may be late: it tries again what a run broke off, and the run is over. Were its port another run's by now,
/// that run would be blamed for a request that nobody there made. Systems choose by chance, so one choice in ten of a
/// long check is a port of a second ago.
final class RestingPorts: Sendable {
    static let shared = RestingPorts()

    private struct State {
        var rests = [Bool](repeating: false, count: 1 << 16)
        var inOrder: [UInt16] = []
        var oldest = 0
    }

    private let state = Mutex(State())
    private let count: Int

    init(count: Int = 4096) { self.count = count }

    /// Whether the port may be used; if so, it rests from now on, and the one that has rested for longest no longer does.
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
