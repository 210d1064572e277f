// FoundTests.swift: what the fuzzer begins with and what it has found, again.
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

    private static func inputs(in folder: String) throws -> [[UInt8]] {
        let root = String(#filePath.dropLast("Tests/DriverTests/FoundTests.swift".count)) + "Fuzz/\(folder)/driver-talk"
        return try Files.walk(root).map { try Files.read("\(root)/\($0)") }
    }
}
