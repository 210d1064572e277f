// Turns.swift: what is under way in the kernel has its say.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop

/// For what shall not happen: over loopback the kernel knows at once, and the loop hears of it at its next turn.
enum Turns {
    @OnLoop
    static func pass(_ count: Int = 20) async {
        for _ in 0..<count { await EventLoop.shared.sleep(until: .now) }
    }
}
