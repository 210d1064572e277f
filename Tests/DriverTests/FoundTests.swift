// FoundTests.swift: replays the seeds of the fuzzer and everything that it has found.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import Testing

@Suite struct `Whatever a driver writes` {
    @Test func `is one meaning however it is cut, and never too much`() throws {
        let seeds = try Self.inputs(in: "seeds")
        #expect(seeds.count > 5)
        for input in try seeds + Self.inputs(in: "found") {
            #expect(TalkReading.fault(in: input) == nil, "\(String(decoding: input.prefix(200), as: UTF8.self))")
        }
    }

    fileprivate static func inputs(in folder: String, of harness: String = "driver-talk") throws -> [[UInt8]] {
        let root = String(#filePath.dropLast("Tests/DriverTests/FoundTests.swift".count)) + "Fuzz/\(folder)/\(harness)"
        return try Files.walk(root).map { try Files.read("\(root)/\($0)") }
    }
}

@Suite struct `Whatever a driver is told` {
    @Test func `is written as it was read`() throws {
        let inputs = try ["seeds", "found"].flatMap {
            try `Whatever a driver writes`.inputs(in: $0, of: "runner-talk")
        }
        #expect(inputs.count >= 6)
        for input in inputs {
            let fault = RunnerTalkReading.fault(in: input)
            #expect(fault == nil, "\(String(decoding: input.prefix(200), as: UTF8.self))")
        }
    }
}
