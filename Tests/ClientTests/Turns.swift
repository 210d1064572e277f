// Turns.swift: lets pass what the kernel has under way.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop

/// For events that must not happen: on loopback the kernel knows at once, and the loop is told at its next turn.
enum Turns {
    @OnLoop
    static func pass(_ count: Int = 20) async {
        for _ in 0..<count { await EventLoop.shared.sleep(until: .now) }
    }
}
