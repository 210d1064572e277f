// FoundTests.swift: replays the seeds of the fuzzer and everything that it has found.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import QuintainScenario

@Suite struct `What was fed to the reader` {
    private static func inputs(in folder: String, suffix: String = "") -> [String] {
        TestFiles.names(in: TestFiles.root + folder, suffix: suffix).filter { !$0.hasPrefix(".") }
            .map { TestFiles.root + folder + $0 }
    }

    @Test func `is told of where it stands, and keeps its meaning in the one layout`() throws {
        let seeds =
            Self.inputs(in: "Tests/ScenarioTests/Examples/", suffix: ".scenario")
            + Self.inputs(in: "fixtures/invalid/", suffix: ".scenario")
        #expect(seeds.count > 80)
        for path in seeds + Self.inputs(in: "Fuzz/found/scenario-reader/") {
            let bytes = try #require(TestFiles.bytes(path))
            #expect(FileReading.fault(in: bytes) == nil, "\(path)")
        }
    }
}
