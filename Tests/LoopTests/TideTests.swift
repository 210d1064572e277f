// TideTests.swift: when a crowd of connections has left.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import QuintainLoop

@Suite struct `A tide` {
    /// The counts at which the tide was low.
    private func lows(_ counts: [Int]) -> [Int] {
        var tide = Tide()
        var last = 0
        var lows: [Int] = []
        for count in counts {
            if count > last { tide.rose(to: count) } else if tide.fell(to: count) { lows.append(count) }
            last = count
        }
        return lows
    }

    @Test func `is low when three of four have left, once`() {
        #expect(lows(Array(1...1000) + (0..<1000).reversed()) == [250])
    }

    @Test func `is low again after the next crowd`() {
        #expect(lows([400, 100, 0, 400, 200, 100, 50]) == [100, 100])
    }

    @Test func `never was high with a few`() {
        #expect(lows([Tide.crowd - 1, 0]) == [])
        #expect(lows([Tide.crowd, 0]) == [0])
    }
}
