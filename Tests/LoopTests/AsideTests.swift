// AsideTests.swift: where slow work runs.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import Testing

@Suite struct `Work done aside` {
    @Test func `leaves the loop to others, and comes back to it`() async throws {
        let (aside, behind) = try await OnLoop.run {
            let aside = await Aside.run { EventLoop.shared.isCurrent }
            return (aside, EventLoop.shared.isCurrent)
        }
        #expect(!aside)
        #expect(behind)
    }

    @Test func `is all done, whoever asks for it`() async throws {
        let sum = try await OnLoop.run {
            await withTaskGroup(of: Int.self) { group in
                for number in 1...100 { group.addTask { await Aside.run { number } } }
                var sum = 0
                for await number in group { sum += number }
                return sum
            }
        }
        #expect(sum == 5_050)
    }
}
