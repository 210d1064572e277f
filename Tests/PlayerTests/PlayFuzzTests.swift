// PlayFuzzTests.swift: any input, in any order.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainScenario
import QuintainTranscript
import Testing

/// Feeds players with input that no client sends: a player may not crash, hang, or differ from one run to the next.
@Suite struct `Any sequence of inputs` {
    @Test(.timeLimit(.minutes(10)), arguments: PlayableFiles.all)
    func `leaves nobody waiting`(file: PlayableFile) throws {
        for seed in 0..<UInt64(12) {
            let first = try Turmoil(file, seed: seed)
            first.run(steps: 60)
            #expect(first.complaints.isEmpty, "\(file) seed \(seed): \(first.complaints)\n\(first.story)")
            let second = try Turmoil(file, seed: seed)
            second.run(steps: 60)
            #expect(first.story == second.story, "\(file) seed \(seed)")
            #expect(first.outcome.breaches == second.outcome.breaches)
        }
    }
}
