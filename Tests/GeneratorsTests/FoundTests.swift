// FoundTests.swift: replays the seeds of the fuzzer and everything that it has found.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite struct `Hostile bodies` {
    @Test func `from the fuzzer are told as they came`() throws {
        let fuzz = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Fuzz")
        let inputs = try ["seeds", "found"].flatMap { folder in
            try FileManager.default.contentsOfDirectory(
                at: fuzz.appending(path: "\(folder)/request-body"), includingPropertiesForKeys: nil,
                options: .skipsHiddenFiles)
        }
        #expect(inputs.count >= 8)
        for input in inputs {
            let fault = BodyReading.fault(in: Array(try Data(contentsOf: input)))
            #expect(fault == nil, "\(input.lastPathComponent)")
        }
    }
}
