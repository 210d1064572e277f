// PatienceTests.swift: machines that are slower than a file's author thought.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainScenario
import Testing

@Suite struct `Patience` {
    @Test(arguments: [("", 0, 5), ("", 60_000, 60), ("within 90s\n", 60_000, 90), ("within 1s\n", 0, 1)])
    func `gives each line so long at least`(setting: String, patience: Int, seconds: Int) throws {
        let text = "# A page\n\(setting)> GET /\n< 200\n"
        let reading = ScenarioReader.read(Array(text.utf8), file: "test.scenario") { _ in .failure(.missing) }
        let player = Player(
            try #require(reading.scenarios.first), endpoints: [Endpoint(origin: "main", authority: "127.0.0.1:8000")],
            observing: .none, epoch: 0, seed: 1, patience: patience)
        _ = player.start(at: 0)
        #expect(player.nextDeadline == Int64(seconds) * 1_000_000_000)
    }
}
